// How a game ends off the board, in the words of its record.

import { tagsOf } from "./state.js";

export const AGREED = "adjudicated as a draw";
/** @param {string} seat */
export const resigns = (seat) => `${seat} resigns`;
/** @param {string} seat */
export const forfeits = (seat) => `${seat} forfeits`;

// What an ending says at these seats: the result, who won, and why; null if it is none of theirs. Seats are named as in the
// rules.
/** @param {string} ending @param {Seat[]} seats @param {{ tags: string, clock: string }} state @returns {End | null} */
export function readEnding(ending, seats, { tags, clock }) {
  const by = tagsOf(tags).get("termination");
  if (ending === AGREED) return { text: "draw", winner: null, reason: by ? `By adjudication: ${by}.` : "By agreement." };
  const [, name, how] = ending.match(/^(.+) (resigns|forfeits|wins by adjudication)$/) ?? [];
  const seat = seats.findIndex((one) => one.name === name);
  if (seat < 0) return null;
  const isWon = how.startsWith("wins");
  const winner = isWon ? seat : seats.length === 2 ? 1 - seat : null;
  const did = how === "resigns" ? "resigned" : clock ? "ran out of time" : "forfeited";
  const reason = isWon ? `By adjudication${by ? `: ${by}` : ""}.` : `${name} ${did}.`;
  return { text: winner === null ? "the game is over" : `${seats[winner].name} wins`, winner, reason };
}

// A text of the rules, which names players by their seats, with other words for them, as in "x: choose a column".
/** @param {string} text @param {Seat[]} seats @param {string[]} words */
export function named(text, seats, words) {
  const name = new RegExp(`(?<![\\w-])(${seats.map(({ name }) => name).join("|")})(?![\\w-])`, "g");
  return text.replaceAll(name, (one) => words[seats.findIndex(({ name }) => name === one)]);
}

/** @param {string} text @param {Seat[]} seats */
export const inColours = (text, seats) => named(text, seats, seats.map(({ hue }) => hue));
