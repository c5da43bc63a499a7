//! Events by one declaration: the fields, their names for cases and bots, and the sentence for people.

use crate::{Fields, Figure, Modifiers, Name, Seat};
use space::grid::Square;

/// A value that an event can hold: how it is written for programs and how it reads in a sentence.
pub trait Field<St: ?Sized> {
    fn put(&self, key: &'static str, state: &St, fields: &mut Fields);
    fn say(&self, state: &St) -> String;
}

/// How a state calls its figures and seats in sentences.
pub trait Speaks: crate::Tags {
    fn figure_name(&self, figure: Figure) -> String;
    fn seat_name(&self, seat: Seat) -> String;

    /// What a name of the pack is called; of two things with one name it is the one of `actor`.
    fn name_title(&self, actor: Option<Figure>, name: Name) -> String {
        let _ = actor;
        capital(&name.text().replace('-', " "))
    }
}

/// The text with its first letter made large.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl<St: Speaks> Field<St> for Figure {
    fn put(&self, key: &'static str, state: &St, fields: &mut Fields) {
        fields.figure(key, *self, state);
    }
    fn say(&self, state: &St) -> String {
        state.figure_name(*self)
    }
}

impl<St: Speaks> Field<St> for Seat {
    fn put(&self, key: &'static str, _: &St, fields: &mut Fields) {
        fields.seat(key, *self);
    }
    fn say(&self, state: &St) -> String {
        state.seat_name(*self)
    }
}

impl<St> Field<St> for Name {
    fn put(&self, key: &'static str, _: &St, fields: &mut Fields) {
        fields.name(key, *self);
    }
    fn say(&self, _: &St) -> String {
        let mut words = String::new();
        for (at, word) in self.text().split('-').enumerate() {
            if at > 0 {
                words.push(' ');
            }
            let mut letters = word.chars();
            words.extend(letters.next().map(|first| first.to_ascii_uppercase()));
            words.push_str(letters.as_str());
        }
        words
    }
}

impl<St> Field<St> for Square {
    fn put(&self, key: &'static str, _: &St, fields: &mut Fields) {
        fields.square(key, *self);
    }
    fn say(&self, _: &St) -> String {
        self.to_string()
    }
}

impl<St> Field<St> for i32 {
    fn put(&self, key: &'static str, _: &St, fields: &mut Fields) {
        fields.number(key, *self);
    }
    fn say(&self, _: &St) -> String {
        self.to_string()
    }
}

impl<St> Field<St> for bool {
    fn put(&self, key: &'static str, _: &St, fields: &mut Fields) {
        fields.flag(key, *self);
    }
    fn say(&self, _: &St) -> String {
        self.to_string()
    }
}

impl<St> Field<St> for &'static str {
    fn put(&self, key: &'static str, _: &St, fields: &mut Fields) {
        fields.text(key, *self);
    }
    fn say(&self, _: &St) -> String {
        (*self).to_string()
    }
}

impl<St> Field<St> for Modifiers {
    fn put(&self, key: &'static str, _: &St, fields: &mut Fields) {
        fields.modifiers(key, *self);
    }
    fn say(&self, _: &St) -> String {
        let items: Vec<String> = self.list().iter().map(|m| format!("{} {:+}", m.label, m.amount)).collect();
        if items.is_empty() { String::new() } else { format!(" ({})", items.join(", ")) }
    }
}

