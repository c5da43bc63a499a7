//! Before the first Turn: from a written setup to a state, then Adventure, roles and deployment.
//!
//! The scenario names an Adventure, or is `any` where the Adventure is chosen after the Check; a Stage may follow
//! (`grave-gold-upstart`), and then both warbands are of it. Match options:
//! `measuring` (`on`, `off`: SM-META-10), `edge-tokens` (`difference`, `flat`: SM-STRATEGY-02), and `roles` (`checked`,
//! or `a` or `b` for the side that is the Intruder: a convenience for cases and chronicles).

use crate::content::{self, CMD, Edge, Pack, Quest};
use crate::decisions::{
    ADVENTURE, AdventureChoice, DEPLOY, ENTER, FIRST_CHOICE, FirstChoice, FirstPick, Placing, ROLE, Role,
};
use crate::effects::Feature;
use crate::events::Titled;
use crate::field::{self, Field, INCH, RADIUS};
use crate::muster;
use crate::profile::Profile;
use crate::rolls::{self, Dice};
use crate::sheet::Sheet;
use crate::state::{Band, Cache, Fighter, Options, Place, Setting, Side, Stage, State, other};
use crate::turn::mettle::stand_in;
use crate::turn::orders::spare_breaks;
use crate::{Event, Table, catalog};
use kernel::decision::Answers;
use kernel::{
    Answer, Choice, Figure, Flow, Modifiers, Name, Problem, Question, Refusal, Region, Rng, Seat, Setup, Tags, settle,
};
use rulebook::SM;
use space::inches::polygon::Bounds;
use space::inches::{Area, Base, Point, Polygon, Spot};
use std::sync::Arc;

