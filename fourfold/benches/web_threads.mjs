// How many positions a second the engines of a page without a server search in Chromium: one without threads, one with
// threads that has only one, and one with two: `node fourfold/benches/web_threads.mjs`, after `.ci/run engines`. In turn,
// the medians of some rounds; by the clock, which needs two cores at rest to show the gain, and by processor time, which
// shows what it costs. Needs `chromium` and `chromedriver`, on Linux.

import { execSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

import { STARTS, drive, median, quit, row, start } from "./browser.mjs";

const [ROUNDS, MILLIS] = [Number(process.argv[2] ?? 7), 3000];
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

// The seconds of the processor that the browser's processes for pages have taken, with all their threads.
function spent() {
  const all = execSync("ps -eo pid=,ppid=,cputimes=,args= --cols 200", { encoding: "utf8" }).trim().split("\n");
  const parents = new Map(all.map((line) => line.trim().split(/ +/, 2)));
  const isOurs = (pid) => pid === String(process.pid) || (parents.has(pid) && isOurs(parents.get(pid)));
  const pages = all.map((line) => line.trim().split(/ +/)).filter(([pid, , , ...args]) => args.includes("--type=renderer") && isOurs(pid));
  const ticks = ([pid]) => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13).map(Number);
  return pages.flatMap(ticks).reduce((sum, one) => sum + one, 0) / 100;
}

// Begins an analysis, until it tells of a search by as many threads as it has.
const begin = (kind, game) => drive("POST", `${session}/execute/async`, {
  args: [kind, game, `analysis\n${new URLSearchParams({ game, start: STARTS[game], lines: "1" })}`, KINDS[kind][1]],
  script: `
    const [kind, game, ask, threads, done] = arguments;
    let others = 0;
    window.worker = new Worker("/" + kind + "/worker.js");
    worker.onmessage = ({ data: [said, report] }) => {
      if (said === "thread") others += 1;
      if (said !== "lines") return;
      window.found = report;
      if (others === threads - 1) done();
    };
    const file = (kind === "plain" ? "/plain/" : "/two/") + game + ".wasm";
    window.modules ??= {};
    (modules[file] ??= WebAssembly.compileStreaming(fetch(file))).then((module) => {
      worker.postMessage(module);
      worker.postMessage(ask);
    });`,
});

// The positions a second of the deepest search that it tells of in time, and those for each second of the processor.
async function measure(kind, game) {
  await begin(kind, game);
  const before = spent();
  const speed = await drive("POST", `${session}/execute/async`, {
    args: [MILLIS],
    script: `
      const [millis, done] = arguments;
      setTimeout(() => done(found.speed), millis);`,
  });
  const taken = spent() - before;
  await drive("POST", `${session}/execute/sync`, { args: [], script: "worker.terminate()" });
  return { speed, share: (speed * MILLIS) / 1000 / taken };
}

row("engine", "without", "one thread", "two threads", "two to one", "by processor");
for (const game in STARTS) {
  const rounds = [];
  // In the first round what is run often is compiled once more.
  for (let round = -1; round < ROUNDS; round++) {
    const found = [];
    for (const kind in KINDS) found.push(await measure(kind, game));
    if (round >= 0) rounds.push(found);
  }
  const ratio = (of) => median(rounds.map(([, one, two]) => two[of] / one[of])).toFixed(2);
  row(game, ...[0, 1, 2].map((i) => Math.round(median(rounds.map((one) => one[i].speed)))), ratio("speed"), ratio("share"));
}
await drive("DELETE", session);
quit();
server.close();
server.closeAllConnections();
