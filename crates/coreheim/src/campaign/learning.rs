//! Experience, advances, talent, and who leads (CH-CAMPAIGN-25 to CH-CAMPAIGN-33, CH-CAMPAIGN-40).

use super::decisions::{ADVANCE, LEADER, Leader, Lesson, Lists, Raise, SKILL, SKILL_LIST};
use super::state::{Fate, NextStep};
use super::{Event, State, Table, founding, rolls};
use crate::cards::{Fighter, Objective, Race, STATS, Set, Skill, SkillList, Stat, Trait, Word};
use crate::muster::{MOST_HEROES, Member};
use kernel::{Figure, Flow, Name, Refusal, Rule};
use rulebook::CH;

const HERO_STEPS: [u8; 21] = [2, 4, 6, 8, 11, 14, 17, 20, 24, 28, 32, 36, 41, 46, 51, 57, 63, 69, 76, 83, 90];
const GROUP_STEPS: [u8; 4] = [2, 4, 6, 7];

/// Whose advance it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rank {
    Hero,
    Henchman,
}

impl Rank {
    /// The rule of his advances.
    pub(crate) fn rule(self) -> Rule {
        match self {
            Rank::Hero => CH::CAMPAIGN_30,
            Rank::Henchman => CH::CAMPAIGN_31,
        }
    }
}

/// Whether one of a group has become a hero by this advance (CH-CAMPAIGN-32).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Talent {
    Open,
    Shown,
}

/// Racial maximums in the order of the characteristics (CH-CAMPAIGN-33).
pub(crate) fn maximum(race: Race) -> [u8; STATS] {
    match race {
        Race::Human => [4, 6, 6, 4, 4, 3, 6, 4, 9],
        Race::Goblin => [4, 5, 6, 4, 4, 3, 6, 4, 7],
        Race::Ratfolk => [6, 6, 6, 4, 4, 3, 7, 4, 7],
        Race::UndeadLord => [6, 8, 6, 7, 6, 4, 9, 4, 10],
        Race::Vessel => [6, 8, 0, 6, 6, 4, 7, 5, 10],
        Race::Goatfolk => [5, 7, 6, 4, 5, 4, 6, 4, 9],
    }
}

/// Adds experience and counts the advances it brings.
pub(super) fn gain(t: &mut Table<'_>, member: usize, amount: u8, rule: Rule, why: &'static str) {
    let figure = t.state.figure(member);
    let hero = t.state.is_hero(member);
    let before = t.state.member(member).experience;
    let after = before.saturating_add(amount);
    t.state.member_mut(member).experience = after;
    let steps: &[u8] = if hero { &HERO_STEPS } else { &GROUP_STEPS };
    let crossed = steps.iter().filter(|step| **step > before && **step <= after).count() as u8;
    t.state.fate_mut(member).advances += crossed;
    if crossed > 0 {
        t.note(if hero { CH::CAMPAIGN_28 } else { CH::CAMPAIGN_29 });
    }
    t.tell(rule, || Event::Gained { member: figure, experience: amount.into(), total: after.into(), why });
}

/// Everybody learns at once; there is nothing to choose.
///
/// # Errors
/// None; the signature is that of a step.
pub(crate) fn experience(t: &mut Table<'_>) -> Flow {
    t.state.next = NextStep::Advances;
    let seat = t.state.seat;
    let underdog = underdog(t.state);
    let members: Vec<usize> = t.state.living().collect();
    for member in members {
        let Some(entry) = t.state.entry(member) else { continue };
        let fate = *t.state.fate(member);
        if entry.traits.has(Trait::NoExperience) || fate.missed {
            continue;
        }
        gain(t, member, 1, CH::CAMPAIGN_25, "taking part");
        if t.state.member(member).is_hero(&entry) && fate.kills > 0 {
            gain(t, member, fate.kills, CH::CAMPAIGN_26, "enemies put out of action");
        }
        if t.state.winner == Some(seat) && t.state.member(member).leads(&entry) {
            gain(t, member, 1, CH::CAMPAIGN_27, "leading to victory");
        }
        if fate.through && breaks_through(t.state) {
            gain(t, member, 1, CH::DEPLOY_14, "breaking through");
        }
        if underdog > 0 {
            t.note(CH::CAMPAIGN_03);
            gain(t, member, underdog, CH::CAMPAIGN_04, "underdogs");
        }
    }
    Ok(())
}

