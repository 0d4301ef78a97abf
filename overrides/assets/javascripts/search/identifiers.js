/** Which identifiers a query names, and which releases have each. The twin of builder/search/identifiers.py. */

import { fold } from "./query.js";
import { stem, words } from "./tokens.js";

/** @typedef {{ kind: string, name: string, id: string, releases: string[] }} Timeline */
/** @typedef {{ releases: string[], schemas: string[], timelines: Timeline[] }} Timelines */

/**
 * An identifier in a query.
 * @typedef {object} Named
 * @property {string} name
 * @property {string} id of its timeline: the anchor on the page of identifiers
 * @property {boolean} word also a word of the language
 * @property {Set<string>} releases ids of the editions that have it, or of which it is not known
 */

// Capabilities and types are words of the language too, and so is a name without a sign, but for a method's.
const KINDS = new Set(["method", "notification", "header", "error code"]);
const OF_SCHEMAS = new Set(["method", "notification"]);
const SIGN = /[^a-z]/;
// Stems of words that say what sort of identifier one is.
const SORTS = ["method", "request", "response", "notification", "header", "error", "code", "message"].map(stem);

/**
 * The identifiers of a timelines file that stand in a text.
 * @param {string} text @param {Timelines} timelines @returns {Named[]}
 */
export function named(text, { releases, schemas, timelines }) {
  const folded = fold(text);
  const unknown = releases.filter((release) => !schemas.includes(release));
  const found = [];
  for (const timeline of timelines) {
    const name = fold(timeline.name);
    if (!KINDS.has(timeline.kind) || !folded.includes(name)) continue;
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const whole = new RegExp(`(?:^|[^a-z0-9_/.-])${escaped}(?![a-z0-9_/-])`).test(folded);
    const word = !SIGN.test(name);
    if (whole && (timeline.kind === "method" || !word)) {
      const has = new Set([...timeline.releases, ...(OF_SCHEMAS.has(timeline.kind) ? unknown : [])]);
      found.push({ name: timeline.name, id: timeline.id, word, releases: has });
    }
  }
  return found;
}

/**
 * Whether a query asks for the identifiers that it names, and for nothing else.
 * @param {import("./query.js").Query} query @param {Named[]} found
 */
export function nothingElse(query, found) {
  const own = new Set([...SORTS, ...found.flatMap(({ name }) => words(name).words.map(stem))]);
  return found.length > 0 && query.words.every(({ word }) => own.has(stem(word)));
}
