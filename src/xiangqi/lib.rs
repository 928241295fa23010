//! Xiangqi (Chinese chess): rules, notation, natural limit, repetition by the 2011 rule book.
