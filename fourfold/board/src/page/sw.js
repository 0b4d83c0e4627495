// Keeps all files of the page in the browser, so that it opens without a network; new ones replace them.
// @ts-nocheck The types of service workers exclude those of pages.

const OURS = `fourfold ${registration.scope} `;
const CACHE = `${OURS}{version}`;
const FILES = ["{files}"];

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forget()));
addEventListener("fetch", (event) => event.respondWith(find(event.request)));

async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  await skipWaiting();
}

async function forget() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function find(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request.mode === "navigate" ? "./" : request, { ignoreSearch: true })) ?? fetch(request);
}
