// Elements, and what the page says.

/** @returns {any} */
export const $ = (/** @type {string} */ id) => document.getElementById(id);

/** @returns {any[]} */
export const all = (/** @type {string} */ selector) => [...document.querySelectorAll(selector)];

// An element with a text, or with what is in it.
/** @param {string} tag @param {any} [within] @param {any} [properties] @returns {any} */
export function make(tag, within = "", properties = {}) {
  const element = document.createElement(tag);
  element.append(...[within].flat());
  for (const [name, value] of Object.entries(properties)) {
    if (name === "data") Object.assign(element.dataset, value);
    else /** @type {any} */ (element)[name] = value;
  }
  return element;
}

// A button that does something.
/** @param {any} within @param {() => unknown} onclick @param {any} [properties] */
export const button = (within, onclick, properties = {}) => make("button", within, { type: "button", onclick, ...properties });

// A choice of a select.
/** @param {[value: string, title: string]} choice */
export const option = ([value, title]) => make("option", title, { value });

// A shape.
/** @param {string} tag @param {Record<string, any>} attributes @param {any} [within] */
export function draw(tag, attributes, within = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  element.append(...[within].flat());
  return element;
}

// The disc of a seat, in its colour.
/** @param {string} hue */
export const disc = (hue) => make("span", "", { className: "disc", data: { hue } });

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// A number of things: `1 card`, `2 cards`.
/** @param {number} count @param {string} what */
export const many = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

// Whether another value is being typed in a field than it showed.
/** @param {any} field */
export function isTyped(field) {
  return field === document.activeElement && field.matches("input, textarea") && field.value !== field.defaultValue;
}

// Shows a value in a field, unless another is being typed there.
/** @param {any} field @param {string} value */
export function show(field, value) {
  if (!isTyped(field) || field.value === value) [field.defaultValue, field.value] = [value, value];
}

// The key of each element that a list has made.
/** @type {WeakMap<Node, unknown>} */
const keys = new WeakMap();

// Has an element show a list: what has the same key as before stays the same element, with the focus and what is being
// typed there, and is brought up to date; the rest is made or goes.
/**
 * @template T
 * @param {Element} parent
 * @param {T[]} list
 * @param {(item: T) => unknown} key
 * @param {(item: T) => Element} create
 * @param {(element: any, item: T) => void} [update]
 */
export function reconcile(parent, list, key, create, update) {
  const wanted = new Set(list.map(key));
  const there = new Map();
  for (const child of [...parent.childNodes]) {
    if (keys.has(child) && wanted.has(keys.get(child))) there.set(keys.get(child), child);
    else child.remove();
  }
  arrange(parent, list.map((item) => {
    const name = key(item);
    const element = there.get(name) ?? create(item);
    keys.set(element, name);
    update?.(element, item);
    return element;
  }));
}

// Puts nodes in order, moving as few as possible.
/** @param {Element} parent @param {Node[]} nodes */
export function arrange(parent, nodes) {
  let at = parent.firstChild;
  for (const node of nodes) {
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
}

// Has an element show buttons, each known by its label.
/** @param {Element} parent @param {[label: string, action: () => unknown, properties?: any][]} list */
export function showButtons(parent, list) {
  reconcile(parent, list, ([label]) => label, ([label, action, properties]) => button(label, action, properties),
    (one, [, action, properties]) => Object.assign(one, { onclick: action, ...properties }));
}

// Says something in the place of what was said of the same kind; nothing for an empty text.
/** @param {string} kind @param {string} text @param {any[]} [buttons] */
function say(kind, text, buttons = []) {
  const old = $("message").querySelector(`[data-kind=${kind}]`);
  const line = text && make("p", [make("span", text), ...buttons], { data: { kind } });
  if (kind === "error" && line) line.role = "alert";
  if (old && line) old.replaceWith(line);
  else if (line) $("message").append(line);
  else old?.remove();
}

/** @param {string} kind */
const dismiss = (kind) => button("", () => say(kind, ""), { className: "dismiss", ariaLabel: "Dismiss" });

// Says what goes on, as long as it does, and how much of it is done.
/** @param {string} text @param {number} [share] */
export function progress(text, share) {
  const bar = /** @type {HTMLProgressElement | null} */ ($("message").querySelector("[data-kind=progress] progress"));
  if (bar && text && share !== undefined) bar.value = share;
  else say("progress", text, share === undefined ? [] : [make("progress", "", { value: share, ariaLabel: text })]);
}

// Says something that stays until it is dismissed, or there is something else to know.
/** @param {string} text */
export const notice = (text) => say("notice", text, [dismiss("notice")]);

// Says what went wrong, until it is dismissed or tried again.
/** @param {string} text @param {() => void} [again] */
export function complain(text, again) {
  const retry = button("Try again", () => {
    say("error", "");
    again?.();
  });
  say("error", text, again ? [retry, dismiss("error")] : [dismiss("error")]);
}

/** @param {number} time In milliseconds. */
export const wait = (time) => new Promise((done) => setTimeout(done, time));

// A number for chance.
export const seed = () => String(Math.floor(Math.random() * 2 ** 32));

// What tells others what happens with it.
export class Teller extends EventTarget {
  /** @param {string} kind @param {any} [detail] */
  tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }

  /** @param {string} kind @param {(detail: any) => unknown} act */
  on(kind, act) {
    this.addEventListener(kind, (event) => act(/** @type {CustomEvent} */ (event).detail));
  }
}

// Asks before something is done that cannot be undone; whether it is meant.
/** @param {string} question @param {string} yes */
export function confirmed(question, yes) {
  const dialog = $("confirm");
  $("asked").textContent = question;
  $("confirm-yes").textContent = yes;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true }));
}
