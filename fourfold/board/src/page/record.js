// The record of a game: as a table of turns on the page, and as text.

import { readRecord } from "./api.js";
import { button, capital, disc, make } from "./dom.js";

// The moves as a table: a column for each seat, a row for each round, and the variations below.
export class RecordTable {
  element; go; marks;

  // `go` is called with the node that is chosen.
  constructor(element, go) {
    Object.assign(this, { element, go, marks: new Map() });
  }

  show(tree, seats, names) {
    this.element.style.setProperty("--seats", seats.length);
    const rows = seats.map(({ hue }, i) => this.at(i, [disc(hue), names[i]], "head"));
    if (tree.root.comment) rows.push(make("em", tree.root.comment, { className: "wide" }));
    for (const { seat, nodes, round, isFirst } of turns(tree.root)) {
      if (isFirst) rows.push(this.at(-1, `${round}`, "number"));
      rows.push(this.at(seat, nodes.flatMap((node) => this.move(node, tree.at)), nodes.includes(tree.at) ? "turn now" : "turn"));
      rows.push(...nodes.flatMap((node) => this.below(node, tree.at)));
    }
    this.element.replaceChildren(...rows);
    const current = this.element.querySelector("[aria-current]");
    this.element.scrollTop = current ? current.offsetTop - this.element.offsetTop - this.element.clientHeight / 2 : 0;
  }

  // A cell in the column of a seat; that of the numbers is before the first one.
  at(seat, within, className) {
    const cell = make("span", within, { className });
    cell.style.gridColumn = String(seat + 2);
    return cell;
  }

  // A step that goes on with the piece of the one before, as `L:n` after `L:e`, is shown without it.
  move(node, at) {
    const [, piece, step] = node.move.match(/^(\w+:)(.+)$/) ?? [];
    const goesOn = piece && node.parent.seat === node.seat && node.parent.move?.startsWith(piece);
    const one = button(goesOn ? step : node.move, () => this.go(node), { title: goesOn ? node.move : "", className: goesOn ? "step" : "" });
    if (node === at) one.setAttribute("aria-current", "true");
    const mark = this.marks.get(node);
    return mark ? [one, make("b", mark.sign, { className: `mark ${mark.kind}`, title: mark.title })] : [one];
  }

  // The comment on a move, and the moves that could have been made instead.
  below(node, at) {
    const found = node.comment ? [make("em", node.comment, { className: "wide" })] : [];
    const [main, ...others] = node.parent.next;
    if (node !== main) return found;
    return [...found, ...others.map((other) => this.variation(other, at))];
  }

  // A line beside the main one, with those beside its own moves.
  variation(node, at) {
    const place = make("span", "", { className: "variation wide" });
    for (let one = node; one; one = one.next[0]) {
      place.append(...this.move(one, at), " ");
      if (one.comment) place.append(make("em", one.comment), " ");
      if (one !== node) place.append(...one.parent.next.slice(1).map((other) => this.variation(other, at)));
    }
    return place;
  }
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
  const rest = rules ? [tag("Rules", rules), tag("Start", start)] : [tag("Start", start)];
  return `${tag("Game", game)}\n${tags}${rest.join("\n")}\n\n${tree} *\n`;
}

export async function download(state) {
  const { text } = await readRecord(recordText(state));
  save(text, "text/plain", `${state.game}.txt`);
}

// Has the browser keep a file.
export function save(text, type, name) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make("a", "", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// The first game of a text, with how many there are.
export async function parseRecord(text) {
  const { game, rules, start, moves, games, text: neat } = await readRecord(text);
  const lines = neat.split("\n\n")[0].split("\n");
  const others = lines.filter((line) => !/^\[(Game|Rules|Start|Result) /.test(line));
  return { game, rules, start, moves, games, tags: others.map((line) => `${line}\n`).join("") };
}

// The names of the players in the tags of a record, by the names of the seats or by number.
export function taggedNames(tags, seats) {
  const found = new Map([...tags.matchAll(/^\[(\w+) "((?:\\.|[^\\"])*)"\]$/gm)].map(([, name, value]) => [name.toLowerCase(), value.replace(/\\(.)/g, "$1")]));
  return seats.map(({ name }, i) => found.get(name.toLowerCase()) ?? found.get(`player${i + 1}`) ?? "");
}

// The tags with another name of a player; without one if it is empty.
export function withName(tags, { name }, i, value) {
  const others = tags.split("\n").filter((line) => line && !new RegExp(`^\\[(${name}|player${i + 1}) `, "i").test(line));
  return [...others, ...(value ? [tag(capital(name), value)] : [])].map((line) => `${line}\n`).join("");
}

const tag = (name, value) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]`;
