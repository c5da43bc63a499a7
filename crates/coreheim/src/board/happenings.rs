//! What the events of a battle look like on the board.

use crate::Coreheim;
use crate::campaign::Aftermath;
use crate::events::Event as E;
use kernel::board::{Act, Happening, Happenings};

impl Happenings for Aftermath {}

impl Happenings for Coreheim {
    fn happening(event: &E) -> Happening {
        match *event {
            // Set-up and turns.
            E::SetUp { warrior, at } => Happening::goes(warrior, at.0),
            E::AleDrunk { warrior } => Happening::to(Act::Gain, warrior).word("Strong ale"),
            E::WeaponCoated { warrior, weapon } => Happening::to(Act::Gain, warrior).word(weapon),
            E::BattleBegan { seat } => Happening::of(Act::Turn).side(seat).word("The first turn"),
            E::RoundBegan { round } => Happening::of(Act::Turn).word("Round").amount(round),
            E::TurnBegan { seat } => Happening::of(Act::Turn).side(seat),
            E::RolledFor { .. } | E::RoleTaken { .. } | E::ZoneTaken { .. } | E::TurnEnded { .. } => Happening::quiet(),

            // Tests and nerves.
            E::Tested { warrior, stat, passed, .. } => tested(warrior, passed.0).word(stat),
            E::NerveTested { warrior, test, passed, .. } => tested(warrior, passed.0).word(test),
            E::RoutTested { warrior, passed, .. } => tested(warrior, passed.0).word("Rout"),
            E::TestSpared { warrior, test } => Happening::to(Act::Save, warrior).word(test),
            E::NobodyLeads { seat } => Happening::of(Act::Say).side(seat).word("Nobody leads"),
            E::Routed { seat } => Happening::of(Act::Say).side(seat).word("Rout"),
            E::GaveUp { seat } => Happening::of(Act::Say).side(seat).word("Gives up"),
            E::Rallied { warrior } => Happening::to(Act::Lose, warrior).word("Fleeing"),
            E::NoRally { warrior } => Happening::to(Act::Fail, warrior).word("No rally"),
            E::Afraid { warrior, .. } => Happening::to(Act::Gain, warrior).word("Afraid"),
            E::Idle { warrior } => Happening::to(Act::Say, warrior).word("Idle"),
            E::StoodUp { warrior } | E::JumpedUp { warrior } => Happening::to(Act::Rise, warrior),
            E::Snared { warrior, by } => Happening::to(Act::Gain, warrior).by(by).word("Net"),
            E::CameRound { warrior } => Happening::to(Act::Down, warrior).word("Knocked down"),
            E::Panicked { warrior } => Happening::to(Act::Gain, warrior).word("Flees"),
            E::Fled { warrior, to, .. } => Happening::goes(warrior, to.0).word("Flees"),
            E::LeftTable { warrior } | E::BrokeThrough { warrior } => Happening::to(Act::Leave, warrior),
            E::Squabbled { .. } => Happening::quiet(),

            // Moving.
            E::Moved { warrior, to, .. } | E::MadeRoom { warrior, to } => Happening::goes(warrior, to.0),
            E::Jumped { warrior } => Happening::to(Act::Say, warrior).word("Jumps"),
            E::JumpedDown { warrior } => Happening::to(Act::Drop, warrior),
            E::KeptByRail { warrior } => Happening::to(Act::Save, warrior).word("Railing"),
            E::ClimbFailed { warrior } => Happening::to(Act::Fail, warrior).word("Climb"),
            E::Fell { warrior, to, .. } => Happening::to(Act::Drop, warrior).at(to.0).word("Falls"),
            E::LandedWell { warrior, to } => Happening::to(Act::Drop, warrior).at(to.0).word("Unhurt"),
            E::Slipped { warrior } => Happening::to(Act::Save, warrior).word("Unhurt"),
            E::Hid { warrior } => Happening::to(Act::Gain, warrior).word("Hidden"),
            E::Revealed { warrior } => Happening::to(Act::Lose, warrior).word("Hidden"),
            E::ShardTaken { warrior } => Happening::to(Act::Gain, warrior).word("Shard"),
            E::ShardHanded { warrior, to } => Happening::to(Act::Gain, to).by(warrior).word("Shard"),
            E::ChargeDeclared { warrior, target } => Happening::to(Act::Charge, target).by(warrior),
            E::ChargeArrived { warrior, at, .. } => Happening::goes(warrior, at.0),
            E::ChargeFailed { warrior, .. } => Happening::to(Act::Fail, warrior).word("Charge"),
            E::Intercepted { warrior, at, .. } => Happening::goes(warrior, at.0).word("Intercepts"),
            E::TookLadder { .. } | E::ChargeDropped { .. } => Happening::quiet(),

            // Shooting and magic.
            E::Shot { warrior, target, weapon } => Happening::to(Act::Strike, target).by(warrior).word(weapon),
            E::ShotStrays { warrior, target } => Happening::to(Act::Strike, target).by(warrior).word("Strays"),
            E::OutOfRange { warrior, target } => Happening::to(Act::Miss, target).by(warrior).word("Out of range"),
            E::ShotRolled { warrior, target, hit, .. } => struck(hit.0, target).by(warrior),
            E::CastTried { warrior, target, spell } => Happening::to(Act::Cast, target).by(warrior).word(spell),
            E::CastRolled { warrior, spell, success, .. } => tested(warrior, success.0).word(spell),
            E::Warded { warrior } => Happening::to(Act::Save, warrior).word("No effect"),
            E::SpellHits { warrior, spell, .. } => Happening::to(Act::Hit, warrior).word(spell),
            E::SpellLasts { warrior, spell } => Happening::to(Act::Gain, warrior).word(spell),
            E::WoundGained { warrior } => Happening::to(Act::Heal, warrior).amount(1).word("Wound"),
            E::Stripped { warrior } => Happening::to(Act::Harm, warrior).word("Skills and spells"),
            E::Mended { warrior } => Happening::to(Act::Heal, warrior),
            E::Raised { warrior, at } => Happening::to(Act::Rise, warrior).at(at.0),
            E::NoRoom { warrior } => Happening::to(Act::Fail, warrior).word("No room"),

            // Close combat.
            E::BlowsLost { warrior, reason } => Happening::to(Act::Fail, warrior).word(reason),
            E::BlowRolled { warrior, target, hit, .. } => struck(hit.0, target).by(warrior),
            E::HitCertain { warrior, target, .. } => Happening::to(Act::Hit, target).by(warrior),
            E::FreeHit { warrior, target } => Happening::to(Act::Hit, target).by(warrior).word("In the back"),
            E::ParryFailed { warrior, .. } => tested(warrior, false).word("Parry"),
            E::ParryRolled { warrior, parried, .. } => tested(warrior, parried.0).word("Parry"),
            E::CircleSwing { warrior, .. } => Happening::to(Act::Blast, warrior).by(warrior),
            E::WeaponNamed { .. }
            | E::IdleRolled { .. }
            | E::BlowsShared { .. }
            | E::HatredRerolls { .. }
            | E::Freed { .. } => Happening::quiet(),

            // Wounds.
            E::CharmRolled { warrior, ignored, .. } => tested(warrior, ignored.0).word("Charm"),
            E::WoundCertain { warrior } => Happening::to(Act::Harm, warrior).word("A wound"),
            E::CannotWound { warrior, .. } => Happening::to(Act::Save, warrior).word("Cannot be wounded"),
            E::WoundRolled { warrior, critical: true, .. } => Happening::to(Act::Critical, warrior),
            E::WoundRolled { warrior, success, .. } => tested(warrior, !success.0).word("Toughness"),
            E::SaveRolled { warrior, saved, .. } => tested(warrior, saved.0).word("Armour"),
            E::WoundsLost { warrior, lost, .. } => Happening::to(Act::Harm, warrior).counted(lost.0, "Wound", "Wounds"),
            E::HelmetRolled { warrior, held, .. } => tested(warrior, held.0).word("Helmet"),
            E::WentDown { warrior } => Happening::to(Act::Down, warrior).word("Knocked down"),
            E::Stunned { warrior } => Happening::to(Act::Down, warrior).word("Stunned"),
            E::OutOfAction { warrior } => Happening::to(Act::Out, warrior),
            E::BlackBlood { warrior, victim } => Happening::to(Act::Hit, victim).by(warrior).word("Black blood"),
            E::ShardDropped { warrior } => Happening::to(Act::Lose, warrior).word("Shard"),
            E::ShardHome { warrior } => Happening::to(Act::Score, warrior).word("Shard"),
            E::PoisonRerolls { .. } | E::InjuryRolled { .. } => Happening::quiet(),

            // The end.
            E::BattleWon { seat, .. } => Happening::of(Act::Say).side(seat).word("Victory"),
            E::BattleDrawn { .. } => Happening::of(Act::Say).word("A draw"),
        }
    }
}

/// A test, passed or failed.
fn tested(warrior: kernel::Figure, passed: bool) -> Happening {
    Happening::to(if passed { Act::Save } else { Act::Fail }, warrior)
}

/// A blow or a shot that hits or misses.
fn struck(hit: bool, target: kernel::Figure) -> Happening {
    Happening::to(if hit { Act::Hit } else { Act::Miss }, target)
}
