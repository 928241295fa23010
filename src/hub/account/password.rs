//! Passwords: argon2id.

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};

use crate::store::StoreError;

/// The hash of a password, PHC form, with a salt of its own.
pub fn hash(word: &str) -> Result<String, StoreError> {
    let hash = Argon2::default()
        .hash_password(word.as_bytes())
        .map_err(|error| StoreError::corrupt("password", error))?;
    let hash: PasswordHash = hash;
    Ok(hash.to_string())
}

/// Whether a password fits a hash.
pub fn fits(word: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| {
        Argon2::default()
            .verify_password(word.as_bytes(), &hash)
            .is_ok()
    })
}

/// Takes as long as [`fits`]: an unknown name is not told from a wrong password by the clock.
pub fn waste(word: &str) {
    const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    fits(word, NOBODY);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_fits_its_own_hash_only() {
        let hash = hash("马后炮马后炮").expect("hashing needs nothing");
        assert!(hash.starts_with("$argon2id$"), "{hash}");
        assert!(fits("马后炮马后炮", &hash));
        assert!(!fits("马后炮马后车", &hash));
        assert!(!fits("马后炮马后炮", "no hash"));
    }
}
