// Draws the diagrams of a page, in the colours of the page; loaded only where there are any.

/** @typedef {{initialize(options: object): void, render(id: string, text: string): Promise<{svg: string}>}} Mermaid */

const library = new URL("./mermaid/mermaid.esm.min.mjs", import.meta.url);
const places = [...document.querySelectorAll(".diagram")].map((element, number) => ({
  element,
  number,
  source: withoutAttributes(element.querySelector("pre")?.textContent ?? ""),
}));

/**
 * Labels may hold tags that shape words. The library builds every tag before it sanitizes it, and the browser would
 * then fetch its picture or try its handlers: a tag with attributes loses them, or is shown as text.
 * @param {string} text
 */
function withoutAttributes(text) {
  return text.replace(/<([a-z][a-z0-9]*)\s[^<>]*?[\w:-]+\s*=[^<>]*>/gi, (tag, /** @type {string} */ name) =>
    /^(?:br|p|b|i|u|em|strong|code|span|div|sub|sup|small)$/i.test(name) ? `<${name}>` : `#lt;${tag.slice(1, -1)}#gt;`,
  );
}

const READABLE_WIDTH = 560; // px: most labels are then larger than 9 px

/** @type {Promise<Mermaid> | undefined} */
let loading;

/** One after the other: the library keeps state while it draws. */
let queue = Promise.resolve();

/** @param {typeof places[number]} place */
async function draw({ element, number, source }) {
  try {
    const mermaid = await (loading ??= import(library.href).then((module) => module.default));
    mermaid.initialize(options());
    const { svg } = await mermaid.render(`diagram-${number}`, source);
    const drawn = document.createElement("div");
    drawn.className = "diagram-drawn";
    drawn.innerHTML = svg; // the library has sanitized it: securityLevel "strict"
    element.replaceChildren(drawn);
    fit(element, drawn);
  } catch (error) {
    document.getElementById(`ddiagram-${number}`)?.remove(); // what the library leaves behind when it fails
    console.warn(`A diagram cannot be drawn: ${error instanceof Error ? error.message : error}`);
  }
}

/** On a narrow screen a wide diagram is scrolled rather than made too small to read. @param {Element} element */
function fit(element, /** @type {Element} */ drawn) {
  const picture = drawn.querySelector("svg");
  if (!picture) return;
  picture.style.minWidth = `${Math.min(picture.viewBox.baseVal.width, READABLE_WIDTH)}px`;
  if (element.scrollWidth > element.clientWidth) element.setAttribute("tabindex", "0");
}

function options() {
  const style = getComputedStyle(document.body);
  const color = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  return {
    startOnLoad: false,
    securityLevel: "strict",
    theme: "base",
    fontFamily: style.fontFamily,
    themeVariables: {
      darkMode: document.body.dataset.mdColorScheme === "slate",
      background: color("--strata-page"),
      primaryColor: color("--strata-surface"),
      primaryTextColor: color("--strata-ink"),
      primaryBorderColor: color("--strata-accent"),
      secondaryColor: color("--strata-raised"),
      tertiaryColor: color("--strata-page"),
      lineColor: color("--strata-soft"),
      textColor: color("--strata-ink"),
      noteBkgColor: color("--strata-raised"),
      noteTextColor: color("--strata-ink"),
      noteBorderColor: color("--strata-line"),
      actorBorder: color("--strata-accent"),
      signalColor: color("--strata-soft"),
      signalTextColor: color("--strata-ink"),
      labelBoxBkgColor: color("--strata-surface"),
      labelBoxBorderColor: color("--strata-line"),
      clusterBkg: color("--strata-page"),
      clusterBorder: color("--strata-line"),
      edgeLabelBackground: color("--strata-page"),
      fontSize: "15px",
    },
  };
}

/** @param {typeof places[number]} place */
function enqueue(place) {
  queue = queue.then(() => draw(place));
}

// Drawn when they come near the reader's eyes: pages with twenty diagrams exist.
const seen = new Set();
const watch = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      const place = places.find(({ element }) => element === entry.target);
      if (!entry.isIntersecting || !place || seen.has(place)) continue;
      seen.add(place);
      enqueue(place);
    }
  },
  { rootMargin: "600px" },
);
for (const { element } of places) watch.observe(element);

// Another palette: those that are drawn are drawn again. For print: all of them.
new MutationObserver(() => [...seen].forEach(enqueue)).observe(document.body, {
  attributeFilter: ["data-md-color-scheme"],
});
addEventListener("beforeprint", () => {
  for (const place of places) if (!seen.has(place)) seen.add(place), enqueue(place);
});
