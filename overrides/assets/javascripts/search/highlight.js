/**
 * Marks what was searched for in the section a result led to. The CSS Custom Highlight API paints
 * ranges without touching the page; where a browser lacks it, nothing is marked.
 */

import { anchor, element, loadStyles } from "./dom.js";
import { matchesIn } from "./excerpt.js";

/** @typedef {import("./query.js").Query} Query */

const NAME = "strata";
const FOLLOWED_MS = 5000;
const TAKES_OVER = ["wheel", "touchstart", "pointerdown", "keydown"];
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
  const ranges = sectionRanges(document, anchor(), query);
  if (!ranges.length) return;
  await loadStyles();
  CSS.highlights.set(NAME, new Highlight(...ranges));
  keepInView(best(ranges));
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

/**
 * Diagrams and images that arrive late push a passage down: it is followed until the reader takes over.
 * @param {Range} range
 */
function keepInView(range) {
  const article = range.startContainer.parentElement?.closest("article, main");
  if (!article) return;
  const observer = new ResizeObserver(() => show(range));
  const stop = () => {
    observer.disconnect();
    for (const name of TAKES_OVER) removeEventListener(name, stop);
  };
  for (const name of TAKES_OVER) addEventListener(name, stop, { passive: true });
  setTimeout(stop, FOLLOWED_MS);
  observer.observe(article); // it is told once at the beginning, too
}

/** @param {Range} range its heading at the top, as the browser does; the passage itself where that does not show it */
function show(range) {
  document.getElementById(anchor())?.scrollIntoView();
  const { top, bottom } = range.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight * 0.9) range.startContainer.parentElement?.scrollIntoView({ block: "center" });
}