/// Whether the scenario asked for breaking through (CH-DEPLOY-14).
fn breaks_through(state: &State) -> bool {
    let scenario = Name::known(&state.scenario).and_then(|id| state.pack.scenario(id));
    let through = |objective: &Objective| matches!(objective, Objective::BreakThrough { .. });
    scenario.is_some_and(|scenario| scenario.objectives.iter().any(through))
}

/// Extra experience of a band whose rating was lower by more than 50 (CH-CAMPAIGN-04).
fn underdog(state: &State) -> u8 {
    let own = state.ratings[state.seat.index()];
    let highest = state.ratings.iter().copied().max().unwrap_or(own);
    match highest - own {
        ..=50 => 0,
        51..=75 => 1,
        76..=100 => 2,
        101..=150 => 3,
        _ => 4,
    }
}

/// One advance, or on to the next stage.
///
/// # Errors
/// Pauses for choices and dice.
pub(crate) fn advance(t: &mut Table<'_>) -> Flow {
    let Some(member) = t.state.living().find(|at| t.state.fate(*at).advances > 0) else {
        t.state.next = NextStep::Leader;
        return Ok(());
    };
    t.state.fate_mut(member).advances -= 1;
    if t.state.is_hero(member) { hero_advance(t, member) } else { group_advance(t, member, Talent::Open) }
}

/// Rolls that lead nowhere are made again; one who is perfect keeps his advance no longer.
const TRIES: usize = 40;

fn hero_advance(t: &mut Table<'_>, member: usize) -> Flow {
    let figure = t.state.figure(member);
    for _ in 0..TRIES {
        let rolled = rolls::advance(t, figure, Rank::Hero)?;
        t.tell(CH::CAMPAIGN_30, || Event::AdvanceRolled { member: figure, rolled });
        let stats: &[Stat] = match rolled {
            5 => &[Stat::Strength, Stat::Toughness],
            6 | 7 => &[Stat::Weapon, Stat::Ballistic],
            8 => &[Stat::Initiative, Stat::Leadership],
            9 => &[Stat::Attacks, Stat::Wounds],
            _ => &[],
        };
        let done = if stats.is_empty() { skill(t, member)? } else { improve(t, member, stats, Rank::Hero)? };
        if done {
            return Ok(());
        }
        t.note(CH::CAMPAIGN_33);
    }
    t.tell(CH::CAMPAIGN_33, || Event::AdvanceLost { member: figure });
    Ok(())
}

fn group_advance(t: &mut Table<'_>, member: usize, talent_so_far: Talent) -> Flow {
    let figure = t.state.figure(member);
    for _ in 0..TRIES {
        let rolled = rolls::advance(t, figure, Rank::Henchman)?;
        t.tell(CH::CAMPAIGN_31, || Event::AdvanceRolled { member: figure, rolled });
        let stats: &[Stat] = match rolled {
            ..=4 => &[Stat::Initiative],
            5 => &[Stat::Strength],
            6..=8 => &[Stat::Weapon, Stat::Ballistic],
            9 => &[Stat::Leadership],
            _ => &[],
        };
        if stats.is_empty() {
            if talent_so_far == Talent::Shown || t.state.heroes() >= MOST_HEROES {
                t.note(CH::CAMPAIGN_32);
                continue;
            }
            return talent(t, member);
        }
        if improve(t, member, stats, Rank::Henchman)? {
            return Ok(());
        }
    }
    t.tell(CH::CAMPAIGN_33, || Event::AdvanceLost { member: figure });
    Ok(())
}

