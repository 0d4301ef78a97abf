/**
 * The words of a text: identifiers whole and in parts, and their stems.
 *
 * docs/formats.md ("Words of a text") is the description that builder/index/tokens.py follows too.
 */

import { stem as porter } from "./stem.js";

// Python's \w: letters, numbers and the underscore, no combining marks.
const RUN = /[\p{L}\p{N}_]+(?:[-./:][\p{L}\p{N}_]+)*/gu;
const MOST_SEGMENTS = 8;
const UPPER = /^\p{Uppercase}$/u;
const LOWER = /^\p{Lowercase}$/u;
const DIGIT = /^\p{Nd}$/u;
const MOST_STEMS = 50_000;

/**
 * @typedef {object} Words what a text is found by
 * @property {string[]} words in reading order, joined identifiers after their pieces
 * @property {number} length number of pieces: what BM25 takes for the text's length
 * @property {Set<string>} joined those that are joined identifiers and nowhere a piece
 * @property {Set<string>} open those that reach the text's end: half-typed, perhaps
 */

/**
 * A run of a text and the words it is found by; marking an excerpt needs to know where they stood.
 * @typedef {object} Run
 * @property {number} start in UTF-16 units of the text
 * @property {number} end
 * @property {string[]} words
 */

/** @param {string} text @returns {Words} */
export function words(text) {
  text = text.normalize("NFKC");
  /** @type {string[]} */
  const found = [];
  /** @type {string[]} */
  const allPieces = [];
  /** @type {string[]} */
  let last = [];
  let end = 0;
  for (const match of text.matchAll(RUN)) {
    const run = readRun(match[0]);
    found.push(...run.words);
    allPieces.push(...run.pieces);
    last = run.open;
    end = match.index + match[0].length;
  }
  const joined = new Set(found);
  for (const piece of allPieces) joined.delete(piece);
  return { words: found, length: allPieces.length, joined, open: new Set(end === text.length ? last : []) };
}

/**
 * The runs of a text as it stands. What NFKC would change the length of is found by its own
 * characters: good enough for marking, and the places are right.
 * @param {string} text @returns {Run[]}
 */
export function runs(text) {
  return Array.from(text.matchAll(RUN), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    words: readRun(match[0].normalize("NFKC")).words,
  }));
}

/** @param {string} run @returns {{ words: string[], pieces: string[], open: string[] }} open: what reaches its end */
function readRun(run) {
  /** @type {string[]} */
  const found = [];
  /** @type {string[]} */
  let open = [];
  const segments = run.split(/[./:]/).map(pieces).filter((list) => list.length);
  for (const list of segments) {
    found.push(...list);
    open = list.slice(-1);
    if (list.length > 1) {
      found.push(list.join(""));
      open.push(list.join(""));
    }
  }
  if (segments.length <= MOST_SEGMENTS) {
    const joined = segments.map((list) => list.join(""));
    for (let start = joined.length - 2; start >= 0; start--) {
      found.push(joined.slice(start).join(""));
      open.push(joined.slice(start).join(""));
    }
  }
  return { words: found, pieces: segments.flat(), open };
}

/** @param {string} segment */
function pieces(segment) {
  return segment
    .split(/[-_]+/)
    .filter(Boolean)
    .flatMap(splitCase)
    .map((piece) => piece.toLowerCase());
}

/** @param {string} part `JSONRPCError` is `JSONRPC`, `Error`; `list2Tools` is `list2`, `Tools` */
function splitCase(part) {
  if (/^[a-z0-9]*$/.test(part)) return [part];
  const letters = Array.from(part); // code points, as Python counts them
  const found = [];
  let start = 0;
  for (let at = 1; at < letters.length; at++) {
    const before = letters[at - 1];
    if (!UPPER.test(letters[at])) continue;
    const startsWord = LOWER.test(before) || DIGIT.test(before);
    const endsCapitals = UPPER.test(before) && LOWER.test(letters[at + 1] ?? "");
    if (startsWord || endsCapitals) {
      found.push(letters.slice(start, at).join(""));
      start = at;
    }
  }
  found.push(letters.slice(start).join(""));
  return found;
}

/** @type {Map<string, string>} */
const stems = new Map();

/** @param {string} word @returns {string} the Porter (1980) stem of a word of the letters a to z */
export function stem(word) {
  let known = stems.get(word);
  if (known === undefined) {
    if (stems.size >= MOST_STEMS) stems.clear();
    stems.set(word, (known = porter(word)));
  }
  return known;
}

/**
 * Python's order of strings, by code point. JavaScript's own, by UTF-16 unit, puts astral
 * characters before U+E000.
 * @param {string} a @param {string} b @returns {number} below, at or above 0
 */
export function compare(a, b) {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left === right) continue;
    const bothPlain = left < 0xd800 || right < 0xd800;
    return bothPlain ? left - right : order(left) - order(right);
  }
  return a.length - b.length;
}

/** @param {number} unit surrogates after everything else */
function order(unit) {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}
