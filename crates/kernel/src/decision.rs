//! Decisions by one declaration: what is asked, which answers there are, how each is written and how it reads.
//!
//! Rules ask with typed values and get typed values back ([`crate::Table::ask`]). Everybody else (a record, a board, a
//! case, the odds) reads the same declaration as data: [`Decision`] says which answers there are and which of them
//! decline, [`Declared`] puts them into words.

mod part;

pub use part::{Part, Reading, Said, Shape};

use crate::scene::Site;
use crate::{Amount, Ask, Choice, Figure, Name, Rule, Seat, System, Thing};
use std::fmt;
use std::marker::PhantomData;
use std::sync::OnceLock;

/// A kind of decision, as data.
#[derive(Debug)]
pub struct Decision {
    /// One word: `act`, `reply`. Standing orders are given by it, and cases name it.
    pub prompt: &'static str,
    /// The rule that lets the player decide, where the one who asks names no other.
    pub rule: Rule,
    pub answers: &'static [AnswerKind],
    pub traits: PromptTraits,
}

/// What else a declaration says of a prompt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PromptTraits {
    /// It asks for one of many figures that a player may want to send the same way, one after the other.
    pub together: bool,
    /// It asks for one figure and what it does, and others decide before the same is asked again.
    pub one_by_one: bool,
    /// It is asked again and again until the player has enough.
    pub repeats: bool,
    /// Deals by which a warband is put in order: one that could not fight as it stands is warned here.
    pub musters: bool,
    /// What odds take for granted when somebody who is asked this is taken to decline: `if nothing is parried`.
    pub proviso: Option<&'static str>,
}

impl PromptTraits {
    /// What nothing is said of.
    pub const PLAIN: PromptTraits =
        PromptTraits { together: false, one_by_one: false, repeats: false, musters: false, proviso: None };
}

/// One kind of answer to a decision.
#[derive(Debug)]
pub struct AnswerKind {
    /// The variant in code: `NoReply`.
    pub variant: &'static str,
    pub verb: &'static Verb,
    /// What follows the verb, in order.
    pub shape: &'static [Shape],
    /// Words of code that may stand after the verb.
    pub words: &'static [&'static [&'static str]],
    pub traits: AnswerTraits,
    /// Standing orders that mean this answer.
    pub standing: &'static [(Amount, &'static str)],
}

/// What else a declaration says of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerTraits {
    /// It leaves things as they are.
    pub declines: bool,
    /// It sends somebody away for good, which nobody does by chance.
    pub dismisses: bool,
    /// It says that enough has been decided.
    pub ends: bool,
    /// It gives the battle up.
    pub gives_up: bool,
    /// Dice decide what becomes of it, though it points at nobody.
    pub rolls: bool,
    /// The names in it say enough: `Hunting Bow`, not `Attack: Hunting Bow`.
    pub by_name: bool,
    /// What answers of this kind are called together, where their verb does not say it.
    pub called: Option<&'static str>,
}

impl AnswerTraits {
    /// What nothing is said of.
    pub const PLAIN: AnswerTraits = AnswerTraits {
        declines: false,
        dismisses: false,
        ends: false,
        gives_up: false,
        rolls: false,
        by_name: false,
        called: None,
    };
}

impl AnswerKind {
    /// What answers of this kind do, in words: `Shoot`, `Light the beacon`.
    pub fn called(&self) -> String {
        self.traits.called.map_or_else(|| crate::capital(&self.verb.text().replace('-', " ")), str::to_owned)
    }

    /// `no-reply`, as the board and bots know it.
    pub fn name(&self) -> &'static str {
        crate::kebab(self.variant)
    }

    pub fn fits(&self, choice: &Choice) -> bool {
        // A word of code has to be one of them; a name of the pack may be any.
        let known = |at: usize| match (self.words.get(at), choice.things.get(at)) {
            (Some([]), _) => true,
            (Some(words), Some(Thing::Name(name))) => words.contains(&name.text()),
            _ => true,
        };
        choice.verb == self.verb.name()
            && Shape::of(choice).eq(self.shape.iter().copied())
            && (0..self.words.len()).all(known)
    }
}

