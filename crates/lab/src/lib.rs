
pub mod case;
