// Results by keyboard: a key is a result, saved at once; the next board follows.
"use strict";
(() => {
  const form = document.querySelector("form.results");
  if (!form) return;
  const fields = [...form.querySelectorAll("input[name^='r-']")];
  const missing = document.getElementById("missing");
  const marks = { "2": "1", "胜": "1", "w": "1", "½": "=", "5": "=", "h": "=", "d": "=", "和": "=", "负": "0", "l": "0", "−": "-", "X": "x", "×": "x" };
  const tell = () => {
    const open = fields.filter((field) => !field.value || field.classList.contains("unconfirmed"));
    missing.textContent = open.length
      ? missing.dataset.word + open.map((field) => field.name.slice(2)).join(" ") : "";
  };
  const save = async (field) => {
    const body = new URLSearchParams({ csrf: form.elements.csrf.value, [field.name]: field.value });
    field.classList.remove("failed");
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Requested-With": "qipu" } });
      if (!answer.ok) throw new Error(String(answer.status));
      field.classList.remove("unconfirmed");
      field.classList.add("saved");
    } catch {
      field.classList.add("failed");
    }
    tell();
  };
  fields.forEach((field, index) => {
    const go = (step) => {
      const next = fields[index + step];
      if (next) { next.focus(); next.select(); }
    };
    field.addEventListener("focus", () => field.select());
    field.addEventListener("input", () => {
      const typed = field.value.trim().slice(-1);
      field.value = marks[typed] ?? typed;
      if (field.value && !"1=0+-x".includes(field.value)) field.value = "";
      save(field);
      if (field.value) go(1);
    });
    field.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      go(step);
    });
  });
  const first = fields.find((field) => !field.value && !field.disabled);
  if (first) first.focus();
})();