/// Raises one of these by 1 where the race, and for henchmen the start, allow it; the player chooses.
fn improve(t: &mut Table<'_>, member: usize, stats: &[Stat], rank: Rank) -> Flow<bool> {
    let rule = rank.rule();
    let Some(entry) = t.state.entry(member) else { return Ok(false) };
    let growth = t.state.member(member).growth;
    let most = maximum(entry.race);
    let open = |stat: &Stat| {
        let at = *stat as usize;
        let now = entry.stats.0[at] as i8 + growth[at];
        entry.stats.0[at] > 0 && now < most[at] as i8 && (rank == Rank::Hero || growth[at] < 1)
    };
    let options: Vec<Raise> = stats.iter().copied().filter(open).map(|stat| Raise::Improve { stat }).collect();
    if options.is_empty() {
        return Ok(false);
    }
    let figure = t.state.figure(member);
    let judge = |_: &State, Raise::Improve { stat }: &Raise| match (stats.contains(stat), open(stat)) {
        (false, _) => Err(Refusal::new(rule, "this roll improves something else")),
        (_, false) => Err(Refusal::new(CH::CAMPAIGN_33, "he is as good at that as he can become")),
        _ => Ok(()),
    };
    let asked = ADVANCE.to(t.state.seat).by(rule).actor(figure);
    let Raise::Improve { stat } = t.ask_judged(asked, &options, judge)?;
    t.state.member_mut(member).growth[stat as usize] += 1;
    let value = i32::from(entry.stats.get(stat)) + i32::from(growth[stat as usize]) + 1;
    t.tell(rule, || Event::Improved { member: figure, stat: stat.text(), value });
    Ok(true)
}

/// A skill from an open list, each once (CH-CAMPAIGN-41); a wizard may study instead (CH-MAGIC-14).
fn skill(t: &mut Table<'_>, member: usize) -> Flow<bool> {
    let Some(entry) = t.state.entry(member) else { return Ok(false) };
    let me = t.state.member(member);
    let lists = me.open_lists(&entry);
    let mut known = me.skills;
    // Who leaps by nature has nothing to learn there (CH-CAMPAIGN-54).
    if entry.traits.has(Trait::Leap) {
        known.add(Skill::Leap);
    }
    let skills = t.state.pack.skills.iter();
    let open = skills.filter(|skill| !known.has(skill.word) && skill.list.is_some_and(|list| lists.has(list)));
    let mut options: Vec<Lesson> = open.map(|skill| Lesson::Learn { skill: skill.id }).collect();
    if let Some(list) = entry.spell_list.and_then(|id| t.state.pack.spell_list(id)) {
        let knows = |id: Name| me.spells.iter().any(|(known, _)| *known == id);
        let unknown = list.spells.iter().filter(|spell| !knows(spell.id));
        options.extend(unknown.map(|spell| Lesson::Study { spell: spell.id }));
        options.extend(me.spells.iter().map(|(id, _)| Lesson::Ease { spell: *id }));
    }
    if options.is_empty() {
        return Ok(false);
    }
    let figure = t.state.figure(member);
    let listed = options.clone();
    let judge = |state: &State, lesson: &Lesson| match listed.contains(lesson) {
        true => Ok(()),
        false => Err(untaught(state, (&entry, member), lesson)),
    };
    match t.ask_judged(SKILL.to(t.state.seat).actor(figure), &options, judge)? {
        Lesson::Learn { skill: id } => {
            if let Some(skill) = t.state.pack.skill(id).map(|skill| skill.word) {
                t.state.member_mut(member).skills.add(skill);
            }
            t.tell(CH::CAMPAIGN_41, || Event::Learnt { member: figure, skill: id });
        }
        Lesson::Study { spell: id } => {
            t.state.member_mut(member).spells.push((id, 0));
            t.tell(CH::MAGIC_14, || Event::SpellLearnt { member: figure, spell: id });
        }
        Lesson::Ease { spell: id } => {
            for (known, eased) in &mut t.state.member_mut(member).spells {
                if *known == id {
                    *eased += 1;
                }
            }
            t.tell(CH::MAGIC_14, || Event::SpellEased { member: figure, spell: id });
        }
    }
    Ok(true)
}

/// Why a member does not learn something.
fn untaught(state: &State, (entry, member): (&Fighter, usize), lesson: &Lesson) -> Refusal {
    match lesson {
        Lesson::Learn { skill } => {
            let known = state.pack.skill(*skill);
            if known.is_some_and(|skill| skill.word == Skill::Leap && entry.traits.has(Trait::Leap)) {
                return Refusal::new(CH::CAMPAIGN_54, "he leaps by nature");
            }
            let has = known.is_some_and(|skill| state.member(member).skills.has(skill.word));
            Refusal::new(CH::CAMPAIGN_41, if has { "he knows it already" } else { "its list is not open to him" })
        }
        Lesson::Study { .. } | Lesson::Ease { .. } if entry.spell_list.is_none() => {
            Refusal::new(CH::MAGIC_14, "he is no wizard")
        }
        Lesson::Study { .. } => Refusal::new(CH::MAGIC_14, "he knows that spell, or it is not on his list"),
        Lesson::Ease { .. } => Refusal::new(CH::MAGIC_14, "he does not know that spell"),
    }
}

