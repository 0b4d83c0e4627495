// How a game ends off the board, in the words of its record.

import { capital } from "./dom.js";
import { tagsOf } from "./state.js";

export const AGREED = "adjudicated as a draw";
/** @param {string} seat */
export const resigns = (seat) => `${seat} resigns`;
/** @param {string} seat */
export const forfeits = (seat) => `${seat} forfeits`;

// What an ending says at these seats: the result, who won, and why; null if it is none of theirs.
/** @param {string} ending @param {Seat[]} seats @param {{ tags: string, clock: string }} state @returns {End | null} */
export function readEnding(ending, seats, { tags, clock }) {
  const by = tagsOf(tags).get("termination");
  if (ending === AGREED) return { text: "draw", winner: null, reason: by ? `By adjudication: ${by}.` : "By agreement." };
  const [, name, how = ""] = ending.match(/^(.+) (resigns|forfeits|wins by adjudication)$/) ?? [];
  const seat = seats.findIndex((one) => one.name === name);
  if (seat < 0) return null;
  const other = seats.length === 2 ? 1 - seat : null;
  const winner = how.startsWith("wins") ? seat : other;
  const { hue } = seats[seat];
  /** @type {Record<string, string>} */
  const reasons = {
    resigns: `${capital(hue)} resigned.`,
    forfeits: clock ? `${capital(hue)} ran out of time.` : `${capital(hue)} forfeited.`,
  };
  const reason = reasons[how] ?? (by ? `By adjudication: ${by}.` : "By adjudication.");
  return { text: winner === null ? "the game is over" : `${seats[winner].hue} wins`, winner, reason };
}

// A text of the rules, which names players by their seats, with their colours instead, as in "x: choose a column".
/** @param {string} text @param {Seat[]} seats */
export function inColours(text, seats) {
  return seats.reduce((said, { name, hue }) => said.replaceAll(new RegExp(`(?<![\\w-])${name}(?![\\w-])`, "g"), hue), text);
}
