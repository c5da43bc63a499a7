//! The Sword Marches' warbands from battle to battle: the chronicle.

use crate::campaign::{Chronicle, State, with_article};
use crate::content::{Pack, RATINGS, Stage};
use crate::muster::{self, Annals, Item, Model, Warband};
use crate::{SwordMarches, catalog, victory};
use kernel::{Battle, Name, Seat, Setup, slug};
use pack::campaign::{self, Campaigned, Enlisted, Lasting, Measure, Roster, Total};
use rulebook::SM;

impl Campaigned for SwordMarches {
    type After = Chronicle;
    type Band = Warband;

    const TITLE: &'static str = "Chronicle";

    fn read(pack: &Pack, name: &str, text: &str) -> Result<Warband, Vec<pack::Problem>> {
        muster::read(pack, name, text)
    }

    fn write(_: &Pack, band: &Warband) -> String {
        muster::write(band)
    }

    fn line(_: &Pack, band: &Warband) -> String {
        muster::line(band)
    }

    fn ready(pack: &Pack, id: &str) -> Option<Warband> {
        pack.warbands.iter().find(|known| known.id.text() == slug(id)).cloned()
    }

    fn stages(pack: &Pack) -> Vec<campaign::Stage> {
        let begin = |stage: Stage| campaign::Stage {
            id: stage.word(),
            title: pack.stage(stage).title.to_owned(),
            scenario: format!("{}-{}", catalog::ANY, stage.word()),
        };
        Stage::ALL.into_iter().map(begin).collect()
    }

    fn roster(pack: &Pack, band: &Warband) -> Roster {
        let unspent = i32::from(pack.stage(band.stage).starting_sp) - muster::cost(pack, band);
        let renown = pack.stage(band.stage).renown.into();
        let annals = band.annals.clone().unwrap_or(Annals { treasury: unspent.max(0), renown, ..Annals::default() });
        let faction = band.faction.and_then(|id| pack.faction(id)).map_or("no faction", |entry| entry.title);
        let stage = pack.stage(band.stage);
        let total = |name, value, rule| Total { name, value, rule: Some(rule) };
        Roster {
            title: band.title.clone(),
            kind: format!("{}, {faction}", stage.title),
            totals: vec![
                total("Silver", annals.treasury, SM::AAR_14),
                total("Renown", annals.renown, SM::STAGE_06),
                total("Worth", muster::cost(pack, band), SM::MUSTER_02),
                total("Battles", annals.games.into(), SM::AAR_01),
            ],
            members: band.models.iter().map(|model| enlisted(pack, model)).collect(),
            stash: annals.stash.iter().map(|item| thing(pack, *item)).collect(),
            history: annals
                .given_up
                .iter()
                .map(|id| format!("was once {}", with_article(&archetype(pack, *id))))
                .collect(),
            problems: muster::check(pack, band),
        }
    }

    /// A battle is of the Stage of whoever has risen least; who is ahead fights along as it is (SM-STAGE-06).
    fn suits(pack: &Pack, bands: &[Warband], scenario: &str) -> bool {
        let battle = catalog::scenarios(pack).into_iter().find(|battle| battle.id == scenario);
        let least = bands.iter().map(|band| band.stage).min();
        let fits = |stage| bands.iter().all(|band| catalog::fits(pack, band, stage).is_empty());
        battle.is_some_and(|battle| Some(battle.stage) == least && fits(battle.stage))
    }

    fn report(_: &Pack, bands: &[Warband], battle: &Battle<SwordMarches>) -> Setup {
        let foe = |at: usize| bands.get(1 - at.min(1)).and_then(|band| band.faction);
        let told = bands.iter().enumerate().map(|(at, band)| {
            let seat = Seat(at as u8);
            (format!("report-{seat}"), victory::report(battle.state(), seat, band, foe(at)).line())
        });
        Setup {
            scenario: battle.setup().scenario.clone(),
            options: told.collect(),
            sides: bands.iter().map(muster::line).collect(),
            ..Setup::default()
        }
    }

    fn bands(before: &[Warband], after: &State) -> Vec<Warband> {
        (0..before.len().min(after.sides.len())).map(|side| after.warband(side)).collect()
    }
}

fn archetype(pack: &Pack, id: Name) -> String {
    pack.archetype(id).map_or_else(|| id.to_string(), |entry| entry.title.to_owned())
}

pub(super) fn thing(pack: &Pack, item: Item) -> String {
    let title = pack.gear(item.id).map_or_else(|| item.id.to_string(), |gear| gear.title.to_owned());
    if item.starmetal { format!("Starmetal {title}") } else { title }
}

fn enlisted(pack: &Pack, model: &Model) -> Enlisted {
    let birth = model.birth.and_then(|birth| pack.birth(birth)).map_or("", |entry| entry.title);
    let measure = |(rating, name): (usize, &str)| Measure {
        name: name.to_owned(),
        value: model.rating(rating).to_string(),
        change: 0,
    };
    let mut marks: Vec<Lasting> = Vec::new();
    if model.away {
        marks.push(Lasting { text: "misses the next battle".to_owned(), good: false, rule: SM::AAR_05 });
    }
    for learnt in &model.traits {
        if let Some(entry) = pack.talent(learnt.id) {
            let level = if entry.stackable() { format!(" +{}", learnt.level) } else { String::new() };
            marks.push(Lasting { text: format!("{}{level}", entry.title), good: true, rule: entry.rule });
        }
    }
    let hides = model.hides.iter().filter_map(|id| pack.hide(*id)).map(|hide| hide.title.to_owned());
    Enlisted {
        name: model.name.clone(),
        kind: format!("{}, {birth} {}", model.kind.title(), model.origin.map_or("", |origin| origin.text())),
        count: 1,
        stats: RATINGS.into_iter().enumerate().map(measure).collect(),
        experience: model.exp.into(),
        gear: model.gear.iter().map(|item| thing(pack, *item)).chain(hides).collect(),
        marks,
    }
}
