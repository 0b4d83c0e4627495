// The menu, and the settings of this browser.

import { $, all, icon } from "./dom.js";
import { sound } from "./sound.js";
import { settings } from "./state.js";

const THEMES = ["", "light", "dark"];

// Wires the menu: `run` does what was chosen, `take` has a file that was uploaded.
export function wireMenu(run, take) {
  $("menu-open").addEventListener("click", () => {
    for (const one of all(".menu > [value]:not([value=games], [value=new])")) one.hidden = $("play").hidden;
    $("menu").returnValue = "";
    $("menu").showModal();
  });
  $("menu").addEventListener("close", () => $("menu").returnValue && run($("menu").returnValue));
  $("upload").addEventListener("change", () => {
    const [file] = $("upload").files;
    $("upload").value = "";
    $("menu").close();
    take(file);
  });
  const tell = () => ($("pace-said").textContent = `${(Number($("pace").value) / 1000).toFixed(1)} s`);
  $("pace").value = settings.get("pace");
  tell();
  $("pace").addEventListener("input", () => {
    settings.set("pace", $("pace").value);
    tell();
  });
  hear();
  for (const one of all("[data-setting]")) one.addEventListener("click", change[one.dataset.setting]);
}

function hear() {
  $("sound").replaceChildren(icon(settings.get("sound") ? "sound" : "silent"));
  $("sound").setAttribute("aria-pressed", String(Boolean(settings.get("sound"))));
}

const change = {
  sound() {
    settings.set("sound", settings.get("sound") ? "" : "yes");
    hear();
    sound("put");
  },

  theme() {
    const theme = THEMES[(THEMES.indexOf(settings.get("theme")) + 1) % THEMES.length];
    settings.set("theme", theme);
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  },
};
