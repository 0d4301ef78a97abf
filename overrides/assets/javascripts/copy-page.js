// The menu "Copy page": a page's Markdown, a prompt about it, and the configuration of the MCP server.
// Keys as in the menu button pattern of the ARIA Authoring Practices.

/** @type {HTMLElement | null} */
const place = document.querySelector("[data-copy-page]");
/** @type {HTMLDialogElement | null} */
const dialog = document.querySelector("[data-copy-dialog]");
if (place && dialog) start(place, dialog);

/**
 * @param {HTMLElement} place
 * @param {HTMLDialogElement} dialog
 */
function start(place, dialog) {
  const button = /** @type {HTMLButtonElement} */ (place.querySelector(".copy-page__button"));
  const menu = /** @type {HTMLElement} */ (place.querySelector("[role=menu]"));
  const items = /** @type {HTMLElement[]} */ ([...menu.querySelectorAll("[role=menuitem]")]);
  const markdown = /** @type {HTMLAnchorElement} */ (menu.querySelector("a")).href;

  /** @param {boolean} open @param {number} [focus] which item gets the focus */
  const toggle = (open, focus) => {
    menu.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (focus !== undefined) items.at(focus)?.focus();
  };
  const leave = () => {
    toggle(false);
    button.focus();
  };

  button.addEventListener("click", () => toggle(Boolean(menu.hidden), menu.hidden ? 0 : undefined));
  button.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      toggle(true, event.key === "ArrowDown" ? 0 : -1);
    }
  });
  menu.addEventListener("keydown", (event) => {
    const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowDown: (at + 1) % items.length, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Escape") leave();
    else if (event.key === "Tab") toggle(false);
    else if (to !== undefined) items.at(to)?.focus();
    if (event.key === "Escape" || to !== undefined) {
      event.preventDefault();
      event.stopPropagation(); // the theme and the search have keys of their own
    }
  });
  document.addEventListener("pointerdown", (event) => {
    if (event.target instanceof Node && !place.contains(event.target)) toggle(false);
  });

  const said = /** @type {HTMLElement} */ (place.querySelector("[role=status]"));
  menu.addEventListener("click", (event) => {
    const what = event.target instanceof HTMLElement ? event.target.dataset.copy : undefined;
    leave();
    if (what === "markdown") copy(textOf(markdown), said);
    if (what === "prompt") copy(prompt(place, markdown), said);
    if (what === "server") dialog.showModal();
  });
  server(dialog);
  place.hidden = false;
}

/** The dialog with the configuration. @param {HTMLDialogElement} dialog */
function server(dialog) {
  const host = /** @type {HTMLSelectElement} */ (dialog.querySelector("[data-copy-host]"));
  const shown = /** @type {HTMLElement} */ (dialog.querySelector("[data-copy-configuration]"));
  const said = /** @type {HTMLElement} */ (dialog.querySelector("[role=status]"));
  const show = () => (shown.textContent = configuration(host.value));
  host.addEventListener("change", show);
  dialog.querySelector("[data-copy=configuration]")?.addEventListener("click", () => copy(configuration(host.value), said));
  show();
}

/** What an editor needs to know. @param {string} host "code", or the key of its settings @returns {string} */
export function configuration(host) {
  const root = /** @type {HTMLMetaElement} */ (document.querySelector('meta[name="strata:root"]')).content;
  const args = ["mcp", "--site", new URL(root, location.href).href];
  if (host === "code") return `claude mcp add strata -- strata ${args.join(" ")}`;
  const entry = host === "servers" ? { type: "stdio", command: "strata", args } : { command: "strata", args };
  return JSON.stringify({ [host]: { strata: entry } }, null, 2);
}

/** @param {HTMLElement} place @param {string} markdown */
function prompt(place, markdown) {
  const { title, release, kind } = place.dataset;
  const address = location.href.split(/[?#]/)[0];
  return (
    `Read ${markdown}\n` +
    `It is the page "${title}" of ${release} (${kind}). Answer my question for this release only; ` +
    `where the page does not say, tell me so instead of answering from another release. ` +
    `Cite it as [${title}, ${release}](${address}).\n\nMy question: `
  );
}

/** @param {string} address */
async function textOf(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status}`);
  return response.text();
}

/**
 * Copies, and says so. The text is promised, not awaited: Safari allows a copy only within the click itself.
 * @param {string | Promise<string>} text
 * @param {HTMLElement} said
 */
async function copy(text, said) {
  try {
    const blob = Promise.resolve(text).then((found) => new Blob([found], { type: "text/plain" }));
    if ("ClipboardItem" in window) await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    else await navigator.clipboard.writeText(await text);
    said.textContent = "Copied";
  } catch {
    said.textContent = "Your browser did not allow copying";
  }
  setTimeout(() => (said.textContent = ""), 4000);
}
