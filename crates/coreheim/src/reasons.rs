//! Why an answer that is not offered may not be given: the rule that stands in its way.
//!
//! Legality is decided where options are made; what is here only explains, and is asked for only when somebody tries.

use crate::cards::{Knack, Stat, Trait};
use crate::ground::INCH;
use crate::sight::{Sight, seen};
use crate::state::{Did, Place, Posture, State};
use crate::{Coreheim, Table};
use kernel::{Answer, Ask, Choice, Figure, Flow, Offer, Question, Refusal, Rng, Seat, Tags, Thing};
use rulebook::CH;

/// A list of answers, and a reason for every other one.
struct Reasoned<'a, T> {
    state: &'a State,
    options: &'a [T],
    ask: &'a Ask,
    why: &'a dyn Fn(&State, &Choice) -> Option<Refusal>,
    /// What each is about worth, for those who compare; none where that says nothing.
    worth: Option<Worth<'a, T>>,
}

type Worth<'a, T> = &'a dyn Fn(&State, &T) -> i32;

impl<T: Offer<Coreheim>> Question for Reasoned<'_, T> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        self.options.len()
    }

    fn choice(&self, index: usize) -> Choice {
        self.options[index].choice(self.state)
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        let plain = || Refusal::new(self.ask.rule, "that is not one of the answers");
        Err((self.why)(self.state, choice).unwrap_or_else(plain))
    }

    /// Those that are clearly worth less than another are not worth a thought: dice would hide the difference.
    fn candidates(&self, _: &mut Rng, most: usize) -> Vec<Answer> {
        const CLOSE: i32 = 12;
        let Some(worth) = self.worth else { return (0..self.len().min(most)).map(Answer::Option).collect() };
        let worths: Vec<i32> = self.options.iter().map(|option| worth(self.state, option)).collect();
        let best = worths.iter().copied().max().unwrap_or(0);
        let near = (0..worths.len()).filter(|at| best - worths[*at] <= CLOSE);
        near.take(most).map(Answer::Option).collect()
    }
}

/// Asks as [`kernel::Table::pick`] does, with reasons for what is not offered.
///
/// # Errors
/// Pauses for the answer.
pub fn pick<T: Offer<Coreheim>>(
    t: &mut Table<'_>,
    ask: Ask,
    options: &[T],
    why: impl Fn(&State, &Choice) -> Option<Refusal>,
) -> Flow<usize> {
    let question = Reasoned { state: t.state, options, ask: &ask, why: &why, worth: None };
    kernel::decide(t.oracle, &ask, &question)
}

/// As [`pick`], with what each answer is about worth.
///
/// # Errors
/// Pauses for the answer.
pub fn pick_by<T: Offer<Coreheim>>(
    t: &mut Table<'_>,
    ask: Ask,
    options: &[T],
    why: impl Fn(&State, &Choice) -> Option<Refusal>,
    worth: impl Fn(&State, &T) -> i32,
) -> Flow<usize> {
    let question = Reasoned { state: t.state, options, ask: &ask, why: &why, worth: Some(&worth) };
    kernel::decide(t.oracle, &ask, &question)
}

fn figures(choice: &Choice) -> (Option<Figure>, Option<Figure>) {
    let figure = |thing: Thing| if let Thing::Figure(figure) = thing { Some(figure) } else { None };
    (figure(choice.things[0]), figure(choice.things[1]))
}

/// What keeps a warrior from doing anything of his own will.
fn unable(state: &State, seat: Seat, figure: Figure) -> Option<Refusal> {
    let warrior = state.warrior(figure);
    let no = |rule, text| Some(Refusal::new(rule, text));
    match (warrior.place, warrior.posture) {
        _ if warrior.owner != seat => no(CH::TURN_02, "only warriors of the player whose turn it is act"),
        (Place::Out, _) => no(CH::INJURY_07, "he is out of action"),
        (Place::Table, Posture::Down) => no(CH::INJURY_04, "the knocked down do nothing"),
        (Place::Table, Posture::Stunned) => no(CH::INJURY_05, "the stunned do nothing"),
        (Place::Table, Posture::Standing) if warrior.fleeing => no(CH::PSYCH_13, "he is fleeing"),
        (Place::Table, Posture::Standing) if warrior.idle => no(CH::PSYCH_19, "he stands idle"),
        (Place::Table, Posture::Standing) if warrior.did.has(Did::Fell) => {
            no(CH::FALL_05, "who fell does nothing more this turn")
        }
        (Place::Table, Posture::Standing) => None,
        _ => no(CH::GEOM_17, "he has left the table"),
    }
}

