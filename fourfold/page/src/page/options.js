// The rule options of a game, as fields.

import { make, option } from "./dom.js";

/** @param {Element} element @param {Game} game */
export function showOptions(element, { options }) {
  element.replaceChildren(...options.map(field));
}

/** @param {Option} option */
function field({ name, label, about, choices, least, most, words, default: value }) {
  const title = make("span", [label, make("small", about)]);
  if (choices) {
    const named = choices.map((choice) => option([choice, choice.replace(/(?<=\d)_(?=\d)/g, ".").replaceAll("_", " ")]));
    return make("label", [title, make("select", named, { name, value })]);
  }
  const isWord = words.includes(value);
  const number = make("input", "", { name, type: "number", min: least, max: most ?? "", required: true });
  number.value = isWord ? "" : value;
  if (words.length === 0) return make("label", [title, number]);
  const kinds = ["number", ...words].map((word) => make("option", word));
  const select = make("select", kinds, { ariaLabel: `${label}: a number or not`, data: { words: name } });
  select.value = isWord ? value : "number";
  select.onchange = () => {
    number.disabled = select.value !== "number";
    number.value = number.disabled ? "" : number.value || (isWord ? least : value);
  };
  select.onchange();
  return make("label", [title, make("span", [select, number], { className: "row" })]);
}

// The options that are not as usual, as in `hold_turns=2,quiet_limit=none`.
/** @param {Element} element @param {Game} game */
export function chosenRules(element, { options }) {
  const value = (/** @type {string} */ name) => {
    const find = (/** @type {string} */ selector) => /** @type {any} */ (element.querySelector(selector));
    const words = find(`[data-words="${name}"]`);
    return words && words.value !== "number" ? words.value : find(`[name="${name}"]`).value;
  };
  const changed = options.filter((option) => value(option.name) !== option.default);
  return changed.map(({ name }) => `${name}=${value(name)}`).join(",");
}
