// What the modules of the page tell each other, and what the engine answers.

// A seat as the engine names it: `hue` is its colour.
interface Seat { name: string; hue: string }

// A legal move: its text, its places, and its route if that is another.
type Offer = [move: string, places: string[], route?: string[]];

// What a move or a position is worth: `["win", 7]`, `["loss", 4]`, `["draw", 0]`, `["value", 31]`.
type Worth = [kind: "win" | "loss" | "draw" | "value", size?: number];

interface Item { place: string; svg: string; count: number; scale: number }
interface Tray { caption: string; items: Item[] }
interface Last { move: string; seat: number; places: string[]; route: string[] }

// A piece: the part that it looks like, and where.
interface Piece { part: string; place: string; name: string; x: number; y: number }

// A picture: its board is a part.
interface Picture { board: string; pieces: Piece[]; trays: Tray[]; last?: Last | null }

// What the engine says of a position.
interface View extends Picture {
  start: string;
  position: string;
  rules: string;
  played: string[];
  movers: number[];
  seats: Seat[];
  seat: number;
  outcome: string | null;
  winner: number | null;
  ending: string | null;
  decisive: string[];
  task: { say: string; help: string | null } | null;
  last: Last | null;
  moves: Offer[];
  count: number;
  notes: string[];
  arranged: boolean;
}

interface Line { moves: string[]; places: string[] | null; route: string[] | null; proven: boolean; worth: Worth }
interface Found { depth: number; nodes: number; speed: number; lines: Line[]; known: Worth | null }

// A position of a game that is reviewed.
interface Point { ply: number; seat: number; best?: Line; shares?: number[] }

interface PuzzleFound { position: string; rules: string; turn: string; solution: string; plies: number; level: number }

// A game as the page describes it.
interface Player { name: string; title: string; about: string }
interface Option {
  name: string; label: string; about: string; default: string; values: string;
  choices: string[] | null; least: number | null; most: number | null; words: string[];
}
interface Game {
  name: string; title: string; about: string; seats: string[]; players: [number, number]; minutes: number;
  options: Option[]; opponents: Player[]; level: string; picture: string; scale: number;
  slips: [number, string, string][]; puzzles: boolean; lessons: string[]; inTurn: boolean;
}

// A move of a game, in the tree of its variations; the root has none.
interface Move {
  id: number;
  move: string;
  parent: Move | null;
  ply: number;
  seat: number | null;
  places: string[];
  comment: string;
  outcome: string | null;
  ending: string;
  next: Move[];
  mark?: { sign: string; kind: string; title: string } | null;
}

// How a game ended.
interface End { text: string; winner: number | null; reason: string }

// How the board came to show what it shows: by a move, one dragged, a step in the record, the same once more, a new game.
type Came = "" | "move" | "dragged" | "back" | "forward" | "again" | "begin";

interface XY { x: number; y: number }
interface Spot extends XY { room: number }

// A game that was kept in the browser.
interface Kept { id: string; game: string; seats: string[]; plies: number; outcome: string | null; hash: string; time: number }
