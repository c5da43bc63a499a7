//! What the events of a battle look like on the board.

use crate::Sellsword;
use crate::events::Event as E;
use kernel::board::{Act, Happening, Happenings};

impl Happenings for Sellsword {
    fn happening(event: &E) -> Happening {
        match *event {
            // Set-up and rounds.
            E::AdvantageWon { seat, .. } | E::GreaterAdvantage { seat, .. } => {
                Happening::of(Act::Say).side(seat).word("Advantage")
            }
            E::TilePlaced { seat, at } => Happening::of(Act::Say).side(seat).at(at).word("Entry tile"),
            E::RoundBegan { round } => Happening::of(Act::Turn).word("Round").amount(round),
            E::PhaseBegan { seat, phase } => Happening::of(Act::Turn).side(seat).word("Phase").amount(phase),
            E::FinalPhase { seat } => Happening::of(Act::Turn).side(seat).word("Final phase"),
            E::PhaseZeroTaken { seat } => Happening::of(Act::Turn).side(seat).word("Ahead of phase 1"),
            E::ObjectiveScored { seat, vp, objective } => {
                Happening::of(Act::Score).side(seat).amount(vp).word(objective)
            }
            E::Scored { seat, vp, unit } => Happening::to(Act::Score, unit).side(seat).amount(vp),
            E::BountyScored { seat, vp, unit } => Happening::to(Act::Score, unit).side(seat).amount(vp).word("Bounty"),
            E::PlayerOut { seat } => Happening::of(Act::Say).side(seat).word("Nobody left"),
            E::BattleWon { seat, .. } => Happening::of(Act::Say).side(seat).word("Victory"),
            E::BattleDrawn { .. } => Happening::of(Act::Say).word("A draw"),
            E::TurnBegan { unit, seat, .. } => Happening::to(Act::Turn, unit).side(seat),
            E::TacticsRolled { .. }
            | E::TacticsTied { .. }
            | E::WarleaderRolled { .. }
            | E::PlacesRolled { .. }
            | E::SelectorNamed { .. }
            | E::MapSelected { .. }
            | E::OrderSet { .. }
            | E::PhaseZeroDeclined { .. }
            | E::UnitChosen { .. }
            | E::ObjectiveContested { .. }
            | E::RoundEnded { .. }
            | E::TerrainFaded { .. }
            | E::ScoresTied { .. }
            | E::Unscored { .. }
            | E::TurnEnded { .. } => Happening::quiet(),
            E::SummonFailed { title } => Happening::of(Act::Fail).word(title),
            E::ActsLost { unit, left } => Happening::to(Act::Harm, unit).amount(left.0).word("Acts left"),

            // Movement.
            E::Entered { unit, at } | E::Summoned { unit, at } => Happening::goes(unit, at),
            E::Stepped { unit, to, .. }
            | E::Maneuvered { unit, to, .. }
            | E::Shifted { unit, to }
            | E::Reappeared { unit, to }
            | E::FreeStepped { unit, to } => Happening::goes(unit, to),
            E::Forced { unit, to, how, .. } => Happening::goes(unit, to).word(how),
            E::FellIntoPit { unit, to } => Happening::to(Act::Drop, unit).at(to).word("Pit"),
            E::MoveStopped { unit, at } => Happening::to(Act::Say, unit).at(at).word("Stopped"),
            E::Moved { .. } | E::MoveEnded { .. } | E::ForcedEnded { .. } => Happening::quiet(),

            // Acts and reactions.
            E::Rested { unit, token } => Happening::to(Act::Heal, unit).word(token),
            E::Crowed { unit, vigor } => Happening::to(Act::Heal, unit).amount(vigor).word("Vigor"),
            E::TraitUsed { unit, name } => Happening::to(Act::Cast, unit).by(unit).word(name),
            E::Charged { unit, target } => Happening::to(Act::Charge, target).by(unit),
            E::Declared { unit, target, attack, .. } => Happening::to(Act::Strike, target).by(unit).word(attack),
            E::BurstDeclared { unit, origin, attack } => Happening::of(Act::Blast).by(unit).at(origin).word(attack),
            E::AttackLost { unit, reason } => Happening::to(Act::Fail, unit).word(reason),
            E::ReplyMade { unit, to, attack } => Happening::to(Act::Strike, to).by(unit).word(attack),
            E::ReplyLost { unit, reason } => Happening::to(Act::Fail, unit).word(reason),
            E::BurstCaught { .. } | E::Paid { .. } | E::TokenSpent { .. } | E::ReplyDeclared { .. } => {
                Happening::quiet()
            }

            // Resolution.
            E::AttackHit { unit, target, critical: true, .. } => Happening::to(Act::Critical, target).by(unit),
            E::AttackHit { unit, target, glancing: true, .. } => {
                Happening::to(Act::Hit, target).by(unit).word("Glancing Blow")
            }
            E::AttackHit { unit, target, .. } => Happening::to(Act::Hit, target).by(unit),
            E::AttackMissed { unit, target } => Happening::to(Act::Miss, target).by(unit),
            E::AutoHit { unit, target } => Happening::to(Act::Critical, target).by(unit),
            E::WoundsDealt { unit, wound, amount, .. } => Happening::to(Act::Harm, unit).amount(amount.0).word(wound),
            E::WoundBonus { unit, amount, .. } => Happening::to(Act::Harm, unit).amount(amount.0),
            E::ToughnessUsed { unit, amount } => Happening::to(Act::Save, unit).amount(amount).word("Toughness"),
            E::Avoided { unit, amount, .. } => Happening::to(Act::Save, unit).amount(amount).word("Avoided"),
            E::Injured { unit, injury, .. } => Happening::to(Act::Harm, unit).word(injury),
            E::Healed { unit, injury } => Happening::to(Act::Heal, unit).word(injury),
            E::Dropped { unit } => Happening::to(Act::Out, unit),
            E::MortalHeld { unit, .. } => Happening::to(Act::Save, unit).word("Holds on"),
            E::VigorGained { unit, amount, .. } => Happening::to(Act::Heal, unit).amount(amount.0).word("Vigor"),
            E::VigorLost { unit, amount } => Happening::to(Act::Harm, unit).amount(amount).word("Vigor"),
            E::Exhausted { unit } => Happening::to(Act::Gain, unit).word("Exhausted"),
            E::TerrainMade { unit, at, .. } => Happening::of(Act::Blast).by(unit).at(at),
            E::TerrainHarms { unit, wound } => Happening::to(Act::Say, unit).word(wound),
            E::AttackRolled { .. } | E::Rerolled { .. } => Happening::quiet(),

            // Statuses.
            E::StatusGained { unit, status, .. } => Happening::to(Act::Gain, unit).word(status),
            E::StatusResisted { unit, status } => Happening::to(Act::Save, unit).word(status),
            E::StatusEnded { unit, status, .. } => Happening::to(Act::Lose, unit).word(status),
            E::RecoveryFailed { unit, status } => Happening::to(Act::Fail, unit).word(status),
            E::RageObliges { unit, target } => Happening::to(Act::Say, target).by(unit).word("Rage"),
            E::RageReleased { unit, .. } => Happening::to(Act::Say, unit).word("No way to it"),
            E::CauseAdded { unit, status, by } => Happening::to(Act::Gain, unit).by(by).word(status),
            E::HoldLost { by, unit, .. } => Happening::to(Act::Lose, unit).by(by).word("One hold"),
            E::RageUnmet { unit, amount } => Happening::to(Act::Harm, unit).amount(amount.0).word("Vigor"),
            E::ControlTaken { unit, seat } => Happening::to(Act::Gain, unit).side(seat).word("Controlled"),
            E::StatusKept { .. }
            | E::StatusMissing { .. }
            | E::EffectSkipped { .. }
            | E::RecoveryRolled { .. }
            | E::RageRolled { .. }
            | E::RageInVain { .. }
            | E::GlamyrRolled { .. } => Happening::quiet(),
        }
    }
}
