// The clocks of the seats. One runs from the first move on, also while the page is gone.

import { $ } from "./dom.js";
import { session } from "./storage.js";
import { PERSON, store } from "./store.js";

const TICK = 100;

// From how many seconds on the time is short.
const SHORT = 20;

/** @type {number | null} */
let running = null; // The seat whose clock runs.
/** @type {number | undefined} */
let timer;
let added = 0; // What a move adds, in milliseconds.
/** @type {number[] | null} */
export let left = null; // What each seat has left; nothing if there are no clocks.

// Begins the clocks of a game by a setting such as `5+3`: minutes, and seconds that a move adds. What was left when the
// page was left is kept, less the time since then for the clock that ran; who leaves a game for another page stops it.
export function beginClocks() {
  const [minutes, seconds] = store.state.clock.split("+").map(Number);
  const kept = JSON.parse(session.get(`clock-${store.id}`) ?? "null");
  if (kept && kept.running !== null) kept.left[kept.running] = Math.max(0, kept.left[kept.running] - (Date.now() - kept.at));
  left = minutes > 0 ? kept?.left ?? store.known.seats.map(() => minutes * 60_000) : null;
  added = (seconds || 0) * 1000;
}

// Has the clock of the seat to move run; `isMove` says whether a move has just been made, `late` is told who has no
// time left.
/** @param {boolean} isMove @param {(seat: number) => void} late */
export function runClocks(isMove, late) {
  stopClocks();
  const { tree, known: { seat } } = store;
  const last = tree.end(tree.at);
  if (!left || last.outcome || last.ending || last.ply === 0) return showClocks();
  const moved = tree.at.seat;
  if (isMove && moved !== null && moved !== seat && left[moved] > 0) left[moved] += added;
  // Who has no time left has left the game: a program plays on.
  if (left[seat] <= 0 && store.player(seat) !== PERSON) return showClocks();
  let before = performance.now();
  const tick = () => {
    if (!left) return;
    const now = performance.now();
    left[seat] = Math.max(0, left[seat] - (now - before));
    before = now;
    showClocks();
    if (left[seat] > 0) return;
    stopClocks();
    late(seat);
  };
  timer = setInterval(tick, TICK);
  running = seat;
  keepClocks();
  showClocks();
}

// Keeps what is left, and since when.
function keepClocks() {
  if (left) session.set(`clock-${store.id}`, JSON.stringify({ left, running, at: Date.now() }));
}

addEventListener("pagehide", keepClocks);

export function stopClocks() {
  clearInterval(timer);
  const was = running;
  running = null;
  if (was !== null) keepClocks();
}

// Shows what is left.
export function showClocks() {
  left?.forEach((milliseconds, i) => {
    const clock = $("play").querySelector(`time[data-seat="${i}"]`);
    if (!clock) return;
    const text = time(milliseconds / 1000);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("running", i === running);
    clock.classList.toggle("short", milliseconds < SHORT * 1000);
  });
}

// Seconds as minutes and seconds; with tenths when few are left.
/** @param {number} seconds */
function time(seconds) {
  if (seconds < SHORT) return `0:${seconds.toFixed(1).padStart(4, "0")}`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