/// A standing order that a player may give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub verb: &'static str,
    pub amount: Amount,
    /// What it means, in words.
    pub label: &'static str,
}

impl Decision {
    /// Asks this of a player, by its own rule.
    pub fn to(&'static self, seat: Seat) -> Ask {
        Ask { seat, decision: self, rule: self.rule, actor: None, about: None }
    }

    /// The kind of answer that a choice is.
    pub fn kind(&self, choice: &Choice) -> Option<&'static AnswerKind> {
        self.answers.iter().find(|kind| kind.fits(choice))
    }

    pub fn declines(&self, choice: &Choice) -> bool {
        self.kind(choice).is_some_and(|kind| kind.traits.declines)
    }

    pub fn standing(&self) -> impl Iterator<Item = Standing> + use<> {
        self.answers.iter().flat_map(|kind| {
            let order =
                |(amount, label): &(Amount, &'static str)| Standing { verb: kind.verb.text(), amount: *amount, label };
            kind.standing.iter().map(order)
        })
    }
}

/// The first word of an answer, known from the first time it is asked for.
#[derive(Debug)]
pub struct Verb {
    text: &'static str,
    name: OnceLock<Name>,
}

impl Verb {
    pub const fn new(text: &'static str) -> Verb {
        Verb { text, name: OnceLock::new() }
    }

    pub fn text(&self) -> &'static str {
        self.text
    }

    pub fn name(&self) -> Name {
        *self.name.get_or_init(|| Name::of(self.text))
    }
}

/// The answers to a decision: an enum made by [`decisions!`](crate::decisions).
pub trait Answers: Clone + fmt::Debug + PartialEq + 'static {
    /// The answer as a line.
    fn choice(&self) -> Choice;

    /// The answer that a line stands for; none where it is not written like one.
    fn read(choice: &Choice) -> Option<Self>;
}

/// A prompt whose answers are a `D`.
pub struct Prompt<D> {
    pub decision: &'static Decision,
    answers: PhantomData<fn() -> D>,
}

impl<D: Answers> Prompt<D> {
    pub const fn new(decision: &'static Decision) -> Prompt<D> {
        Prompt { decision, answers: PhantomData }
    }

    /// Asks this of a player.
    pub fn to(self, seat: Seat) -> Asked<D> {
        Asked { ask: self.decision.to(seat), answers: PhantomData }
    }

    /// Whether this is what is asked.
    pub fn is(self, ask: &Ask) -> bool {
        std::ptr::eq(ask.decision, self.decision)
    }

    /// The answer that a choice stands for, if this is what is asked.
    pub fn answer(self, ask: &Ask, choice: &Choice) -> Option<D> {
        if self.is(ask) { D::read(choice) } else { None }
    }
}

impl<D> Clone for Prompt<D> {
    fn clone(&self) -> Prompt<D> {
        *self
    }
}

impl<D> Copy for Prompt<D> {}

impl<D> fmt::Debug for Prompt<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.decision.prompt)
    }
}

/// A prompt on its way to a player: who is asked, by which rule, and whom it is about.
pub struct Asked<D> {
    pub ask: Ask,
    answers: PhantomData<fn() -> D>,
}

impl<D> Asked<D> {
    /// The rule that lets the player decide this time.
    #[must_use]
    pub fn by(mut self, rule: Rule) -> Asked<D> {
        self.ask.rule = rule;
        self
    }

    #[must_use]
    pub fn actor(mut self, figure: Figure) -> Asked<D> {
        self.ask.actor = Some(figure);
        self
    }

    #[must_use]
    pub fn about(mut self, figure: impl Into<Option<Figure>>) -> Asked<D> {
        self.ask.about = figure.into();
        self
    }
}

impl<D> fmt::Debug for Asked<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ask.fmt(f)
    }
}

