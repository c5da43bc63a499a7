//! A unit card with its mod attached: what one unit of a warband can do.

use crate::cards::{
    Attack, Common, Condition, InjuryBox, ModCard, Size, Stat, Test, Token, Trait, UnitCard, Verb, When,
};
use kernel::Name;
use std::sync::Arc;

/// Card and mod together (SW-MOD-01). Fixed for the whole battle.
#[derive(Debug, Clone)]
pub struct Profile {
    pub card: Arc<UnitCard>,
    pub modcard: Option<Arc<ModCard>>,
    pub title: &'static str,
    pub descriptors: Vec<Name>,
    pub level: u8,
    pub size: Size,
    /// What it costs and what an opponent scores for it (SW-MOD-07).
    pub vp: i16,
    pub stats: [i16; crate::cards::STATS],
    pub pool: [u8; 3],
    pub reclaim: [u8; 3],
    pub boxes: Vec<InjuryBox>,
    pub common: Common,
    pub attacks: Vec<Attack>,
    pub traits: Vec<Trait>,
    /// The injury box that takes each attack or trait away, if one does (SW-INJURY-12).
    pub attack_box: Vec<Option<u8>>,
    pub trait_box: Vec<Option<u8>>,
    /// Standing traits, looked at whenever modifiers are added up.
    pub standing: Vec<u8>,
    /// Longest reach of its attacks, to leave out targets early.
    pub longest: u8,
    pub living: bool,
    /// Some standing trait forbids an act to somebody.
    pub forbids: bool,
    /// Some standing trait changes a statistic of somebody.
    pub alters: bool,
}

impl Profile {
    pub fn new(card: &Arc<UnitCard>, modcard: Option<&Arc<ModCard>>) -> Profile {
        let mut profile = Profile {
            card: Arc::clone(card),
            modcard: modcard.cloned(),
            title: card.title,
            descriptors: card.descriptors.clone(),
            level: card.level,
            size: card.size,
            vp: card.vp,
            stats: card.stats,
            pool: card.pool,
            reclaim: card.reclaim,
            boxes: card.boxes.clone(),
            common: card.common.clone(),
            attacks: card.attacks.clone(),
            traits: card.traits.clone(),
            attack_box: Vec::new(),
            trait_box: Vec::new(),
            standing: Vec::new(),
            longest: 0,
            living: true,
            forbids: false,
            alters: false,
        };
        if let Some(modcard) = modcard {
            profile.attach(modcard);
        }
        profile.finish();
        profile
    }

    fn attach(&mut self, modcard: &ModCard) {
        self.vp += modcard.vp;
        for (stat, change) in self.stats.iter_mut().zip(modcard.stats) {
            *stat += change;
        }
        for color in 0..3 {
            self.pool[color] += modcard.pool[color];
            if modcard.reclaim[color] != 0 {
                self.reclaim[color] = modcard.reclaim[color];
            }
        }
        self.descriptors.extend(
            modcard
                .adds_descriptors
                .iter()
                .filter(|word| !self.descriptors.contains(word))
                .copied()
                .collect::<Vec<_>>(),
        );
        self.attacks.extend(modcard.attacks.iter().cloned());
        self.traits.extend(modcard.traits.iter().cloned());
        // Traits without a number are had or not had (SW-TRAIT-17); those with one add up (SW-TRAIT-04, SW-WARLEADER-07).
        let (own, more) = (&mut self.common, &modcard.common);
        own.fly |= more.fly;
        own.ghostly |= more.ghostly;
        own.invisible |= more.invisible;
        own.see_invisible |= more.see_invisible;
        own.shield |= more.shield;
        own.stealthy |= more.stealthy;
        own.toughness |= more.toughness;
        own.warleader += more.warleader;
        for wound in 0..crate::cards::WOUNDS {
            own.immune[wound] += more.immune[wound];
            own.vulnerable[wound] += more.vulnerable[wound];
        }
        own.immune_status.extend(more.immune_status.iter().copied());
    }

    fn finish(&mut self) {
        let boxed = |name: Name| self.boxes.iter().position(|b| *b == InjuryBox::Trait(name)).map(|at| at as u8);
        self.attack_box = self.attacks.iter().map(|attack| boxed(attack.name)).collect();
        self.trait_box = self.traits.iter().map(|t| boxed(t.name)).collect();
        self.standing =
            (0..self.traits.len()).filter(|at| self.traits[*at].when == When::Always).map(|at| at as u8).collect();
        self.longest = self.attacks.iter().map(|attack| attack.range).max().unwrap_or(0);
        let standing = |wanted: fn(&Verb) -> bool| {
            self.standing.iter().any(|at| self.traits[*at as usize].effects.iter().any(|e| wanted(&e.verb)))
        };
        (self.forbids, self.alters) =
            (standing(|verb| matches!(verb, Verb::Forbid(_))), standing(|verb| matches!(verb, Verb::StatBonus(..))));
        // SW-STATUS-21.
        self.living = !self.descriptors.iter().any(|word| matches!(word.text(), "undead" | "clockwork"));
    }

    pub fn stat(&self, stat: Stat) -> i16 {
        self.stats[stat as usize]
    }

    pub fn pool(&self, token: Token) -> u8 {
        self.pool[token as usize]
    }

    /// The words printed on the card and its size word; states are for the unit to say.
    pub fn has_word(&self, word: Name) -> bool {
        let size = match self.size {
            Size::Small => "small",
            Size::Medium => "medium",
            Size::Big => "big",
        };
        self.descriptors.contains(&word) || word.text() == size
    }

    pub fn printed(&self, test: &Test) -> bool {
        test.0.is_empty() || test.0.iter().any(|word| self.has_word(*word))
    }

    pub fn immune_to(&self, condition: Condition) -> bool {
        self.common.immune_status.iter().any(|immune| match (immune, condition) {
            (Condition::Recurring(_), Condition::Recurring(_)) => true,
            (immune, condition) => *immune == condition,
        })
    }
}
