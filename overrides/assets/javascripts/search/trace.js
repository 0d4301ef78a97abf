/** "Why this result?": what each step of the search did, in a table. */

import { element } from "./dom.js";

/** @typedef {import("./engine.js").Answer} Answer */
/** @typedef {import("./engine.js").Result} Result */

/** @type {Record<string, string>} */
const STEPS = {
  words: "words", load: "load", keyword: "keywords", embed: "embed query", vector: "vectors", fuse: "fuse", group: "group",
}; // prettier-ignore

/** @param {Answer} answer @param {Result[]} shown in their order @param {string | null} active id of a result @returns {Node[]} */
export function traceNodes(answer, shown, active) {
  const head = ["", "Section", "Keywords", "Meaning", "Kind", "Score"];
  const rows = shown.map(({ id, title, headings, kind, scores }, at) =>
    element(
      "tr",
      { class: id === active ? "is-active" : null },
      element("td", {}, String(at + 1)),
      element("th", { scope: "row" }, headings.at(-1) ?? title),
      element("td", {}, score(scores.keyword, scores.keyword_rank)),
      element("td", {}, scores.cosine === null ? "–" : score(scores.cosine, scores.vector_rank)),
      element("td", {}, `${kind} ${signed(scores.prior)}`),
      element("td", {}, scores.score.toFixed(3)),
    ),
  );
  const times = Object.entries(answer.milliseconds).map(([step, ms]) => `${STEPS[step] ?? step} ${ms.toFixed(1)} ms`);
  const words = answer.query.words.map(({ word, joined, open }) => `${word}${joined ? " (joined)" : ""}${open ? " (or what it begins)" : ""}`);
  const scored = answer.meaning
    ? "Keywords: BM25F as a share of the most your words could score. Meaning: cosine of query and section. "
    : "Keywords: BM25F as a share of the most your words could score. ";
  return [
    element("table", {}, element("thead", {}, element("tr", {}, ...head.map((text) => element("th", { scope: "col" }, text)))), element("tbody", {}, ...rows)),
    element("p", {}, scored, "In brackets the rank among each retriever's candidates."),
    element("p", {}, `Words: ${words.join(", ") || "none"}. Time: ${times.join(", ")}.`),
  ]; // prettier-ignore
}

/** @param {number} value @param {number | null} rank */
function score(value, rank) {
  return `${value.toFixed(3)} (${rank === null ? "–" : rank})`;
}

/** @param {number} prior */
function signed(prior) {
  return prior === 0 ? "±0" : prior > 0 ? `+${prior}` : `−${-prior}`;
}
