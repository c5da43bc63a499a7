//! The games that are played with: each with the content that comes with the program, or with a player's pack on top of it.

use crate::campaign::Campaign;
use crate::{Failure, Game, all, unknown};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// Every system once.
#[derive(Clone)]
pub struct Games(Vec<Arc<dyn Game>>);

impl Default for Games {
    /// All with the content that comes with the program.
    fn default() -> Games {
        Games(all())
    }
}

impl fmt::Debug for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.0.iter().map(|game| (game.name(), game.content_hash()))).finish()
    }
}

impl Games {
    /// The same games, one of them with a player's pack. Where nobody says of which game the pack is, it is of the only
    /// one that can read it.
    ///
    /// # Errors
    /// Every problem of the pack, as the game sees it that has the least to say against it.
    pub fn with_pack(mut self, system: Option<&str>, dir: &Path) -> Result<Games, Failure> {
        let readers = match system {
            Some(name) => vec![self.named(name)?],
            None => self.0.clone(),
        };
        let (mut read, mut failed) = (Vec::new(), Vec::new());
        for game in readers {
            match game.with_pack(dir) {
                Ok(own) => read.push(own),
                Err(problems) => failed.push((game.name(), problems)),
            }
        }
        let shown = dir.display();
        match (&read[..], failed.into_iter().min_by_key(|(_, problems)| problems.len())) {
            ([own], _) => {
                for game in self.0.iter_mut().filter(|game| game.name() == own.name()) {
                    *game = Arc::clone(own);
                }
                Ok(self)
            }
            ([], Some((name, problems))) => {
                let head = format!("{shown}: the pack has mistakes, read as one of {name}:");
                let lines = std::iter::once(head).chain(problems.iter().map(ToString::to_string));
                Err(Failure { no: false, lines: lines.collect() })
            }
            _ => {
                let names: Vec<&str> = read.iter().map(|game| game.name()).collect();
                let text = format!("{shown}: this may be a pack of {}; say which", names.join(" or of "));
                Err(Failure::bad(text))
            }
        }
    }

    pub fn all(&self) -> Vec<Arc<dyn Game>> {
        self.0.clone()
    }

    /// A game by the name of its system.
    ///
    /// # Errors
    /// Says which system was meant.
    pub fn named(&self, name: &str) -> Result<Arc<dyn Game>, Failure> {
        let found = self.0.iter().find(|game| game.name() == name).cloned();
        found.ok_or_else(|| Failure::bad(unknown("system", name, self.0.iter().map(|game| game.name()))))
    }

    /// The campaign of a system.
    ///
    /// # Errors
    /// For a system without one.
    pub fn campaign(&self, name: &str) -> Result<Arc<dyn Campaign>, Failure> {
        let all: Vec<Arc<dyn Campaign>> = self.0.iter().filter_map(|game| game.campaign()).collect();
        let found = all.iter().find(|known| known.system() == name).cloned();
        found.ok_or_else(|| Failure::bad(unknown("campaign", name, all.iter().map(|known| known.system()))))
    }

    /// The campaign whose battles are followed by this system.
    pub fn following(&self, after: &str) -> Option<Arc<dyn Campaign>> {
        self.0.iter().filter_map(|game| game.campaign()).find(|known| known.after() == after)
    }
}
