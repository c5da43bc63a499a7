//! Digests by declaration: which fields of a state make it different, in their order.

use crate::{Digest, Figure, Name, Outcome, Seat};
use space::grid::Square;
use space::inches::Spot;
use std::sync::Arc;

/// A value that knows how it stands in a digest. Structs and plain enums of a game get it with [`digest!`](crate::digest).
pub trait Digested {
    fn feed(&self, d: &mut Digest);
}

macro_rules! numbers {
    ($($type:ty),*) => { $(
        impl Digested for $type {
            fn feed(&self, d: &mut Digest) {
                d.number((*self).into());
            }
        }
    )* };
}

numbers!(i8, i16, u16, i32, u32, i64);

impl Digested for u8 {
    fn feed(&self, d: &mut Digest) {
        d.byte(*self);
    }
}

impl Digested for bool {
    fn feed(&self, d: &mut Digest) {
        d.flag(*self);
    }
}

impl Digested for str {
    fn feed(&self, d: &mut Digest) {
        d.text(self);
    }
}

impl Digested for String {
    fn feed(&self, d: &mut Digest) {
        d.text(self);
    }
}

impl Digested for Name {
    fn feed(&self, d: &mut Digest) {
        d.text(self.text());
    }
}

impl Digested for Seat {
    fn feed(&self, d: &mut Digest) {
        d.byte(self.0);
    }
}

impl Digested for Option<Seat> {
    fn feed(&self, d: &mut Digest) {
        d.seat(*self);
    }
}

impl Digested for Figure {
    fn feed(&self, d: &mut Digest) {
        d.figure(Some(*self));
    }
}

impl Digested for Option<Figure> {
    fn feed(&self, d: &mut Digest) {
        d.figure(*self);
    }
}

impl Digested for Square {
    fn feed(&self, d: &mut Digest) {
        d.byte(self.x);
        d.byte(self.y);
    }
}

impl Digested for Spot {
    fn feed(&self, d: &mut Digest) {
        for value in [self.x, self.y, self.z] {
            d.number(value.into());
        }
    }
}

impl Digested for Option<Square> {
    fn feed(&self, d: &mut Digest) {
        d.maybe(*self, |d, square| square.feed(d));
    }
}

/// No name is empty, so an empty text says that there is none.
impl Digested for Option<Name> {
    fn feed(&self, d: &mut Digest) {
        d.text(self.map_or("", Name::text));
    }
}

impl Digested for Option<u8> {
    fn feed(&self, d: &mut Digest) {
        d.number(self.map_or(-1, i64::from));
    }
}

impl Digested for Option<Outcome> {
    fn feed(&self, d: &mut Digest) {
        d.outcome(self.as_ref());
    }
}

/// With its length, so that two lists in a row cannot be taken for each other.
impl<T: Digested> Digested for Vec<T> {
    fn feed(&self, d: &mut Digest) {
        d.list(self, |d, item| item.feed(d));
    }
}

/// Its length is fixed, and so is not fed.
impl<T: Digested, const N: usize> Digested for [T; N] {
    fn feed(&self, d: &mut Digest) {
        self.iter().for_each(|item| item.feed(d));
    }
}

impl<T: Digested + ?Sized> Digested for Arc<T> {
    fn feed(&self, d: &mut Digest) {
        (**self).feed(d);
    }
}

/// Declares what of a state goes into its digest:
///
/// ```text
/// kernel::digest! {
///     Fighter { at, hearts, acted }
///     State { fighters, round; not setting }
///     enum NextStep { Pick = 0, Over = 1 }
/// }
/// ```
///
/// A struct is taken apart by name, so that a new field does not compile until it stands here too: among those that are fed,
/// in this order, or behind `not`. The numbers of an enum are its own, so that a variant put between two others does not
/// change what older records hash to; what a variant holds follows its number: `enum Place { Away = 0, On(at) = 1 }`.
#[macro_export]
macro_rules! digest {
    () => {};
    (enum $type:ident { $($variant:ident $(($field:ident))? = $number:literal),* $(,)? } $($rest:tt)*) => {
        impl $crate::Digested for $type {
            fn feed(&self, d: &mut $crate::Digest) {
                match self { $(
                    $type::$variant $(($field))? => {
                        d.byte($number);
                        $($crate::Digested::feed($field, d);)?
                    }
                )* }
            }
        }
        $crate::digest! { $($rest)* }
    };
    ($type:ident { $($field:ident),* $(,)? $(; not $($left:ident),+)? } $($rest:tt)*) => {
        impl $crate::Digested for $type {
            fn feed(&self, d: &mut $crate::Digest) {
                let $type { $($field,)* $($($left: _),+)? } = self;
                $($crate::Digested::feed($field, d);)*
            }
        }
        $crate::digest! { $($rest)* }
    };
}
