/** The parts of the search box, empty. */

import { element, icon } from "./dom.js";

/** @typedef {ReturnType<typeof frame>} Frame */

const GLASS = "M9.5 3A6.5 6.5 0 0 1 16 9.5c0 1.61-.59 3.09-1.56 4.23l.27.27h.79l5 5-1.5 1.5-5-5v-.79l-.27-.27A6.52 6.52 0 0 1 9.5 16a6.5 6.5 0 1 1 0-13m0 2a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9";

/** @param {HTMLElement} host */
export function frame(host) {
  const input = element("input", {
    class: "search-input", type: "text", role: "combobox", inputmode: "search", enterkeyhint: "go", "aria-label": "Search",
    "aria-controls": "search-results", "aria-expanded": "false", "aria-autocomplete": "list", "aria-describedby": "search-status",
    autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "Search the docs",
  }); // prettier-ignore
  const scope = element("select", { class: "search-scope", "aria-label": "Search in", disabled: true });
  const bar = element("div", { class: "search-bar" }, icon(GLASS), input, scope);
  const kinds = element("div", { class: "search-kinds", role: "group", "aria-label": "Only these kinds", hidden: true });
  const collections = element("div", { class: "search-kinds", role: "group", "aria-label": "Only these collections", hidden: true });
  const status = element("p", { class: "search-status", id: "search-status" });
  const notice = element("div", { class: "search-notice", hidden: true });
  const corrected = element("div", { class: "search-corrections", hidden: true });
  const verdict = element("div", { class: "search-verdict", role: "note", hidden: true });
  const list = element("div", { class: "search-results", id: "search-results", role: "listbox", "aria-label": "Results" });
  const help = element("div", { class: "search-help" });
  const body = element("div", { class: "search-body" }, corrected, verdict, notice, list, help);
  const why = element(
    "button",
    { type: "button", class: "search-why", "aria-expanded": "false", "aria-controls": "search-trace" },
    "Why these results?",
  );
  // It scrolls, so it must take the focus for readers who have no pointer.
  const trace = element("section", {
    class: "search-trace", id: "search-trace", "aria-label": "Why these results", tabindex: "0", hidden: true,
  }); // prettier-ignore
  const foot = element("div", { class: "search-foot", hidden: true }, why, element("p", { class: "search-keys" }, ...keys()));
  const live = element("p", { class: "search-live", role: "status" });
  host.append(bar, collections, kinds, status, body, trace, foot, live);
  return { bar, input, scope, collections, kinds, status, corrected, verdict, notice, list, help, body, why, trace, foot, live };
}

/** @returns {(Node | string)[]} */
function keys() {
  const command = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";
  const key = (/** @type {string} */ name) => element("kbd", {}, name);
  const hint = (/** @type {(Node | string)[]} */ ...parts) => element("span", {}, ...parts);
  return [
    hint(key("↑"), key("↓"), " choose"),
    hint(key("↵"), " open"),
    hint(key(command), key("↵"), " new tab"),
    hint(key("Esc"), " close"),
  ];
}
