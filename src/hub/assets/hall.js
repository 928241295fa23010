// Keeps the hall's tiles current and their clocks running.
"use strict";
(() => {
  const hall = document.querySelector(".hall");
  if (!hall) return;
  const text = (ms) => {
    const left = Math.max(0, ms);
    const minutes = Math.floor(left / 60000);
    const seconds = String(Math.floor(left / 1000) % 60).padStart(2, "0");
    const tenth = left < 20000 ? "." + (Math.floor(left / 100) % 10) : "";
    return minutes + ":" + seconds + tenth;
  };
  const since = new WeakMap();
  const begin = (tile) => since.set(tile, performance.now() - Number(tile.dataset.age));
  document.querySelectorAll(".tile").forEach(begin);

  setInterval(() => {
    for (const tile of document.querySelectorAll(".tile[data-runs]")) {
      const time = tile.querySelector('time[data-side="' + tile.dataset.runs + '"][data-ms]');
      if (time) time.textContent = text(Number(time.dataset.ms) - (performance.now() - since.get(tile)));
    }
  }, 250);

  let again;
  const reload = () => {
    clearTimeout(again);
    again = setTimeout(() => location.reload(), 300 + Math.random() * 700);
  };
  const source = new EventSource(hall.dataset.live);
  source.addEventListener("reload", reload);
  source.addEventListener("tile", (event) => {
    const old = document.getElementById("board-" + event.lastEventId);
    if (!old) return reload();
    const made = document.createRange().createContextualFragment(event.data).firstElementChild;
    old.replaceWith(made);
    begin(made);
  });
  source.addEventListener("counts", (event) => {
    const old = document.querySelector(".counts");
    if (old) old.replaceWith(document.createRange().createContextualFragment(event.data));
  });
  // A hub that was started anew knows nothing of what was missed.
  let lost = false;
  source.addEventListener("error", () => { lost = true; });
  source.addEventListener("open", () => { if (lost) reload(); });
})();
