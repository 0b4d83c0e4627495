// What the browser keeps. Where it refuses to, or has no room, it is kept until the page is left, and that is said once.

import { notice } from "./dom.js";

let isTold = false;

class Kept {
  /** @type {Map<string, string>} */
  memory = new Map();

  // Browsers refuse a storage when it is named.
  constructor(/** @type {() => Storage} */ storage) {
    this.storage = storage;
  }

  /** @param {string} name @returns {string | null} */
  get(name) {
    if (this.memory.has(name)) return this.memory.get(name) ?? null;
    try {
      return this.storage().getItem(name);
    } catch {
      return null;
    }
  }

  /** @param {string} name @param {string} value */
  set(name, value) {
    try {
      this.storage().setItem(name, value);
      this.memory.delete(name);
    } catch {
      this.memory.set(name, value);
      if (!isTold) notice("This browser keeps no more: games and settings are forgotten when you leave. A link holds a game.");
      isTold = true;
    }
  }
}

// For good, and while a page is open.
export const local = new Kept(() => localStorage);
export const session = new Kept(() => sessionStorage);
