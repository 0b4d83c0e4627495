// The parts of pictures: what many pictures have alike is told once, and known by its name from then on.

/** @typedef {{ parts: string[], texts: string[] | null, board: number, pieces: [number, string, string, number, number][],
 *   trays: any[], offered: [string, number][] }} Told A picture as it is told. */

/** @type {Map<string, string>} */
const known = new Map();
/** @type {Map<string, Element>} */
const elements = new Map();

// Keeps the texts of parts that are told; whether all are known.
/** @param {Told} told */
export function learn({ parts, texts }) {
  texts?.forEach((text, i) => known.set(parts[i], text));
  return parts.every((name) => known.has(name));
}

/** @param {string} name @returns {string} */
const text = (name) => known.get(name) ?? "";

// The element of a part: a copy is to be shown.
/** @param {string} name */
export function element(name) {
  if (!elements.has(name)) {
    const holder = document.createElement("div");
    holder.innerHTML = `<svg>${text(name)}</svg>`;
    elements.set(name, /** @type {Element} */ (holder.firstElementChild?.firstElementChild));
  }
  return /** @type {Element} */ (elements.get(name));
}

// A picture with its parts where their numbers were told.
/** @param {Told} told @returns {Picture & { offered: [string, string][] }} */
export function assemble({ parts, board, pieces, trays, offered }) {
  return {
    board: parts[board],
    pieces: pieces.map(([part, place, name, x, y]) => ({ part: parts[part], place, name, x, y })),
    trays: trays.map((tray) => ({ ...tray, items: tray.items.map((/** @type {any} */ item) => ({ ...item, svg: text(parts[item.svg]) })) })),
    offered: offered.map(([name, part]) => [name, text(parts[part])]),
  };
}
