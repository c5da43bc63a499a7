//! Everything that makes two states of the game different, in a fixed order.

use crate::state::{
    Aim, Cells, Charm, Declaration, Deed, Level, Piece, Place, Player, Recruit, Rotation, Stage, State, Sweep, Zone,
};
use kernel::{Digest, Figure};
use space::grid::Square;

pub fn digest(state: &State, d: &mut Digest) {
    // Taken apart by name, so that a new field does not compile until it stands here too.
    let State {
        setting,
        stage,
        players,
        pieces,
        // These follow from the pieces.
        grid: _,
        aloft: _,
        zones,
        charms,
        attacker,
        edges,
        depth,
        round,
        active,
        asked,
        done,
        waiting,
        part,
        declared,
        contacts,
        lookouts,
        crossed,
        conceded,
        outcome,
    } = state;
    d.text(&setting.pack.hash);
    d.text(setting.scenario.id.text());
    d.text(setting.field.map.id.text());
    d.number(setting.points.into());
    d.number(setting.turn_limit.into());
    d.list(&setting.titles, |d, title| d.text(title));
    d.byte(stage_number(*stage));
    d.list(players, player);
    d.list(pieces, piece);
    d.list(zones, zone);
    d.list(charms, charm);
    d.byte(attacker.0);
    for edge in edges {
        d.byte(*edge as u8);
    }
    d.byte(*depth);
    d.number((*round).into());
    d.byte(active.0);
    d.byte(asked.0);
    d.byte(*done);
    d.byte(*waiting);
    d.byte(*part as u8);
    d.list(declared, declaration);
    d.list(contacts, |d, (one, other)| {
        figure(d, *one);
        figure(d, *other);
    });
    d.byte(*lookouts);
    for points in crossed {
        d.number((*points).into());
    }
    d.number(conceded.map_or(-1, |side| side.0.into()));
    d.outcome(outcome.as_ref());
}

/// Numbers of their own, so that a stage put between two others does not change what older records hash to.
fn stage_number(stage: Stage) -> u8 {
    match stage {
        Stage::Edges => 0,
        Stage::AttackersCore => 1,
        Stage::DefendersCore => 2,
        Stage::ChooseReserves => 3,
        Stage::DefendersReserve => 4,
        Stage::AttackersReserve => 5,
        Stage::SavingThrows => 6,
        Stage::Reset => 7,
        Stage::Movement => 8,
        Stage::Spellcasting => 9,
        Stage::Ranged => 10,
        Stage::Melee => 11,
        Stage::Over => 12,
    }
}

fn player(d: &mut Digest, player: &Player) {
    let Player { side, faction, core, reserves, reserve, strength } = player;
    d.byte(side.0);
    d.byte(faction.0);
    d.list(core, recruit);
    for force in reserves {
        d.list(force, recruit);
    }
    d.number(reserve.map_or(-1, i64::from));
    d.number((*strength).into());
}

fn recruit(d: &mut Digest, recruit: &Recruit) {
    let Recruit { troop, spells } = recruit;
    d.number(troop.0.into());
    for spell in spells {
        d.number(spell.map_or(-1, |spell| spell.0.into()));
    }
}

fn piece(d: &mut Digest, piece: &Piece) {
    let Piece {
        troop,
        owner,
        side,
        number,
        called,
        place,
        altitude,
        wounds,
        entangled,
        paralyzed,
        poisoned,
        slowed,
        hasted,
        unloaded,
        primed,
        loading,
        motion,
        moved,
        aimed,
        bound,
        ready_ranged,
        ready_melee,
        opportunities,
        struck,
        trampled,
        levels,
        casts,
        serving,
        acted,
        scorched,
        spotted,
        spells,
        shown,
    } = piece;
    d.number(troop.0.into());
    for byte in [owner.0, side.0, *altitude as u8, *wounds, *entangled, *paralyzed, *poisoned, *hasted, *unloaded] {
        d.byte(byte);
    }
    d.number((*number).into());
    d.text(called.map_or("", |name| name.text()));
    match place {
        Place::On(at) => {
            d.byte(1);
            square(d, *at);
        }
        Place::Dead => d.byte(2),
        Place::Left => d.byte(3),
    }
    for flag in [*slowed, *primed, *loading, *moved, *aimed, *serving, *acted] {
        d.flag(flag);
    }
    d.byte(*motion as u8);
    d.number(bound.map_or(-1, i64::from));
    d.number(ready_ranged.map_or(-1, |attack| attack.0.into()));
    d.number(ready_melee.map_or(-1, |attack| attack.0.into()));
    for byte in struck {
        d.byte(*byte);
    }
    for byte in [*opportunities, *trampled, *levels, *casts, *scorched, *spotted, *shown] {
        d.byte(byte);
    }
    for spell in spells {
        d.number(spell.map_or(-1, |spell| spell.0.into()));
    }
}

fn zone(d: &mut Digest, zone: &Zone) {
    let Zone { kind, by, side, spell, shape, until } = zone;
    d.byte(*kind as u8);
    figure(d, *by);
    d.byte(side.0);
    d.number(spell.map_or(-1, |(spell, level)| i64::from(spell.0) * 256 + i64::from(level)));
    cells(d, shape);
    d.number((*until).into());
}

fn charm(d: &mut Digest, charm: &Charm) {
    let Charm { spell, level, by, on } = charm;
    d.byte(spell.0);
    d.byte(*level);
    figure(d, *by);
    figure(d, *on);
}

fn declaration(d: &mut Digest, declaration: &Declaration) {
    let Declaration { by, deed, aim, readied, crew } = declaration;
    for served in crew {
        d.number(served.map_or(-1, |served| served.0.into()));
    }
    figure(d, *by);
    match deed {
        Deed::Attack(attack) => d.number(attack.0.into()),
        Deed::Spell(spell, level) => d.number(256 + i64::from(spell.0) * 256 + i64::from(*level)),
    }
    match aim {
        Aim::Nothing => d.byte(0),
        Aim::Figure(target) => {
            d.byte(1);
            figure(d, *target);
        }
        Aim::Spot(at, level) => {
            d.byte(2);
            square(d, *at);
            d.byte(height(*level));
        }
        Aim::Toward { from, to, level, bends } => {
            d.number((*bends).into());
            d.byte(3);
            square(d, *from);
            square(d, *to);
            d.byte(height(*level));
        }
        Aim::Sweep(Sweep { start, turn, squares }) => {
            d.byte(4);
            square(d, *start);
            d.flag(*turn == Rotation::Clockwise);
            d.byte(*squares);
        }
        Aim::Cells(shape) => {
            d.byte(5);
            cells(d, shape);
        }
        Aim::Zone(at) => {
            d.byte(6);
            d.byte(*at);
        }
        Aim::Charm(at) => {
            d.byte(7);
            d.byte(*at);
        }
    }
    d.flag(*readied);
}

fn height(level: Level) -> u8 {
    level as u8
}

fn cells(d: &mut Digest, shape: &Cells) {
    match shape {
        Cells::Block(block) => {
            square(d, block.at);
            d.byte(block.side);
        }
        Cells::Squares(walk) => d.list(walk.squares(), |d, at| square(d, *at)),
    }
}

fn figure(d: &mut Digest, figure: Figure) {
    d.number(figure.0.into());
}

fn square(d: &mut Digest, square: Square) {
    d.byte(square.x);
    d.byte(square.y);
}
