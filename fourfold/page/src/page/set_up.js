// A position that is put together on the board: a piece is chosen, then the places where it goes; by
// pointing, or by the keyboard: arrows go over the board, a letter chooses a piece, Enter puts it.

import { clearAnalysis } from "./analysis.js";
import { ask } from "./api.js";
import { board } from "./board.js";
import { $, all, button, capital, make, show } from "./dom.js";
import { store } from "./store.js";

// What is put together: a position, and edits that do not lead to another one yet; nothing otherwise.
/** @typedef {{ start: string, edits: string[] }} Draft */
/** @type {Draft | null} */
export let draft = null;
/** @type {(Draft | null)[]} */
let before = []; // The drafts before it.
let piece = "";
/** @type {string[]} */
let pieceNames = [];

const HOW = "The position that is set up: arrows go over the board, a letter chooses a piece, Enter puts it";

export function openSetUp() {
  $("set-up").hidden = false;
  $("set-up").open = true;
}

// Begins when what is needed is opened, and ends when it is closed.
export async function toggleSetUp() {
  const { known: view, state } = store;
  if ($("set-up").open && !draft && view.arranged) {
    clearAnalysis();
    $("setup-turn").replaceChildren(...view.seats.map(({ hue }) => make("option", `${capital(hue)} to move`)));
    $("setup-turn").selectedIndex = view.seat;
    $("setup-turn").onchange = () => edit(`turn=${$("setup-turn").selectedIndex}`);
    for (const id of ["pieces", "setup-counts"]) $(id).replaceChildren(); // Those of another game.
    [piece, before, draft] = ["", [], state.draft ?? { start: view.position, edits: [] }];
    board.edit = { put, press };
    $("pieces").hidden = false;
    all("[data-do=undo]")[0].disabled = false;
    await refreshSetUp();
    board.element.scrollIntoView({ block: "nearest" });
  } else if (!$("set-up").open && draft) {
    stopSetUp();
    store.refresh();
  }
}

export function stopSetUp() {
  $("set-up").open = false;
  if (!draft) return;
  $("pieces").hidden = true;
  draft = null;
  board.edit = null;
  keepDraft();
}

function keepDraft() {
  store.state.draft = draft;
  store.write();
}

/** @param {string} place */
function put(place) {
  $("said").textContent = `${place}: ${piece || "cleared"}`;
  edit(`${piece}@${place}`);
}

/** @param {string} edit */
function edit(edit) {
  if (!draft) return;
  before.push(draft);
  draft = { ...draft, edits: [...draft.edits, edit] };
  refreshSetUp();
}

// Takes the last edit back; says whether a position is being set up.
export function undoSetUp() {
  if (!draft) return false;
  draft = before.pop() ?? draft;
  refreshSetUp();
  return true;
}

export async function refreshSetUp() {
  const asked = draft;
  if (!asked) return;
  const reason = $("setup-error");
  try {
    const { start, edits } = asked;
    const found = await ask("set-up", store.state.params({ start, moves: "", edits: edits.join(";") }));
    if (draft !== asked) return;
    board.show({ ...found, trays: [] }, [], HOW);
    board.cursor(board.at);
    offer(found.offered);
    count(found.counts);
    if (found.seat !== null) $("setup-turn").selectedIndex = found.seat;
    reason.textContent = found.reason ?? "";
    show($("setup-text"), found.position ?? "");
    if (found.position) draft = { start: found.position, edits: [] };
    keepDraft();
  } catch (error) {
    reason.textContent = /** @type {Error} */ (error).message;
  }
}

// Shows the pieces to choose from; the first takes away what is there.
/** @param {[name: string, svg: string][]} pieces */
function offer(pieces) {
  pieceNames = ["", ...pieces.map(([name]) => name)];
  if ($("pieces").children.length !== pieceNames.length) {
    const buttons = [["", "✕"], ...pieces].map(([name, svg]) =>
      button("", () => choosePiece(name), { title: name || "Clear", value: name, innerHTML: svg }));
    $("pieces").replaceChildren(...buttons);
  }
  choosePiece(piece);
}

/** @param {string} name */
function choosePiece(name) {
  piece = name;
  for (const one of $("pieces").children) one.ariaPressed = String(one.value === name);
}

// The numbers that are not on the board; a box to tick for yes and no.
/** @param {[name: string, value: number, most: number][]} counts */
function count(counts) {
  const fields = $("setup-counts");
  if (fields.children.length !== counts.length) {
    fields.replaceChildren(...counts.map(([name, , most]) => {
      const input = make("input", "", most === 1 ? { type: "checkbox" } : { type: "number", min: 0, max: most });
      const value = () => (most === 1 ? Number(input.checked) : Math.max(0, Math.trunc(input.value)));
      input.onchange = () => edit(`${name}=${value()}`);
      return make("label", [make("span", name), input]);
    }));
  }
  counts.forEach(([, value], i) => {
    const field = fields.children[i].lastChild;
    if (field.type === "checkbox") field.checked = value > 0;
    else show(field, String(value));
  });
}

// Does what a key says: a letter chooses a piece, Delete clears a place; whether it said something.
/** @param {KeyboardEvent} event @param {string | null} place */
function press({ key }, place) {
  if (key === "Delete") {
    if (place) edit(`@${place}`);
    return true;
  }
  if (key.length !== 1) return false;
  const rest = pieceNames.indexOf(piece) + 1;
  const inTurn = [...pieceNames.slice(rest), ...pieceNames.slice(0, rest)];
  const found = inTurn.find((name) => name.toLowerCase().startsWith(key.toLowerCase()));
  if (found) choosePiece(found);
  if (found) $("said").textContent = found;
  return true;
}
