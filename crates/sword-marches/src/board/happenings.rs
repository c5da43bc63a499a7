//! What the events of a battle look like on the board.

use crate::SwordMarches;
use crate::campaign::Chronicle;
use crate::events::Event as E;
use kernel::board::{Act, Happening, Happenings};

impl Happenings for Chronicle {}

impl Happenings for SwordMarches {
    fn happening(event: &E) -> Happening {
        match *event {
            // Before the battle.
            E::Deployed { model, at } => Happening::goes(model, at),
            E::Waits { model } => Happening::to(Act::Say, model).word("Waits"),
            E::FirstCheckRolled { .. }
            | E::FirstCheckTied { .. }
            | E::ChoiceTaken { .. }
            | E::AdventureChosen { .. }
            | E::RoleChosen { .. } => Happening::quiet(),

            // Turns and phases.
            E::TurnBegan { turn } => Happening::of(Act::Turn).word("Turn").amount(turn),
            E::RoutDue { seat, .. } => Happening::of(Act::Say).side(seat).word("Rout Check"),
            E::CheckPassed { model, check, .. } => Happening::to(Act::Save, model).word(check),
            E::CheckFailed { model, check, .. } => Happening::to(Act::Fail, model).word(check),
            E::RoutPassed { seat, .. } => Happening::of(Act::Say).side(seat).word("Fights on"),
            E::Routed { seat, .. } => Happening::of(Act::Say).side(seat).word("Rout"),
            E::Panicked { model } => Happening::to(Act::Gain, model).word("Broken"),
            E::PanicIgnored { model, .. } => Happening::to(Act::Save, model).word("Panic"),
            E::Fled { model, to, .. } => Happening::goes(model, to).word("Flees"),
            E::Frozen { model } => Happening::to(Act::Gain, model).word("Frozen"),
            E::Hemmed { model } => Happening::to(Act::Fail, model).word("No way to flee"),
            E::LeftTable { model } => Happening::to(Act::Leave, model),
            E::CutDown { model, by } => Happening::to(Act::Out, model).by(by).word("Cut down"),
            E::Recovered { model } => Happening::to(Act::Lose, model).word("Shocked"),
            E::EdgeGained { seat, .. } => Happening::of(Act::Say).side(seat).word("The Edge"),
            E::FirstGiven { seat, .. } => Happening::of(Act::Turn).side(seat.1),
            E::TokenPlaced { model, .. } => Happening::to(Act::Gain, model).word("Active"),
            E::TurnEnded { .. }
            | E::CheckRolled { .. }
            | E::CheckOpposed { .. }
            | E::PlayerRolled { .. }
            | E::RandomRolled { .. }
            | E::Outnumbered { .. }
            | E::StrategyRolled { .. }
            | E::PoolFormed { .. }
            | E::TokensFilled { .. }
            | E::TokensConverted { .. }
            | E::TacticalDieGained { .. }
            | E::TokensLost { .. }
            | E::DiceLost { .. } => Happening::quiet(),

            // Actions.
            E::Declared { model, action, .. } => Happening::to(Act::Say, model).word(action),
            E::DeclaredWith { model, action, .. } => Happening::to(Act::Say, model).word(action),
            E::DeclaredAt { model, target, action, .. } => Happening::to(Act::Strike, target).by(model).word(action),
            E::PortentsCalled { model, .. } => Happening::to(Act::Gain, model).word("Unbreakable"),
            E::BreakCalled { model, interrupted, .. } => Happening::to(Act::Say, interrupted).by(model).word("Break"),
            E::ActionLost { model, reason } => Happening::to(Act::Fail, model).word(reason),
            E::Forfeited { model } => Happening::to(Act::Say, model).word("Forfeits"),
            E::ForfeitRefused { model } => Happening::to(Act::Fail, model).word("May not forfeit"),
            E::AllForfeited { seat } => Happening::of(Act::Say).side(seat).word("All forfeited"),
            E::Moved { model, to, .. }
            | E::Climbed { model, to }
            | E::Jumped { model, to }
            | E::Adjusted { model, to }
            | E::SteppedOut { model, to } => Happening::goes(model, to),
            E::Crossed { model, .. } => Happening::to(Act::Say, model).word("Crosses"),
            E::Dropped { model, .. } => Happening::to(Act::Drop, model),
            E::Hidden { model } => Happening::to(Act::Gain, model).word("Ambush"),
            E::NotHidden { model, reason } => Happening::to(Act::Fail, model).word(reason),
            E::Revealed { model, .. } => Happening::to(Act::Lose, model).word("Ambush"),
            E::Detected { model, by } => Happening::to(Act::Lose, model).by(by).word("Ambush"),
            E::Steadied { model } => Happening::to(Act::Gain, model).word("Steady"),
            E::Disengaged { model } => Happening::to(Act::Say, model).word("Breaks away"),
            E::ChargeShort { model, target, .. } => Happening::to(Act::Fail, model).by(target).word("Falls short"),
            E::ChargeHome { model, target, .. } => Happening::to(Act::Charge, target).by(model),
            E::Dived { model, .. } => Happening::to(Act::Drop, model).word("Dives"),
            E::Fell { model, to, .. } => Happening::to(Act::Drop, model).at(to).word("Falls"),
            E::TokenHanded { from, to } => Happening::to(Act::Gain, to).by(from).word("Active"),
            E::TargetNamed { model, target } => Happening::to(Act::Strike, target).by(model),
            E::ShotLost { model, reason } => Happening::to(Act::Fail, model).word(reason),
            E::BreakDeclined { .. } | E::TokenSpent { .. } | E::Stayed { .. } | E::StayedHidden { .. } => {
                Happening::quiet()
            }

            // Combat.
            E::Hit { model, target, .. } => Happening::to(Act::Hit, target).by(model),
            E::Missed { model, target, .. } => Happening::to(Act::Miss, target).by(model),
            E::OutOfRange { model, target, .. } => Happening::to(Act::Miss, target).by(model).word("Out of range"),
            E::CounterAttacked { model, target, .. } => {
                Happening::to(Act::Strike, target).by(model).word("Strikes back")
            }
            E::SurgeUsed { model, .. } => Happening::to(Act::Cast, model).by(model).word("Surge"),
            E::AncestorsCalled { model, .. } => Happening::to(Act::Cast, model).by(model).word("Ancestors"),
            E::Proof { model, against } => Happening::to(Act::Save, model).word(against),
            E::Unhurt { model, .. } => Happening::to(Act::Save, model).word("Unhurt"),
            E::Shocked { model, .. } | E::SavedFromWound { model } => Happening::to(Act::Gain, model).word("Shocked"),
            E::Wounded { model, .. } => Happening::to(Act::Out, model).word("Wounded"),
            E::TokenLost { model } => Happening::to(Act::Lose, model).word("Active"),
            E::Entangled { model } => Happening::to(Act::Gain, model).word("Entangled"),
            E::HeldOn { model } => Happening::to(Act::Save, model).word("Holds on"),
            E::WeaponChosen { .. }
            | E::RangeMeasured { .. }
            | E::TargetSeen { .. }
            | E::ReachCompared { .. }
            | E::TacticalDieUsed { .. }
            | E::Rerolled { .. }
            | E::AttackFell { .. }
            | E::DefenseFell { .. }
            | E::AttackRolled { .. }
            | E::DefenseRolled { .. }
            | E::CounterForgone { .. }
            | E::DamageRolled { .. }
            | E::ResistanceRolled { .. }
            | E::FallRolled { .. } => Happening::quiet(),

            // Adventures.
            E::CacheTaken { model, cache } => Happening::to(Act::Gain, model).word(cache),
            E::CacheDropped { model, cache, at } => Happening::to(Act::Lose, model).at(at).word(cache),
            E::CacheSecured { model, cache, .. } => Happening::to(Act::Score, model).word(cache),
            E::Kindled { model } => Happening::to(Act::Score, model).word("Beacon"),
            E::Doused { model } => Happening::to(Act::Lose, model).word("Beacon"),
            E::SilverEarned { seat, silver } => Happening::of(Act::Score).side(seat).amount(silver).word("Silver"),
            E::BattleWon { seat, .. } => Happening::of(Act::Say).side(seat).word("Victory"),
            E::BattleDrawn { .. } => Happening::of(Act::Say).word("A draw"),
            E::SignalMarked { .. } => Happening::quiet(),
        }
    }
}
