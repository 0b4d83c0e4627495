// How long a step through a game of 1,000 plies takes on the page, until all of it has its place, and how much processor
// time of the page's thread, which another load on the machine changes less: `node fourfold/benches/steps.mjs`, while
// `fourfold board` runs, or with another address of a page. Needs `chromium` and `chromedriver`.

import { drive, meter, quit, start } from "./browser.mjs";

const address = process.argv[2] ?? "http://127.0.0.1:8484/";
const PLIES = 1000;
const STEPS = 200;

const moves = Array.from({ length: PLIES / 4 }, () => "b2-c2 b4-c4 c2-b2 c4-b4").join(" ");
const state = new URLSearchParams({ game: "collateral-checkers", rules: "quiet_limit=none", moves });
const session = await start();
const run = (script) => drive("POST", `${session}/execute/async`, { script, args: [] });
await drive("POST", `${session}/timeouts`, { script: 300_000 });
await drive("POST", `${session}/url`, { url: `${address}#${state}` });
const spent = await meter(session);
for (const way of ["parent", "next[0]"]) {
  const before = await spent();
  const times = await run(`
    const [done] = arguments;
    import("./main.js").then(async ({ store }) => {
      while (!store.view) await new Promise((soon) => setTimeout(soon, 50));
      const times = [];
      for (let i = 0; i < ${STEPS}; i += 1) {
        const before = performance.now();
        await store.go(store.tree.at.${way}, { hurry: true });
        document.body.getBoundingClientRect();
        times.push(performance.now() - before);
      }
      done([store.tree.at.ply, ...times]);
    });`);
  const [ply, ...each] = times;
  each.sort((a, b) => a - b);
  const said = [0.5, 0.95, 1].map((part) => each[Math.ceil(part * STEPS) - 1].toFixed(0));
  const own = (1000 * (await spent() - before)) / STEPS;
  console.log(`to ply ${ply}: median ${said[0]} ms, 95 % within ${said[1]} ms, slowest ${said[2]} ms; of the processor ${own.toFixed(0)} ms`);
}
await drive("DELETE", session);
quit();
