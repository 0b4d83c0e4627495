// The theme that was chosen, before the first paint.

document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "";
