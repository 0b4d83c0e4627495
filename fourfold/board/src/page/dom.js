// Elements, and what the page says.

// How long a reason stays, in milliseconds.
const NOTICE = 4000;

/** @returns {any} */
export const $ = (id) => document.getElementById(id);

/** @returns {any[]} */
export const all = (selector) => [...document.querySelectorAll(selector)];

// An element with a text, or with what is in it.
/** @param {any} [within] */
export function make(tag, within = "", properties = {}) {
  const element = document.createElement(tag);
  element.append(...[within].flat());
  for (const [name, value] of Object.entries(properties)) {
    if (name === "data") Object.assign(element.dataset, value);
    else element[name] = value;
  }
  return element;
}

// A button that does something.
/** @param {any} within */
export function button(within, onclick, properties = {}) {
  return make("button", within, { type: "button", onclick, ...properties });
}

// A choice of a select; `[name, title]`.
export const option = ([value, title]) => make("option", title, { value });

// A shape.
/** @param {any} [within] */
export function draw(tag, attributes, within = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  element.append(...[within].flat());
  return element;
}

// The disc of a seat, in its colour.
export function disc(hue) {
  return make("span", "", { className: "disc", data: { hue } });
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

let noticed;

export function say(text) {
  clearTimeout(noticed);
  $("message").textContent = text;
}

// Says something for a while.
export function notice(text) {
  say(text);
  noticed = setTimeout(() => say(""), NOTICE);
}
