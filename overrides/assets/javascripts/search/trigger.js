/**
 * The only script of the search that every page loads: it waits for the reader to ask.
 *
 * Asking is a click on `[data-strata-search]`, `/`, Ctrl-K or Cmd-K, or an address with `?q=`. A page
 * with an element `[data-strata-search-page]` has the search in it instead of in a dialog.
 */

const page = document.querySelector("[data-strata-search-page]");
const asked = new URLSearchParams(location.search).has("q");
const FRESH_MS = 15_000; // a result opened longer ago than this was not what led here

if (page) void import("./page.js").then(({ mount }) => mount(/** @type {HTMLElement} */ (page)));
else if (asked) void open(document.activeElement);
markPassage();

document.addEventListener("click", (event) => {
  const opener = /** @type {Element} */ (event.target).closest?.("[data-strata-search]");
  if (!opener || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void open(opener);
});

document.addEventListener("keydown", (event) => {
  const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
  const letterK = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  if (!slash && !letterK) return;
  event.preventDefault();
  void open(document.activeElement);
});

// A result on the page one is on does not load it anew.
addEventListener("hashchange", markPassage);

/** @param {Element | null} opener what focus returns to */
async function open(opener) {
  const input = /** @type {HTMLElement | null} */ (page?.querySelector("input"));
  if (page) return input?.focus();
  const { openDialog } = await import("./dialog.js");
  return openDialog(opener instanceof HTMLElement ? opener : null);
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  const element = /** @type {HTMLElement | null} */ (target);
  return Boolean(element?.isContentEditable || element?.closest?.("input, textarea, select"));
}

/** Marks what was searched for, where a result led here. */
function markPassage() {
  try {
    const left = JSON.parse(localStorage.getItem("strata.opened") ?? "null");
    if (!left || left.href !== location.href.replace(/\?[^#]*/, "")) return;
    localStorage.removeItem("strata.opened");
    if (Date.now() - left.at < FRESH_MS) void import("./highlight.js").then(({ highlight }) => highlight(left.query));
  } catch {
    // Storage is switched off, or holds something else: nothing is marked.
  }
}
