// Analysis while one looks, from the engine until it is stopped; and the bar beside the board.

import { listen } from "./api.js";
import { button, make } from "./dom.js";
import { RETRY } from "./lost.js";
import { chance, words } from "./worth.js";

export class Analysis {
  effort; lines; verdict; bar; board; follow; preview; stop;

  // `follow` is called with the moves of a line up to the one that was chosen, `preview` with those up to
  // the one that is pointed at, and with none when it no longer is.
  constructor({ effort, lines, verdict, bar }, board, { follow, preview }) {
    Object.assign(this, { effort, lines, verdict, bar, board, follow, preview, stop: () => {} });
    lines.addEventListener("mouseleave", () => preview([]));
  }

  clear() {
    this.stop();
    this.preview([]);
    this.lines.replaceChildren();
    this.effort.textContent = "";
    this.verdict.hidden = true;
    this.bar.hidden = true;
    this.board.overlay("");
  }

  start(params, view, scale) {
    this.stop();
    this.lines.replaceChildren();
    this.verdict.hidden = true;
    this.effort.textContent = "…";
    this.stop = listen("analysis", params, {
      wait: () => (this.effort.textContent = "Waiting for another analysis to end …"),
      moves: ({ lines }) => this.board.judge(new Map(lines.map(({ moves, worth }) => [moves[0], worth]))),
      lines: (found) => this.show(found, view, scale),
      end: ({ error }) => (this.effort.textContent = error ?? this.effort.textContent.replace(/^…$/, "")),
      lost: () => {
        this.effort.textContent = "The program does not answer. Trying again …";
        const again = setTimeout(() => this.start(params, view, scale), RETRY);
        this.stop = () => clearTimeout(again);
      },
    });
  }

  show({ depth, nodes, speed, lines, overlay, known }, view, scale) {
    const number = (n) => n.toLocaleString("en", { notation: "compact", maximumFractionDigits: 1 });
    this.effort.textContent = `Depth ${depth}, ${number(nodes)} positions, ${number(speed)} a second`;
    // What is in place stays, so that one can click and keep the focus while lines change.
    while (this.lines.children.length > lines.length) this.lines.lastChild.remove();
    while (this.lines.children.length < lines.length) {
      this.lines.append(make("li", [make("span", ""), make("span", "", { className: "line" })]));
    }
    lines.forEach((line, i) => this.fill(this.lines.children[i], line));
    this.board.overlay(overlay);
    if (lines.length === 0) return;
    const [{ worth: best, score, proven }] = lines;
    const worth = proven ? best : known ?? best;
    showBar(this.bar, worth, score, view, scale);
    this.verdict.hidden = !proven && !known;
    const { text, kind } = words(worth, score);
    this.verdict.textContent = `Proven: ${text.toLowerCase().replace(/ (\d+)$/, " in $1")}`;
    this.verdict.className = `seal worth-${kind}`;
  }

  fill(item, { moves, score, proven, worth }) {
    const [mark, line] = item.children;
    const { sign, text, kind } = words(worth, score);
    mark.className = `worth worth-${kind}${proven ? " proven" : ""}`;
    mark.dataset.sign = sign;
    mark.textContent = text;
    mark.title = proven ? "Proven" : "Estimated";
    moves.forEach((move, j) => {
      const shown = line.children[j];
      if (shown?.textContent === move) return;
      const one = button(move, () => this.follow(moves.slice(0, j + 1)), { onmouseenter: () => this.preview(moves.slice(0, j + 1)) });
      if (shown) shown.replaceWith(one);
      else line.append(one);
      // Moves behind one that changed lead elsewhere now.
      while (line.children.length > j + 1) line.lastChild.remove();
    });
    while (line.children.length > moves.length) line.lastChild.remove();
  }
}

// The expected result beside the board, in the colours of the seats: of two players the share of the first one
// stands below; of more that of the one to move.
function showBar(element, worth, score, { seats, seat }, scale) {
  const mine = chance(worth, scale);
  const isPair = seats.length === 2;
  const shown = isPair ? 0 : seat;
  const share = Math.round(100 * (isPair && seat === 1 ? 1 - mine : mine));
  element.hidden = false;
  const [above, below, text] = element.children;
  below.dataset.hue = seats[shown].hue;
  above.dataset.hue = isPair ? seats[1].hue : "";
  element.style.setProperty("--share", `${share}%`);
  const { sign } = words(worth, score);
  const ahead = share >= 50 === (shown === seat) ? sign : { "+": "−", "−": "+" }[sign] ?? sign;
  element.dataset.side = share >= 50 ? "below" : "above";
  text.textContent = /^(win|loss)$/.test(worth[0]) && worth[1] ? worth[1] : ahead;
  element.title = `${seats[shown].name}: ${share} %`;
  element.setAttribute("aria-label", element.title);
}
