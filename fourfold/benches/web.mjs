// How large and how fast the engines of a page without a server are: `node fourfold/benches/web.mjs`, after
//   cargo build --release --bin fourfold
//   cargo build -p fourfold-games --features web --profile web --bins --target wasm32-unknown-unknown
// Each game is analysed by one thread, here and there in turn; the best of three rounds counts, by processor time, so
// that a busy machine matters less; that is read as Linux has it. Another folder of engines can be given.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

const [ROUNDS, MILLIS] = [3, 1500];
const GAMES = ["collapsi", "collateral-checkers", "compass", "connect-four", "rolling-mountains"];
// Solved at once, so that there is nothing to measure.
const SOLVED = "collapsi";
// Where the start is solved too.
const STARTS = { "collateral-checkers": "w1w1w/w3w/2b2/4b/bb1b1 w 1 0" };

const target = new URL("../../target/", import.meta.url).pathname;
const folder = process.argv[2] ?? `${target}wasm32-unknown-unknown/web`;
// What an engine loads.
const FILES = new URL("../../collateral-checkers/endings/data/", import.meta.url);
const decode = new TextDecoder();

async function start(file) {
  const page = {
    now: () => performance.now(),
    tell: (at, length) => page.told(...JSON.parse(page.read(at, length))),
    read: (at, length) => decode.decode(new Uint8Array(page.engine.memory.buffer, at, length)),
    load: (at, length) => page.put(readFileSync(new URL(page.read(at, length), FILES))),
    put(bytes) {
      const at = page.engine.room(bytes.length);
      new Uint8Array(page.engine.memory.buffer, at, bytes.length).set(bytes);
    },
  };
  const { instance } = await WebAssembly.instantiate(file, { page });
  page.engine = instance.exports;
  page.engine.main(0, 0);
  return page;
}

// The nodes a second of an analysis, which ends when what it tells is not accepted any more.
function alone(page, game) {
  const ask = new URLSearchParams({ game, start: STARTS[game] ?? "", lines: "1" });
  page.put(new TextEncoder().encode(`analysis\n${ask}`));
  const until = performance.now() + MILLIS;
  let [began, speed] = [spent(), 0];
  page.told = (kind, report) => {
    if (kind === "moves") began = spent();
    if (kind === "lines") speed = report.nodes / (spent() - began);
    if (performance.now() > until) throw new Error("enough");
  };
  try {
    page.engine.answer();
  } catch (error) {
    if (error.message !== "enough") throw error;
  }
  return speed;
}

// The seconds that this thread was run.
const spent = () => Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e9;

function native(game) {
  const command = `${target}release/fourfold analyse ${game} ${STARTS[game] ? `"${STARTS[game]}"` : ""} --movetime ${MILLIS} --threads 1 --table 32 --json`;
  const timed = spawnSync("bash", ["-c", `TIMEFORMAT='%U %S'; time ${command}`], { encoding: "utf8" });
  const [user, system] = timed.stderr.trim().split(" ").map(Number);
  return JSON.parse(timed.stdout).nodes / (user + system);
}

const row = (first, ...others) => console.log(first.padEnd(20) + others.map((one) => String(one).padStart(13)).join(""));

row("", "", "", "nodes a", "second");
row("engine", "bytes", "by brotli", "program", "WebAssembly", "ratio");
for (const game of GAMES) {
  const file = readFileSync(`${folder}/${game}.wasm`);
  const sizes = [file.length, brotliCompressSync(file).length];
  if (game === SOLVED) {
    row(game, ...sizes);
    continue;
  }
  const page = await start(file);
  const best = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    [native, () => alone(page, game)].forEach((run, i) => (best[i] = Math.max(best[i], Math.round(run(game)))));
  }
  row(game, ...sizes, ...best, (best[1] / best[0]).toFixed(2));
}
