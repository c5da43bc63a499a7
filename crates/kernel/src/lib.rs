mod rule;
pub use rule::Rule;
