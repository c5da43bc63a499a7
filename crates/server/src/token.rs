//! Links that cannot be guessed.

const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// 128 random bits in base32: 26 letters.
///
/// # Errors
/// When the machine has no randomness to give.
pub(crate) fn fresh() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(letters(bytes))
}

fn letters(bytes: [u8; 16]) -> String {
    let bits = u128::from_be_bytes(bytes);
    (0..26).map(|at| LETTERS[(bits >> (5 * at) & 31) as usize] as char).collect()
}

/// The token of a battle that belongs to whoever holds the token of its campaign. It need not be kept anywhere: it is
/// found again from the two.
pub(crate) fn derived(token: &str, battle: &str, replay: bool) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("fray 2026 battle of a campaign");
    hasher.update(token.as_bytes()).update(battle.as_bytes()).update(&[u8::from(replay)]);
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    letters(bytes)
}

/// What the store keeps of a token. Looking a hash up tells nobody how much of a guess was right, and whoever reads the
/// store cannot sit down at a table.
pub(crate) fn hash(token: &str) -> String {
    blake3::Hasher::new().update(b"fray token").update(token.as_bytes()).finalize().to_hex().to_string()
}

#[cfg(test)]
mod tests {
    #[test]
    fn tokens_are_long_and_differ() {
        let (one, other) = (super::fresh().expect("randomness"), super::fresh().expect("randomness"));
        assert_eq!(one.len(), 26);
        assert_ne!(one, other);
        assert_ne!(super::hash(&one), one);
    }
}
