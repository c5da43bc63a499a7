//! What a seat sees: everything but Small gear is open (SM-MODEL-03).

use crate::content::{Ground, Quest};
use crate::effects::GearTrait;
use crate::field::RADIUS;
use crate::muster::Item;
use crate::profile::Profile;
use crate::state::{Cache, Fighter, NextStep, Place, State, body, other};
use kernel::scene::{Badge, Bar, BarStyle, Board, Clock, Feature, Scene, SideCard, Site, Token, Zone};
use kernel::{Figure, Rule, Seat, Speaks, Tags};
use rulebook::SM;
use space::inches::Spot;

pub(crate) fn scene(state: &State, _: Option<Seat>) -> Scene {
    Scene {
        board: Board::Inches {
            width: state.field.width(),
            depth: state.field.depth(),
            measuring: state.setting.options.measuring,
        },
        features: features(state),
        walls: Vec::new(),
        zones: zones(state),
        figures: state.figures().map(|figure| token(state, figure)).collect(),
        sides: [Seat(0), Seat(1)].map(|seat| side(state, seat)).to_vec(),
        clock: clock(state),
    }
}

fn features(state: &State) -> Vec<Feature> {
    let piece = |piece: &crate::content::Piece| {
        let (plain, rule) = match piece.ground {
            Ground::Obstacle if piece.height <= crate::field::LOW => ("low obstacle", SM::TERRAIN_08),
            Ground::Obstacle if piece.height <= crate::field::MIDDLE => ("obstacle", SM::TERRAIN_09),
            Ground::Obstacle => ("high obstacle", SM::TERRAIN_10),
            Ground::Platform => ("platform", SM::TERRAIN_07),
            Ground::Area => ("area terrain", SM::AREA_01),
            Ground::Difficult => ("difficult ground", SM::TERRAIN_02),
            Ground::Impassable => ("impassable ground", SM::TERRAIN_15),
        };
        let kind = look(piece).unwrap_or(plain);
        Feature {
            kind,
            rule,
            site: Site::Prism { outline: piece.outline.clone(), floor: 0, top: piece.height },
            until: None,
        }
    };
    state.field.adventure.terrain.iter().map(piece).collect()
}

/// What a piece is drawn as, by the words of its title and its ground. How it plays is said by its rule.
fn look(piece: &crate::content::Piece) -> Option<&'static str> {
    const LOOKS: &[(Ground, &str, &str)] = &[
        (Ground::Area, "wood", "wood"),
        (Ground::Area, "thicket", "wood"),
        (Ground::Area, "ruin", "open ruin"),
        (Ground::Area, "farm", "open ruin"),
        (Ground::Area, "crags", "rough crags"),
        (Ground::Difficult, "thicket", "scrub"),
        (Ground::Difficult, "stream", "stream"),
        (Ground::Difficult, "hollow", "marsh"),
        (Ground::Difficult, "scrub", "scrub"),
        (Ground::Difficult, "scree", "rubble"),
        (Ground::Impassable, "pool", "deep water"),
        (Ground::Impassable, "rock", "rock"),
        (Ground::Impassable, "boulder", "rock"),
        (Ground::Platform, "roof", "roof"),
        (Ground::Platform, "stair", "stair"),
        (Ground::Obstacle, "fence", "fence"),
        (Ground::Obstacle, "rail", "fence"),
        (Ground::Obstacle, "hedge", "hedge"),
        (Ground::Obstacle, "palisade", "palisade"),
        (Ground::Obstacle, "tomb", "tomb"),
        (Ground::Obstacle, "crates", "crates"),
        (Ground::Obstacle, "wagon", "crates"),
    ];
    let title = piece.title.to_lowercase();
    LOOKS.iter().find(|(ground, word, _)| *ground == piece.ground && title.contains(word)).map(|(_, _, look)| *look)
}

