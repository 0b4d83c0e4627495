// Elements.

/** @returns {any} */
export const $ = (id) => document.getElementById(id);

/** @returns {any[]} */
export const all = (selector) => [...document.querySelectorAll(selector)];

export const SVG = "http://www.w3.org/2000/svg";

// An element with a text, or with what is in it.
/** @param {any} [within] */
export function make(tag, within = "", properties = {}) {
  const element = document.createElement(tag);
  element.append(...[within].flat());
  for (const [name, value] of Object.entries(properties)) {
    if (name === "data") Object.assign(element.dataset, value);
    else if (name.startsWith("aria") || name === "role") element.setAttribute(name.replace("aria", "aria-").toLowerCase(), value);
    else element[name] = value;
  }
  return element;
}

// A button that does something.
/** @param {any} within */
export function button(within, onclick, properties = {}) {
  return make("button", within, { type: "button", onclick, ...properties });
}

// A shape.
/** @param {any} [within] */
export function draw(tag, attributes, within = "") {
  const element = document.createElementNS(SVG, tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  element.append(...[within].flat());
  return element;
}

// One of the icons of the page.
export function icon(name) {
  return draw("svg", { class: "i", viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("use", { href: `#i-${name}` }));
}

// The disc of a seat, in its colour.
export function disc(hue) {
  return make("span", "", { className: "disc", data: { hue } });
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