/// # Errors
/// Every problem of every side at once.
pub fn begin(pack: &Arc<Pack>, setup: &Setup) -> Result<State, Vec<Problem>> {
    let mut problems = Vec::new();
    let (adventure, stage) = read_scenario(&setup.scenario);
    let fields = read_fields(pack, &adventure, &mut problems);
    let options = read_options(setup, &mut problems);
    if setup.sides.len() != 2 {
        problems.push(Problem::new(SM::META_01, "setup", format!("{} sides; a battle has 2", setup.sides.len())));
    }
    let mut bands = Vec::new();
    for (at, line) in setup.sides.iter().enumerate().take(2) {
        let on_side =
            |problem: Problem| Problem { place: format!("side {}, {}", Seat(at as u8), problem.place), ..problem };
        match muster::parse_line(pack, line) {
            Ok(band) => {
                let unfit = stage.map_or_else(Vec::new, |stage| catalog::fits(pack, &band, stage));
                problems.extend(unfit.into_iter().map(on_side));
                bands.push(band);
            }
            Err(wrong) => problems.extend(wrong.into_iter().map(on_side)),
        }
    }
    // A battle is of the Stage of whoever has risen least.
    if let Some(stage) = stage.filter(|stage| bands.len() == 2 && bands.iter().all(|band| band.stage > *stage)) {
        problems.extend(bands.iter().flat_map(|band| catalog::misfits(pack, band, stage)));
    }
    if bands.len() == 2 {
        problems.extend(muster::together(pack, &[&bands[0], &bands[1]]));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut sheets = Vec::new();
    let mut fighters: Vec<Fighter> = Vec::new();
    let mut numbers = Vec::new();
    for (at, band) in bands.iter().enumerate() {
        let seat = Seat(at as u8);
        let first = fighters.len();
        let mut warlord = None;
        for (index, model) in band.models.iter().enumerate().filter(|(_, model)| !model.away) {
            let Some(profile) = Profile::new(pack, band, index) else { continue };
            if profile.kind == crate::content::Kind::Warlord {
                warlord = Some(Figure(fighters.len() as u16));
            }
            let name = fresh_name(&fighters[first..], &model.name);
            fighters.push(Fighter::new(seat, name));
            sheets.push(Sheet::new(profile));
        }
        let foe = bands[1 - at].faction;
        let rival = band.faction.zip(foe).and_then(|(mine, foe)| pack.rivals(mine, foe));
        numbers.push(Band {
            archetype: band.archetype(pack),
            feature: band.feature(pack),
            rival,
            warlord,
            models: (fighters.len() - first) as u8,
            command: band.command(),
            rations: band.rations > 0,
        });
    }
    let titles = titles(&bands, &mut sheets, &fighters);
    let Ok(bands) = <[Band; 2]>::try_from(numbers) else { return Err(Vec::new()) };
    let sides = bands.map(|band| new_side(pack, &band));
    let Some(field) = fields.first().cloned() else { return Err(Vec::new()) };
    let setting = Setting { pack: Arc::clone(pack), titles, sheets, fields, bands, options };
    let mut state = new_state(setting, field, sides, fighters);
    if let Some(intruder) = options.intruder {
        state.intruder = intruder;
        state.edge = intruder;
        state.priority = other(intruder);
        if state.setting.fields.len() == 1 {
            state.stage = Stage::Deploy;
        }
    }
    Ok(state)
}

/// A battle before its first Turn.
pub fn new_state(setting: Setting, field: Arc<Field>, sides: [Side; 2], fighters: Vec<Fighter>) -> State {
    let mut state = State {
        setting: Arc::new(setting),
        field,
        stage: Stage::FirstCheck,
        turn: 0,
        sides,
        fighters,
        intruder: Seat(0),
        edge: Seat(0),
        edge_run: 0,
        priority: Seat(1),
        edge_acted: false,
        caches: Vec::new(),
        beacon: false,
        signals: 0,
        lost: Vec::new(),
        outcome: None,
    };
    lay_out(&mut state);
    state
}

pub fn new_side(pack: &Pack, band: &Band) -> Side {
    Side {
        base: pack.pools.base(band.command, band.models.into()),
        spare_breaks: spare_breaks(band),
        portents: band.feature == Some(Feature::Mystical),
        ..Side::default()
    }
}

/// What the warbands are called. Where both have the same name, the second and its models are numbered in everything
/// that is told.
fn titles(bands: &[muster::Warband], sheets: &mut [Sheet], fighters: &[Fighter]) -> [String; 2] {
    let [first, second] = [0, 1].map(|at| bands.get(at).map_or("", |band| band.title.as_str()));
    if first.trim() != second.trim() {
        return [first.to_owned(), second.to_owned()];
    }
    for (sheet, _) in sheets.iter_mut().zip(fighters).filter(|(_, fighter)| fighter.owner == Seat(1)) {
        sheet.profile.name.push_str(" (2)");
    }
    [first.to_owned(), format!("{second} (2)")]
}

/// A tag that no other model of the side has.
fn fresh_name(side: &[Fighter], name: &str) -> Name {
    let plain = Name::of(name);
    let taken = |name: Name| side.iter().any(|fighter| fighter.name == name);
    if !taken(plain) && !plain.text().is_empty() {
        return plain;
    }
    (2..).map(|number| Name::of(&format!("{plain}-{number}"))).find(|name| !taken(*name)).unwrap_or(plain)
}

/// `grave-gold-upstart` as the Adventure and the Stage.
fn read_scenario(scenario: &str) -> (String, Option<content::Stage>) {
    let slug = kernel::slug(scenario);
    for stage in content::Stage::ALL {
        if let Some(adventure) = slug.strip_suffix(stage.word()).and_then(|rest| rest.strip_suffix('-')) {
            return (adventure.to_owned(), Some(stage));
        }
    }
    (slug, None)
}

fn read_fields(pack: &Pack, slug: &str, problems: &mut Vec<Problem>) -> Vec<Arc<Field>> {
    let wanted = |id: Name| slug.is_empty() || slug == catalog::ANY || id.text() == slug;
    let mut fields = Vec::new();
    for adventure in pack.adventures.iter().filter(|adventure| wanted(adventure.id)) {
        match field::of(adventure) {
            Ok(field) => fields.push(field),
            Err(problem) => problems.push(problem),
        }
    }
    if fields.is_empty() && problems.is_empty() {
        let known: Vec<&str> = pack.adventures.iter().map(|adventure| adventure.id.text()).collect();
        let text = format!("there is no Adventure {slug}; there are {}, or any", known.join(", "));
        problems.push(Problem::new(SM::META_14, "scenario", text));
    }
    fields
}

fn read_options(setup: &Setup, problems: &mut Vec<Problem>) -> Options {
    let mut options = Options::default();
    for (name, value) in &setup.options {
        match (name.as_str(), value.as_str()) {
            ("measuring", "on") => options.measuring = true,
            ("edge-tokens", "flat") => options.flat_edge = true,
            ("measuring", "off") | ("edge-tokens", "difference") | ("roles", "checked") => {}
            ("roles", "a") => options.intruder = Some(Seat(0)),
            ("roles", "b") => options.intruder = Some(Seat(1)),
            _ => problems.push(Problem::plain("options", format!("there is no option {name} = {value}"))),
        }
    }
    options
}

/// The Adventure's objectives on its board (SM-PRE-04).
fn lay_out(state: &mut State) {
    let adventure = &state.field.adventure;
    state.caches = match adventure.quest {
        Quest::GraveGold => adventure.objectives.iter().map(|objective| Cache::Lies(objective.at)).collect(),
        Quest::Beacon => Vec::new(),
    };
}

/// The Strategy Check before the game: the winner takes one choice, the loser the other (SM-PRE-02, SM-PRE-03). Where the
/// roles were agreed on, only the Adventure is left to choose.
///
/// # Errors
/// Pauses for dice and choices.
pub fn first_check(t: &mut Table<'_>) -> Flow {
    let modifiers = [first_modifiers(t, Seat(0))?, first_modifiers(t, Seat(1))?];
    let winner = loop {
        let totals = [first_roll(t, Seat(0), modifiers[0])?, first_roll(t, Seat(1), modifiers[1])?];
        if totals[0] != totals[1] {
            break if totals[0] > totals[1] { Seat(0) } else { Seat(1) };
        }
        t.tell(SM::PRE_02, || Event::FirstCheckTied { total: totals[0] });
    };
    let fields = t.state.setting.fields.len();
    let agreed = t.state.setting.options.intruder;
    let mut roles = winner;
    if fields > 1 {
        let options = [FirstPick::Adventure, FirstPick::Role].map(|what| FirstChoice::Take { what });
        let role = agreed.is_none() && t.ask(FIRST_CHOICE.to(winner), &options)? == options[1];
        t.tell(SM::PRE_03, || Event::ChoiceTaken { seat: winner, what: if role { "role" } else { "Adventure" } });
        let chooser = if role { other(winner) } else { winner };
        roles = other(chooser);
        let setting = Arc::clone(&t.state.setting);
        let play = |field: &Arc<Field>| AdventureChoice::Play { adventure: field.adventure.id };
        let options: Vec<AdventureChoice> = setting.fields.iter().map(play).collect();
        let at = t.ask_at(ADVENTURE.to(chooser), &options)?;
        if let Some(field) = setting.fields.get(at) {
            t.state.field = Arc::clone(field);
            lay_out(t.state);
        }
    }
    let adventure = t.state.field.adventure.id;
    let (covered, squares) = t.state.field.coverage();
    t.note(SM::META_14);
    t.note(SM::META_06);
    t.note(SM::PRE_01);
    t.tell(SM::PRE_04, || Event::AdventureChosen { seat: winner, adventure: Titled(adventure), covered, squares });
    match agreed {
        Some(intruder) => take_roles(t, intruder),
        None => {
            t.state.priority = roles;
            t.state.stage = Stage::Roles;
        }
    }
    Ok(())
}

/// Whoever has the role to choose is Intruder or Sentry (SM-PRE-03).
///
/// # Errors
/// Pauses for the choice.
pub fn role(t: &mut Table<'_>) -> Flow {
    let chooser = t.state.priority;
    let intruder = match t.ask(ROLE.to(chooser), &[Role::Intruder, Role::Sentry])? {
        Role::Intruder => chooser,
        Role::Sentry => other(chooser),
    };
    take_roles(t, intruder);
    Ok(())
}

fn take_roles(t: &mut Table<'_>, intruder: Seat) {
    t.state.intruder = intruder;
    t.state.edge = intruder;
    t.state.priority = other(intruder);
    t.tell(SM::META_15, || Event::RoleChosen { intruder, sentry: other(intruder) });
    t.state.stage = Stage::Deploy;
}

/// What a Warlord puts into the first Check, or who stands in where he is away; it counts for all of it, however often it
/// is tied.
fn first_modifiers(t: &mut Table<'_>, seat: Seat) -> Flow<Modifiers> {
    let mut modifiers = Modifiers::default();
    let (leader, rule) = match t.state.warlord(seat) {
        Some(warlord) => (Some(warlord), SM::PRE_02),
        None => (stand_in(t, seat)?, SM::STRONGHOLD_06),
    };
    if let Some(leader) = leader {
        modifiers.add("CMD", rule, t.state.sheet(leader).cmd());
        if let Some((rule, amount)) = crate::resolve::check::surge(t, leader, CMD, "first check")? {
            modifiers.add("More Than Human", rule, amount);
        }
    }
    Ok(modifiers)
}

fn first_roll(t: &mut Table<'_>, seat: Seat, modifiers: Modifiers) -> Flow<i32> {
    // The strings are the Warlord's: nobody pulls them where he is away (SM-STRONGHOLD-08).
    let band = *t.state.band(seat);
    let municipal = band.feature == Some(Feature::Municipal) && band.warlord.is_some();
    if municipal {
        t.note(SM::STRONGHOLD_08);
    }
    let dice = Dice::one("first check", SM::PRE_02, seat, modifiers).dice(1 + i16::from(municipal));
    let natural = rolls::open(t, dice)?;
    let total = natural + i32::from(modifiers.sum());
    t.tell(SM::PRE_02, || Event::FirstCheckRolled { seat, natural, modifiers, total });
    Ok(total)
}

/// One model is placed: the Sentry's first, then the Intruder's (SM-PRE-05).
///
/// # Errors
/// Pauses for the model and its place.
pub fn deploy(t: &mut Table<'_>) -> Flow {
    let sentry = other(t.state.intruder);
    if place(t, sentry, false)? || place(t, t.state.intruder, false)? {
        return Ok(());
    }
    // Whoever found no room enters later.
    for model in t.state.figures() {
        if t.state.fighter(model).place == Place::Waiting {
            t.tell(SM::PRE_05, || Event::Waits { model });
        }
    }
    t.state.stage = Stage::TurnStart;
    Ok(())
}

/// From Turn 2 on, those who found no room come in over their zone's table edge: they are set down touching it when the
/// Turn begins, the Edge holder's first, and move on from there (SM-PRE-05).
///
/// # Errors
/// Pauses for each model and its place.
pub fn enter(t: &mut Table<'_>) -> Flow {
    if t.state.turn < 2 || !t.state.fighters.iter().any(|fighter| fighter.place == Place::Waiting) {
        return Ok(());
    }
    for seat in [t.state.edge, other(t.state.edge)] {
        while place(t, seat, true)? {}
    }
    Ok(())
}

/// One model of a seat is placed, if one waits and there is room for it.
fn place(t: &mut Table<'_>, seat: Seat, entering: bool) -> Flow<bool> {
    let question = Placement { state: t.state, seat, entering };
    if question.waiting().next().is_none() || question.first_free().is_none() {
        return Ok(false);
    }
    let prompt = if entering { ENTER } else { DEPLOY };
    let Placing::Place { model, at } = settle(t.oracle, prompt.to(seat), &question)?;
    t.state.fighter_mut(model).place = Place::On(at);
    t.note(SM::META_01);
    t.note(SM::COND_01);
    t.note(SM::COND_02);
    t.tell(SM::PRE_05, || Event::Deployed { model, at });
    Ok(true)
}

/// Where the next model goes. Answers are free: `place a.captain @24.000,3.000,0.000`.
#[derive(Debug)]
struct Placement<'a> {
    state: &'a State,
    seat: Seat,
    /// Over the zone's table edge, after the battle has begun.
    entering: bool,
}

