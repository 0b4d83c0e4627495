// What is given to others: a link, a picture, a file, paper.

import { readRecord } from "./api.js";
import { board } from "./board.js";
import { $, draw, make, notice } from "./dom.js";
import { endInWords } from "./names.js";
import { recordText } from "./record.js";
import { reviewedText } from "./review.js";
import { FAR, PERSON, store } from "./store.js";

// Has the browser keep a file.
/** @param {string | Blob} content @param {string} type @param {string} name */
function save(content, type, name) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  make("a", "", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// The link to what is shown; for a friend far away with the seats turned round.
function link() {
  store.flush();
  const { state } = store;
  if (!state.seats.includes(FAR)) return location.href;
  const turned = Object.assign(Object.create(Object.getPrototypeOf(state)), state);
  turned.seats = store.known.seats.map((_, i) => ({ [PERSON]: FAR, [FAR]: PERSON })[store.player(i)] ?? store.player(i));
  turned.turn(2);
  return location.href.replace(/#.*$/, String(turned));
}

// Gives a text to the clipboard.
/** @param {string} text @param {string} done */
export async function copy(text, done) {
  // There is no clipboard for pages of another machine.
  const copied = async () => navigator.clipboard.writeText(text);
  await copied().then(() => notice(done), () => prompt("Copy this:", text));
}

export function copyLink() {
  return copy(link(), "The link was copied. All of it is in the link; nothing was sent anywhere.");
}

export async function download() {
  const { text } = await readRecord(recordText(store.state));
  save(text, "text/plain", `${store.state.game}.txt`);
}

export const downloadReview = () => save(reviewedText(), "text/plain", `${store.state.game}-review.txt`);

export const savePicture = () => save(picture(), "image/svg+xml", `${store.state.game}.svg`);

// Shares by what the system has for that: a link with a picture where it takes files; or else copies the link.
export async function share() {
  const { end, game } = store;
  const title = `${game?.title}${end ? `: ${endInWords(end).text}` : ""}`;
  const file = new File([picture()], `${store.state.game}.svg`, { type: "image/svg+xml" });
  const what = { title, url: link() };
  if (!navigator.share) return copyLink();
  const all = navigator.canShare?.({ ...what, files: [file] }) ? { ...what, files: [file] } : what;
  await navigator.share(all).catch((error) => {
    if (error.name !== "AbortError") return copyLink();
  });
}

// The picture of the board as a file of its own, with the curve of a review below.
export function picture() {
  const { svg } = board;
  if (!svg) return "";
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  for (const one of copy.querySelectorAll(".targets, .trace")) one.remove();
  for (const name of ["game", "felt"]) copy.setAttribute(`data-${name}`, $("play").dataset[name]);
  const curve = $("review").hidden ? null : $("curve").firstChild;
  if (curve) {
    const { x, y, width, height } = svg.viewBox.baseVal;
    const { width: wide, height: high } = curve.viewBox.baseVal;
    const below = /** @type {Element} */ (curve.cloneNode(true));
    for (const [name, value] of Object.entries({ x, y: y + height, width, height: (width * high) / wide })) below.setAttribute(name, String(value));
    copy.append(draw("g", { id: "curve" }, below));
    copy.setAttribute("viewBox", `${x} ${y} ${width} ${height + (width * high) / wide}`);
  }
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  const own = rules.map(({ cssText }) => cssText).filter((text) => !text.startsWith("@font-face"));
  copy.prepend(draw("desc", {}, store.known.position), draw("style", {}, own.join("")));
  return new XMLSerializer().serializeToString(copy);
}
