// Steps through a game by button, key, click or swipe, and follows it while it is played.
"use strict";
(() => {
  const root = document.querySelector(".game");
  const id = root.dataset.game;
  // The desk has its own streams, which are never behind the board.
  const from = root.dataset.from || "/games/";
  const board = root.querySelector(".board");
  const pieces = board.querySelector(".pieces");
  const marks = board.querySelector(".marks");
  const status = root.querySelector(".status");
  const body = root.querySelector(".moves tbody");
  const svg = "http://www.w3.org/2000/svg";
  const names = {
    K: "帥", A: "仕", B: "相", N: "傌", R: "俥", C: "炮", P: "兵",
    k: "將", a: "士", b: "象", n: "馬", r: "車", c: "砲", p: "卒",
  };
  let sheet = null;
  let shown = Number(root.dataset.count);
  const asked = new URLSearchParams(location.search).get("ply");
  let follows = asked === null;
  if (!follows) shown = Math.min(shown, Number(asked) || 0);

  const at = (square) => [square.charCodeAt(0) - 97, Number(square[1])];
  const spot = ([file, rank]) => [34 + 60 * file, 34 + 60 * (9 - rank)];
  const make = (name, attributes) => {
    const element = document.createElementNS(svg, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    return element;
  };

  const place = (fen) => {
    const position = new Map();
    fen.split("/").forEach((row, index) => {
      let file = 0;
      for (const letter of row) {
        if (letter >= "1" && letter <= "9") file += Number(letter);
        else position.set(file++ + "," + (9 - index), letter);
      }
    });
    return position;
  };

  const fenField = root.querySelector(".fen");
  const fen = (position) => {
    const rows = [];
    for (let rank = 9; rank >= 0; rank--) {
      let row = "";
      for (let file = 0; file < 9; file++) row += position.get(file + "," + rank) || "1";
      rows.push(row.replace(/1+/g, (empty) => empty.length));
    }
    return rows.join("/") + (shown % 2 ? " b" : " w");
  };

  const choices = [...root.querySelectorAll(".notation a")];
  const chosen = choices.find((link) => link.hasAttribute("aria-current"));
  let notation = chosen ? chosen.dataset.notation : "text";

  const draw = () => {
    const position = place(sheet.start);
    let last = null;
    for (const ply of sheet.plies.slice(0, shown)) {
      last = ply.move;
      if (!ply.move) continue;
      const [from, to] = [at(ply.move.slice(0, 2)), at(ply.move.slice(2, 4))].map(String);
      position.set(to, position.get(from));
      position.delete(from);
    }
    if (fenField) fenField.value = fen(position);
    pieces.replaceChildren(...[...position].filter(([, letter]) => letter).map(([square, letter]) => {
      const [x, y] = spot(square.split(",").map(Number));
      const red = letter < "a";
      const group = make("g", { class: red ? "red" : "black", transform: `translate(${x} ${y})` });
      const name = make("text", { y: 11 });
      name.textContent = names[letter] || "";
      group.append(make("circle", { r: 27 }), make("circle", { r: 23, class: "rim" }), name);
      return group;
    }));
    marks.replaceChildren(...(last ? [last.slice(0, 2), last.slice(2, 4)] : []).map((square) => {
      const [cx, cy] = spot(at(square));
      return make("circle", { cx, cy, r: 29 });
    }));
    const old = body.querySelector("[aria-current]");
    if (old) old.removeAttribute("aria-current");
    const now = body.querySelector('a[href="?ply=' + shown + '"]');
    if (now) {
      now.setAttribute("aria-current", "step");
      const list = root.querySelector(".sheet");
      // Only the list moves, never the page.
      const { top, bottom } = now.getBoundingClientRect();
      const seen = list.getBoundingClientRect();
      if (top < seen.top) list.scrollTop -= seen.top - top + 40;
      if (bottom > seen.bottom) list.scrollTop += bottom - seen.bottom + 8;
    }
  };

  const list = () => {
    body.replaceChildren();
    let row = null;
    let number = 0;
    sheet.plies.forEach((ply, index) => {
      if (ply.red || !row || row.cells[2].firstChild) {
        row = body.insertRow();
        row.insertCell().textContent = ++number;
        row.cells[0].className = "num muted";
        row.insertCell();
        row.insertCell();
      }
      const link = document.createElement("a");
      link.href = "?ply=" + (index + 1);
      link.textContent = ply[notation] || ply.text;
      row.cells[ply.red ? 1 : 2].append(link);
    });
  };

  const show = (ply) => {
    if (!sheet) return;
    shown = Math.max(0, Math.min(ply, sheet.plies.length));
    follows = shown === sheet.plies.length;
    draw();
  };

  const clockText = (ms) => {
    const left = Math.max(0, ms);
    const seconds = String(Math.floor(left / 1000) % 60).padStart(2, "0");
    const tenth = left < 20000 ? "." + (Math.floor(left / 100) % 10) : "";
    return Math.floor(left / 60000) + ":" + seconds + tenth;
  };
  let clocks = null;
  const tell = (now) => {
    // A claim or a call asks for the arbiter's forms, which only the whole page has.
    if ("wanted" in root.dataset && String(now.wanted) !== root.dataset.wanted) {
      location.reload();
      return;
    }
    status.textContent = now.status;
    clocks = { ...now, since: performance.now() - now.age_ms };
    tick();
  };
  const tick = () => {
    if (!clocks) return;
    for (const side of ["red", "black"]) {
      const ms = clocks[side + "_ms"];
      if (ms === null || ms === undefined) continue;
      const gone = clocks.runs === side ? performance.now() - clocks.since : 0;
      root.querySelector('.clock[data-side="' + side + '"]').textContent = clockText(ms - gone);
    }
  };
  setInterval(tick, 250);

  const load = async () => {
    const answer = await fetch(from + id + "/state.json");
    if (!answer.ok) return;
    sheet = await answer.json();
    if (follows) shown = sheet.plies.length;
    shown = Math.min(shown, sheet.plies.length);
    list();
    draw();
    tell(sheet);
  };

  const source = new EventSource(from + id + "/live");
  source.addEventListener("reload", load);
  source.addEventListener("update", (event) => {
    const update = JSON.parse(event.data);
    if (!sheet) return;
    const known = sheet.plies.length;
    const last = sheet.plies[known - 1];
    const same = update.count === known && (!last || last.text === update.last.text);
    if (update.count === known + 1 && notation !== "wxf") {
      sheet.plies.push(update.last);
      if (follows) shown = sheet.plies.length;
      list();
      draw();
    } else if (!same) {
      load();
      return;
    }
    tell(update);
    if (update.over) source.close();
  });
  source.addEventListener("error", () => { setTimeout(load, 1000); });

  const steps = { first: () => 0, prev: () => shown - 1, next: () => shown + 1, last: () => Infinity };
  root.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || !sheet || event.ctrlKey || event.metaKey) return;
    if (link.dataset.notation) {
      notation = link.dataset.notation;
      for (const one of choices) one.toggleAttribute("aria-current", one === link);
      list();
      draw();
      event.preventDefault();
      return;
    }
    if (link.rel in steps) show(steps[link.rel]());
    else if (link.search.startsWith("?ply=")) show(Number(link.search.slice(5)));
    else return;
    event.preventDefault();
  });
  const keys = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.key in keys)) return;
    if (event.target.closest("input, select, textarea")) return;
    event.preventDefault();
    show(steps[keys[event.key]]());
  });
  const copy = root.querySelector(".copy");
  if (copy && navigator.clipboard) {
    copy.hidden = false;
    copy.addEventListener("click", () => navigator.clipboard.writeText(fenField.value));
  }
  let touch = null;
  board.addEventListener("touchstart", (event) => { touch = event.changedTouches[0].clientX; }, { passive: true });
  board.addEventListener("touchend", (event) => {
    const way = event.changedTouches[0].clientX - touch;
    if (Math.abs(way) > 40) show(shown + (way < 0 ? 1 : -1));
  }, { passive: true });
  load();
})();
