// The record of a game: as a table of turns on the page, and as text.

import { $, button, disc, make, reconcile } from "./dom.js";
import { names } from "./names.js";
import { tag } from "./state.js";
import { store } from "./store.js";

/** @typedef {{ seat: number, nodes: Move[], round: number, isFirst: boolean }} Turn */
/** @typedef {{ key: string, column: number, name: string, shown: string, fill: (element: any) => void }} Cell */

// How many rounds stand together: a browser lays out only what is seen.
const ROUNDS = 16;

// Shows the moves as a table: a column for each seat, a row for each round, and the variations below. What shows the
// same as before is not touched.
export function showRecord() {
  const { known, tree } = store;
  const called = names();
  const table = $("record");
  table.style.setProperty("--seats", String(called.length));
  const blocks = [known.seats.map(({ hue }, i) => cell(`head ${hue} ${i}`, "head", called[i], (one) => one.replaceChildren(disc(hue), called[i]), i))];
  if (tree.root.comment) blocks[0].push(comment(tree.root));
  for (const { seat, nodes, round, isFirst } of turns(tree.root)) {
    if (isFirst && round % ROUNDS === 1) blocks.push([]);
    const block = blocks[blocks.length - 1];
    if (isFirst) block.push(cell(`round ${round}`, "number", String(round), (one) => (one.textContent = String(round)), -1));
    block.push(cell(`turn ${nodes[0].id}`, nodes.includes(tree.at) ? "turn now" : "turn", shownMoves(nodes), (one) => fillMoves(one, nodes), seat));
    for (const node of nodes) block.push(...below(node));
  }
  const all = blocks.map((cells, i) => ({ cells, i, shown: cells.map(({ key, shown }) => `${key} ${shown}`).join() }));
  reconcile(table, all, ({ i }) => i, () => make("div", "", { className: "rounds" }), showNew(({ cells }, block) => {
    reconcile(block, cells, ({ key }) => key, createCell, showNew(({ name, fill }, one) => {
      one.className = name;
      fill(one);
    }));
  }));
  $("how").hidden = tree.root.next.length > 0;
  table.hidden = tree.root.next.length === 0 && !tree.root.comment;
  requestAnimationFrame(reveal);
}

// Shows something unless it is what an element shows already.
/** @template {{ shown: string }} T @param {(item: T, element: any) => void} act @returns {(element: any, item: T) => void} */
const showNew = (act) => (element, item) => {
  if (element.shown === item.shown) return;
  element.shown = item.shown;
  act(item, element);
};

// Scrolls to the move that is shown, once all has its place.
function reveal() {
  const current = $("record").querySelector("[aria-current]");
  const pane = $("moves");
  const at = current ? current.getBoundingClientRect().top - pane.getBoundingClientRect().top : 0;
  if (current && (at < 0 || at > pane.clientHeight - 40)) pane.scrollTop += at - pane.clientHeight / 2;
}

/** @param {string} key @param {string} name @param {string} shown @param {(element: any) => void} fill @param {number} [column] @returns {Cell} */
const cell = (key, name, shown, fill, column = 0) => ({ key, name, shown, fill, column });

// An element in the column of a seat; that of the numbers is before the first one.
/** @param {Cell} cell */
function createCell({ column, name }) {
  const element = make(name === "wide em" ? "em" : "span");
  if (!name.startsWith("wide")) element.style.gridColumn = String(column + 2);
  return element;
}

/** @param {Move[]} nodes */
const shownMoves = (nodes) => nodes.map((node) => `${node.id}${node === store.tree.at}${node.mark?.sign ?? ""}${node.places.length}`).join();

// Shows moves with their marks.
/** @param {any} place @param {Move[]} nodes */
function fillMoves(place, nodes) {
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
  const whole = { title: node.move, ariaLabel: node.move };
  return goesOn ? button(ARROWS[step] ?? step, act, { className: "step", ...whole }) : button(short(node.move), act, whole);
}

/** @type {Record<string, string>} */
const ARROWS = { n: "↑", e: "→", s: "↓", w: "←" };

// A move as people read it: an arrow for a step, as `L ↑` for `L:n`, and signs for what is put and removed.
/** @param {string} move */
export const short = (move) => move.replace(/:([nesw])$/, (_, step) => ` ${ARROWS[step]}`).replace(/^\w*@/, "+ ").replace(/^([twmx]):/, (_, thing) => `${"■▬▲✕"["twmx".indexOf(thing)]} `);

/** @param {Move} node */
const comment = (node) => cell(`em ${node.id}`, "wide em", node.comment, (one) => (one.textContent = node.comment));

// The comment on a move, and the moves that could have been made instead.
/** @param {Move} node @returns {Cell[]} */
function below(node) {
  const found = node.comment ? [comment(node)] : [];
  const [main, ...others] = node.parent?.next ?? [];
  const lines = others.map((other) => cell(`variation ${other.id}`, "wide variation", shownLine(other), (one) => fillLine(one, other)));
  return node === main ? [...found, ...lines] : found;
}

// What is shown of a line beside the main one.
/** @param {Move} node @returns {string} */
function shownLine(node) {
  let said = "";
  for (let one = node; one; one = one.next[0]) {
    const others = one === node ? [] : one.parent?.next.slice(1) ?? [];
    said += `${one.id}${one === store.tree.at}${one.comment} ${others.map(shownLine)}`;
  }
  return said;
}

// Shows it, with those beside its own moves.
/** @param {any} place @param {Move} node */
function fillLine(place, node) {
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