impl Placement<'_> {
    fn zone(&self) -> &Polygon {
        zone(self.state, self.seat)
    }

    /// Where the middle of a base may be: round the zone, or a narrow strip along its table edge.
    fn bounds(&self) -> Bounds {
        let mut bounds = *self.zone().bounds();
        if self.entering {
            let field = &self.state.field;
            let (wide, deep) = (i64::from(field.width()), i64::from(field.depth()));
            let (near, strip) = (i64::from(RADIUS), i64::from(field::TOUCH));
            let adventure = &field.adventure;
            let zone = if self.seat == self.state.intruder { &adventure.intruder } else { &adventure.sentry };
            match zone.edge {
                Edge::South => (bounds.low.y, bounds.high.y) = (near, near + strip),
                Edge::North => (bounds.low.y, bounds.high.y) = (deep - near - strip, deep - near),
                Edge::West => (bounds.low.x, bounds.high.x) = (near, near + strip),
                Edge::East => (bounds.low.x, bounds.high.x) = (wide - near - strip, wide - near),
            }
        }
        bounds
    }

    fn waiting(&self) -> impl Iterator<Item = Figure> + '_ {
        let all = self.state.figures();
        all.filter(|figure| {
            let fighter = self.state.fighter(*figure);
            fighter.owner == self.seat && fighter.place == Place::Waiting
        })
    }

    fn may_stand(&self, at: Spot) -> Result<(), Refusal> {
        let field = &self.state.field;
        let (bounds, p) = (self.bounds(), at.plan());
        let along = (bounds.low.x..=bounds.high.x).contains(&p.x) && (bounds.low.y..=bounds.high.y).contains(&p.y);
        if self.entering && !along {
            return Err(Refusal::new(SM::PRE_05, "the base must touch the zone's table edge"));
        }
        if !self.entering && !self.zone().holds_disc(p, RADIUS.into()) {
            return Err(Refusal::new(SM::PRE_05, "the base must lie wholly inside the zone"));
        }
        if !field.stands(field::Feet::default(), at) {
            return Err(Refusal::new(SM::PRE_05, "no model can stand there"));
        }
        let base = Base::new(at, RADIUS);
        for (_, fighter, spot) in self.state.standing() {
            let there = Base::new(spot, RADIUS);
            if base.overlaps(&there) {
                return Err(Refusal::new(SM::ACTION_04, "another base is there"));
            }
            if fighter.owner != self.seat && base.within(&there, INCH) {
                return Err(Refusal::new(SM::PRE_05, "an enemy is within an inch"));
            }
        }
        if self.entering { Ok(()) } else { self.spread_out(at) }
    }

    /// At most half of the garrison inside the palisade, the others scattered (SM-ADV2-01).
    fn spread_out(&self, at: Spot) -> Result<(), Refusal> {
        let adventure = &self.state.field.adventure;
        if adventure.quest != Quest::Beacon || self.seat == self.state.intruder {
            return Ok(());
        }
        let inside = |spot: Spot| inside_ward(&adventure.ward, spot.plan());
        let mine = || self.state.of(self.seat);
        if inside(at) {
            let half = usize::from(self.state.band(self.seat).models).div_ceil(2);
            let there = mine().filter(|(_, _, spot)| inside(*spot)).count();
            return match there < half {
                true => Ok(()),
                false => Err(Refusal::with(SM::ADV2_01, "{0} models are inside the palisade already", half as i32, 0)),
            };
        }
        let near = |spot: Spot| !inside(spot) && Base::new(at, RADIUS).within(&Base::new(spot, RADIUS), 3999);
        match mine().any(|(_, _, spot)| near(spot)) {
            true => Err(Refusal::new(SM::ADV2_01, "another model outside the palisade is less than 4 inches away")),
            false => Ok(()),
        }
    }

    fn offer(&self, p: Point) -> Option<Spot> {
        let z = self.state.field.board.floor(p, i32::MAX)?;
        let at = p.at(z);
        self.may_stand(at).is_ok().then_some(at)
    }

    fn first_free(&self) -> Option<Spot> {
        let bounds = self.bounds();
        let inset =
            |low: i64, high: i64| if high - low < 2 * i64::from(RADIUS) { low } else { low + i64::from(RADIUS) };
        let mut y = inset(bounds.low.y, bounds.high.y);
        while y <= bounds.high.y {
            let mut x = inset(bounds.low.x, bounds.high.x);
            while x <= bounds.high.x {
                if let Some(at) = self.offer(Point::new(x, y)) {
                    return Some(at);
                }
                x += 600;
            }
            y += 600;
        }
        None
    }

    fn line(&self, model: Figure, at: Spot) -> Choice {
        Placing::Place { model, at }.choice()
    }
}

