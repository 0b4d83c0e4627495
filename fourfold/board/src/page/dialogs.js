// The dialogs: a new game with its rules, a puzzle, how to play; and the colours of the page.

import { make } from "./panels.js";

const $ = (id) => document.getElementById(id);

// Has buttons open their dialogs. `on` has what they need: the game on show with its rules, and what to
// do with a choice.
export function wireDialogs(on) {
  wire("new", "new", () => showOptions(on.game(), on.rules()), () => on.start(chosenRules(on.game())));
  wire("puzzle", "puzzle-open", () => {}, (which) => on.puzzle(which, Number($("level").value)));
  wire("how", "how-open", () => ($("how").textContent = on.game().about), () => {});
  $("theme").addEventListener("click", () => {
    const themes = ["", "light", "dark"];
    const now = themes.indexOf(document.documentElement.dataset.theme ?? "");
    setTheme(themes[(now + 1) % themes.length]);
  });
}

// Before it opens, `before` is called; `after` with the choice, unless it was given up.
function wire(name, opener, before, after) {
  const element = $(`${name}-dialog`);
  $(opener).addEventListener("click", () => {
    element.returnValue = "";
    before();
    element.showModal();
  });
  element.addEventListener("close", () => element.returnValue && after(element.returnValue));
}

function showOptions({ options }, rules) {
  const set = new Map(rules.split(",").map((setting) => setting.split("=")));
  const fields = options.map(({ name, values, default: usual }) => {
    const label = make("label", "");
    const input = make("input", "", { name, value: set.get(name) ?? usual, autocomplete: "off" });
    label.append(make("span", name.replaceAll("_", " ")), input, make("small", values));
    return label;
  });
  $("options").replaceChildren(...fields);
}

function chosenRules({ options }) {
  const inputs = [...$("options").querySelectorAll("input")];
  const changed = inputs.filter((input, i) => input.value !== options[i].default);
  return changed.map(({ name, value }) => `${name}=${value}`).join(",");
}

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  localStorage.setItem("theme", theme);
}
