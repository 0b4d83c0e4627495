// The theme that was chosen, before the first paint; and the engine of the game of the address, which comes while the
// page does: of those with threads if the page is isolated.

try {
  document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "";
} catch {
  // The browser keeps nothing: it is as the system has it.
}

{
  /** @type {HTMLMetaElement | null} */
  const list = document.querySelector("meta[name=engine]");
  if (list && crossOriginIsolated) list.content = list.dataset.threads ?? "";
  const engines = list?.content.match(/\S+(?==)/g);
  const game = `${/game=([\w-]+)/.exec(location.hash)?.[1]}.`;
  const href = engines?.find((engine) => engine.startsWith(game)) ?? engines?.[0];
  if (href) document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "fetch", crossOrigin: "", href }));
}
