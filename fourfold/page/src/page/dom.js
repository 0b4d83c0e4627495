// Elements, and what the page says.

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

// Whether another value is being typed in a field than it showed.
export function isTyped(field) {
  return field === document.activeElement && field.matches("input, textarea") && field.value !== field.defaultValue;
}

// Shows a value in a field, unless another is being typed there.
export function show(field, value) {
  if (!isTyped(field) || field.value === value) [field.defaultValue, field.value] = [value, value];
}

// Has an element show these nodes and nothing else. What was there before under the same name stays, so that it keeps
// the focus and what is being typed.
export function renew(parent, nodes) {
  let at = parent.firstChild;
  const drop = (end) => {
    while (at !== end) {
      const { nextSibling } = at;
      at.remove();
      at = nextSibling;
    }
  };
  for (const one of nodes) {
    const fresh = typeof one === "string" ? document.createTextNode(one) : one;
    let old = at;
    while (old && nameOf(old) !== nameOf(fresh)) old = old.nextSibling;
    if (old) {
      drop(old);
      become(old, fresh);
      at = old.nextSibling;
    } else parent.insertBefore(fresh, at);
  }
  drop(null);
}

// What a node is among its neighbours.
function nameOf(node) {
  const { choice, seat } = node.dataset ?? {};
  return [node.nodeName, choice ?? seat ?? (node.nodeName === "BUTTON" ? node.textContent : "")].join(" ");
}

// What an element does, and shows beside its attributes.
const OWN = ["onclick", "onchange", "onmouseenter"];

/** @type {(old: any, fresh: any) => void} */
function become(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const name of new Set([...old.getAttributeNames(), ...fresh.getAttributeNames()])) {
    const value = fresh.getAttribute(name);
    if (old.getAttribute(name) === value || (name === "value" && old.localName === "input")) continue;
    if (name === "style") old.style.cssText = fresh.style.cssText; // Its text is refused by the policy.
    else if (value === null) old.removeAttribute(name);
    else old.setAttribute(name, value);
  }
  for (const name of OWN) if (old[name] !== fresh[name]) old[name] = fresh[name];
  if (old.isEqualNode(fresh) && old.namespaceURI.endsWith("svg")) return;
  renew(old, [...fresh.childNodes]);
  if (old.localName === "input") show(old, fresh.value);
  if (old.localName === "select") old.value = fresh.value;
}

// Says something in the place of what was said of the same kind; nothing for an empty text.
function say(kind, text, buttons = []) {
  const old = $("message").querySelector(`[data-kind=${kind}]`);
  const line = text && make("p", [make("span", text), ...buttons], { data: { kind } });
  if (kind === "error" && line) line.role = "alert";
  if (old && line) old.replaceWith(line);
  else if (line) $("message").append(line);
  else old?.remove();
}

const dismiss = (kind) => button("", () => say(kind, ""), { className: "dismiss", ariaLabel: "Dismiss" });

// Says what goes on, as long as it does.
export const progress = (text) => say("progress", text);

// Says something that stays until it is dismissed, or there is something else to know.
export const notice = (text) => say("notice", text, [dismiss("notice")]);

// Says what went wrong, until it is dismissed or tried again.
/** @param {() => void} [again] */
export function complain(text, again) {
  const retry = button("Try again", () => {
    say("error", "");
    again();
  });
  say("error", text, again ? [retry, dismiss("error")] : [dismiss("error")]);
}
