// How a game ends off the board, in the words of its record.

import { capital } from "./dom.js";
import { tagsOf } from "./state.js";

export const AGREED = "adjudicated as a draw";
export const resigns = (seat) => `${seat} resigns`;
export const forfeits = (seat) => `${seat} forfeits`;

// What an ending says at these seats: the result, who won, and why; null if it is none of theirs.
export function readEnding(ending, seats, { tags, clock }) {
  const by = tagsOf(tags).get("termination");
  if (ending === AGREED) return { text: "draw", winner: null, reason: by ? `By adjudication: ${by}.` : "By agreement." };
  const [, name, how] = ending.match(/^(.+) (resigns|forfeits|wins by adjudication)$/) ?? [];
  const seat = seats.findIndex((one) => one.name === name);
  if (seat < 0) return null;
  const other = seats.length === 2 ? 1 - seat : null;
  const winner = how.startsWith("wins") ? seat : other;
  const reason = {
    resigns: `${capital(name)} resigned.`,
    forfeits: clock ? `${capital(name)}'s time is up.` : `${capital(name)} forfeited.`,
  }[how] ?? (by ? `By adjudication: ${by}.` : "By adjudication.");
  return { text: winner === null ? "the game is over" : `${seats[winner].name} wins`, winner, reason };
}