/// A prompt in the words of its system.
pub struct Declared<S: System> {
    pub decision: &'static Decision,
    /// What is decided, after the name of the figure it is decided for: `Gray Wolf: which injury does it take?`
    pub heading: fn(&S::State, &Ask) -> String,
    /// An answer in the words of a button; none where the choice is no answer to this.
    pub label: fn(&S::State, &Ask, &Choice) -> Option<String>,
    /// What an answer takes away, in words that follow its label.
    pub price: fn(&S::State, &Ask, &Choice) -> Option<String>,
    /// What an answer puts on the board, at the place it names: its size is what counts.
    pub footprint: fn(&S::State, &Ask) -> Option<Site>,
    /// Why it is asked, in one plain sentence.
    pub why: fn(&S::State, &Ask) -> Option<String>,
    /// What an answer does, in one plain sentence, where its label does not say enough.
    pub does: fn(&S::State, &Ask, &Choice) -> Option<String>,
}

impl<S: System> fmt::Debug for Declared<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.decision.prompt)
    }
}

/// Every prompt of a system.
pub fn all<S: System>() -> impl Iterator<Item = &'static Declared<S>> {
    S::decisions().iter().flat_map(|chapter| chapter.iter())
}

/// A prompt by its word.
pub fn named<S: System>(prompt: &str) -> Option<&'static Declared<S>> {
    all::<S>().find(|declared| declared.decision.prompt == prompt)
}

/// The words of what is asked.
pub fn declared<S: System>(ask: &Ask) -> Option<&'static Declared<S>> {
    all::<S>().find(|declared| std::ptr::eq(declared.decision, ask.decision))
}

/// Makes the words of every answer known: a line may only hold words that are, so that nobody can fill the memory with
/// nonsense. Called when content is loaded.
pub fn know<S: System>() {
    for declared in all::<S>() {
        for kind in declared.decision.answers {
            kind.verb.name();
            for word in kind.words.iter().copied().flatten() {
                Name::of(word);
            }
        }
    }
}

