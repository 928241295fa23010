// Steps through a game by button, key, click or swipe.
"use strict";
(() => {
  const game = document.getElementById("game");
  const board = game.querySelector(".board");
  const moves = game.dataset.moves.split(" ").filter(Boolean);
  const wxf = game.dataset.wxf.split(" ");
  const links = [...game.querySelectorAll(".moves [data-ply]")];
  const chinese = links.map((link) => link.textContent);
  const firstIsBlack = game.dataset.fen.split(" ")[1] === "b";
  const asked = /[#&]ply=(\d+)/.exec(location.hash);
  let shown = asked ? Number(asked[1]) : moves.length;
  let turned = false;

  const men = () => {
    const men = qipuBoard.read(game.dataset.start);
    for (const move of moves.slice(0, shown)) qipuBoard.apply(men, move);
    return men;
  };
  const fen = () => {
    const black = (shown % 2 === 1) !== firstIsBlack;
    return qipuBoard.write(men()) + (black ? " b" : " w") + " - - 0 1";
  };
  const show = (ply) => {
    shown = Math.max(0, Math.min(ply, moves.length));
    qipuBoard.draw(board, men(), { move: moves[shown - 1], turned });
    for (const link of links) link.removeAttribute("aria-current");
    const now = links[shown - 1];
    if (now) {
      now.setAttribute("aria-current", "step");
      const list = now.closest(".moves");
      if (list.scrollHeight > list.clientHeight) {
        list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
      }
    }
    game.querySelector("[data-same]").href = "../search.html#fen=" + encodeURIComponent(fen());
    history.replaceState(null, "", "#ply=" + shown);
  };
  const steps = {
    first: () => show(0),
    back: () => show(shown - 1),
    on: () => show(shown + 1),
    last: () => show(moves.length),
    turn: () => {
      turned = !turned;
      show(shown);
    },
  };
  game.addEventListener("click", (event) => {
    const target = event.target.closest("[data-ply], [data-step], [data-notation], [data-copy]");
    if (!target) return;
    const { ply, step, notation } = target.dataset;
    if (ply) show(Number(ply));
    else if (step) steps[step]();
    else if (notation) {
      const texts = { chinese, wxf, iccs: moves }[notation];
      links.forEach((link, at) => { link.textContent = texts[at]; });
      for (const button of game.querySelectorAll("[data-notation]")) {
        button.setAttribute("aria-pressed", String(button === target));
      }
    } else {
      const text = fen();
      if (navigator.clipboard) navigator.clipboard.writeText(text).catch(() => prompt("FEN", text));
      else prompt("FEN", text);
    }
  });
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.key in keys)) return;
    event.preventDefault();
    steps[keys[event.key]]();
  });
  let touch = 0;
  board.addEventListener("touchstart", (event) => { touch = event.changedTouches[0].clientX; }, { passive: true });
  board.addEventListener("touchend", (event) => {
    const way = event.changedTouches[0].clientX - touch;
    if (Math.abs(way) > 40) show(shown + (way < 0 ? 1 : -1));
  }, { passive: true });
  window.addEventListener("hashchange", () => {
    const wanted = /[#&]ply=(\d+)/.exec(location.hash);
    if (wanted) show(Number(wanted[1]));
  });
  for (const hidden of game.querySelectorAll("[hidden]")) hidden.hidden = false;
  if (asked) show(shown);
})();
