// The record of a game: as a table of turns on the page, and as text.

import { $, button, disc, make, reconcile } from "./dom.js";
import { names } from "./names.js";
import { tag } from "./state.js";
import { store } from "./store.js";

/** @typedef {{ seat: number, nodes: Move[], round: number, isFirst: boolean }} Turn */
/** @typedef {{ key: unknown, column: number, name: string, fill: (element: any) => void }} Cell */

// Shows the moves as a table: a column for each seat, a row for each round, and the variations below. A cell whose
// moves are as before is not touched.
export function showRecord() {
  const { known, tree } = store;
  const called = names();
  const table = $("record");
  table.style.setProperty("--seats", String(called.length));
  /** @type {Cell[]} */
  const cells = known.seats.map(({ hue }, i) => ({ key: `head ${hue}`, column: i, name: "head", fill: (one) => one.replaceChildren(disc(hue), called[i]) }));
  if (tree.root.comment) cells.push(wide(tree.root, "em", (one) => (one.textContent = tree.root.comment)));
  for (const { seat, nodes, round, isFirst } of turns(tree.root)) {
    if (isFirst) cells.push({ key: round, column: -1, name: "number", fill: (one) => (one.textContent = String(round)) });
    cells.push({ key: nodes[0], column: seat, name: nodes.includes(tree.at) ? "turn now" : "turn", fill: (one) => fillMoves(one, nodes) });
    for (const node of nodes) cells.push(...below(node));
  }
  reconcile(table, cells, ({ key }) => key, createCell, (one, { name, fill }) => {
    if (one.className !== name) one.className = name;
    fill(one);
  });
  $("how").hidden = tree.root.next.length > 0;
  table.hidden = tree.root.next.length === 0 && !tree.root.comment;
  requestAnimationFrame(reveal);
}

// Scrolls to the move that is shown, once all has its place.
function reveal() {
  const current = $("record").querySelector("[aria-current]");
  const pane = $("moves");
  const at = current ? current.getBoundingClientRect().top - pane.getBoundingClientRect().top : 0;
  if (current && (at < 0 || at > pane.clientHeight - 40)) pane.scrollTop += at - pane.clientHeight / 2;
}

// An element in the column of a seat; that of the numbers is before the first one.
/** @param {Cell} cell */
function createCell({ column, name }) {
  const element = make(name.startsWith("wide em") ? "em" : "span");
  if (!name.startsWith("wide")) element.style.gridColumn = String(column + 2);
  return element;
}

/** @param {Move} node @param {string} kind @param {(one: any) => void} fill @returns {Cell} */
const wide = (node, kind, fill) => ({ key: `${kind} ${numberOf(node)}`, column: 0, name: `wide ${kind}`, fill });

/** @type {WeakMap<Move, number>} */
const numbers = new WeakMap();
let last = 0;

// A number by which a move is known as long as it is there.
/** @param {Move} node */
function numberOf(node) {
  if (!numbers.has(node)) numbers.set(node, (last += 1));
  return numbers.get(node);
}

// Shows moves with their marks; nothing is done if they are shown already.
/** @param {any} place @param {Move[]} nodes */
function fillMoves(place, nodes) {
  const shown = nodes.map((node) => `${numberOf(node)}${node === store.tree.at}${node.mark?.sign ?? ""}${node.places.length}`).join();
  if (place.shown === shown) return;
  place.shown = shown;
  reconcile(place, nodes.flatMap((node) => (node.mark ? [node, node.mark] : [node])), (one) => one,
    (one) => ("sign" in one ? make("b", one.sign, { className: `mark ${one.kind}`, title: one.title }) : move(one)), (one, node) => {
      if ("sign" in node) return;
      one.ariaCurrent = node === store.tree.at ? "true" : null;
    });
}

// A step that goes on with the piece of the one before, as `L:n` after `L:e`, is shown without it; what came from beside
// the board is shown as its picture and where it went.
/** @param {Move} node */
function move(node) {
  const [, piece, step] = node.move.match(/^(\w+:)(.+)$/) ?? [];
  const goesOn = piece && node.parent?.seat === node.seat && node.parent?.move?.startsWith(piece);
  const act = () => store.go(node);
  const item = node.places.length > 1 && store.known.trays.flatMap(({ items }) => items).find(({ place }) => place === node.places[0] && /^[a-z ]+$/.test(place));
  if (item) {
    const one = button("", act, { innerHTML: item.svg, title: node.move, ariaLabel: `${item.place} ${node.places[1]}` });
    one.append(node.places[1]);
    return one;
  }
  if (goesOn) return button(ARROWS[step] ?? step, act, { title: node.move, className: "step", ariaLabel: node.move });
  if (piece && ARROWS[step]) return button(`${piece.slice(0, -1)} ${ARROWS[step]}`, act, { title: node.move, ariaLabel: node.move });
  return button(node.move, act);
}

/** @type {Record<string, string>} */
const ARROWS = { n: "↑", e: "→", s: "↓", w: "←" };

// The comment on a move, and the moves that could have been made instead.
/** @param {Move} node @returns {Cell[]} */
function below(node) {
  const found = node.comment ? [wide(node, "em", (one) => (one.textContent = node.comment))] : [];
  const [main, ...others] = node.parent?.next ?? [];
  const lines = others.map((other) => wide(other, "variation", (one) => fillLine(one, other)));
  return node === main ? [...found, ...lines] : found;
}

// A line beside the main one, with those beside its own moves.
/** @param {any} place @param {Move} node */
function fillLine(place, node) {
  const key = (/** @type {Move | undefined} */ one) => {
    let said = "";
    for (; one; one = one.next[0]) said += `${numberOf(one)}${one === store.tree.at}${one.comment} ${one.parent?.next.slice(1).map((other) => (other === node ? "" : key(other)))}`;
    return said;
  };
  const shown = key(node);
  if (place.shown === shown) return;
  place.shown = shown;
  const focused = place.contains(document.activeElement) ? [...place.querySelectorAll("button")].indexOf(document.activeElement) : -1;
  place.replaceChildren(...line(node));
  place.querySelectorAll("button")[focused]?.focus();
}

/** @param {Move} node @returns {any[]} */
function line(node) {
  const found = [];
  for (let one = node; one; one = one.next[0]) {
    const element = move(one);
    if (one === store.tree.at) element.ariaCurrent = "true";
    found.push(element, " ");
    if (one.comment) found.push(make("em", one.comment), " ");
    if (one !== node) found.push(...(one.parent?.next.slice(1) ?? []).map((other) => make("span", line(other), { className: "variation" })));
  }
  return found;
}

// The turns of a main line: moves of one seat after another, each with its round.
/** @param {Move} root */
export function turns(root) {
  /** @type {Turn[]} */
  const found = [];
  for (let node = root.next[0]; node; node = node.next[0]) {
    const last = found.at(-1);
    const seat = node.seat ?? 0;
    if (last?.seat === seat) {
      last.nodes.push(node);
      continue;
    }
    const isFirst = !last || seat < last.seat;
    found.push({ seat, nodes: [node], isFirst, round: (last?.round ?? 0) + Number(isFirst) });
  }
  return found;
}

// The text of a game; the engine writes it more neatly.
/** @param {import("./state.js").State} state */
export function recordText({ game, rules, start, tags, tree }) {
  const { ending } = tree.end();
  const rest = rules ? [tag("Rules", rules), tag("Start", start)] : [tag("Start", start)];
  if (ending) rest.push(tag("Result", ending));
  return `${tag("Game", game)}\n${tags}${rest.join("\n")}\n\n${tree} *\n`;
}
