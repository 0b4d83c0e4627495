// Keeps all files of the page in the browser, so that it opens without a network; new ones replace them. What else
// is in or below its folder is left to the network.
// @ts-nocheck The types of service workers exclude those of pages.

const OURS = `fourfold ${registration.scope} `;
const CACHE = `${OURS}{version}`;
const FILES = ["{files}"];

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forget()));
addEventListener("fetch", (event) => {
  const name = nameOf(event.request);
  if (FILES.includes(name)) event.respondWith(find(name, event.request));
});

// The file of the page that is asked for; anything else has another name.
function nameOf({ method, url }) {
  const [address] = url.split(/[?#]/);
  if (method !== "GET" || !address.startsWith(registration.scope)) return null;
  return address.slice(registration.scope.length).replace(/^(index\.html)?$/, "./");
}

// Of an engine with and without threads only the one that the page loads.
async function keep() {
  const cache = await caches.open(CACHE);
  const add = (files) => cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
  await add(FILES.filter((file) => !file.endsWith(".wasm")));
  const { headers } = await cache.match("./");
  const isIsolated = ["Embedder", "Opener"].every((of) => headers.has(`Cross-Origin-${of}-Policy`));
  const threaded = FILES.filter((file) => file.endsWith(".threads.wasm"));
  const others = isIsolated ? threaded.map((file) => file.replace(".threads", "")) : threaded;
  await add(FILES.filter((file) => file.endsWith(".wasm") && !others.includes(file)));
  await skipWaiting();
}

async function forget() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function find(name, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(name)) ?? fetch(request);
}
