//! Coreheim's warbands from battle to battle.

use crate::Coreheim;
use crate::campaign::{self as aftermath, Aftermath, report};
use crate::cards::{Fighter, Pack, Stat, Word};
use crate::muster::{self, Member, Warband};
use kernel::{Battle, Name, Rule, Setup};
use pack::campaign::{Campaigned, Enlisted, Lasting, Measure, Roster, Total};
use rulebook::CH;

impl Campaigned for Coreheim {
    type After = Aftermath;
    type Band = Warband;

    fn read(pack: &Pack, name: &str, text: &str) -> Result<Warband, Vec<pack::Problem>> {
        muster::read(pack, name, text)
    }

    fn write(pack: &Pack, band: &Warband) -> String {
        muster::write(pack, band)
    }

    fn line(pack: &Pack, band: &Warband) -> String {
        muster::line(pack, band)
    }

    fn ready(pack: &Pack, id: &str) -> Option<Warband> {
        pack.warbands.iter().find(|known| known.id.text() == id).map(|known| known.warband.clone())
    }

    fn roster(pack: &Pack, band: &Warband) -> Roster {
        let total = |name, value, rule| Total { name, value, rule: Some(rule) };
        Roster {
            title: band.title.clone(),
            kind: pack.band(band.band).map_or_else(|| band.band.to_string(), |kind| kind.title.to_string()),
            totals: vec![
                total("Rating", band.rating(pack), CH::CAMPAIGN_03),
                total("Gold", band.gold, CH::CAMPAIGN_01),
                total("Shards", band.shards.into(), CH::CAMPAIGN_36),
                total("Battles", band.battles.into(), CH::CAMPAIGN_05),
            ],
            members: band.known(pack).map(|(member, fighter)| enlisted(pack, member, fighter)).collect(),
            stash: band.stash.iter().map(|id| thing(pack, *id)).collect(),
            history: band.history.clone(),
            problems: muster::check(pack, band),
        }
    }

    /// What only counts in a campaign counts (CH-DEPLOY-03).
    fn options(_: &Pack, _: &[Warband]) -> Vec<(String, String)> {
        vec![("campaign".to_owned(), "on".to_owned())]
    }

    fn report(pack: &Pack, bands: &[Warband], battle: &Battle<Coreheim>) -> Setup {
        let winner = battle.outcome().and_then(|outcome| outcome.winner);
        report::setup(pack, &battle.setup().scenario, bands, winner, &report::of(battle.state()))
    }

    fn bands(before: &[Warband], after: &aftermath::State) -> Vec<Warband> {
        aftermath::continued(before, after)
    }
}

fn thing(pack: &Pack, id: Name) -> String {
    pack.gear(id).map_or_else(|| id.to_string(), |gear| gear.title.to_string())
}

fn enlisted(pack: &Pack, member: &Member, fighter: &Fighter) -> Enlisted {
    let rank = match (member.leads(fighter), member.is_hero(fighter)) {
        (true, _) => "leader",
        (false, true) => "hero",
        (false, false) => "henchmen",
    };
    let named = !member.called.is_empty();
    let measure = |(word, stat): &(&'static str, Stat)| {
        let change = member.growth[*stat as usize];
        let value = i32::from(fighter.stats.get(*stat)) + i32::from(change);
        Measure { name: word.to_uppercase(), value: value.to_string(), change }
    };
    Enlisted {
        name: if named { member.called.clone() } else { fighter.title.to_string() },
        kind: if named { format!("{}, {rank}", fighter.title) } else { rank.to_owned() },
        count: member.count,
        stats: Stat::ALL.iter().map(measure).collect(),
        experience: member.experience.into(),
        gear: member.gear.iter().map(|id| thing(pack, *id)).collect(),
        marks: marks(pack, member, fighter),
    }
}

fn marks(pack: &Pack, member: &Member, fighter: &Fighter) -> Vec<Lasting> {
    let mut marks = Vec::new();
    let mut mark = |text: String, good: bool, rule: Rule| marks.push(Lasting { text, good, rule });
    if member.missing > 0 {
        mark("misses the next battle".to_owned(), false, CH::CAMPAIGN_20);
    }
    for (word, stat) in Stat::ALL {
        let change = member.growth[*stat as usize];
        // What is left of it after all: injuries take away, advances add.
        match change.signum() {
            -1 => mark(format!("{} {change} by injury", word.to_uppercase()), false, CH::CAMPAIGN_07),
            1 => {
                let rule = if member.is_hero(fighter) { CH::CAMPAIGN_30 } else { CH::CAMPAIGN_31 };
                mark(format!("{} +{change} by advance", word.to_uppercase()), true, rule);
            }
            _ => {}
        }
    }
    for word in member.skills.iter() {
        match pack.skill_word(word) {
            Some(skill) => mark(skill.title.to_string(), true, skill.rule),
            None => mark(word.text().to_owned(), true, CH::CAMPAIGN_41),
        }
    }
    for (id, eased) in &member.spells {
        let spell = pack.spell_lists.iter().flat_map(|list| &list.spells).find(|spell| spell.id == *id);
        let title = spell.map_or_else(|| id.to_string(), |spell| spell.title.to_string());
        let easier = if *eased > 0 { format!(", {eased} easier") } else { String::new() };
        mark(format!("{title}{easier}"), true, CH::MAGIC_14);
    }
    if member.risen {
        mark("risen from the ranks".to_owned(), true, CH::CAMPAIGN_32);
    }
    for foe in &member.hates {
        mark(format!("hates {}", foe.replace('-', " ")), true, CH::CAMPAIGN_23);
    }
    marks
}
