// Short sounds, made as they are needed.

import { settings } from "./state.js";

/** @type {AudioContext | null} */
let context = null;

// Frequency in hertz, seconds, loudness, and whether it is noise rather than a tone.
/** @type {Record<string, [frequency: number, length: number, volume: number][]>} */
const SOUNDS = {
  step: [[520, 0.06, 0.12]],
  put: [[180, 0.12, 0.25]],
  capture: [[220, 0.07, 0.25], [160, 0.1, 0.25]],
  wrong: [[110, 0.15, 0.2]],
  turn: [[880, 0.2, 0.1]],
  won: [[523, 0.14, 0.12], [784, 0.2, 0.12]],
  lost: [[392, 0.14, 0.12], [262, 0.2, 0.12]],
};

/** @param {string} name */
export function sound(name) {
  if (!settings.get("sound")) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [frequency, length, volume] of SOUNDS[name]) {
    const tone = new OscillatorNode(context, { type: "triangle", frequency });
    const loudness = new GainNode(context, { gain: volume });
    loudness.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(loudness).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length;
  }
}