fn blind(state: &State, viewer: Figure, target: Figure) -> bool {
    seen(state, viewer, target) == Sight::Nothing
}

/// Why this charge cannot be declared.
pub fn charge(state: &State, seat: Seat, choice: &Choice) -> Option<Refusal> {
    const UNSEEN: i32 = 4 * INCH;
    let no = |rule, text| Some(Refusal::new(rule, text));
    if choice.verb.text() == "done" {
        return no(CH::PSYCH_20, "a frenzied warrior has to charge");
    }
    let (Some(who), Some(whom)) = figures(choice) else { return None };
    if let Some(refusal) = unable(state, seat, who) {
        return Some(refusal);
    }
    let did = state.warrior(who).did;
    if did.has(Did::StoodUp) {
        return no(CH::TURN_08, "who stood up this turn does not charge");
    }
    if did.has(Did::Rallied) {
        return no(CH::PSYCH_14, "who rallied this turn does not charge");
    }
    if state.is_engaged(who) {
        return no(CH::CHARGE_01, "he is engaged already");
    }
    if state.charges.iter().any(|charge| charge.charger == who) {
        return no(CH::TURN_11, "his charge is declared and stands");
    }
    if !state.enemies(who, whom) {
        return no(CH::TURN_21, "that is a warrior of his own band");
    }
    if state.warrior(whom).hidden {
        return no(CH::CHARGE_09, "a hidden warrior cannot be charged");
    }
    if blind(state, who, whom) && !state.within(who, whom, UNSEEN) {
        return no(CH::CHARGE_07, "an enemy out of sight is charged from no farther than 4 inches");
    }
    None
}

/// Why magic does not move this warrior again, or into that charge (CH-MAGIC-12).
pub fn again(state: &State, choice: &Choice) -> Option<Refusal> {
    let seat = state.active();
    if choice.verb.text() == "charge" {
        return charge(state, seat, choice);
    }
    let who = figures(choice).0?;
    let rallied = state.warrior(who).did.has(Did::Rallied);
    unable(state, seat, who)
        .or_else(|| rallied.then(|| Refusal::new(CH::PSYCH_14, "who rallied stays where he is")))
        .or_else(|| state.is_engaged(who).then(|| Refusal::new(CH::CLOSE_22, "nobody walks away from a combat")))
}

/// Why this warrior does not move now.
pub fn walk(state: &State, seat: Seat, choice: &Choice) -> Option<Refusal> {
    let no = |rule, text| Some(Refusal::new(rule, text));
    let who = figures(choice).0?;
    if let Some(refusal) = unable(state, seat, who) {
        return Some(refusal);
    }
    if state.is_engaged(who) {
        return no(CH::CLOSE_22, "nobody walks away from a combat");
    }
    if state.warrior(who).did.has(Did::Rallied) {
        return no(CH::PSYCH_14, "who rallied stays where he is");
    }
    if choice.verb == kernel::Name::of("hand") {
        let handed = |figure: Option<Figure>| figure.is_some_and(|one| state.warrior(one).did.has(Did::HandedOver));
        let (from, to) = figures(choice);
        return match handed(from) || handed(to) {
            true => no(CH::DEPLOY_09, "an object is handed over once a turn"),
            false => no(CH::DEPLOY_09, "an object is handed by its carrier to a friend in contact who can carry it"),
        };
    }
    if choice.verb != kernel::Name::of("move") {
        return None;
    }
    no(CH::TURN_12, "he has moved, charged or failed a charge already")
}