/// Declares decisions of a system:
///
/// ```text
/// decisions! { REPLIES: Sellsword, State;
///     /// Whether somebody replies to a step or an attack.
///     Reply asked as REPLY "reply" by SW::REACT_02 = "a reply to {about}?" {
///         With { unit: Figure } = "reply": "{unit} replies" [price "green token", always "Always reply"];
///         Pass = "pass": "No reply" [declines, always "Never reply"];
///     }
/// }
/// ```
///
/// - `Reply` is the enum of answers, `REPLY` the [`Prompt`] that asks for one, `"reply"` its word. Several prompts may share
///   their answers: `Again asked as HIT "reroll-hit" by … = "…", MISS "reroll-miss" by … = "…" { … }`.
/// - An answer is written as its verb and its fields, in order. In a label `{field}` stands for a field.
/// - A heading or label in parentheses is a function: `(heading)` takes the state and the [`Ask`], `(label)` the answer, the
///   state and the [`Ask`]; `price (cost)` likewise, and says an `Option`.
/// - After a heading: `[why "…", together, one_by_one, repeats, musters, proviso "…", footprint (size)]`. After a label:
///   `[does "…", declines, dismisses, ends, gives_up, rolls, by_name, called "…", always "…", most "…", least "…", price "…"]`.
/// - `why` says in one sentence why it is asked, `does` what an answer does: words for somebody who has not read the book.
///   In parentheses they are functions that say an `Option`.
/// - `REPLIES` lists the prompts with their words; `System::decisions` lists such lists.
#[macro_export]
macro_rules! decisions {
    ($(#[$list_meta:meta])* $list:ident: $system:ty, $state:ty; $(
        $(#[$meta:meta])* $name:ident asked as
        $($(#[$prompt_meta:meta])* $prompt:ident $word:literal by $rule:path = $heading:tt $([$($about:tt)*])?),+ {
            $($(#[$variant_meta:meta])* $variant:ident $({ $($field:ident : $type:ty),+ $(,)? })? = $verb:literal :
                $label:tt $([$($more:tt)*])?;)+
        }
    )*) => {
        $(
            $(#[$meta])*
            #[allow(unreachable_pub, reason = "a system decides how far its decisions are seen")]
            #[derive(Clone, Debug, PartialEq, Eq)]
            pub enum $name { $($(#[$variant_meta])* $variant $({ $($field: $type),+ })?),+ }

            impl $crate::decision::Answers for $name {
                fn choice(&self) -> $crate::Choice {
                    match self { $(
                        $name::$variant $({ $($field),+ })? => {
                            static VERB: $crate::decision::Verb = $crate::decision::Verb::new($verb);
                            #[allow(unused_mut, reason = "a verb alone takes nothing more")]
                            let mut line = $crate::Choice::new(VERB.name(), &[]);
                            $($($crate::decision::Part::put($field, &mut line);)+)?
                            line
                        }
                    )+ }
                }

                fn read(choice: &$crate::Choice) -> Option<$name> {
                    $({
                        static VERB: $crate::decision::Verb = $crate::decision::Verb::new($verb);
                        if choice.verb == VERB.name() {
                            #[allow(unused_mut, reason = "a verb alone takes nothing more")]
                            let mut reading = $crate::decision::Reading::of(choice);
                            #[allow(unused_mut, reason = "a verb alone reads nothing")]
                            let mut read = || Some($name::$variant $({
                                $($field: <$type as $crate::decision::Part>::take(&mut reading)?),+
                            })?);
                            if let Some(answer) = read()
                                && reading.is_done()
                            {
                                return Some(answer);
                            }
                        }
                    })+
                    None
                }
            }

            #[allow(unreachable_pub, reason = "a system decides how far its decisions are seen")]
            impl $name {
                const KINDS: &'static [$crate::decision::AnswerKind] = &[$($crate::decision::AnswerKind {
                    variant: stringify!($variant),
                    verb: {
                        static VERB: $crate::decision::Verb = $crate::decision::Verb::new($verb);
                        &VERB
                    },
                    shape: &[$($(<$type as $crate::decision::Part>::SHAPE),+)?],
                    words: &[$($(<$type as $crate::decision::Part>::WORDS),+)?],
                    traits: $crate::answer_traits_of!({ $crate::decision::AnswerTraits::PLAIN } $($($more)*)?),
                    standing: $crate::standing_of!([] $($($more)*)?),
                }),+];

                /// The answer in the words of a button.
                pub fn label(&self, state: &$state, ask: &$crate::Ask) -> String {
                    let _ = (state, ask);
                    match self { $(
                        $name::$variant $({ $($field),+ })? => {
                            $($(let _ = $field;)+)?
                            $crate::label_of!(self, state, ask, $label, $($($field: $type),+)?)
                        }
                    )+ }
                }

                /// What it does, in words.
                pub fn does(&self, state: &$state, ask: &$crate::Ask) -> Option<String> {
                    let _ = (state, ask);
                    match self { $(
                        $name::$variant $({ $($field),+ })? => {
                            $($(let _ = $field;)+)?
                            $crate::does_of!(self, state, ask, [$($($field: $type),+)?] $($($more)*)?)
                        }
                    )+ }
                }

                /// What it takes away, in words.
                pub fn price(&self, state: &$state, ask: &$crate::Ask) -> Option<String> {
                    let _ = (state, ask);
                    match self { $(
                        $name::$variant $({ $($field: _),+ })? => $crate::price_of!(self, state, ask, $($($more)*)?),
                    )+ }
                }
            }

            $(
                $(#[$prompt_meta])*
                #[allow(unreachable_pub, reason = "a system decides how far its decisions are seen")]
                pub const $prompt: $crate::decision::Prompt<$name> = $crate::decision::Prompt::new({
                    static DECISION: $crate::decision::Decision = $crate::decision::Decision {
                        prompt: $word,
                        rule: $rule,
                        answers: $name::KINDS,
                        traits: $crate::traits_of!({ $crate::decision::PromptTraits::PLAIN } $($($about)*)?),
                    };
                    &DECISION
                });
            )+
        )*

        $(#[$list_meta])*
        #[allow(unreachable_pub, reason = "a system decides how far its decisions are seen")]
        pub const $list: &[$crate::decision::Declared<$system>] = &[$($(
            $crate::decision::Declared {
                decision: $prompt.decision,
                heading: |state, ask| {
                    let _ = (state, ask);
                    $crate::decision::titled(state, ask, &$crate::heading_of!(state, ask, $heading))
                },
                label: |state, ask, choice| {
                    <$name as $crate::decision::Answers>::read(choice).map(|answer| answer.label(state, ask))
                },
                price: |state, ask, choice| {
                    <$name as $crate::decision::Answers>::read(choice).and_then(|answer| answer.price(state, ask))
                },
                footprint: |state, ask| {
                    let _ = (state, ask);
                    $crate::footprint_of!(state, ask, $($($about)*)?)
                },
                why: |state, ask| {
                    let _ = (state, ask);
                    $crate::why_of!(state, ask, $($($about)*)?)
                },
                does: |state, ask, choice| {
                    <$name as $crate::decision::Answers>::read(choice).and_then(|answer| answer.does(state, ask))
                },
            },
        )+)*];
    };
}

/// What the declaration of an answer says after the label, word by word.
#[doc(hidden)]
#[macro_export]
macro_rules! answer_traits_of {
    ({ $said:expr }) => { $said };
    ({ $said:expr } declines $($rest:tt)*) => { $crate::answer_traits_of!(@ $said, declines, true; $($rest)*) };
    ({ $said:expr } dismisses $($rest:tt)*) => { $crate::answer_traits_of!(@ $said, dismisses, true; $($rest)*) };
    ({ $said:expr } ends $($rest:tt)*) => { $crate::answer_traits_of!(@ $said, ends, true; $($rest)*) };
    ({ $said:expr } gives_up $($rest:tt)*) => { $crate::answer_traits_of!(@ $said, gives_up, true; $($rest)*) };
    ({ $said:expr } rolls $($rest:tt)*) => { $crate::answer_traits_of!(@ $said, rolls, true; $($rest)*) };
    ({ $said:expr } by_name $($rest:tt)*) => { $crate::answer_traits_of!(@ $said, by_name, true; $($rest)*) };
    ({ $said:expr } called $text:literal $($rest:tt)*) => {
        $crate::answer_traits_of!(@ $said, called, Some($text); $($rest)*)
    };
    ({ $said:expr } $other:tt $($rest:tt)*) => { $crate::answer_traits_of!({ $said } $($rest)*) };
    (@ $said:expr, $word:ident, $value:expr; $($rest:tt)*) => {
        $crate::answer_traits_of!({ $crate::decision::AnswerTraits { $word: $value, ..$said } } $($rest)*)
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! standing_of {
    ([$($found:tt)*]) => { &[$($found)*] };
    ([$($found:tt)*] always $label:literal $($rest:tt)*) => {
        $crate::standing_of!([$($found)* ($crate::Amount::Only, $label),] $($rest)*)
    };
    ([$($found:tt)*] most $label:literal $($rest:tt)*) => {
        $crate::standing_of!([$($found)* ($crate::Amount::Most, $label),] $($rest)*)
    };
    ([$($found:tt)*] least $label:literal $($rest:tt)*) => {
        $crate::standing_of!([$($found)* ($crate::Amount::Least, $label),] $($rest)*)
    };
    ([$($found:tt)*] $other:tt $($rest:tt)*) => { $crate::standing_of!([$($found)*] $($rest)*) };
}

#[doc(hidden)]
#[macro_export]
macro_rules! traits_of {
    ({ $said:expr }) => { $said };
    ({ $said:expr } together $($rest:tt)*) => { $crate::traits_of!(@ $said, together, true; $($rest)*) };
    ({ $said:expr } one_by_one $($rest:tt)*) => { $crate::traits_of!(@ $said, one_by_one, true; $($rest)*) };
    ({ $said:expr } repeats $($rest:tt)*) => { $crate::traits_of!(@ $said, repeats, true; $($rest)*) };
    ({ $said:expr } musters $($rest:tt)*) => { $crate::traits_of!(@ $said, musters, true; $($rest)*) };
    ({ $said:expr } proviso $text:literal $($rest:tt)*) => { $crate::traits_of!(@ $said, proviso, Some($text); $($rest)*) };
    ({ $said:expr } $other:tt $($rest:tt)*) => { $crate::traits_of!({ $said } $($rest)*) };
    (@ $said:expr, $word:ident, $value:expr; $($rest:tt)*) => {
        $crate::traits_of!({ $crate::decision::PromptTraits { $word: $value, ..$said } } $($rest)*)
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! heading_of {
    ($state:ident, $ask:ident, ($heading:path)) => {
        $heading($state, $ask)
    };
    ($state:ident, $ask:ident, $heading:literal) => {
        $crate::decision::heading($state, $ask, $heading)
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! label_of {
    ($answer:ident, $state:ident, $ask:ident, ($label:path), $($field:ident : $type:ty),*) => {
        $label($answer, $state, $ask)
    };
    ($answer:ident, $state:ident, $ask:ident, $label:literal, $($field:ident : $type:ty),*) => {
        $crate::decision::labelled($label, |key| {
            $(if key == stringify!($field) {
                return Some(<$type as $crate::decision::Said<_>>::said($field, $state, $ask));
            })*
            let _ = key;
            None
        })
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! price_of {
    ($answer:ident, $state:ident, $ask:ident,) => { None };
    ($answer:ident, $state:ident, $ask:ident, price ($price:path) $($rest:tt)*) => { $price($answer, $state, $ask) };
    ($answer:ident, $state:ident, $ask:ident, price $price:literal $($rest:tt)*) => { Some(String::from($price)) };
    ($answer:ident, $state:ident, $ask:ident, $other:tt $($rest:tt)*) => {
        $crate::price_of!($answer, $state, $ask, $($rest)*)
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! footprint_of {
    ($state:ident, $ask:ident,) => { None };
    ($state:ident, $ask:ident, footprint ($size:path) $($rest:tt)*) => { $size($state, $ask) };
    ($state:ident, $ask:ident, $other:tt $($rest:tt)*) => { $crate::footprint_of!($state, $ask, $($rest)*) };
}

#[doc(hidden)]
#[macro_export]
macro_rules! why_of {
    ($state:ident, $ask:ident,) => { None };
    ($state:ident, $ask:ident, why ($why:path) $($rest:tt)*) => { $why($state, $ask) };
    ($state:ident, $ask:ident, why $why:literal $($rest:tt)*) => {
        Some($crate::capital(&$crate::decision::heading($state, $ask, $why)))
    };
    ($state:ident, $ask:ident, $other:tt $($rest:tt)*) => { $crate::why_of!($state, $ask, $($rest)*) };
}

#[doc(hidden)]
#[macro_export]
macro_rules! does_of {
    ($answer:ident, $state:ident, $ask:ident, [$($fields:tt)*]) => { None };
    ($answer:ident, $state:ident, $ask:ident, [$($fields:tt)*] does ($does:path) $($rest:tt)*) => {
        $does($answer, $state, $ask)
    };
    ($answer:ident, $state:ident, $ask:ident, [$($fields:tt)*] does $does:literal $($rest:tt)*) => {
        Some($crate::label_of!($answer, $state, $ask, $does, $($fields)*))
    };
    ($answer:ident, $state:ident, $ask:ident, [$($fields:tt)*] $other:tt $($rest:tt)*) => {
        $crate::does_of!($answer, $state, $ask, [$($fields)*] $($rest)*)
    };
}

/// A heading with the figures it names: `{about}`, `{actor}`.
pub fn heading<St: crate::Speaks>(state: &St, ask: &Ask, template: &str) -> String {
    crate::fill(template, |key| {
        let figure = match key {
            "about" => ask.about,
            "actor" => ask.actor,
            _ => return None,
        };
        Some(figure.map_or_else(String::new, |figure| state.figure_name(figure)))
    })
}

/// A heading after the name of the figure that acts.
pub fn titled<St: crate::Speaks>(state: &St, ask: &Ask, what: &str) -> String {
    match ask.actor {
        Some(actor) => format!("{}: {what}", state.figure_name(actor)),
        None => crate::capital(what),
    }
}

/// A label: what fills it may begin it, so its first letter is made large.
pub fn labelled(template: &str, say: impl FnMut(&str) -> Option<String>) -> String {
    crate::capital(&crate::fill(template, say))
}