fn zones(state: &State) -> Vec<Zone> {
    let adventure = &state.field.adventure;
    let mut all = Vec::new();
    if state.next_step <= NextStep::Deploy {
        // Before the roles are chosen nobody knows whose zone it will be.
        let known = state.next_step == NextStep::Deploy;
        for (seat, zone, name) in
            [(state.intruder, &adventure.intruder, "Intruder"), (other(state.intruder), &adventure.sentry, "Sentry")]
        {
            all.push(Zone {
                kind: "set-up",
                name: name.into(),
                rule: SM::PRE_05,
                site: Site::Prism { outline: zone.outline.clone(), floor: 0, top: 0 },
                holder: known.then_some(seat),
                worth: 0,
            });
        }
    }
    if !adventure.ward.is_empty() {
        let rule = if adventure.quest == Quest::Beacon { SM::ADV2_01 } else { SM::ADV1_05 };
        all.push(Zone {
            kind: "ward",
            name: if adventure.quest == Quest::Beacon { "Palisade" } else { "Churchyard" }.into(),
            rule,
            site: Site::Prism { outline: ward(&adventure.ward), floor: 0, top: 0 },
            holder: None,
            worth: 0,
        });
    }
    for (at, objective) in adventure.objectives.iter().enumerate() {
        let (spot, holder) = match state.caches.get(at) {
            None => (Some(objective.at), state.beacon.then_some(state.intruder)),
            Some(Cache::Lies(spot)) => (Some(*spot), None),
            Some(Cache::Carried(by)) => (state.fighter(*by).spot(), Some(state.owner(*by))),
            Some(Cache::Secured) => (None, Some(state.intruder)),
        };
        all.push(Zone {
            kind: "objective",
            name: objective.title.into(),
            rule: if adventure.quest == Quest::Beacon { SM::ADV2_02 } else { SM::ADV1_01 },
            site: spot.map_or(Site::Away("carried off"), |centre| Site::Disc { centre, radius: objective.radius }),
            holder,
            worth: 0,
        });
    }
    all
}

/// The ward is given by two corners or by its outline.
fn ward(spots: &[Spot]) -> Vec<Spot> {
    match spots {
        [a, b] => vec![*a, Spot::new(b.x, a.y, 0), *b, Spot::new(a.x, b.y, 0)],
        _ => spots.to_vec(),
    }
}

fn token(state: &State, figure: Figure) -> Token {
    let fighter = state.fighter(figure);
    let profile = &state.sheet(figure).profile;
    let site = match fighter.place {
        Place::On(centre) => Site::Disc { centre, radius: RADIUS },
        Place::Waiting => Site::Away("waiting"),
        Place::Wounded => Site::Away("wounded"),
        Place::Fled => Site::Away("fled"),
        Place::Left => Site::Away("left"),
    };
    let [cbt, cmd, con] = profile.ratings.map(i32::from);
    let bar = |style, name, value: i32, of| Bar { name, value, of, style };
    let mut bars = vec![
        bar(BarStyle::Number, "CBT", cbt, 7),
        bar(BarStyle::Number, "CMD", cmd, 7),
        bar(BarStyle::Number, "CON", con, 7),
        bar(BarStyle::Number, "ARM", profile.armour[0].into(), 10),
    ];
    if fighter.on_table() && matches!(state.next_step, NextStep::Tokens | NextStep::ActionStart | NextStep::Action) {
        bars.push(bar(BarStyle::Action, "Action Token", fighter.token.into(), 1));
    }
    Token {
        figure,
        tag: state.tag(figure),
        name: state.figure_name(figure),
        seat: fighter.owner,
        site,
        height: body(fighter),
        bars,
        badges: badges(state, figure, fighter),
        acted: fighter.acted && !fighter.token && state.next_step == NextStep::Action,
        acting: false,
        kit: kit(state, profile),
    }
}