/// Why this warrior does not hide.
pub fn hide(state: &State, seat: Seat, choice: &Choice) -> Option<Refusal> {
    let no = |rule, text| Some(Refusal::new(rule, text));
    let who = figures(choice).0?;
    if let Some(refusal) = unable(state, seat, who) {
        return Some(refusal);
    }
    let (did, sheet) = (state.warrior(who).did, state.sheet(who));
    if sheet.mounted {
        return no(CH::EQUIP_47, "riders do not hide");
    }
    if sheet.is(Trait::Animal) {
        return no(CH::PSYCH_25, "animals do not hide");
    }
    if sheet.is(Trait::Monster) {
        return no(CH::PSYCH_26, "monsters do not hide");
    }
    if !sheet.may_hide() {
        return no(CH::EQUIP_27, "a spinner does not hide");
    }
    if did.has(Did::Ran) {
        return no(CH::HIDE_03, "who ran does not hide");
    }
    let near = |foe: &Figure| {
        let reach = i32::from(state.stat(*foe, Stat::Initiative)) * INCH;
        state.enemies(*foe, who) && state.warrior(*foe).steady() && state.within(*foe, who, reach)
    };
    if state.present().any(|foe| near(&foe)) && !state.is_engaged(who) {
        return no(CH::HIDE_05, "an enemy is so near that he notices him");
    }
    no(CH::HIDE_01, "an enemy sees all of him, or he is engaged or charged")
}

/// Why this is not shot or cast.
pub fn act(state: &State, seat: Seat, choice: &Choice) -> Option<Refusal> {
    let who = figures(choice).0?;
    if let Some(refusal) = unable(state, seat, who) {
        return Some(refusal);
    }
    let named = |id: kernel::Name| choice.things[1] == Thing::Name(id);
    match choice.verb.text() {
        "shoot" => shoot(state, who, state.sheet(who).missile.iter().position(|arm| named(arm.id))?),
        "cast" => cast(state, who, state.sheet(who).spells.iter().position(|known| named(known.spell.id))?),
        _ => None,
    }
}

fn shoot(state: &State, who: Figure, at: usize) -> Option<Refusal> {
    let no = |rule, text| Some(Refusal::new(rule, text));
    let (did, sheet) = (state.warrior(who).did, state.sheet(who));
    if sheet.stat(Stat::Ballistic) == 0 {
        return no(CH::PROFILE_01, "he has no Ballistic Skill");
    }
    if did.has(Did::Shot) {
        let several = sheet.missile.len() > 1;
        let rule = if several { CH::TURN_14 } else { CH::SHOOT_02 };
        return no(rule, "he has shot this turn");
    }
    if did.has(Did::Cast) {
        return no(CH::MAGIC_04, "who cast a spell does not shoot");
    }
    if state.is_engaged(who) {
        return no(CH::CLOSE_23, "nobody shoots out of a combat");
    }
    if did.has(Did::Ran) {
        return no(CH::RUN_02, "who ran does not shoot");
    }
    if did.has(Did::FailedCharge) {
        return no(CH::FAILED_04, "a failed charge costs the shot");
    }
    if did.has(Did::Charged) || did.has(Did::Rallied) {
        return no(CH::SHOOT_01, "who charged or rallied does not shoot");
    }
    if state.warrior(who).spent >> at & 1 == 1 {
        return no(CH::EQUIP_36, "it shoots once a battle");
    }
    if sheet.missile[at].has(Knack::MoveOrFire) && did.has(Did::Moved) {
        return no(CH::EQUIP_10, "it is not shot after a move");
    }
    no(CH::SHOOT_03, "nobody to shoot at is in view")
}

fn cast(state: &State, who: Figure, at: usize) -> Option<Refusal> {
    let no = |rule, text| Some(Refusal::new(rule, text));
    let (warrior, sheet) = (state.warrior(who), state.sheet(who));
    let spell = &sheet.spells[at].spell;
    if warrior.did.has(Did::Cast) {
        return no(CH::MAGIC_02, "he has tried a spell this turn");
    }
    if warrior.did.has(Did::Shot) {
        return no(CH::MAGIC_04, "who shot does not cast");
    }
    if warrior.stripped {
        return no(CH::MAGIC_34, "he has lost his spells");
    }
    if sheet.hindered() {
        return no(CH::MAGIC_05, "armour stops his spells");
    }
    if spell.uses > 0 && warrior.used >> at & 1 == 1 {
        return no(spell.rule, "it succeeds once a battle");
    }
    no(CH::MAGIC_06, "there is nobody to cast it at")
}

