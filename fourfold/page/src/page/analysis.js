// Analysis while one looks, from the engine until it is stopped; and the bar beside the board.

import { ask, listen } from "./api.js";
import { board } from "./board.js";
import { $, button, make } from "./dom.js";
import { RETRY } from "./engine.js";
import { store } from "./store.js";
import { chance, words } from "./worth.js";

let stop = () => {};
let previewed = [];

export const stopAnalysis = () => stop();

export function clearAnalysis() {
  stop();
  preview([]);
  $("lines-found").replaceChildren();
  $("effort").textContent = "";
  $("verdict").hidden = true;
  $("bar").hidden = true;
  board.overlay("");
}

export function analyse() {
  stop();
  $("lines-found").replaceChildren();
  $("lines-found").onmouseleave = () => preview([]);
  $("verdict").hidden = true;
  const effort = $("effort");
  effort.textContent = "…";
  stop = listen("analysis", store.state.params({ lines: store.state.lines }), {
    wait: () => (effort.textContent = "Waiting for another analysis to end …"),
    moves: ({ lines }) => board.judge(new Map(lines.map(({ moves, worth }) => [moves[0], worth]))),
    lines: show,
    end: ({ error }) => (effort.textContent = error ?? effort.textContent.replace(/^…$/, "")),
    lost() {
      effort.textContent = "The program does not answer. Trying again …";
      const again = setTimeout(analyse, RETRY);
      stop = () => clearTimeout(again);
    },
  });
}

function show({ depth, nodes, speed, lines, overlay, known }) {
  const number = (n) => n.toLocaleString("en", { notation: "compact", maximumFractionDigits: 1 });
  $("effort").textContent = `Depth ${depth}, ${number(nodes)} positions, ${number(speed)} a second`;
  // What is in place stays, so that one can click and keep the focus while lines change.
  const list = $("lines-found");
  while (list.children.length > lines.length) list.lastChild.remove();
  lines.forEach((line, i) => {
    const item = list.children[i] ?? list.appendChild(make("li", [make("span"), make("span", "", { className: "line" })]));
    fill(item.children, line);
  });
  board.overlay(overlay);
  if (lines.length === 0) return;
  const [{ worth: best, score, proven }] = lines;
  const worth = proven ? best : known ?? best;
  showBar(worth, score);
  const { kind } = words(worth, score);
  const { seats, seat } = store.view;
  const verdict = $("verdict");
  verdict.hidden = !proven && !known;
  const result = kind === "draw" ? "draw" : `${seats[seat].name} ${kind === "win" ? "wins" : "loses"}`;
  verdict.textContent = `Proven: ${result}${worth[1] ? ` in ${worth[1]}` : ""}`;
  verdict.className = `seal worth-${kind}`;
}

function fill([mark, line], { moves, score, proven, worth }) {
  const { sign, text, kind } = words(worth, score);
  mark.className = `worth worth-${kind}${proven ? " proven" : ""}`;
  mark.dataset.sign = sign;
  mark.textContent = text;
  mark.title = proven ? "Proven" : "Estimated";
  const shown = [...line.children].map((one) => one.textContent);
  const same = moves.findIndex((move, i) => move !== shown[i]);
  // Moves behind one that changed lead elsewhere now.
  const kept = same < 0 ? moves.length : same;
  while (line.children.length > kept) line.lastChild.remove();
  moves.slice(kept).forEach((move, i) => {
    const to = moves.slice(0, kept + i + 1);
    line.append(button(move, () => store.propose(to), { onmouseenter: () => preview(to) }));
  });
}

// Shows where a line leads that is pointed at, beside it; nothing without moves.
async function preview(moves) {
  previewed = moves;
  const to = [...store.tree.line(), ...moves].join(" ");
  const found = moves.length > 0 && (await ask("position", store.state.params({ moves: to })).catch(() => null));
  if (previewed !== moves) return;
  $("preview").hidden = !found;
  if (found) $("preview").innerHTML = found.svg;
}

// The expected result beside the board, in the colours of the seats: of two players the share of the first one
// stands below; of more that of the one to move.
function showBar(worth, score) {
  const { seats, seat } = store.view;
  const mine = chance(worth, store.game.scale);
  const isPair = seats.length === 2;
  const shown = isPair ? 0 : seat;
  const share = Math.round(100 * (isPair && seat === 1 ? 1 - mine : mine));
  const bar = $("bar");
  const [above, below, text] = bar.children;
  bar.hidden = false;
  below.dataset.hue = seats[shown].hue;
  above.dataset.hue = isPair ? seats[1].hue : "";
  bar.style.setProperty("--share", `${share}%`);
  const { sign } = words(worth, score);
  const ahead = share >= 50 === (shown === seat) ? sign : { "+": "−", "−": "+" }[sign] ?? sign;
  bar.dataset.side = share >= 50 ? "below" : "above";
  text.textContent = /^(win|loss)$/.test(worth[0]) && worth[1] ? worth[1] : ahead;
  bar.title = `${seats[shown].name}: ${share} %`;
  bar.setAttribute("aria-label", bar.title);
}
