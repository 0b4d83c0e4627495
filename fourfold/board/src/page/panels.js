// What stands beside the board: the record, the analysis, the curve of a game.

import { walk } from "./tree.js";
import { chance } from "./board.js";

const SVG = "http://www.w3.org/2000/svg";

export function make(tag, text, properties = {}) {
  return Object.assign(document.createElement(tag), { textContent: text }, properties);
}

// The moves with their variations, as buttons.
export function showRecord(element, tree, go) {
  element.replaceChildren();
  const places = [element];
  let numbered = false;
  const say = ({ comment }) => comment && places.at(-1).append(make("em", comment), " ");
  const visit = {
    move(node) {
      const part = make("span", "", { className: "move" });
      if (node.ply % 2 === 1 || !numbered) part.append(make("small", `${node.ply}.`));
      numbered = true;
      const button = make("button", node.move, { type: "button", onclick: () => go(node) });
      if (node === tree.at) button.setAttribute("aria-current", "true");
      part.append(button);
      places.at(-1).append(part, " ");
      say(node);
    },
    open() {
      const part = make("span", "", { className: "variation" });
      places.at(-1).append(part);
      places.push(part);
      numbered = false;
    },
    close() {
      places.pop();
      numbered = false;
    },
  };
  say(tree.root);
  walk(tree.root, visit);
  const current = element.querySelector("[aria-current]");
  if (current) element.scrollTop = current.offsetTop - element.offsetTop - 40;
}

// Analysis while one looks, from the server until it is stopped.
export class Analysis {
  constructor(board, { effort, lines, bar }, play) {
    Object.assign(this, { board, effort, lines, bar, play });
  }

  stop() {
    this.source?.close();
    this.source = null;
  }

  clear() {
    this.stop();
    this.effort.hidden = this.lines.hidden = true;
    this.lines.replaceChildren();
    this.bar.hidden = true;
    this.board.overlay("");
  }

  start(params, view, scale) {
    this.stop();
    this.lines.replaceChildren();
    this.effort.hidden = this.lines.hidden = false;
    this.effort.textContent = "…";
    this.source = new EventSource(`api/analysis?${params}`);
    const on = (name, action) =>
      this.source.addEventListener(name, (event) => action(JSON.parse(event.data)));
    on("wait", () => (this.effort.textContent = "Waiting for another analysis to end …"));
    on("moves", ({ lines }) => {
      this.board.judge(new Map(lines.map(({ moves, worth }) => [moves[0], worth])));
    });
    on("lines", (found) => this.show(found, view, scale));
    on("end", ({ error }) => {
      this.stop();
      if (error) this.effort.textContent = error;
      else if (this.effort.textContent === "…") this.effort.textContent = "The game is over.";
    });
    this.source.onerror = () => this.stop();
  }

  item() {
    const item = make("li", "");
    const button = make("button", "", { type: "button" });
    button.addEventListener("click", () => this.play(button.textContent));
    item.append(make("b", ""), " ", button, " ", make("span", ""));
    return item;
  }

  show({ depth, nodes, speed, lines, overlay }, { players, seat }, scale) {
    const number = (n) => n.toLocaleString("en");
    this.effort.textContent =
      `Depth ${depth}, ${number(nodes)} positions, ${number(speed)} a second`;
    // The items stay, so that one can click and keep the focus while they change.
    while (this.lines.children.length > lines.length) this.lines.lastChild.remove();
    while (this.lines.children.length < lines.length) this.lines.append(this.item());
    lines.forEach(({ moves, score, proven, worth }, i) => {
      const [mark, button, rest] = this.lines.children[i].children;
      mark.textContent = proven ? `${score}!` : score;
      mark.title = proven ? "Proven" : "";
      mark.className = `worth-${worth[0]}`;
      button.textContent = moves[0];
      rest.textContent = moves.slice(1).join(" ");
    });
    this.board.overlay(overlay);
    if (lines.length > 0) this.weigh(chance(lines[0].worth, scale), players, seat);
  }

  // Shows the chance of the first of two players; of more, that of the one to move.
  weigh(mine, players, seat) {
    const isOther = players.length === 2 && seat === 1;
    const share = Math.round(100 * (isOther ? 1 - mine : mine));
    this.bar.hidden = false;
    this.bar.title = `${players[isOther ? 0 : seat]}: ${share} %`;
    this.bar.setAttribute("aria-label", this.bar.title);
    this.bar.firstElementChild.style.setProperty("--share", `${share}%`);
  }
}

// The score of a game over its plies, with its turning points.
export class Curve {
  constructor(element, go) {
    Object.assign(this, { element, go });
  }

  clear() {
    this.source?.close();
    this.element.hidden = true;
  }

  start(params, played, players, scale) {
    this.clear();
    this.points = [];
    this.scale = scale;
    this.players = players;
    this.played = played;
    this.element.hidden = false;
    this.element.replaceChildren(make("p", "Judging every position …"));
    this.source = new EventSource(`api/curve?${params}`);
    this.source.addEventListener("point", (event) => {
      this.points.push(JSON.parse(event.data));
      this.draw();
    });
    this.source.addEventListener("end", () => this.source.close());
    this.source.onerror = () => this.source.close();
  }

  draw() {
    // Two players have one curve, that of the first; of more each has one of their own.
    const isShared = this.players.length === 2;
    const value = ({ seat, best }) => {
      const mine = chance(best.worth, this.scale);
      return isShared && seat === 1 ? 1 - mine : mine;
    };
    const width = 300;
    const x = (ply) => (width * ply) / Math.max(this.played.length, 1);
    const y = (share) => 78 - 76 * share;
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `-6 -4 ${width + 12} 88`);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `The chances of ${isShared ? this.players[0] : "each player"}, ply by ply`);
    const add = (tag, attributes) => {
      const element = document.createElementNS(SVG, tag);
      for (const name in attributes) element.setAttribute(name, attributes[name]);
      return svg.appendChild(element);
    };
    add("path", { class: "even", d: `M0 ${y(0.5)}H${width}` });
    this.players.forEach((player, seat) => {
      const own = this.points.filter((point) => isShared || point.seat === seat);
      const line = own.map((point) => `${x(point.ply)} ${y(value(point))}`);
      if (line.length === 0 || (isShared && seat > 0)) return;
      const path = add("path", { class: `curve seat-${seat}`, d: `M${line.join("L")}` });
      path.append(Object.assign(document.createElementNS(SVG, "title"), { textContent: player }));
    });
    const turns = document.createElement("ul");
    this.points.forEach((point, i) => {
      const next = isShared ? this.points[i + 1] : this.points.slice(i + 1).find(({ seat }) => seat === point.seat);
      const sign = isShared && point.seat === 1 ? -1 : 1;
      const lost = next ? sign * (value(point) - value(next)) : 0;
      const turning = lost > 0.2 && this.played[point.ply] !== point.best.moves[0];
      const dot = add("circle", { cx: x(point.ply), cy: y(value(point)), r: turning ? 5 : 3 });
      dot.setAttribute("class", turning ? "turning" : "ply");
      dot.addEventListener("click", () => this.go(point.ply));
      if (!turning) return;
      const move = this.played[point.ply];
      const item = make("li", `${point.ply + 1}. ${move}: best was `);
      const show = make("button", point.best.moves[0], { type: "button" });
      show.addEventListener("click", () => this.go(point.ply));
      item.append(show, ` (${point.best.score})`);
      turns.append(item);
    });
    this.element.replaceChildren(svg, turns);
  }
}
