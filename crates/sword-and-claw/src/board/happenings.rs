//! What the events of a battle look like on the board.

use crate::SwordAndClaw;
use crate::events::Event as E;
use kernel::board::{Act, Happening, Happenings};

impl Happenings for SwordAndClaw {
    fn happening(event: &E) -> Happening {
        match *event {
            // Set-up, turns and steps.
            E::Placed { unit, at, .. } => Happening::goes(unit, at),
            E::PlacementLost { seat, title } => Happening::of(Act::Fail).side(seat).word(title),
            E::TurnBegan { round, .. } => Happening::of(Act::Turn).word("Round").amount(round),
            E::StepBegan { step } => Happening::of(Act::Turn).word(step),
            E::ReadyLost { unit } => Happening::to(Act::Lose, unit).word("Readied"),
            E::LeftBoard { unit, at } => Happening::to(Act::Leave, unit).at(at),
            E::ConcessionRefused { seat, .. } => Happening::of(Act::Say).side(seat).word("Fights on"),
            E::SideConceded { .. } => Happening::of(Act::Say).word("Conceded"),
            E::TurnLimitReached { .. } => Happening::of(Act::Say).word("The last round is over"),
            E::BattleWon { .. } => Happening::of(Act::Say).word("Victory"),
            E::BattleDrawn { .. } => Happening::of(Act::Say).word("A draw"),
            E::BoardLaid { .. }
            | E::BoardCrowded { .. }
            | E::FactionRevealed { .. }
            | E::PointsShared { .. }
            | E::AttackerNamed { .. }
            | E::AttackerTossed { .. }
            | E::EdgeChosen { .. }
            | E::DepthRolled { .. }
            | E::DepthGrown { .. }
            | E::ReserveChosen { .. }
            | E::ReserveFixed { .. } => Happening::quiet(),

            // Movement.
            E::Stepped { unit, to, .. }
            | E::PutBack { unit, to }
            | E::ChargeFellShort { unit, to }
            | E::ChargeSurged { unit, to }
            | E::CrewMoved { unit, to, .. }
            | E::Displaced { unit, to } => Happening::goes(unit, to),
            E::LevelChanged { unit, level, .. } => Happening::to(Act::Say, unit).word(level),
            E::Sank { unit, level } => Happening::to(Act::Drop, unit).word(level),
            E::MoveStopped { unit, at } => Happening::to(Act::Say, unit).at(at).word("Stopped"),
            E::ChargeDeclared { unit, target } => Happening::to(Act::Charge, target).by(unit),
            E::Aimed { unit } => Happening::to(Act::Gain, unit).word("Aims"),
            E::Reloaded { unit, attack } => Happening::to(Act::Gain, unit).word(attack),
            E::CrewLeft { unit, .. } => Happening::to(Act::Say, unit).word("Left behind"),
            E::OpportunityTaken { unit, target, attack } | E::Trampled { unit, target, attack } => {
                Happening::to(Act::Strike, target).by(unit).word(attack)
            }
            E::ReadiedGivenUp { unit } => Happening::to(Act::Lose, unit).word("Readied"),
            E::MoveBegan { .. }
            | E::MoveEnded { .. }
            | E::ChargeRolled { .. }
            | E::Held { .. }
            | E::OpportunityPassed { .. } => Happening::quiet(),

            // Saving throws and conditions.
            E::Saved { unit, from, .. } => Happening::to(Act::Lose, unit).word(from),
            E::SaveFailed { unit, against } => Happening::to(Act::Fail, unit).word(against),
            E::ConditionGained { unit, condition, .. } => Happening::to(Act::Gain, unit).word(condition),
            E::ConditionResisted { unit, condition } => Happening::to(Act::Save, unit).word(condition),
            E::SaveRolled { .. } => Happening::quiet(),

            // Declarations: what is declared is drawn as marks until it is resolved.
            E::Readied { unit, attack } => Happening::to(Act::Gain, unit).word(attack),
            E::Undeclared { unit, reason } => Happening::to(Act::Fail, unit).word(reason),
            E::ShotDeclared { .. }
            | E::SpotDeclared { .. }
            | E::BlowDeclared { .. }
            | E::SweepDeclared { .. }
            | E::TemplateDeclared { .. }
            | E::AuraDeclared { .. }
            | E::EngineLoaded { .. }
            | E::CrewKept { .. }
            | E::CrewServes { .. } => Happening::quiet(),

            // Resolution.
            E::AttackRolled { unit, target, attack, .. } => Happening::to(Act::Strike, target).by(unit).word(attack),
            E::AttackHit { unit, target } => Happening::to(Act::Hit, target).by(unit),
            E::AttackMissed { unit, target } => Happening::to(Act::Miss, target).by(unit),
            E::AutoHit { unit, target, .. } => Happening::to(Act::Hit, target).by(unit),
            E::Strayed { unit, target } => Happening::to(Act::Strike, target).by(unit).word("Strays"),
            E::Deviated { unit, to, .. } => Happening::of(Act::Miss).by(unit).at(to).word("Deviates"),
            E::LandedOn { unit, at, attack } => Happening::of(Act::Blast).by(unit).at(at).word(attack),
            E::OffTheBoard { unit, .. } => Happening::to(Act::Miss, unit).word("Off the board"),
            E::PassedWide { unit, .. } => Happening::to(Act::Say, unit).word("Passes wide"),
            E::ShotStopped { unit, at } => Happening::of(Act::Miss).by(unit).at(at).word("Stopped"),
            E::Wounded { unit, wounds, .. } => Happening::to(Act::Harm, unit).counted(wounds.0, "Wound", "Wounds"),
            E::Killed { unit } => Happening::to(Act::Out, unit),
            E::BecameHurt { unit } => Happening::to(Act::Gain, unit).word("Hurt"),
            E::SpotRolled { .. } | E::DamageRolled { .. } | E::HalfDamage { .. } => Happening::quiet(),

            // Magic and zones.
            E::SpellDeclared { unit, spell, .. } => Happening::to(Act::Cast, unit).by(unit).word(spell),
            E::SpellAimed { unit, target, spell } => Happening::to(Act::Cast, target).by(unit).word(spell),
            E::SpellFailed { unit, reason, .. } => Happening::to(Act::Fail, unit).word(reason),
            E::EffectEnded { unit, spell, .. } => Happening::to(Act::Lose, unit).word(spell),
            E::Healed { unit, wounds } => Happening::to(Act::Heal, unit).counted(wounds.0, "Wound", "Wounds"),
            E::Toughened { unit, amount } => Happening::to(Act::Gain, unit).amount(amount).word("To Wound"),
            E::Hasted { unit, inches } => Happening::to(Act::Gain, unit).amount(inches.0).word("Move"),
            E::ZoneMade { unit, at, kind, .. } => Happening::of(Act::Blast).by(unit).at(at).word(kind),
            E::ZoneEnded { at, kind } => Happening::of(Act::Lose).at(at).word(kind),
            E::ZoneHarms { unit, kind } => Happening::to(Act::Say, unit).word(kind),
            E::SpellResolved { .. } | E::Maintained { .. } => Happening::quiet(),
        }
    }
}
