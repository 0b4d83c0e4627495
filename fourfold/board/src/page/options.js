// The rule options of a game, as fields.

import { make } from "./dom.js";

export function showOptions(element, { options }, rules) {
  const set = new Map(rules.split(",").map((setting) => setting.split("=")));
  element.replaceChildren(...options.map((option) => field(option, set.get(option.name) ?? option.default)));
}

function field({ name, label, choices, least, most, words, values, default: usual }, value) {
  const title = make("span", label);
  if (choices) {
    const select = make("select", choices.map((choice) => make("option", choice.replaceAll("_", "."), { value: choice })), { name });
    select.value = value;
    return make("label", [title, select]);
  }
  if (least === null) return make("label", [title, make("input", "", { name, value, autocomplete: "off" }), make("small", values)]);
  const number = make("input", "", { name, type: "number", min: least, max: most ?? "", required: true });
  const isWord = words.includes(value);
  number.value = isWord ? "" : value;
  if (words.length === 0) return make("label", [title, number]);
  const select = make("select", ["number", ...words].map((word) => make("option", word)), { ariaLabel: `${label}: a number or not`, data: { words: name } });
  select.value = isWord ? value : "number";
  const change = () => {
    const plain = select.value === "number";
    number.disabled = !plain;
    if (plain && !number.value) number.value = words.includes(usual) ? least : usual;
    if (!plain) number.value = "";
  };
  select.addEventListener("change", change);
  change();
  return make("label", [title, make("span", [select, number], { className: "row" })]);
}

// The options that are not as usual, as in `hold_turns=2,quiet_limit=none`.
export function chosenRules(element, { options }) {
  const value = (name) => {
    const words = element.querySelector(`[data-words="${name}"]`);
    return words && words.value !== "number" ? words.value : element.querySelector(`[name="${name}"]`).value;
  };
  const changed = options.filter((option) => value(option.name) !== option.default);
  return changed.map(({ name }) => `${name}=${value(name)}`).join(",");
}