/// So many of something, in words that fit the number: `1 wound`, `3 wounds`.
pub fn so_many(count: impl TryInto<i64>, one: &str, many: &str) -> String {
    let count = count.try_into().unwrap_or(i64::MAX);
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Declares numbers that a sentence says with what is counted, one or several:
///
/// ```text
/// counted! { Wounds: "1 wound", "wounds"; Times: "once", "times"; }
/// ```
#[macro_export]
macro_rules! counted {
    ($($(#[$doc:meta])* $name:ident: $one:literal, $many:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(pub i32);

        impl<St: ?Sized> $crate::Field<St> for $name {
            fn put(&self, key: &'static str, _: &St, fields: &mut $crate::Fields) {
                fields.number(key, self.0);
            }

            fn say(&self, _: &St) -> String {
                if self.0 == 1 { $one.to_owned() } else { format!(concat!("{} ", $many), self.0) }
            }
        }
    )*};
}

/// Fills `{field}` places of a template.
pub fn fill(template: &str, mut say: impl FnMut(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((key, tail)) = after.split_once('}') else {
            out.push('{');
            rest = after;
            continue;
        };
        match say(key) {
            Some(text) => out.push_str(&text),
            None => {
                out.push('{');
                out.push_str(key);
                out.push('}');
            }
        }
        rest = tail;
    }
    out.push_str(rest);
    out
}

/// Declares the events of a system:
///
/// ```text
/// events! { Sellsword, State:
///     Entered = "{unit} enters at {at}" { unit: Figure, at: Square };
/// }
/// ```
///
/// An event's name for cases is the variant in lower case with hyphens. Behind its fields may stand what it tells of a roll:
/// `[rolls D20]` (the dice that fell; in parentheses an expression of the fields), `[opens]`, `[answers]` or `[settles]` an
/// opposed roll (`[duel (…)]` where that hangs on its fields), `[margin by]` the field that says by how much,
/// `[verdict (…)]` what it means to somebody who asked for the odds.
///
/// `events! { Game, State, rolls: … }` adds the events of rolls that tell themselves: see
/// [`Table::throw`](crate::Table::throw) and [`Table::contest`](crate::Table::contest).
#[macro_export]
macro_rules! events {
    ($system:ty, $state:ty, rolls: $($told:tt)*) => {
        $crate::events! { $system, $state:
            /// A roll that needs no number.
            Rolled = "{who} rolls {total}{modifiers} for {what}" {
                who: $crate::rolls::Roller, what: &'static str, throw: $crate::Throw, rolled: i32,
                modifiers: $crate::Modifiers, total: i32,
            } [rolls (*throw)];
            /// A roll that has to reach a number.
            Tested = "{who} rolls {total}{modifiers} for {what}, which needs {needed}: {result}" {
                who: $crate::rolls::Roller, what: &'static str, throw: $crate::Throw, rolled: i32,
                modifiers: $crate::Modifiers, total: i32, needed: i32, result: &'static str,
            } [rolls (*throw), verdict ($crate::rolls::verdict(result))];
            /// The first half of a contest.
            Opened = "{who} rolls {total}{modifiers} for {what}" {
                who: $crate::rolls::Roller, what: &'static str, throw: $crate::Throw, rolled: i32,
                modifiers: $crate::Modifiers, total: i32,
            } [rolls (*throw), opens];
            /// The second half of a contest.
            Answered = "{who} rolls {total}{modifiers} for {what}" {
                who: $crate::rolls::Roller, what: &'static str, throw: $crate::Throw, rolled: i32,
                modifiers: $crate::Modifiers, total: i32,
            } [rolls (*throw), answers];
            /// How a contest ended.
            Settled = "{by} {result} {at}" {
                by: $crate::rolls::Roller, at: $crate::rolls::Roller, result: &'static str, margin: i32,
            } [settles, margin margin, verdict ($crate::rolls::verdict(result))];
            $($told)*
        }

        impl $crate::rolls::TellsRolls for Event {
            fn thrown(thrown: $crate::rolls::Thrown) -> Event {
                let (who, total) = (thrown.roller(), thrown.total());
                let $crate::Roll { name: what, throw, modifiers, target, .. } = thrown.roll;
                let (rolled, result) = (thrown.value, $crate::rolls::reached(thrown.made()));
                match target {
                    Some(needed) => {
                        let needed = needed.into();
                        Event::Tested { who, what, throw, rolled, modifiers, total, needed, result }
                    }
                    None => Event::Rolled { who, what, throw, rolled, modifiers, total },
                }
            }

            fn opened(thrown: $crate::rolls::Thrown) -> Event {
                let (who, total, rolled) = (thrown.roller(), thrown.total(), thrown.value);
                let $crate::Roll { name: what, throw, modifiers, .. } = thrown.roll;
                Event::Opened { who, what, throw, rolled, modifiers, total }
            }

            fn answered(thrown: $crate::rolls::Thrown) -> Event {
                let (who, total, rolled) = (thrown.roller(), thrown.total(), thrown.value);
                let $crate::Roll { name: what, throw, modifiers, .. } = thrown.roll;
                Event::Answered { who, what, throw, rolled, modifiers, total }
            }

            fn settled(by: $crate::rolls::Roller, at: $crate::rolls::Roller, margin: i32) -> Event {
                Event::Settled { by, at, result: $crate::rolls::against(margin), margin }
            }
        }
    };
    ($system:ty, $state:ty: $(
        $(#[$doc:meta])* $variant:ident = $template:literal { $($field:ident : $type:ty),* $(,)? } $([$($more:tt)*])?;
    )*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(clippy::large_enum_variant, reason = "events are made only when somebody listens")]
        pub enum Event { $($(#[$doc])* $variant { $($field: $type),* }),* }

        impl $crate::EventText<$system> for Event {
            fn name(&self) -> &'static str {
                match self { $(Event::$variant { .. } => $crate::kebab(stringify!($variant))),* }
            }

            fn fields(&self, state: &$state, fields: &mut $crate::Fields) {
                let _ = (state, &fields);
                match self {
                    $(Event::$variant { $($field),* } => {
                        $($crate::Field::<$state>::put($field, stringify!($field), state, fields);)*
                    })*
                }
            }

            fn rolls(&self) -> Option<$crate::Throw> {
                match self { $(Event::$variant { $($field),* } => {
                    $(let _ = $field;)*
                    $crate::rolls_of!($($($more)*)?)
                })* }
            }

            fn duel(&self) -> Option<$crate::board::Duel> {
                match self { $(Event::$variant { $($field),* } => {
                    $(let _ = $field;)*
                    $crate::duel_of!($($($more)*)?)
                })* }
            }

            fn margin(&self) -> Option<i32> {
                match self { $(Event::$variant { $($field),* } => {
                    $(let _ = $field;)*
                    $crate::margin_of!($($($more)*)?)
                })* }
            }

            fn verdict(&self) -> Option<$crate::board::Verdict> {
                match self { $(Event::$variant { $($field),* } => {
                    $(let _ = $field;)*
                    $crate::verdict_of!($($($more)*)?)
                })* }
            }

            fn sentence(&self, state: &$state) -> String {
                let _ = state;
                match self {
                    $(Event::$variant { $($field),* } => $crate::fill($template, |key| {
                        $(if key == stringify!($field) { return Some($crate::Field::<$state>::say($field, state)); })*
                        let _ = key;
                        None
                    })),*
                }
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! rolls_of {
    () => { None };
    (rolls $throw:tt $($rest:tt)*) => { Some($throw) };
    ($other:tt $($rest:tt)*) => { $crate::rolls_of!($($rest)*) };
}

#[doc(hidden)]
#[macro_export]
macro_rules! duel_of {
    () => { None };
    (opens $($rest:tt)*) => { Some($crate::board::Duel::Opens) };
    (answers $($rest:tt)*) => { Some($crate::board::Duel::Answers) };
    (settles $($rest:tt)*) => { Some($crate::board::Duel::Settles) };
    (duel $half:tt $($rest:tt)*) => { Some($half) };
    ($other:tt $($rest:tt)*) => { $crate::duel_of!($($rest)*) };
}

#[doc(hidden)]
#[macro_export]
macro_rules! margin_of {
    () => { None };
    (margin $by:ident $($rest:tt)*) => { Some(*$by) };
    ($other:tt $($rest:tt)*) => { $crate::margin_of!($($rest)*) };
}

#[doc(hidden)]
#[macro_export]
macro_rules! verdict_of {
    () => { None };
    (verdict $verdict:tt $($rest:tt)*) => { $verdict };
    ($other:tt $($rest:tt)*) => { $crate::verdict_of!($($rest)*) };
}

/// `StatusGained` is `status-gained`.
pub fn kebab(variant: &str) -> &'static str {
    let mut out = String::new();
    for c in variant.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push('-');
        }
        out.push(c.to_ascii_lowercase());
    }
    crate::keep(&out)
}
