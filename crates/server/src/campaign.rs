//! Campaigns: warbands, their battles one after the other, and what follows each.
//!
//! A battle of a campaign and its aftermath are battles like any other: rooms of the hall, facts in the store, a socket for
//! each seat. What a campaign adds is which comes next, and that is read off from what is stored whenever somebody looks:
//! there is no moment at which a killed server could forget it.
//!
//! `view` shows a campaign to somebody with a token, `calls` are its addresses.

pub(crate) mod calls;
mod view;

use crate::client::Client;
use crate::hall::{ApiError, Hall, blocking, strangers};
use crate::room::{HUMAN, Room};
use crate::store::{BandFile, Chapter, Claim, Grant, Head, Kept, KeptCampaign, Proposal, Waged};
use crate::{render, token, wire};
use kernel::{Problem, Record, Seat, Setup};
use std::sync::Arc;
use systems::campaign::{Campaign, File};
use systems::{Game, Games, Live};
use tokio::sync::OwnedMutexGuard;

/// Longer names say nothing more.
const LONGEST_NAME: usize = 60;
/// The mind that keeps the books of a warband without a person.
const STEWARD: &str = "veteran";

impl BandFile {
    fn file(&self) -> File {
        File { name: self.name.clone(), text: self.text.clone() }
    }
}

fn files(kept: &[BandFile]) -> Vec<File> {
    kept.iter().map(BandFile::file).collect()
}

fn known(games: &Games, system: &str) -> Result<Arc<dyn Campaign>, ApiError> {
    games.campaign(system).map_err(|why| ApiError::problem("system", why.to_string()))
}

fn no(why: &systems::Failure) -> ApiError {
    let problems = why.lines.iter().map(|line| Problem::plain("campaign", line.clone())).collect();
    ApiError::problems(problems)
}

impl Hall {
    /// Begins a campaign and stores it; only then are there tokens.
    pub(crate) async fn wage(
        self: &Arc<Hall>,
        client: &Arc<Client>,
        wish: wire::NewCampaign,
    ) -> Result<wire::CampaignMade, ApiError> {
        self.has_space().await?;
        let shared = wish.shared_screen;
        let games = self.config.games.clone();
        let (head, files) = blocking(Some(client), move || muster(&games, &wish)).await??;
        client.may_store(files.iter().map(|file| file.text.len()).sum())?;
        let (id, watch) = (token::fresh()?, token::fresh()?);
        let mut claims = vec![(token::hash(&watch), Claim::Watch)];
        let people: Vec<u8> =
            (0u8..).zip(&head.players).filter(|(_, player)| *player == HUMAN).map(|(at, _)| at).collect();
        let mut seats: Vec<wire::SeatToken> = Vec::new();
        for seat in &people {
            let token = match seats.first().filter(|_| shared) {
                Some(first) => first.token.clone(),
                None => {
                    let token = token::fresh()?;
                    let claim = if shared { Claim::Screen(people.clone()) } else { Claim::Seat(*seat) };
                    claims.push((token::hash(&token), claim));
                    token
                }
            };
            seats.push(wire::SeatToken { seat: *seat, token });
        }
        self.store.add_campaign(&id, &head, &files, &claims).await?;
        Ok(wire::CampaignMade { seats, watch })
    }

    /// Waits until nobody else brings the campaign of a token on.
    async fn turn(&self, token: &str) -> Result<OwnedMutexGuard<()>, ApiError> {
        if token.len() > 64 {
            return Err(ApiError::Unknown);
        }
        let id = self.store.campaign_of(&token::hash(token)).await?.ok_or(ApiError::Unknown)?;
        Ok(self.campaigns.of(&id).lock_owned().await)
    }