/// Why this enemy cannot be shot at.
pub fn mark(state: &State, shooter: Figure, choice: &Choice) -> Option<Refusal> {
    let no = |rule, text| Some(Refusal::new(rule, text));
    let foe = figures(choice).0.filter(|foe| state.warrior(*foe).on_table())?;
    if !state.enemies(shooter, foe) {
        return no(CH::TURN_21, "that is a friend");
    }
    if state.warrior(foe).hidden {
        return no(CH::HIDE_02, "a hidden warrior cannot be shot at");
    }
    if blind(state, shooter, foe) {
        return no(CH::SHOOT_03, "he is not in view");
    }
    if state.opponents(foe).any(|other| !state.enemies(shooter, other)) {
        return no(CH::SHOOT_07, "he is engaged with a friend");
    }
    no(CH::SHOOT_04, "another enemy is closer")
}

/// Why a spell cannot be aimed at him.
pub fn spell(state: &State, caster: Figure, missile: bool, sky: bool, choice: &Choice) -> Option<Refusal> {
    let no = |rule, text| Some(Refusal::new(rule, text));
    let foe = figures(choice).0.filter(|foe| state.warrior(*foe).on_table())?;
    if state.warrior(foe).hidden && state.enemies(caster, foe) {
        return no(CH::HIDE_02, "a hidden warrior cannot be chosen");
    }
    if missile && state.is_engaged(caster) && !state.engaged(caster, foe) {
        return no(CH::MAGIC_09, "he is engaged and has to aim at an enemy of that combat");
    }
    if foe != caster && blind(state, caster, foe) {
        return no(CH::MAGIC_06, "he is not in view");
    }
    if sky
        && missile
        && state
            .setting
            .field
            .table
            .floor(state.warrior(foe).at.plan(), i32::MAX)
            .is_some_and(|top| top > state.warrior(foe).at.z)
    {
        return no(CH::MAGIC_30, "there is a roof above him");
    }
    if missile { no(CH::MAGIC_08, "another enemy is closer") } else { None }
}

/// Why this warrior does not step into the way of a charge.
pub fn intercept(state: &State, seat: Seat, target: Figure, choice: &Choice) -> Option<Refusal> {
    let no = |rule, text| Some(Refusal::new(rule, text));
    let who = figures(choice).0.filter(|who| state.warrior(*who).on_table())?;
    let warrior = state.warrior(who);
    if warrior.owner != seat {
        return no(CH::TURN_21, "he is of another band");
    }
    if warrior.fleeing {
        return no(CH::PSYCH_13, "he is fleeing");
    }
    if warrior.idle {
        return no(CH::PSYCH_19, "he stands idle");
    }
    if !warrior.stands() || state.is_engaged(who) || who == target {
        return no(CH::INTERCEPT_01, "the engaged, the fallen and the target itself do not intercept");
    }
    no(CH::INTERCEPT_06, "he is not within 2 inches of the line, or behind its ends")
}

/// Why he is not struck at.
pub fn strike(state: &State, striker: Figure, choice: &Choice) -> Option<Refusal> {
    let foe = figures(choice).0.filter(|foe| state.engaged(striker, *foe))?;
    (!state.warrior(foe).stands()).then(|| Refusal::new(CH::CLOSE_15, "standing enemies come first"))
}

/// Why two things cannot be held together.
pub fn hold(state: &State, figure: Figure, choice: &Choice) -> Option<Refusal> {
    let arms = &state.sheet(figure).melee;
    let arm = |thing: Thing| arms.iter().find(|arm| thing == Thing::Name(arm.id));
    let (main, off) = (arm(choice.things[0]), arm(choice.things[1]));
    if matches!(choice.things[1], Thing::Name(id) if id.text() == "buckler")
        && main.is_some_and(|arm| arm.has(Knack::Unwieldy))
    {
        return Some(Refusal::new(CH::EQUIP_07, "it leaves room for a shield only"));
    }
    let either = |knack: Knack| [main, off].into_iter().flatten().any(|arm| arm.has(knack));
    if [main, off].into_iter().flatten().any(|arm| arm.weapon.hands == 2) {
        return Some(Refusal::new(CH::EQUIP_05, "a two-handed weapon leaves no hand free"));
    }
    if either(Knack::Couched) {
        return Some(Refusal::new(CH::EQUIP_26, "a lance is for the round of a charge"));
    }
    either(Knack::Unwieldy).then(|| Refusal::new(CH::EQUIP_07, "it leaves room for a shield only"))
}
