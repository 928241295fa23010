//! Draws that come out the same on every machine and in every version.
//!
//! A draw is the SHA-256 of the seed and what is drawn, so anyone can repeat it by hand.

use sha2::{Digest, Sha256};

/// Draws for one seed.
#[derive(Debug, Clone, Copy)]
pub struct Draw {
    seed: u64,
}

impl Draw {
    /// Draws of this seed.
    pub const fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// A number below `bound` for the thing named by `what` and its `numbers`.
    ///
    /// `bound` is small (below 2^32), so the remainder's bias is below one in four thousand million.
    pub fn below(self, bound: usize, what: &str, numbers: &[u64]) -> usize {
        let mut hash = Sha256::new();
        hash.update(self.seed.to_be_bytes());
        hash.update(what.as_bytes());
        for number in numbers {
            hash.update(number.to_be_bytes());
        }
        let digest: [u8; 32] = hash.finalize().into();
        let mut first = [0; 8];
        first.copy_from_slice(&digest[..8]);
        (u64::from_be_bytes(first) % bound.max(1) as u64) as usize
    }

    /// Whether something that happens `percent` times in a hundred happens here.
    pub fn happens(self, percent: usize, what: &str, numbers: &[u64]) -> bool {
        self.below(100, what, numbers) < percent
    }
}
