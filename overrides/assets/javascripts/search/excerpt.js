/** What of a text to show for a query, and what of that to mark. */

import { runs, stem } from "./tokens.js";

/** @typedef {import("./query.js").Query} Query */
/** @typedef {{ text: string, mark: boolean }} Segment shown as text, never as HTML */
/** @typedef {{ start: number, end: number, names: string[] }} Match a place in a text, and the query's words there */

const LENGTH = 240;
const LEAST_PREFIX = 3;
const TO_SENTENCE = 80; // how far back the beginning of a sentence may be to begin with it

/** @param {string} text @param {Query} query @returns {Segment[]} about 240 characters around most of the query's words */
export function excerpt(text, query) {
  const matches = matchesIn(text, query);
  let { start, end } = window(text, matches);
  start = Math.min(start, Math.max(0, text.length - LENGTH)); // towards the end there is room before it
  start = beginning(text, start);
  end = ending(text, Math.min(text.length, start + LENGTH));
  const segments = marked(text, matches, start, end);
  if (start > 0) segments.unshift({ text: "… ", mark: false });
  if (end < text.length) segments.push({ text: " …", mark: false });
  return segments;
}

/** @param {string} text @param {Query} query @returns {Segment[]} the whole of a short text, such as a title */
export function markAll(text, query) {
  return marked(text, matchesIn(text, query), 0, text.length);
}

/**
 * Where the query's words stand, in reading order; by stem, and by beginning for the word being typed.
 * @param {string} text @param {Query} query @returns {Match[]}
 */
export function matchesIn(text, query) {
  const stems = new Set(query.words.map(({ word }) => stem(word)));
  const beginnings = query.words.filter(({ word, open }) => open && word.length >= LEAST_PREFIX).map(({ word }) => word);

  /** @type {Match[]} */
  const matches = [];
  for (const run of runs(text)) {
    const lower = text.slice(run.start, run.end).toLowerCase();
    /** @type {Match[]} */
    const within = [];
    /** @type {Match[]} */
    const whole = [];
    for (const word of new Set(run.words)) {
      const at = lower.indexOf(word);
      const own = stems.has(stem(word));
      const name = own ? stem(word) : beginnings.find((beginning) => word.startsWith(beginning));
      if (!name) continue;
      if (at >= 0) within.push({ start: run.start + at, end: run.start + at + word.length, names: [name] });
      // An identifier's pieces put together do not stand in it as such: all of it is marked, but for
      // what one of its pieces begins with as well.
      else if (own || !within.length) whole.push({ start: run.start, end: run.end, names: [name] });
    }
    matches.push(...merged([...within, ...whole]));
  }
  return matches;
}

/** @param {Match[]} matches @returns {Match[]} none overlapping */
function merged(matches) {
  /** @type {Match[]} */
  const kept = [];
  for (const match of matches.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept[kept.length - 1];
    if (last && match.start < last.end) {
      last.end = Math.max(last.end, match.end);
      last.names.push(...match.names);
    } else {
      kept.push(match);
    }
  }
  return kept;
}

/**
 * The stretch that holds the most different words of the query, then the most of them, then the first.
 * @param {string} text @param {Match[]} matches
 */
function window(text, matches) {
  let best = { start: 0, end: Math.min(text.length, LENGTH), worth: 0 };
  matches.forEach((from, first) => {
    const names = new Set();
    let count = 0;
    let end = from.end;
    for (let n = first; n < matches.length && matches[n].end - from.start <= LENGTH; n++) {
      matches[n].names.forEach((name) => names.add(name));
      end = matches[n].end;
      count++;
    }
    const worth = names.size + Math.min(count, 20) / 100;
    if (worth > best.worth) best = { start: from.start, end, worth };
  });
  return best;
}

/** @param {string} text @param {number} at @returns {number} back to a sentence or a line, else to a word */
function beginning(text, at) {
  if (at === 0) return 0;
  const before = text.slice(Math.max(0, at - TO_SENTENCE), at);
  const sentence = /^[^]*(?:[.!?:]\s+|\n)/.exec(before);
  if (sentence) return at - before.length + sentence[0].length + bullet(text, at - before.length + sentence[0].length);
  if (at < TO_SENTENCE) return 0;
  const words = /\s\S+\s+\S*$/.exec(before.slice(-40)); // a little of what leads to it
  return words ? at - words[0].length + 1 : at;
}

/** @param {string} text @param {number} at @returns {number} how long the mark of a list's entry is there */
function bullet(text, at) {
  return /^(?:\s*[-*|]\s+)?/.exec(text.slice(at, at + 20))?.[0].length ?? 0;
}

/** @param {string} text @param {number} at @returns {number} back to the end of a word */
function ending(text, at) {
  if (at === text.length) return at;
  const space = text.slice(0, at).search(/\s\S*$/);
  return space > at - 40 ? space : at;
}

/** @param {string} text @param {Match[]} matches @param {number} start @param {number} end @returns {Segment[]} */
function marked(text, matches, start, end) {
  /** @type {Segment[]} */
  const segments = [];
  const add = (/** @type {number} */ from, /** @type {number} */ to, /** @type {boolean} */ mark) => {
    if (from < to) segments.push({ text: text.slice(from, to).replace(/\s+/g, " "), mark });
  };
  let at = start;
  for (const match of matches) {
    if (match.end <= start || match.start >= end) continue;
    add(at, Math.max(at, match.start), false);
    add(Math.max(at, match.start), Math.min(match.end, end), true);
    at = Math.min(match.end, end);
  }
  add(at, end, false);
  return segments;
}