    /// The campaign of a token, brought to where its battles have brought it.
    async fn waged(self: &Arc<Hall>, client: &Arc<Client>, token: &str) -> Result<(KeptCampaign, Claim), ApiError> {
        let hash = token::hash(token);
        let (mut kept, claim) = self.store.campaign(&hash).await?.ok_or(ApiError::Unknown)?;
        while self.follow(client, &kept).await? {
            (kept, _) = self.store.campaign(&hash).await?.ok_or(ApiError::Unknown)?;
        }
        Ok((kept, claim))
    }

    /// Does what is to be done next without anybody: true if something has changed.
    async fn follow(self: &Arc<Hall>, client: &Arc<Client>, kept: &KeptCampaign) -> Result<bool, ApiError> {
        let number = kept.chapters.len();
        let Some((chapter, false)) = kept.chapters.last() else { return Ok(false) };
        let battle = self.room(client, &chapter.battle).await?;
        self.wake(&battle);
        let Some(outcome) = render::outcome(battle.look().await?.live.as_ref()) else { return Ok(false) };
        let Some(after) = &chapter.aftermath else {
            let inner = battle.look().await?;
            let record = client.pays(|| inner.live.record(&self.engine));
            drop(inner);
            let (id, aftermath) = self.aftermath(client, kept, record).await?;
            let chapter = Chapter { aftermath: Some(id), outcome: Some(outcome), ..chapter.clone() };
            // Where another server was first, what it has begun is found next time.
            self.store.put_aftermath(&kept.id, number, &chapter, aftermath).await?;
            return Ok(true);
        };
        let after = self.room(client, after).await?;
        self.wake(&after);
        let inner = after.look().await?;
        if inner.live.outcome().is_none() {
            return Ok(false);
        }
        let campaign = known(&self.config.games, &kept.head.system)?;
        let settled = client.pays(|| campaign.files(&files(&kept.files), inner.live.as_ref()));
        let settled = settled.map_err(|why| no(&why))?;
        let lines = client.pays(|| inner.live.log(0..inner.live.told(None), None));
        let story = lines.into_iter().map(render::log_line).collect();
        drop(inner);
        let settled: Vec<BandFile> =
            settled.into_iter().map(|file| BandFile { name: file.name, text: file.text }).collect();
        self.store.settle(&kept.id, number, &Chapter { story, ..chapter.clone() }, &settled).await?;
        Ok(true)
    }

    /// What follows a battle, as it begins.
    async fn aftermath(
        &self,
        client: &Arc<Client>,
        kept: &KeptCampaign,
        record: Record,
    ) -> Result<(String, Kept), ApiError> {
        let (campaign, before, chance) =
            (known(&self.config.games, &kept.head.system)?, files(&kept.files), self.config.chance);
        let system = campaign.after();
        let begun = blocking(Some(client), move || {
            let setup = campaign.aftermath(&before, &record).map_err(|why| no(&why))?;
            let seed = chance.seed(&setup, None)?;
            let live = campaign.begin(setup.clone(), Some(seed)).map_err(ApiError::problems)?;
            Ok::<_, ApiError>((setup, seed, live))
        });
        let (setup, seed, live) = begun.await??;
        let steward = |player: &String| if player == HUMAN { HUMAN } else { STEWARD }.to_owned();
        let players = kept.head.players.iter().map(steward).collect();
        seat(system, setup, seed, players, true, live.as_ref())
    }

