// The record of a game: as a table of turns on the page, and as text.

import { $, button, disc, make, renew } from "./dom.js";
import { names } from "./seats.js";
import { tag } from "./state.js";
import { store } from "./store.js";

// Shows the moves as a table: a column for each seat, a row for each round, and the variations below.
export function showRecord() {
  const { view, tree } = store;
  const called = names();
  const table = $("record");
  table.style.setProperty("--seats", called.length);
  const rows = view.seats.map(({ hue }, i) => cell(i, [disc(hue), called[i]], "head"));
  if (tree.root.comment) rows.push(make("em", tree.root.comment, { className: "wide" }));
  for (const { seat, nodes, round, isFirst } of turns(tree.root)) {
    if (isFirst) rows.push(cell(-1, `${round}`, "number"));
    rows.push(cell(seat, nodes.flatMap(move), nodes.includes(tree.at) ? "turn now" : "turn"));
    rows.push(...nodes.flatMap(below));
  }
  renew(table, rows);
  const current = table.querySelector("[aria-current]");
  table.scrollTop = current ? current.offsetTop - table.offsetTop - table.clientHeight / 2 : 0;
}

// A cell in the column of a seat; that of the numbers is before the first one.
function cell(seat, within, className) {
  const cell = make("span", within, { className });
  cell.style.gridColumn = String(seat + 2);
  return cell;
}

// A step that goes on with the piece of the one before, as `L:n` after `L:e`, is shown without it.
function move(node) {
  const [, piece, step] = node.move.match(/^(\w+:)(.+)$/) ?? [];
  const goesOn = piece && node.parent.seat === node.seat && node.parent.move?.startsWith(piece);
  const how = goesOn ? { title: node.move, className: "step" } : {};
  const one = button(goesOn ? step : node.move, () => store.go(node), how);
  if (node === store.tree.at) one.setAttribute("aria-current", "true");
  const { mark } = node;
  return mark ? [one, make("b", mark.sign, { className: `mark ${mark.kind}`, title: mark.title })] : [one];
}

// The comment on a move, and the moves that could have been made instead.
function below(node) {
  const found = node.comment ? [make("em", node.comment, { className: "wide" })] : [];
  const [main, ...others] = node.parent.next;
  return node === main ? [...found, ...others.map(variation)] : found;
}

// A line beside the main one, with those beside its own moves.
function variation(node) {
  const place = make("span", "", { className: "variation wide" });
  for (let one = node; one; one = one.next[0]) {
    place.append(...move(one), " ");
    if (one.comment) place.append(make("em", one.comment), " ");
    if (one !== node) place.append(...one.parent.next.slice(1).map(variation));
  }
  return place;
}

// The turns of a main line: moves of one seat after another, each with its round.
export function turns(root) {
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
export function recordText({ game, rules, start, tags, tree }) {
  const { ending } = tree.end();
  const rest = rules ? [tag("Rules", rules), tag("Start", start)] : [tag("Start", start)];
  if (ending) rest.push(tag("Result", ending));
  return `${tag("Game", game)}\n${tags}${rest.join("\n")}\n\n${tree} *\n`;
}

// Has the browser keep a file.
export function save(text, type, name) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make("a", "", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
