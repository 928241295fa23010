//! Electronic chess clocks on a serial line.