    /// Begins the next battle.
    pub(crate) async fn fight(
        self: &Arc<Hall>,
        client: &Arc<Client>,
        token: &str,
        wish: wire::NextBattle,
    ) -> Result<wire::Campaign, ApiError> {
        client.may_ask()?;
        self.has_space().await?;
        let turn = self.turn(token).await?;
        let (kept, claim) = self.waged(client, token).await?;
        let game = self.may_fight(&kept, &claim, &wish)?;
        let (campaign, before, chance) =
            (known(&self.config.games, &kept.head.system)?, files(&kept.files), self.config.chance);
        let all = campaign.scenarios(&before);
        if let Some(scenario) = wish.scenario.as_ref().filter(|wanted| !all.iter().any(|known| known.id == **wanted)) {
            let known = all.iter().map(|known| known.id.as_str());
            return Err(ApiError::problem("scenario", systems::unknown("scenario", scenario, known)));
        }
        let players = fighters(&kept, &wish)?;
        if !self.agreed(&kept, &claim, &wish).await? {
            drop(turn);
            return self.campaign(client, token).await;
        }
        let drawn = wish.scenario.is_none();
        let scenario = match wish.scenario {
            Some(id) => id,
            None => {
                // Lots are drawn with the dice of a battle that is fought nowhere.
                let lots = campaign.setup("lots", &before).map_err(|why| no(&why))?;
                let seed = chance.seed(&lots, Some(kept.chapters.len() as u32))?;
                let lot = usize::from(seed.0[0]) % all.len().max(1);
                all.get(lot).map(|scenario| scenario.id.clone()).unwrap_or_default()
            }
        };
        let (place, system) = (scenario.clone(), game.name());
        let begun = blocking(Some(client), move || {
            let setup = campaign.setup(&place, &before).map_err(|why| no(&why))?;
            let seed = chance.seed(&setup, None)?;
            let live = game.begin(setup.clone(), Some(seed)).map_err(ApiError::problems)?;
            Ok::<_, ApiError>((setup, seed, live))
        });
        let (setup, seed, live) = begun.await??;
        let minds = players.iter().all(|player| player != HUMAN);
        let (battle, begun) = seat(system, setup, seed, players, minds, live.as_ref())?;
        let chapter = Chapter {
            scenario,
            drawn,
            minds,
            battle,
            aftermath: None,
            outcome: None,
            story: Vec::new(),
            before: kept.files.clone(),
        };
        client.may_store(begun.weight() + chapter.before.iter().map(|file| file.text.len()).sum::<usize>())?;
        // Where somebody has begun it through another server, that is the one that is fought.
        self.store.add_chapter(&kept.id, kept.chapters.len() + 1, &chapter, begun).await?;
        drop(turn);
        self.campaign(client, token).await
    }

    /// The game of a campaign, if whoever asks may begin its next battle now.
    fn may_fight(
        &self,
        kept: &KeptCampaign,
        claim: &Claim,
        wish: &wire::NextBattle,
    ) -> Result<Arc<dyn Game>, ApiError> {
        if *claim == Claim::Watch {
            return Err(ApiError::problem("campaign", "this link only looks on"));
        }
        if kept.chapters.last().is_some_and(|(_, settled)| !settled) {
            return Err(ApiError::problem("campaign", "the last battle is not settled yet"));
        }
        let game = self.config.games.named(&kept.head.system);
        let game = game.map_err(|why| ApiError::problem("system", why.to_string()))?;
        if wish.mind.is_none() && !game.on_board() && kept.head.players.iter().any(|player| player == HUMAN) {
            let text = "its battles are not on the board yet; minds can fight it out";
            return Err(ApiError::problem("campaign", text));
        }
        Ok(game)
    }

    /// Whether everybody wants this battle. A wish that others have to agree to first is kept for them to see.
    async fn agreed(&self, kept: &KeptCampaign, claim: &Claim, wish: &wire::NextBattle) -> Result<bool, ApiError> {
        let seats = match claim {
            Claim::Seat(seat) => vec![*seat],
            Claim::Screen(seats) => seats.clone(),
            Claim::Watch | Claim::Replay => Vec::new(),
        };
        let others = (0u8..).zip(&kept.head.players).any(|(seat, player)| player == HUMAN && !seats.contains(&seat));
        let same = |old: &Proposal| old.scenario == wish.scenario && old.mind == wish.mind && old.seats != seats;
        if !others || kept.proposal.as_ref().is_some_and(same) {
            return Ok(true);
        }
        let proposal = Proposal { seats, scenario: wish.scenario.clone(), mind: wish.mind.clone() };
        match self.store.propose(&kept.id, kept.proposal.as_ref(), &proposal).await? {
            true => Ok(false),
            // The others have said something meanwhile, through another server.
            false => Err(ApiError::problem("campaign", "somebody has proposed something else; look at it first")),
        }
    }
}

