// Finds games by player, unit, side, opening, result and position.
"use strict";
let qipuEvent;
let qipuPositionBits;
let qipuPositions;
(() => {
  const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
  const MOST = 300;
  const form = document.getElementById("wanted");
  const found = document.getElementById("found");
  const count = document.getElementById("count");
  const results = ["", "红胜", "黑胜", "和棋"];
  let event = null;
  let bits = 0;
  // The places of the position asked for: game → ply; none when no position is asked for.
  let places = null;
  let waiting = null;

  const pad = (number, digits) => String(number).padStart(digits, "0");
  const cell = (row, text, name, link) => {
    const cell = row.insertCell();
    if (name) cell.className = name;
    if (link) {
      const anchor = document.createElement("a");
      anchor.href = link;
      anchor.textContent = text;
      cell.append(anchor);
    } else cell.textContent = text;
  };
  const search = () => {
    if (!event) return;
    const wanted = Object.fromEntries(new FormData(form));
    const player = wanted.player.trim();
    const fits = (number) => {
      const known = event.people.get(number);
      const named = !player || (/^\d+$/.test(player) ? number === Number(player) : known[1].includes(player));
      return named && (!wanted.unit || known[2] === wanted.unit);
    };
    const opening = event.openings.indexOf(wanted.opening);
    const games = event.games.map((game, at) => [game, at]).filter(([game, at]) => {
      if (places && !places.has(at)) return false;
      if (wanted.opening && game[5] !== opening) return false;
      if (wanted.result && String(game[4]) !== wanted.result) return false;
      if (wanted.side === "red") return fits(game[2]);
      if (wanted.side === "black") return fits(game[3]);
      return fits(game[2]) || fits(game[3]);
    });
    const sums = [0, 0, 0, 0];
    for (const [game] of games) sums[game[4]]++;
    count.textContent = `${games.length} 局　红胜 ${sums[1]}　和 ${sums[3]}　黑胜 ${sums[2]}`
      + (games.length > MOST ? `（列出前 ${MOST} 局）` : "");
    found.replaceChildren();
    for (const [game, at] of games.slice(0, MOST)) {
      const row = found.insertRow();
      const page = `games/${pad(game[0], 2)}-${pad(game[1], 3)}.html`;
      const ply = places ? places.get(at) : null;
      cell(row, game[0], "r");
      cell(row, game[1], "r");
      cell(row, event.people.get(game[2])[1], "red");
      cell(row, results[game[4]] || "—", "c", page + (ply === null ? "" : "#ply=" + ply));
      cell(row, event.people.get(game[3])[1]);
      cell(row, event.openings[game[5]]);
      cell(row, game[6], "r");
    }
  };

  // The board on which a position is set up.
  const editor = document.getElementById("editor");
  const fen = document.getElementById("fen");
  const next = document.getElementById("next");
  let men = qipuBoard.read(START);
  let black = false;
  let chosen = null;
  let hand = null;
  const svg = "http://www.w3.org/2000/svg";
  const board = document.createElementNS(svg, "svg");
  board.setAttribute("class", "board");
  board.setAttribute("viewBox", "0 0 560 620");
  const grid = document.createElementNS(svg, "path");
  let path = "";
  for (let rank = 0; rank < 10; rank++) path += `M40 ${40 + rank * 60}H520`;
  for (let file = 0; file < 9; file++) {
    const x = 40 + file * 60;
    path += file % 8 ? `M${x} 40V280M${x} 340V580` : `M${x} 40V580`;
  }
  for (const top of [40, 460]) path += `M220 ${top}L340 ${top + 120}M340 ${top}L220 ${top + 120}`;
  grid.setAttribute("class", "grid");
  grid.setAttribute("d", path);
  const layers = ["marks", "men"].map((name) => {
    const layer = document.createElementNS(svg, "g");
    layer.setAttribute("class", name);
    return layer;
  });
  board.append(grid, ...layers);
  editor.replaceChildren(board);

  const draw = () => {
    qipuBoard.draw(board, men, { chosen });
    fen.value = qipuBoard.write(men) + (black ? " b" : " w");
    document.getElementById("side").textContent = black ? "黑方走" : "红方走";
  };
  board.addEventListener("click", (click) => {
    const at = qipuBoard.hit(board, click);
    if (at === null) return;
    if (hand) {
      men[at] = hand;
      hand = null;
    } else if (chosen !== null && chosen !== at) {
      men[at] = men[chosen];
      men[chosen] = null;
      chosen = null;
      black = !black;
    } else chosen = chosen === at || !men[at] ? null : at;
    draw();
  });
  const on = (id, act) => document.getElementById(id).addEventListener("click", () => {
    act();
    draw();
  });
  on("start", () => {
    men = qipuBoard.read(START);
    black = false;
    chosen = null;
  });
  on("empty", () => {
    men = new Array(90).fill(null);
    chosen = null;
  });
  on("take", () => {
    if (chosen !== null) men[chosen] = null;
    chosen = null;
  });
  on("side", () => { black = !black; });
  const box = document.getElementById("box");
  for (const letter of "KABNRCPkabnrcp") {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = qipuBoard.names[letter];
    button.className = letter < "a" ? "red" : "";
    button.title = "放一枚 put one";
    button.addEventListener("click", () => {
      hand = letter;
      chosen = null;
    });
    box.append(button);
  }
  const readFen = (text) => {
    men = qipuBoard.read(text);
    black = /\sb/.test(text);
    chosen = null;
  };
  fen.addEventListener("change", () => {
    readFen(fen.value);
    draw();
  });

  const square = (at) => "abcdefghi"[at % 9] + Math.floor(at / 9);
  const told = (move, mirror) => {
    if (!mirror) return move;
    return qipuBoard.ends(move).map((at) => square(at - (at % 9) + 8 - (at % 9))).join("");
  };
  const nextMoves = (list) => {
    next.replaceChildren();
    const table = document.createElement("table");
    for (const [move, games] of list) {
      const row = table.insertRow();
      const sums = [0, 0, 0, 0];
      for (const game of games) sums[event.games[game][4]]++;
      const letter = men[qipuBoard.ends(move)[0]];
      cell(row, (qipuBoard.names[letter] || "") + " " + move);
      cell(row, `${games.length} 局`, "r");
      cell(row, `红胜 ${sums[1]}　和 ${sums[3]}　黑胜 ${sums[2]}`);
      row.addEventListener("click", () => {
        qipuBoard.apply(men, move);
        black = !black;
        draw();
        findPosition();
      });
    }
    next.append(table);
  };
  const use = (entry, key) => {
    places = new Map();
    const moves = new Map();
    for (const group of (entry || "").split(";").filter(Boolean)) {
      const [move, list] = group.split(":");
      const pairs = list.split(",").map((pair) => pair.split(".").map((n) => parseInt(n, 36)));
      for (const [game, ply] of pairs) places.set(game, ply);
      if (!move) continue;
      let name = told(move, key.mirrored);
      if (key.symmetric) name = [name, told(move, true)].sort()[0];
      moves.set(name, (moves.get(name) || []).concat(pairs.map(([game]) => game)));
    }
    nextMoves([...moves].sort((a, b) => b[1].length - a[1].length));
    search();
  };
  const loaded = new Map();
  const findPosition = () => {
    if (!event) return;
    if (qipuBoard.write(men) === START && !black) {
      places = new Map(event.games.map((_, at) => [at, 0]));
      next.replaceChildren();
      search();
      return;
    }
    const key = qipuKey(men, black);
    const number = bits ? Math.floor(key.high / 2 ** (32 - bits)) : 0;
    const name = key.high.toString(36) + key.low.toString(36).padStart(7, "0");
    waiting = () => use(loaded.get(number)[name], key);
    if (loaded.has(number)) {
      waiting();
      return;
    }
    const script = document.createElement("script");
    script.src = `data/positions/${number.toString(16).padStart(3, "0")}.js`;
    script.addEventListener("error", () => use("", key));
    document.head.append(script);
  };
  document.getElementById("find").addEventListener("click", findPosition);
  document.getElementById("forget").addEventListener("click", () => {
    places = null;
    next.replaceChildren();
    search();
  });
  form.addEventListener("input", search);
  form.addEventListener("submit", (submitted) => submitted.preventDefault());

  qipuPositionBits = (known) => { bits = known; };
  qipuPositions = (number, entries) => {
    loaded.set(number, entries);
    if (waiting) waiting();
  };
  qipuEvent = (data) => {
    event = data;
    event.people = new Map(data.players.map((player) => [player[0], player]));
    for (const game of data.games) {
      for (const number of [game[2], game[3]]) {
        if (!event.people.has(number)) event.people.set(number, [number, "№ " + number, ""]);
      }
    }
    const asked = new URLSearchParams(location.hash.slice(1));
    if (asked.has("player")) form.elements.player.value = asked.get("player");
    if (asked.has("opening")) form.elements.opening.value = asked.get("opening");
    draw();
    if (asked.has("fen")) {
      document.getElementById("by-position").open = true;
      readFen(asked.get("fen"));
      draw();
      findPosition();
    } else search();
  };
})();
