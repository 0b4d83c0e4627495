// Analysis while one looks, from the engine until it is stopped; and the bar beside the board.

import { AWAY, WAITING, ask, listen } from "./api.js";
import { board } from "./board.js";
import { $, button, make, reconcile } from "./dom.js";
import { RETRY } from "./engine.js";
import { short } from "./record.js";
import { Scene } from "./scene.js";
import { store } from "./store.js";
import { chance, long, percent, words } from "./worth.js";

const glimpse = new Scene($("preview"));
const windows = new BroadcastChannel("analysis"); // The windows of this page: the one that was used last comes first.
let used = 0;
let quick = 0; // How deep the search went that judged all moves at once.
const nothing = () => {};
let stop = nothing;
/** @type {string[]} */
let previewed = [];

export function stopAnalysis() {
  stop();
  stop = nothing;
}

export function clearAnalysis(reason = "") {
  stopAnalysis();
  preview([]);
  $("lines-found").replaceChildren();
  $("effort").textContent = reason;
  $("verdict").hidden = true;
  $("bar").hidden = true;
  board.marks.clear("arrows");
}

export function analyse() {
  used = Date.now();
  search();
}

function search() {
  stop();
  quick = 0;
  $("lines-found").replaceChildren();
  $("lines-found").onmouseleave = () => preview([]);
  $("verdict").hidden = true;
  const effort = $("effort");
  if (!effort.textContent.endsWith("…")) effort.textContent = "…";
  stop = listen("analysis", store.state.params({ lines: store.state.lines }), {
    wait() {
      windows.postMessage(used);
      beginSoon(WAITING, RETRY / 4);
    },
    moves(/** @type {Found} */ { depth, lines }) {
      quick = depth;
      value(lines);
    },
    lines: showLines,
    end(/** @type {{ error?: string }} */ { error }) {
      stop = nothing;
      effort.textContent = error ?? effort.textContent.replace(/^.*…$/, "");
    },
    lost: () => beginSoon(AWAY),
  });
}

// Shows at the first moves of lines what they are worth.
/** @param {Line[]} lines */
const value = (lines) => board.judge(new Map([...board.worth, ...lines.map(({ moves, worth }) => /** @type {[string, Worth]} */ ([moves[0], worth]))]));

// How many lines have an arrow.
const MOST_ARROWS = 3;

// Begins anew after a while.
/** @param {string} text */
function beginSoon(text, time = RETRY) {
  stop();
  $("effort").textContent = text;
  const again = setTimeout(search, time);
  stop = () => clearTimeout(again);
}

windows.onmessage = (/** @type {MessageEvent<number>} */ { data }) => stop !== nothing && data > used && beginSoon(WAITING);
addEventListener("focus", () => (used = Date.now()));

/** @param {Found} found */
function showLines({ depth, nodes, speed, lines, known }) {
  const number = (/** @type {number} */ n) => n.toLocaleString("en", { notation: "compact", maximumFractionDigits: 1 });
  const isExact = lines.length > 0 && lines.every(({ proven }) => proven);
  $("effort").textContent = isExact && (depth === 0 || nodes < 100) ? "Known exactly" : `Depth ${depth}, ${number(nodes)} positions, ${number(speed)} a second`;
  // What is in place stays, so that one can click and keep the focus while lines change.
  reconcile($("lines-found"), lines.map((line, i) => ({ line, i })), ({ i }) => i,
    () => make("li", [make("span"), make("span", "", { className: "line" })]), (item, { line }) => fill(item.children, line));
  board.marks.arrows(lines.slice(0, MOST_ARROWS));
  value(lines.filter(({ proven }) => proven || depth > quick));
  if (lines.length === 0) return;
  const [{ worth: best, proven }] = lines;
  const worth = proven ? best : known ?? best;
  showBar(worth);
  const { kind } = words(worth);
  const { seats, seat } = store.known;
  const verdict = $("verdict");
  verdict.hidden = !proven && !known;
  const result = kind === "draw" ? "draw" : `${seats[seat].hue} ${kind === "win" ? "wins" : "loses"}`;
  verdict.textContent = `Proven: ${result}${worth[1] ? ` in ${long(worth[1])}` : ""}`;
  verdict.className = `seal worth-${kind}`;
}

/** @param {any} children @param {Line} line */
function fill([mark, line], { moves, proven, worth }) {
  const { sign, text, kind } = words(worth);
  mark.className = `worth worth-${kind}${proven ? " proven" : ""}`;
  mark.dataset.sign = sign;
  mark.textContent = text;
  mark.title = proven ? "Proven" : "Estimated";
  // Moves behind one that changed lead elsewhere now.
  const lines = moves.map((move, i) => ({ move, to: moves.slice(0, i + 1) }));
  reconcile(line, lines, ({ to }) => to.join(" "), ({ move, to }) => button(short(move), () => store.propose(to), { onmouseenter: () => preview(to) }));
}

// Shows where a line leads that is pointed at, beside it; nothing without moves.
/** @param {string[]} moves */
async function preview(moves) {
  previewed = moves;
  const to = [...store.tree.line(), ...moves].join(" ");
  const found = moves.length > 0 && (await ask("position", store.state.params({ moves: to })).catch(() => null));
  if (previewed !== moves) return;
  $("preview").hidden = !found;
  if (found) glimpse.show(found, { still: true });
}

// The expected result beside the board, in the colours of the seats: of two players the share of the first one
// stands below; of more that of the one to move.
/** @param {Worth} worth */
function showBar(worth) {
  const { seats, seat } = store.known;
  const mine = chance(worth);
  const isPair = seats.length === 2;
  const shown = isPair ? 0 : seat;
  const share = isPair && seat === 1 ? 1 - mine : mine;
  const bar = $("bar");
  const [above, below] = bar.children;
  // As long as the squares.
  const [whole, ...squares] = [board.svg, ...(board.svg?.querySelectorAll(".squares > :not(.gate)") ?? [])].map((one) => /** @type {Element} */ (one).getBoundingClientRect());
  bar.style.setProperty("--top", `${Math.min(...squares.map(({ top }) => top)) - whole.top}px`);
  bar.style.setProperty("--bottom", `${whole.bottom - Math.max(...squares.map(({ bottom }) => bottom))}px`);
  bar.hidden = false;
  below.dataset.hue = seats[shown].hue;
  above.dataset.hue = isPair ? seats[1].hue : "";
  bar.style.setProperty("--share", `${Math.round(100 * share)}%`);
  bar.title = `${seats[shown].hue}: ${percent(share)}`;
  bar.ariaLabel = bar.title;
}
