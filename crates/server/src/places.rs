//! Things that are known by a name, each with a lock of its own.
//!
//! Whoever works on one holds up nobody who wants another: the list itself is locked only while a name is looked up.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Mutex as Waiting;

#[derive(Debug)]
pub(crate) struct Places<T>(Mutex<HashMap<String, Arc<Waiting<T>>>>);

impl<T> Default for Places<T> {
    fn default() -> Places<T> {
        Places(Mutex::default())
    }
}

impl<T: Default> Places<T> {
    fn list(&self) -> MutexGuard<'_, HashMap<String, Arc<Waiting<T>>>> {
        // Nothing is called while the list is locked that could break it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The place of a name, which is made where there is none.
    pub(crate) fn of(&self, name: &str) -> Arc<Waiting<T>> {
        let mut list = self.list();
        if let Some(place) = list.get(name) {
            return Arc::clone(place);
        }
        let place = Arc::<Waiting<T>>::default();
        list.insert(name.to_owned(), Arc::clone(&place));
        place
    }

    /// The place of a name, where there is one.
    pub(crate) fn at_hand(&self, name: &str) -> Option<Arc<Waiting<T>>> {
        self.list().get(name).map(Arc::clone)
    }

    /// All names with their places.
    pub(crate) fn all(&self) -> Vec<(String, Arc<Waiting<T>>)> {
        self.list().iter().map(|(name, place)| (name.clone(), Arc::clone(place))).collect()
    }

    /// How many places there are.
    pub(crate) fn len(&self) -> usize {
        self.list().len()
    }

    /// Forgets the places that nobody is at and that need not be kept.
    pub(crate) fn tidy(&self, keep: impl Fn(&T) -> bool) {
        self.list().retain(|_, place| match Arc::get_mut(place) {
            Some(alone) => keep(alone.get_mut()),
            None => true,
        });
    }
}
