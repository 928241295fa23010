// A board: read from FEN, changed by moves, drawn as SVG.
"use strict";
const qipuBoard = (() => {
  const names = {
    K: "帥", A: "仕", B: "相", N: "傌", R: "俥", C: "炮", P: "兵",
    k: "將", a: "士", b: "象", n: "馬", r: "車", c: "砲", p: "卒",
  };
  const svg = "http://www.w3.org/2000/svg";
  const make = (name, attributes) => {
    const element = document.createElementNS(svg, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    return element;
  };
  const read = (fen) => {
    const men = new Array(90).fill(null);
    fen.trim().split(/\s/)[0].split("/").slice(0, 10).forEach((row, index) => {
      let file = 0;
      for (const letter of row) {
        const plain = { h: "n", e: "b", g: "k", H: "N", E: "B", G: "K" }[letter] || letter;
        if (letter >= "1" && letter <= "9") file += Number(letter);
        else if (file < 9 && names[plain]) men[(9 - index) * 9 + file++] = plain;
      }
    });
    return men;
  };
  const write = (men) => {
    const rows = [];
    for (let rank = 9; rank >= 0; rank--) {
      let row = "";
      let gap = 0;
      for (let file = 0; file < 9; file++) {
        const letter = men[rank * 9 + file];
        if (!letter) gap++;
        else {
          row += (gap || "") + letter;
          gap = 0;
        }
      }
      rows.push(row + (gap || ""));
    }
    return rows.join("/");
  };
  const point = (text) => (text.charCodeAt(1) - 48) * 9 + text.charCodeAt(0) - 97;
  const ends = (move) => [point(move.slice(0, 2)), point(move.slice(2, 4))];
  const apply = (men, move) => {
    const [from, to] = ends(move);
    men[to] = men[from];
    men[from] = null;
  };
  const place = (at, turned) => {
    const [file, rank] = [at % 9, Math.floor(at / 9)];
    return turned ? [40 + 60 * (8 - file), 40 + 60 * rank] : [40 + 60 * file, 40 + 60 * (9 - rank)];
  };
  const draw = (board, men, { move, turned, chosen } = {}) => {
    board.querySelector(".men").replaceChildren(...men.map((letter, at) => {
      if (!letter) return null;
      const [x, y] = place(at, turned);
      const side = letter < "a" ? "red" : "black";
      const group = make("g", { class: side + (at === chosen ? " chosen" : ""), transform: `translate(${x} ${y})` });
      const name = make("text", { y: 12 });
      name.textContent = names[letter];
      group.append(make("circle", { r: 27 }), make("circle", { r: 23, class: "rim" }), name);
      return group;
    }).filter(Boolean));
    board.querySelector(".marks").replaceChildren(...(move ? ends(move) : []).map((at) => {
      const [cx, cy] = place(at, turned);
      return make("circle", { cx, cy, r: 30 });
    }));
  };
  // The point nearest to a click.
  const hit = (board, event) => {
    const box = board.getBoundingClientRect();
    const scale = 560 / box.width;
    const file = Math.round(((event.clientX - box.left) * scale - 40) / 60);
    const rank = 9 - Math.round(((event.clientY - box.top) * scale - 40) / 60);
    return file >= 0 && file < 9 && rank >= 0 && rank < 10 ? rank * 9 + file : null;
  };
  return { names, read, write, apply, draw, hit, ends };
})();
