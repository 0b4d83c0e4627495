// The record of a game: as a table of turns on the page, and as text.

import { readRecord } from "./api.js";
import { button, disc, make } from "./dom.js";
import { walk } from "./tree.js";

// The moves as a table: a column for each seat, a row for each round, and the variations below.
export class RecordTable {
  element; go; marks;

  // `go` is called with the node that is chosen.
  constructor(element, go) {
    Object.assign(this, { element, go, marks: new Map() });
  }

  show(tree, seats, names) {
    this.element.style.setProperty("--seats", seats.length);
    const head = seats.map(({ hue }, i) => make("span", [disc(hue), names[i]], { className: "head" }));
    const rows = [make("span", ""), ...head];
    if (tree.root.comment) rows.push(make("em", tree.root.comment, { className: "wide" }));
    let round = 0;
    let column = Infinity;
    for (const { seat, nodes } of turns(tree.root)) {
      if (seat <= column) {
        round += 1;
        rows.push(make("span", String(round), { className: "number" }));
        for (let empty = 0; empty < seat; empty += 1) rows.push(make("span", ""));
      } else {
        for (let empty = column + 1; empty < seat; empty += 1) rows.push(make("span", ""));
      }
      column = seat;
      rows.push(this.cell(nodes, tree.at));
      const below = nodes.flatMap((node) => this.below(node, tree.at));
      if (below.length > 0) {
        rows.push(...Array.from({ length: seats.length - 1 - seat }, () => make("span", "")), ...below);
        if (seat < seats.length - 1) {
          rows.push(make("span", `${round}`, { className: "number" }));
          rows.push(...Array.from({ length: seat + 1 }, () => make("span", "…", { className: "small" })));
        }
      }
    }
    this.element.replaceChildren(...rows);
    const current = this.element.querySelector("[aria-current]");
    if (current) this.element.scrollTop = current.offsetTop - this.element.offsetTop - this.element.clientHeight / 2;
    else this.element.scrollTop = 0;
  }

  cell(nodes, at) {
    const cell = make("span", nodes.flatMap((node) => this.move(node, at)), { className: "turn" });
    if (nodes.includes(at)) cell.classList.add("now");
    return cell;
  }

  move(node, at) {
    const one = button(node.move, () => this.go(node));
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

  variation(node, at) {
    const places = [make("span", "", { className: "variation wide" })];
    const put = (one) => {
      places.at(-1).append(...this.move(one, at), " ");
      if (one.comment) places.at(-1).append(make("em", one.comment), " ");
    };
    put(node);
    walk(node, {
      move: put,
      open() {
        const inner = make("span", "", { className: "variation" });
        places.at(-1).append(inner, " ");
        places.push(inner);
      },
      close: () => places.pop(),
    });
    return places[0];
  }
}

// The turns of a main line: moves of one seat after another.
export function turns(root) {
  const found = [];
  for (let node = root.next[0]; node; node = node.next[0]) {
    if (found.at(-1)?.seat === node.seat) found.at(-1).nodes.push(node);
    else found.push({ seat: node.seat ?? 0, nodes: [node] });
  }
  return found;
}

// The round in which a node is, as the table counts them.
export function roundOf(tree, node) {
  let round = 0;
  let column = Infinity;
  for (const { seat, nodes } of turns(tree.root)) {
    if (seat <= column) round += 1;
    column = seat;
    if (nodes.includes(node)) return round;
  }
  return round;
}

// The text of a game; the engine writes it more neatly.
export function recordText({ game, rules, start, tags, tree }) {
  const tag = (name, value) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]\n`;
  const head = tag("Game", game) + tags + (rules ? tag("Rules", rules) : "") + tag("Start", start);
  return `${head}\n${tree} *\n`;
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
