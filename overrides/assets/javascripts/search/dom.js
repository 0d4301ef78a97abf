/** Elements made from text, so that no text can become an element. */

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, string | boolean | null>} attributes null and false leave one out
 * @param {Child[]} children text or elements
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child || child === "")));
  return made;
}

/** @param {import("./excerpt.js").Segment[]} segments @returns {(Node | string)[]} */
export function segmentNodes(segments) {
  return segments.map(({ text, mark }) => (mark ? element("mark", {}, text) : text));
}

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} path of a 24 by 24 drawing @returns {SVGSVGElement} */
export function icon(path) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const drawn = document.createElementNS(SVG, "path");
  drawn.setAttribute("d", path);
  svg.append(drawn);
  return svg;
}

/** Loads the search's stylesheet, which pages do without until it is needed. @returns {Promise<void>} */
export function loadStyles() {
  const href = new URL("../../stylesheets/search.css", import.meta.url).href;
  if (document.querySelector(`link[href="${CSS.escape(href)}"], link[data-strata-styles]`)) return Promise.resolve();
  return new Promise((resolve) => {
    const link = element("link", { rel: "stylesheet", href, "data-strata-styles": true });
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}

/** The anchor of the address; as it stands where it is not encoded as it should be. */
export function anchor() {
  const written = location.hash.slice(1);
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
