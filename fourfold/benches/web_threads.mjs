// How many positions a second the engines of a page without a server search in Chromium: one without threads, one with
// threads that has only one, and one with two: `node fourfold/benches/web_threads.mjs`, after `.ci/run engines`. In turn,
// the medians of some rounds, by the clock. Needs `chromium` and `chromedriver`, and two idle cores to show the gain.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";

import { drive, quit, start } from "./browser.mjs";

const [ROUNDS, MILLIS] = [Number(process.argv[2] ?? 7), 3000];
// Solved at once is Collapsi; where the start is solved too the rest begins after two moves, with all pieces.
const STARTS = { "collateral-checkers": "wwwww/w1www/5/b1bbb/bbbbb b 0 2", compass: "", "connect-four": "", "rolling-mountains": "" };
const KINDS = { plain: ["unknown-unknown", 1], one: ["wasip1-threads", 1], two: ["wasip1-threads", 2] };

const root = new URL("../../", import.meta.url).pathname;
const worker = readFileSync(`${root}fourfold/page/src/page/worker.js`, "utf8");
const server = createServer((request, response) => {
  const [kind, name] = request.url.slice(1).split("/");
  const [target, most] = KINDS[kind] ?? [];
  const type = { js: "text/javascript", wasm: "application/wasm" }[name?.split(".")[1]] ?? "text/html";
  const headers = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
  response.writeHead(200, { "Content-Type": type, ...headers });
  if (type === "text/html") return response.end("");
  if (name === "worker.js") return response.end(worker.replace("MOST_THREADS = 8", `MOST_THREADS = ${most}`));
  const lent = "collateral-checkers/endings/data/six.endings";
  response.end(readFileSync(root + (name === "six.endings" ? lent : `target/wasm32-${target}/web/${name}`)));
}).listen(0);

const session = await start();
await drive("POST", `${session}/url`, { url: `http://127.0.0.1:${server.address().port}/` });

// The positions a second of the deepest search that an analysis tells of in time.
const speed = (kind, game) => drive("POST", `${session}/execute/async`, {
  args: [kind, game, `analysis\n${new URLSearchParams({ game, start: STARTS[game], lines: "1" })}`, MILLIS],
  script: `
    const [kind, game, ask, millis, done] = arguments;
    let speed = 0;
    const worker = new Worker("/" + kind + "/worker.js");
    worker.onmessage = ({ data: [said, report] }) => {
      if (said === "lines") speed = report.speed;
    };
    WebAssembly.compileStreaming(fetch("/" + kind + "/" + game + ".wasm")).then((module) => {
      worker.postMessage(module);
      worker.postMessage(ask);
      setTimeout(() => {
        worker.terminate();
        done(speed);
      }, millis);
    });`,
});

const middle = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];
const row = (first, ...others) => console.log(first.padEnd(20) + others.map((one) => String(one).padStart(14)).join(""));

row("engine", "without", "one thread", "two threads", "two to one");
for (const game in STARTS) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const speeds = [];
    for (const kind in KINDS) speeds.push(await speed(kind, game));
    rounds.push(speeds);
  }
  row(game, ...[0, 1, 2].map((i) => Math.round(middle(rounds.map((one) => one[i])))), middle(rounds.map(([, one, two]) => two / one)).toFixed(2));
}
await drive("DELETE", session);
quit();
server.close();
server.closeAllConnections();
