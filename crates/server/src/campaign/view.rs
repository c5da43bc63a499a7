//! A campaign as somebody with a token sees it.

use super::{Ways, decides, files, known};
use crate::client::Client;
use crate::hall::{ApiError, Hall};
use crate::http;
use crate::store::{BandFile, Chapter, Claim, KeptCampaign};
use crate::wire::{self, CampaignStage};
use std::sync::Arc;
use systems::campaign::{Enlisted, File, Roster};

impl Hall {
    /// How a campaign stands.
    pub(crate) async fn campaign(
        self: &Arc<Hall>,
        client: &Arc<Client>,
        token: &str,
    ) -> Result<wire::Campaign, ApiError> {
        let turn = self.turn(token).await?;
        let (kept, claim) = self.waged(client, token).await?;
        drop(turn);
        let campaign = known(&self.config.games, &kept.head.system)?;
        let (mut chapters, mut ways) = (Vec::new(), Ways { token, granted: Vec::new() });
        for (at, (chapter, settled)) in kept.chapters.iter().enumerate() {
            let mut shown = shown(&mut ways, &claim, at + 1, chapter, *settled);
            if !settled {
                self.under_way(client, chapter, &mut shown).await?;
            }
            chapters.push(shown);
        }
        self.store.grant(ways.granted).await?;
        let stage = match chapters.last() {
            Some(last) => last.stage,
            None => CampaignStage::Ready,
        };
        let mut sides = Vec::new();
        let present = self.present(client, &kept).await?;
        for ((file, player), seat) in present.iter().zip(&kept.head.players).zip(0u8..) {
            let roster = client.pays(|| campaign.roster(file)).map_err(|found| {
                let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
                ApiError::Failed(format!("a warband of a campaign cannot be read: {}", lines.join("; ")))
            })?;
            let file = format!("{}.toml", kernel::slug(&roster.title));
            let roster = wire::Roster::from(roster);
            sides.push(wire::CampaignSide { seat, player: player.clone(), file, roster });
        }
        let game = self.config.games.named(&kept.head.system).map_err(|why| ApiError::Failed(why.to_string()))?;
        let (role, seats) = role(claim);
        let proposal = kept.proposal.map(|proposal| wire::Proposal {
            seat: proposal.seats.first().copied().unwrap_or(0),
            scenario: proposal.scenario,
            mind: proposal.mind,
        });
        Ok(wire::Campaign {
            system: kept.head.system,
            system_title: game.title().to_owned(),
            title: campaign.title().to_owned(),
            name: kept.head.name,
            role,
            seats,
            on_board: game.on_board(),
            stage,
            sides,
            chapters,
            proposal,
            scenarios: client
                .pays(|| campaign.scenarios(&present))
                .into_iter()
                .map(|found| http::scenario(vec![vec![0, 1]], found))
                .collect(),
            minds: http::minds(),
        })
    }

    /// The files of the warbands as they are now; in the middle of an aftermath, as far as it has come.
    async fn present(self: &Arc<Hall>, client: &Arc<Client>, kept: &KeptCampaign) -> Result<Vec<File>, ApiError> {
        let now = files(&kept.files);
        let Some((Chapter { aftermath: Some(id), .. }, false)) = kept.chapters.last() else { return Ok(now) };
        let room = self.room(client, id).await?;
        let (inner, campaign) = (room.look().await?, known(&self.config.games, &kept.head.system)?);
        Ok(client.pays(|| campaign.files(&now, inner.live.as_ref())).unwrap_or(now))
    }

    /// How a chapter stands that is not settled yet.
    async fn under_way(
        self: &Arc<Hall>,
        client: &Arc<Client>,
        chapter: &Chapter,
        shown: &mut wire::Chapter,
    ) -> Result<(), ApiError> {
        let room = self.room(client, chapter.aftermath.as_ref().unwrap_or(&chapter.battle)).await?;
        shown.decides = decides(&room).await?.map(|seat| seat.0);
        let inner = room.look().await?;
        let clock = client.pays(|| inner.live.scene(None, None)).clock;
        shown.clock = if clock.round > 0 { format!("Round {}, {}", clock.round, clock.phase) } else { clock.phase };
        Ok(())
    }