/// What it is and what it carries openly: Small gear is its owner's secret (SM-MODEL-03).
fn kit(state: &State, profile: &Profile) -> Vec<String> {
    let open = |item: &Item| {
        let gear = state.setting.pack.gear(item.id)?;
        (!gear.traits.contains(&GearTrait::Small)).then(|| gear.title.to_owned())
    };
    let born = profile.birth.and_then(|birth| state.setting.pack.birth(birth)).map(|birth| birth.title.to_owned());
    let kind = [profile.kind.title().to_owned()];
    kind.into_iter().chain(born).chain(profile.gear.iter().filter_map(open)).collect()
}

fn badges(state: &State, figure: Figure, fighter: &Fighter) -> Vec<Badge> {
    let kind = state.sheet(figure).profile.kind;
    let mut all = vec![Badge::listed(kind.title(), kind.rule())];
    // Its Action Token says so already.
    all.extend(fighter.token.then(|| Badge::listed("Active", SM::COND_03)));
    let mut add = |text: &str, rule: Rule, on: bool| {
        if on {
            all.push(Badge::new(text, rule));
        }
    };
    add("Shocked", SM::COND_06, fighter.shocked);
    add("Broken", SM::COND_13, fighter.broken);
    add("Ambush", SM::ACTION_08, fighter.ambush);
    add("Entangled", SM::GEARTRAIT_03, fighter.entangled);
    add("Engaged", SM::CLOSE_01, fighter.on_table() && state.engaged(figure));
    add("Carries a cache", SM::ADV1_02, fighter.carries.is_some());
    all
}

fn side(state: &State, seat: Seat) -> SideCard {
    SideCard {
        seat,
        name: state.seat_name(seat),
        score: state.losses(other(seat)).into(),
        target: state.band(other(seat)).models.into(),
        badges: standing(state, seat),
    }
}

/// Role, Edge or Break, and what is left to spend.
fn standing(state: &State, seat: Seat) -> Vec<Badge> {
    let side = state.side(seat);
    let mut all = Vec::new();
    let mut add = |text: String, rule: Rule, on: bool| {
        if on {
            all.push(Badge::new(text, rule));
        }
    };
    let role = if seat == state.intruder { "Intruder" } else { "Sentry" };
    add(role.to_owned(), SM::META_15, state.next_step >= NextStep::Deploy);
    add("Edge".to_owned(), SM::EDGE_04, state.turn > 0 && seat == state.edge);
    add(format!("{} to place", side.pool), SM::POOL_01, state.next_step == NextStep::Tokens);
    let active = state.of(seat).filter(|(_, fighter, _)| fighter.token).count();
    add(
        format!("{active} Token{}", if active == 1 { "" } else { "s" }),
        SM::COND_03,
        matches!(state.next_step, NextStep::Tokens | NextStep::ActionStart | NextStep::Action),
    );
    let dice = if side.dice == 1 { "Tactical Die" } else { "Tactical Dice" };
    add(format!("{} {dice}", side.dice), SM::TACDICE_01, side.dice > 0);
    let breaks = side.breaks();
    add(if breaks == 1 { "Break".to_owned() } else { format!("{breaks} Breaks") }, SM::BREAK_01, breaks > 0);
    all
}

fn clock(state: &State) -> Clock {
    let track = ["Mettle", "Orders", "Action"].map(String::from).to_vec();
    let (at, phase) = match state.next_step {
        NextStep::FirstCheck | NextStep::Roles | NextStep::Deploy => (0, "before the battle"),
        NextStep::TurnStart | NextStep::Rout => (0, "Mettle: Rout"),
        NextStep::Panic => (0, "Mettle: Panic"),
        NextStep::RandomMovement => (0, "Mettle: Random Movement"),
        NextStep::Recovery => (0, "Mettle: recovery"),
        NextStep::Strategy => (1, "Orders: Strategy"),
        NextStep::Tokens => (1, "Orders: Tokens"),
        NextStep::ActionStart | NextStep::Action => (2, "Action"),
        NextStep::TurnEnd => (2, "end of the Turn"),
        NextStep::Over => (2, "over"),
    };
    let last = Some(state.field.adventure.turns.into());
    Clock { called: "Turn", round: state.turn.into(), last, phase: phase.into(), track, at }
}
