// The theme draws the version selector; this makes its links lead to the page one is on, in the release chosen.
// (The theme asks the target's sitemap, whose addresses hold one host and one path only.)

import { address, nearest, releases, root } from "./releases.js";

const meta = (/** @type {string} */ name) =>
  /** @type {HTMLMetaElement | null} */ (document.querySelector(`meta[name="strata:${name}"]`))?.content ?? "";

const [collection, own] = meta("edition").split("/");
const path = meta("path");

/** @type {Promise<Awaited<ReturnType<typeof releases>>> | undefined} */
let known;

/** Where a link of the selector leads; its own address if the lists cannot be had. @param {HTMLAnchorElement} link */
async function target(link) {
  const release = link.dataset.release ?? (link.dataset.release = releaseOf(link));
  try {
    const { pages } = await (known ??= releases(collection));
    const found = address(collection, release, nearest(pages[release] ?? [], path));
    found.search = location.search;
    found.hash = location.hash;
    // A search in this release becomes one in the other.
    if (found.searchParams.get("scope") === `${collection}@${own}`) found.searchParams.set("scope", `${collection}@${release}`);
    return found;
  } catch {
    known = undefined;
    return new URL(link.href);
  }
}

/** @param {HTMLAnchorElement} link */
function releaseOf(link) {
  const below = new URL(link.href).pathname.slice(root.pathname.length);
  return decodeURIComponent(below.split("/")[1] ?? "");
}

/** @param {Event} event */
const linkOf = (event) =>
  event.target instanceof Element
    ? /** @type {HTMLAnchorElement | null} */ (event.target.closest("a.md-version__link"))
    : null;

// As soon as the selector is about to be used, its links get their real addresses: for a new tab, for copying.
for (const type of ["pointerover", "focusin"]) {
  document.addEventListener(type, async (event) => {
    if (!(event.target instanceof Element) || !event.target.closest(".md-version")) return;
    const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a.md-version__link"));
    for (const link of links) link.href = (await target(link)).href;
  });
}

// The theme names its button "Select version", which hides from a screen reader which one is selected.
const place = document.querySelector(".md-header__topic");
if (place) new MutationObserver(nameButton).observe(place, { childList: true });
nameButton();

function nameButton() {
  const button = document.querySelector(".md-version__current");
  button?.removeAttribute("aria-label");
  button?.setAttribute("title", "Choose a release");
}

// In the capturing phase, before the theme's own listener.
document.addEventListener(
  "click",
  async (event) => {
    const link = linkOf(event);
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    location.assign(await target(link));
  },
  { capture: true },
);
