/** Which identifiers a query names, and which releases have each. The twin of builder/search/identifiers.py. */

import { fold } from "./query.js";

/** @typedef {{ timelines: { kind: string, name: string, releases: string[] }[] }} Timelines */

// Capabilities and types are words of the language too, and so is a name without a sign, but for a method's.
const KINDS = new Set(["method", "notification", "header", "error code"]);
const SIGN = /[^a-z]/;

/**
 * For each identifier of a timelines file that stands in a text, the ids of the editions that have it.
 * @param {string} text @param {Timelines} timelines @returns {Set<string>[]}
 */
export function named(text, { timelines }) {
  const folded = fold(text);
  const found = [];
  for (const timeline of timelines) {
    const name = fold(timeline.name);
    if (!KINDS.has(timeline.kind) || !folded.includes(name)) continue;
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const whole = new RegExp(`(?:^|[^a-z0-9_/.-])${escaped}(?![a-z0-9_/-])`).test(folded);
    if (whole && (timeline.kind === "method" || SIGN.test(name))) found.push(new Set(timeline.releases));
  }
  return found;
}
