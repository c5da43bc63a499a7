//! The suite that every game must pass.

use cairn::Cairn;

pack::conformance!(Cairn);
