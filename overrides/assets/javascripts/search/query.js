/** Query -> words and quoted phrases. The twin of builder/search/query.py. */

import { stem, words } from "./tokens.js";

/**
 * @typedef {object} QueryWord
 * @property {string} word
 * @property {boolean} joined an identifier's pieces put together: no loss if the index does not know it
 * @property {boolean} open reaches the end of what was typed: perhaps only its beginning
 */

/**
 * @typedef {object} Query
 * @property {string} text as asked, without the quotes: what the model reads
 * @property {QueryWord[]} words one of each stem, stop words left out unless there are no others
 * @property {string[]} phrases folded: what a result must hold to the letter
 * @property {[string, string][]} corrections words that nothing matched, and what is searched for instead
 */

// A query is a question, not a document: what is longer is cut, so that no input takes long.
const LONGEST = 4000;
// Python's white space. JavaScript's \s lacks the separators and has the byte order mark.
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

/** @param {string} text any text is a valid query @param {string[]} stopWords @returns {Query} */
export function parseQuery(text, stopWords) {
  if (text.length > LONGEST) text = Array.from(text).slice(0, LONGEST).join("");
  const found = words(text);
  const stop = new Set(stopWords);
  const wanted = found.words.filter((word) => !stop.has(word));
  /** @type {Map<string, QueryWord>} */
  const kept = new Map();
  for (const word of wanted.length ? wanted : found.words) {
    const name = stem(word);
    if (!kept.has(name)) kept.set(name, { word, joined: found.joined.has(word), open: found.open.has(word) });
  }
  const phrases = Array.from(text.matchAll(/"([^"]+)"/g), ([, phrase]) => fold(phrase)).filter(Boolean);
  return { text: spaced(text.replaceAll('"', " ")), words: [...kept.values()], phrases, corrections: [] };
}

/** @param {string} text @returns {string} as phrases are compared: NFKC, lower case, white space as single spaces */
export function fold(text) {
  return spaced(text.normalize("NFKC").toLowerCase());
}

/** @param {string} text */
function spaced(text) {
  return text.split(SPACE).filter(Boolean).join(" ");
}
