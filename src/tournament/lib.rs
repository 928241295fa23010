//! Xiangqi tournaments: regulation, entries, pairing, ranking, recording obligations, prizes.