/// The tokens that lead a player of a campaign to its battles.
struct Ways<'a> {
    token: &'a str,
    granted: Vec<Grant>,
}

impl Ways<'_> {
    /// The one that leads to this battle. It is found again from the two; the store has to hear of it once.
    fn to(&mut self, battle: &str, claim: &Claim) -> String {
        let derived = token::derived(self.token, battle, claim == &Claim::Replay);
        self.granted.push((token::hash(&derived), battle.to_owned(), claim.clone()));
        derived
    }
}

/// A battle to which no tokens lead yet.
fn seat(
    system: &str,
    setup: Setup,
    seed: kernel::Seed,
    players: Vec<String>,
    swift: bool,
    live: &dyn Live,
) -> Result<(String, Kept), ApiError> {
    let head = Head {
        system: system.to_owned(),
        content: live.content_hash().to_owned(),
        scenario: setup.scenario,
        options: setup.options,
        sides: setup.sides,
        own_dice: Vec::new(),
        seed: seed.hex(),
        committed: true,
        players,
        swift,
    };
    Ok((token::fresh()?, Kept::new(head, live.facts(0))))
}

/// Who plays the next battle: those of the campaign, or a mind that stands in for its people.
fn fighters(kept: &KeptCampaign, wish: &wire::NextBattle) -> Result<Vec<String>, ApiError> {
    let stand_in = |player: &String| match &wish.mind {
        Some(mind) if player == HUMAN => mind.clone(),
        _ => player.clone(),
    };
    let players: Vec<String> = kept.head.players.iter().map(stand_in).collect();
    let problems = strangers(&players);
    if problems.is_empty() { Ok(players) } else { Err(ApiError::problems(problems)) }
}

/// Who decides in a battle now.
async fn decides(room: &Room) -> Result<Option<Seat>, ApiError> {
    Ok(room.look().await?.live.pending().map(|request| request.ask.seat))
}

/// The warbands of a new campaign: every problem of every file at once.
fn muster(games: &Games, wish: &wire::NewCampaign) -> Result<(Waged, Vec<BandFile>), ApiError> {
    let campaign = known(games, &wish.system)?;
    let players: Vec<String> = wish.sides.iter().map(|side| side.player.clone()).collect();
    let mut problems: Vec<wire::Problem> = strangers(&players).into_iter().map(wire::Problem::from).collect();
    let plain = |place: &str, text: String| wire::Problem { place: place.to_owned(), text, rule: None };
    if wish.sides.len() != 2 {
        problems.push(plain("sides", "a campaign has two warbands".to_owned()));
    }
    let mut kept = Vec::new();
    for (side, seat) in wish.sides.iter().zip(0u8..2) {
        let file = match &side.file {
            Some(text) => Ok(File { name: side.warband.clone(), text: text.clone() }),
            None => campaign.ready(&side.warband),
        };
        let file = match file {
            Ok(file) => file,
            Err(why) => {
                problems.push(plain(&format!("side {}", Seat(seat)), why.to_string()));
                continue;
            }
        };
        match campaign.roster(&file) {
            Ok(roster) => {
                problems.extend(roster.problems.into_iter().map(wire::Problem::from));
                let name = format!("{}.toml", kernel::slug(&roster.title));
                kept.push(BandFile { name, text: file.text });
            }
            Err(found) => problems.extend(found.into_iter().map(view::misread)),
        }
    }
    let name: String = wish.name.trim().chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    if name.is_empty() {
        problems.push(plain("name", "the campaign needs a name".to_owned()));
    }
    if !problems.is_empty() {
        return Err(ApiError::Problems(problems));
    }
    Ok((Waged { system: campaign.system().to_owned(), name, players }, kept))
}