    /// What followed a battle that is settled.
    pub(super) async fn story(
        self: &Arc<Hall>,
        client: &Arc<Client>,
        token: &str,
        number: usize,
    ) -> Result<wire::Aftermath, ApiError> {
        let turn = self.turn(token).await?;
        let (kept, _) = self.waged(client, token).await?;
        drop(turn);
        let (chapter, _) = number.checked_sub(1).and_then(|at| kept.chapters.get(at)).ok_or(ApiError::Unknown)?;
        Ok(wire::Aftermath { lines: chapter.story.clone() })
    }

    /// The file of a warband: as it is now, or as it went into a battle.
    pub(super) async fn band(
        self: &Arc<Hall>,
        client: &Arc<Client>,
        token: &str,
        seat: usize,
        before: Option<usize>,
    ) -> Result<BandFile, ApiError> {
        let turn = self.turn(token).await?;
        let (kept, _) = self.waged(client, token).await?;
        drop(turn);
        let list = match before {
            Some(number) => {
                let chapter = number.checked_sub(1).and_then(|at| kept.chapters.get(at));
                &chapter.ok_or(ApiError::Unknown)?.0.before
            }
            None => &kept.files,
        };
        list.get(seat).cloned().ok_or(ApiError::Unknown)
    }
}

/// What somebody is in a campaign.
fn role(claim: Claim) -> (wire::Role, Vec<u8>) {
    match claim {
        Claim::Seat(seat) => (wire::Role::Seat, vec![seat]),
        Claim::Screen(seats) => (wire::Role::Screen, seats),
        Claim::Watch | Claim::Replay => (wire::Role::Watch, Vec::new()),
    }
}

/// A chapter as it is stored, with the ways to its battles.
fn shown(ways: &mut Ways<'_>, claim: &Claim, number: usize, chapter: &Chapter, settled: bool) -> wire::Chapter {
    let over = chapter.outcome.is_some();
    let seat = match (over, chapter.minds) {
        (true, _) => &Claim::Replay,
        (false, true) => &Claim::Watch,
        (false, false) => claim,
    };
    let after = if settled { &Claim::Replay } else { claim };
    wire::Chapter {
        number: number as u32,
        scenario: chapter.scenario.clone(),
        drawn: chapter.drawn,
        stage: match (settled, over) {
            (true, _) => CampaignStage::Ready,
            (false, true) => CampaignStage::Aftermath,
            (false, false) => CampaignStage::Battle,
        },
        minds: chapter.minds,
        battle: ways.to(&chapter.battle, seat),
        clock: String::new(),
        decides: None,
        outcome: chapter.outcome.clone(),
        aftermath: chapter.aftermath.as_ref().map(|id| ways.to(id, after)),
    }
}

/// A mistake in a file, with its place.
pub(super) fn misread(problem: pack::Problem) -> wire::Problem {
    let pack::Problem { file, line, column, rule, text, hint } = problem;
    wire::Problem {
        place: if line > 0 { format!("{file}, line {line}, column {column}") } else { file },
        text: hint.map_or_else(|| text.clone(), |hint| format!("{text}; {hint}")),
        rule: rule.map(|rule| rule.to_string()),
    }
}

impl From<kernel::Problem> for wire::Problem {
    fn from(problem: kernel::Problem) -> wire::Problem {
        let rule = problem.rule.map(|rule| rule.to_string());
        wire::Problem { place: problem.place, text: problem.text, rule }
    }
}

impl From<Roster> for wire::Roster {
    fn from(roster: Roster) -> wire::Roster {
        let total = |total: systems::campaign::Total| wire::Total {
            name: total.name.to_owned(),
            value: total.value,
            rule: total.rule.map(|rule| rule.to_string()),
        };
        wire::Roster {
            title: roster.title,
            kind: roster.kind,
            totals: roster.totals.into_iter().map(total).collect(),
            members: roster.members.into_iter().map(enlisted).collect(),
            stash: roster.stash,
            history: roster.history,
            problems: roster.problems.into_iter().map(wire::Problem::from).collect(),
        }
    }
}

fn enlisted(member: Enlisted) -> wire::Enlisted {
    let stats = member.stats.into_iter();
    let marks = member.marks.into_iter();
    wire::Enlisted {
        name: member.name,
        kind: member.kind,
        count: member.count,
        stats: stats.map(|one| wire::Measure { name: one.name, value: one.value, change: one.change }).collect(),
        experience: member.experience,
        gear: member.gear,
        marks: marks.map(|one| wire::Lasting { text: one.text, good: one.good, rule: one.rule.to_string() }).collect(),
    }
}