/// Where the middle of a base may be: round the zone, or a narrow strip along its table edge.
pub fn bounds(state: &State, seat: Seat, entering: bool) -> Bounds {
    Placement { state, seat, entering }.bounds()
}

/// Where a side sets up.
fn zone(state: &State, seat: Seat) -> &Polygon {
    if seat == state.intruder { &state.field.intruder } else { &state.field.sentry }
}

/// Whether a model of a side may be placed here, before the battle or when it comes in later.
///
/// # Errors
/// The rule that forbids it.
pub fn may_stand(state: &State, seat: Seat, entering: bool, at: Spot) -> Result<(), Refusal> {
    Placement { state, seat, entering }.may_stand(at)
}

pub fn inside_ward(ward: &[Spot], p: Point) -> bool {
    let (xs, ys) = (ward.iter().map(|spot| i64::from(spot.x)), ward.iter().map(|spot| i64::from(spot.y)));
    let (west, east) = (xs.clone().min().unwrap_or(0), xs.max().unwrap_or(0));
    let (south, north) = (ys.clone().min().unwrap_or(0), ys.max().unwrap_or(0));
    p.x >= west && p.x <= east && p.y >= south && p.y <= north
}

impl Question for Placement<'_> {
    fn tags(&self) -> &dyn Tags {
        self.state
    }

    fn len(&self) -> usize {
        0
    }

    fn choice(&self, _: usize) -> Choice {
        Placing::Place { model: Figure(0), at: Spot::new(0, 0, 0) }.choice()
    }

    fn free(&self) -> bool {
        true
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        match Placing::read(choice) {
            Some(Placing::Place { model, at }) if self.waiting().any(|waiting| waiting == model) => self.may_stand(at),
            Some(_) => Err(Refusal::new(SM::PRE_05, "that model is not yours to place now")),
            None => Err(Refusal::new(SM::PRE_05, "say which model is placed where: place a.name @x,y,z")),
        }
    }

    /// Where the middle of a base can be as far as the zone goes: a rectangle is drawn without its rim, any other zone whole.
    fn region(&self) -> Region {
        let Bounds { low, high } = match self.entering {
            true => self.bounds(),
            false => self.bounds().wider(-i64::from(RADIUS)),
        };
        let points = self.zone().points();
        let corners = [low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)];
        let plain = points.len() == 4 && points.windows(2).all(|pair| pair[0].x == pair[1].x || pair[0].y == pair[1].y);
        let outline = if self.entering || plain { &corners[..] } else { points };
        Region::Area(Area { outlines: vec![outline.iter().map(|p| p.at(0)).collect()] })
    }

    fn sample(&self, rng: &mut Rng) -> Answer {
        let waiting: usize = self.waiting().count();
        let model = self.waiting().nth(rng.below(waiting)).unwrap_or(Figure(0));
        let bounds = self.bounds();
        let (wide, deep) = ((bounds.high.x - bounds.low.x) as usize, (bounds.high.y - bounds.low.y) as usize);
        for _ in 0..40 {
            let p = Point::new(bounds.low.x + rng.below(wide) as i64, bounds.low.y + rng.below(deep) as i64);
            if let Some(at) = self.offer(p) {
                return Answer::Free(self.line(model, at));
            }
        }
        let at = self.first_free().unwrap_or(Spot::new(0, 0, 0));
        Answer::Free(self.line(model, at))
    }

    fn candidates(&self, rng: &mut Rng, most: usize) -> Vec<Answer> {
        (0..most.min(8)).map(|_| self.sample(rng)).collect()
    }
}
