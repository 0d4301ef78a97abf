/** A built page as its sections: what stands under each heading, as plain text in lines. */

/**
 * @typedef {object} Section
 * @property {string} anchor "" at the top of the page
 * @property {number} level of its heading; 1 at the top
 * @property {string} heading
 * @property {string} text
 */

const LEFT_OUT = "script, style, button, input, svg, .headerlink, .history, .strata-about, .strata-notice, .copy-page__dialog";
const BLOCKS = "p, li, pre, tr, dt, dd, div, section, ul, ol, dl, table, details, summary, blockquote, figure, figcaption, label";

/** @param {Document} page @returns {Section[]} */
export function sectionsOf(page) {
  /** @type {Section[]} */
  const found = [];
  /** @type {Section | null} */
  let open = null;

  /** @param {Node} node @param {boolean} code */
  const walk = (node, code) => {
    if (node instanceof Text) {
      if (open) open.text += code ? node.data : node.data.replace(/\s+/g, " ");
      return;
    }
    if (!(node instanceof Element) || node.matches(LEFT_OUT)) return;
    const level = /^H([1-6])$/.exec(node.tagName)?.[1];
    if (level && (node.id || level === "1")) {
      open = { anchor: node.id, level: Number(level), heading: headingOf(node), text: "" };
      found.push(open);
      return;
    }
    const block = node.matches(BLOCKS);
    if (block) line();
    if (node.matches("li")) add("- ");
    for (const child of node.childNodes) walk(child, code || node.matches("pre"));
    if (node.matches("td, th") && node.nextElementSibling) add(" | ");
    if (node.matches("br")) line();
    if (block) line();
  };
  const line = () => open && !open.text.endsWith("\n") && (open.text += "\n");
  const add = (/** @type {string} */ text) => open && (open.text += text);

  const article = page.querySelector("article");
  if (article) walk(article, false);
  for (const section of found) section.text = tidy(section.text);
  return found;
}

/** @param {Element} heading */
function headingOf(heading) {
  const copy = /** @type {Element} */ (heading.cloneNode(true));
  copy.querySelector(".headerlink")?.remove();
  return (copy.textContent ?? "").trim();
}

/** Without blank lines, and spaces at the ends of lines. @param {string} text */
function tidy(text) {
  return text
    .split("\n")
    .map((line) => line.replace(/[ \t]+$/, "").replace(/^ (?=\S)/, ""))
    .filter(Boolean)
    .join("\n");
}
