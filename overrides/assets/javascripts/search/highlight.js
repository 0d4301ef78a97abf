/**
 * Marks what was searched for in the section a result led to. The CSS Custom Highlight API paints
 * ranges without touching the page; where a browser lacks it, nothing is marked.
 */

import { element, loadStyles } from "./dom.js";
import { matchesIn } from "./excerpt.js";

/** @typedef {import("./query.js").Query} Query */

const NAME = "strata";
const HEADING = /^H[1-6]$/;
const BLOCK = "p, li, pre, td, th, dd, dt, blockquote, h1, h2, h3, h4, h5, h6";

/** What the next page finds: trigger.js reads it. @param {string} href @param {Query} query */
export function leaveForPage(href, query) {
  try {
    localStorage.setItem("strata.opened", JSON.stringify({ href, query, at: Date.now() }));
  } catch {
    // Storage is full or switched off: nothing will be marked.
  }
}

/** @param {Query} query */
export async function highlight(query) {
  if (!("highlights" in CSS)) return;
  const ranges = sectionRanges(document, decodeURIComponent(location.hash.slice(1)), query);
  if (!ranges.length) return;
  await loadStyles();
  CSS.highlights.set(NAME, new Highlight(...ranges));
  show(best(ranges));
  const button = element("button", { type: "button", class: "search-unmark" }, "Clear marks ", element("kbd", {}, "Esc"));
  const clear = (/** @type {Event} */ event) => {
    if (event instanceof KeyboardEvent && (event.key !== "Escape" || document.querySelector("dialog[open]"))) return;
    CSS.highlights.delete(NAME);
    button.remove();
    document.removeEventListener("keydown", clear);
  };
  document.querySelector(".search-unmark")?.remove();
  document.addEventListener("keydown", clear);
  button.addEventListener("click", clear);
  document.body.append(button);
}

/**
 * Where the words of a query stand in the section under an anchor, down to the next heading.
 * @param {Document} page @param {string} anchor "" for the top of the page @param {Query} query @returns {Range[]}
 */
function sectionRanges(page, anchor, query) {
  const target = anchor ? page.getElementById(anchor) : page.querySelector("article h1, main h1");
  const article = target?.closest("article, main");
  if (!target || !article) return [];
  const heading = target.closest("h1, h2, h3, h4, h5, h6") ?? target;
  const walker = page.createTreeWalker(article, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  walker.currentNode = heading;
  /** @type {Range[]} */
  const ranges = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) {
      if (HEADING.test(node.tagName) && !heading.contains(node)) break;
      continue;
    }
    for (const { start, end } of matchesIn(node.nodeValue ?? "", query)) {
      const range = page.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      ranges.push(range);
    }
  }
  return ranges;
}

/** @param {Range[]} ranges @returns {Range} the first in the block that holds the most of them */
function best(ranges) {
  /** @type {Map<Element | null | undefined, Range[]>} */
  const blocks = new Map();
  for (const range of ranges) {
    const block = range.startContainer.parentElement?.closest(BLOCK);
    blocks.set(block, [...(blocks.get(block) ?? []), range]);
  }
  return [...blocks.values()].reduce((most, own) => (own.length > most.length ? own : most))[0];
}

/** @param {Range} range scrolled to only if the heading's own place does not show it */
function show(range) {
  const { top, bottom } = range.getBoundingClientRect();
  if (top >= 0 && bottom <= innerHeight * 0.9) return;
  range.startContainer.parentElement?.scrollIntoView({ block: "center" });
}
