//! Xiangqi game records: PGN, XQF, CBR/CBL/CBF, DhtmlXQ, UBB and more; bytes to games and back.
