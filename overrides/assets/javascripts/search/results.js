/** Results as elements: options of a listbox, with the same text in other releases as options beside them. */

import { element, segmentNodes } from "./dom.js";
import { markAll } from "./excerpt.js";
import { lacking } from "./verdict.js";
import { hrefOf } from "./place.js";

/** @typedef {import("./engine.js").Answer} Answer */
/** @typedef {import("./engine.js").Result} Result */
/** @typedef {import("./place.js").Place} Place */
/** @typedef {import("./excerpt.js").Segment} Segment */
/** @typedef {import("./service.js").Site} Site */

/**
 * @param {Result} result @param {Answer} answer @param {Site} site @param {URL} root
 * @param {Segment[] | undefined} excerpt what is known of it yet @param {string} id of the element
 */
export function resultElement(result, answer, site, root, excerpt, id) {
  const trail = [result.title, ...result.headings];
  const own = /** @type {string} */ (trail.pop());
  const option = element(
    "a",
    { class: "search-result__link", role: "option", id, href: hrefOf(root, result.place), tabindex: "-1", "aria-selected": "false" },
    element(
      "span",
      { class: "search-result__top" },
      element("span", { class: "search-result__heading" }, ...segmentNodes(markAll(own, answer.query))),
      element("span", { class: "search-result__labels" },
        element("span", { class: "search-kind", "data-kind": result.kind }, kindOf(result.kind, answer)),
        element("span", { class: "search-release" }, releaseOf(result.place.edition, answer, site)),
      ),
    ),
    trail.length > 0 && element("span", { class: "search-result__trail" }, trail.join(" › ")),
    element("span", { class: "search-result__excerpt" }, ...segmentNodes(excerpt ?? [])),
  ); // prettier-ignore
  const others = elsewhere(result);
  return element(
    "div",
    { class: "search-result", role: "group", "aria-label": own, "data-result": result.id },
    option,
    others.length > 0 &&
      element(
        "div",
        { class: "search-result__same" },
        element("span", { "aria-hidden": "true" }, "Same text in"),
        ...others.map((place, n) => sameElement(place, answer, site, root, `${id}-${n}`)),
      ),
  );
}

/** A guide under a release that lacks the subject speaks of others. @param {string} kind @param {Answer} answer */
function kindOf(kind, { verdict }) {
  return kind === "Guide" && lacking(verdict) ? "Guide, describes other releases" : kind;
}

/** @param {Place} place @param {Answer} answer @param {Site} site @param {URL} root @param {string} id */
function sameElement(place, answer, site, root, id) {
  const label = releaseOf(place.edition, answer, site);
  return element(
    "a",
    {
      class: "search-chip", role: "option", id, href: hrefOf(root, place), tabindex: "-1", "aria-selected": "false",
      "aria-label": `The same text in ${label}`,
    },
    label,
  ); // prettier-ignore
}

/** @param {Result} result @returns {Place[]} one place for each other edition, the newest first */
function elsewhere({ place, same }) {
  /** @type {Map<string, Place>} */
  const byEdition = new Map();
  for (const other of same) if (other.edition !== place.edition && !byEdition.has(other.edition)) byEdition.set(other.edition, other);
  return [...byEdition.values()].reverse();
}

/** @param {string} id @param {Answer} answer @param {Site} site the collection is named only where there are several */
function releaseOf(id, { editions }, site) {
  const entry = site.editions.find((edition) => edition.id === id);
  if (!entry) return id;
  const several = editions.some((other) => !other.startsWith(`${entry.collection}/`));
  return several ? entry.title : entry.label;
}

/** @param {HTMLElement} list @param {Record<string, Segment[]>} excerpts by result id */
export function fillExcerpts(list, excerpts) {
  for (const group of list.querySelectorAll("[data-result]")) {
    const segments = excerpts[/** @type {HTMLElement} */ (group).dataset.result ?? ""];
    if (segments) group.querySelector(".search-result__excerpt")?.replaceChildren(...segmentNodes(segments));
  }
}
