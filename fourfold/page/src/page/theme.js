// The theme that was chosen, before the first paint.

try {
  document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "";
} catch {
  // The browser keeps nothing: it is as the system has it.
}