/// One member of a group becomes a hero (CH-CAMPAIGN-32); the rest roll again.
fn talent(t: &mut Table<'_>, member: usize) -> Flow {
    let figure = t.state.figure(member);
    let group = t.state.member(member).clone();
    let mut risen = Member { count: 1, risen: true, called: String::new(), ..group.clone() };
    risen.lists = lists_for(t, figure)?;
    let alone = group.count == 1;
    let fate = Fate { new: false, ..*t.state.fate(member) };
    let hero = t.state.join(risen, Fate { advances: 0, out: 0, was_out: 0, ..fate });
    t.state.member_mut(member).count -= 1;
    if alone {
        t.state.fate_mut(member).gone = true;
    }
    let hero_figure = t.state.figure(hero);
    t.tell(CH::CAMPAIGN_32, || Event::Talented { member: figure, hero: hero_figure });
    hero_advance(t, hero)?;
    if alone { Ok(()) } else { group_advance(t, member, Talent::Shown) }
}

/// Two skill lists, chosen from those of the warband.
fn lists_for(t: &mut Table<'_>, figure: Figure) -> Flow<Set<SkillList>> {
    let id = t.state.band().band;
    let all: Set<SkillList> = t
        .state
        .pack
        .band(id)
        .map(|band| band.fighters.iter().fold(Set::EMPTY, |all, fighter| all.and(fighter.skills)))
        .unwrap_or_default();
    let mut taken = Set::EMPTY;
    for _ in 0..2 {
        let open = all.iter().filter(|list| !taken.has(*list));
        let options: Vec<Lists> = open.map(|list| Lists::Open { list }).collect();
        if options.is_empty() {
            break;
        }
        let Lists::Open { list } = t.ask(SKILL_LIST.to(t.state.seat).actor(figure), &options)?;
        taken.add(list);
    }
    Ok(taken)
}

/// Without a leader the hero with the highest Leadership leads; ties are the player's (CH-CAMPAIGN-40).
///
/// # Errors
/// Pauses for the choice.
pub(crate) fn leader(t: &mut Table<'_>) -> Flow {
    t.state.next = NextStep::Exploration;
    let leads = |at: &usize| t.state.entry(*at).is_some_and(|entry| t.state.member(*at).leads(&entry));
    if t.state.living().any(|at| leads(&at)) {
        return Ok(());
    }
    let heroes: Vec<usize> = t.state.living().filter(|at| t.state.is_hero(*at)).collect();
    let able = |at: &usize| t.state.entry(*at).is_some_and(|entry| !entry.traits.has(Trait::NoExperience));
    let men: Vec<usize> = if heroes.is_empty() { t.state.living().filter(able).collect() } else { heroes };
    let nerve = |at: usize| {
        let base = t.state.entry(at).map_or(0, |entry| entry.stats.get(Stat::Leadership)) as i8;
        base + t.state.member(at).growth[Stat::Leadership as usize]
    };
    let best = men.iter().map(|at| nerve(*at)).max();
    let ablest = men.iter().filter(|at| Some(nerve(**at)) == best);
    let options: Vec<Leader> = ablest.map(|at| Leader::Lead { who: t.state.figure(*at) }).collect();
    let seat = t.state.seat;
    if options.is_empty() {
        t.tell(CH::CAMPAIGN_40, || Event::Disbanded { seat });
        founding::begin(t);
        return Ok(());
    }
    let Leader::Lead { who } = t.ask(LEADER.to(seat), &options)?;
    let mut member = usize::from(who.0 % super::state::EACH);
    if !t.state.is_hero(member) {
        // A henchman steps out of his group, with two skill lists.
        let figure = t.state.figure(member);
        let lists = lists_for(t, figure)?;
        let man = Member { count: 1, risen: true, lists, ..t.state.member(member).clone() };
        let fate = Fate { advances: 0, ..*t.state.fate(member) };
        t.state.member_mut(member).count -= 1;
        if t.state.member(member).count == 0 {
            t.state.fate_mut(member).gone = true;
        }
        member = t.state.join(man, fate);
    }
    t.state.member_mut(member).leader = true;
    let figure = t.state.figure(member);
    t.tell(CH::CAMPAIGN_40, || Event::NewLeader { member: figure, seat });
    Ok(())
}
