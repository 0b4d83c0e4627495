// The theme that was chosen, before the first paint; and the engine of the game of the address, which comes while the
// page does.

try {
  document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "";
} catch {
  // The browser keeps nothing: it is as the system has it.
}

{
  const engines = document.querySelector("meta[name=engine]")?.getAttribute("content")?.match(/\S+(?==)/g);
  const game = `${/game=([\w-]+)/.exec(location.hash)?.[1]}.wasm`;
  const href = engines?.find((engine) => engine === game) ?? engines?.[0];
  if (href) document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "fetch", crossOrigin: "", href }));
}
