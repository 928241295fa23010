// The key of a position, as the index knows it: two words of 32 bits, the lesser of the position's
// and its mirror image's.
"use strict";
const qipuKey = (() => {
  const spread = (n) => {
    n ^= n >>> 16;
    n = Math.imul(n, 0x85ebca6b);
    n ^= n >>> 13;
    n = Math.imul(n, 0xc2b2ae35);
    return (n ^ (n >>> 16)) >>> 0;
  };
  const number = (n) => {
    const high = spread((Math.imul(n, 0x9e3779b9) + 1) | 0);
    return [high, spread(Math.imul(n, 0x85ebca77) ^ high)];
  };
  const black = number(14 * 90);
  // `men`: 90 letters or null, point = rank * 9 + file. Answers the key's two words, whether they
  // are the mirror image's, and whether the position is its own mirror image.
  return (men, blackToMove) => {
    const sums = [0, 0, 0, 0];
    men.forEach((letter, point) => {
      if (!letter) return;
      const row = "KABNRCPkabnrcp".indexOf(letter);
      const other = point - (point % 9) + 8 - (point % 9);
      const [a, b] = number(row * 90 + point);
      const [c, d] = number(row * 90 + other);
      sums[0] ^= a;
      sums[1] ^= b;
      sums[2] ^= c;
      sums[3] ^= d;
    });
    const [a, b, c, d] = sums.map((n) => n >>> 0);
    const mirrored = c < a || (c === a && d < b);
    let [high, low] = mirrored ? [c, d] : [a, b];
    if (blackToMove) {
      high = (high ^ black[0]) >>> 0;
      low = (low ^ black[1]) >>> 0;
    }
    return { high, low, mirrored, symmetric: a === c && b === d };
  };
})();
