/** What stands in the place of results: help, nothing found, something wrong. */

import { element } from "./dom.js";

/** @param {string} text @param {() => void} action */
export function button(text, action) {
  const made = element("button", { type: "button", class: "search-button" }, text);
  made.addEventListener("click", action);
  return made;
}

/**
 * @param {HTMLElement} host @param {string} text @param {HTMLElement[]} buttons
 * @param {string} [detail] for whoever looks after the site
 */
export function note(host, text, buttons, detail) {
  host.replaceChildren(
    element("p", {}, text),
    ...(detail ? [element("p", { class: "search-notice__detail" }, detail)] : []),
    element("div", { class: "search-notice__actions" }, ...buttons),
  );
  host.hidden = false;
}

/** @returns {Node} what can be typed */
export function hints() {
  const code = (/** @type {string} */ text) => element("code", {}, text);
  return element(
    "ul",
    {},
    element("li", {}, "Identifiers are found whole and in parts: ", code("tools/call"), ", ", code("list_changed"), "."),
    element("li", {}, "A phrase in ", code('"quotes"'), " is found to the letter."),
    element("li", {}, "From two words on, sections are also found by what they mean. That happens on this device: nothing you type leaves it."),
  ); // prettier-ignore
}

/** @param {string[]} texts @returns {HTMLElement[]} options of the listbox */
export function recentOptions(texts) {
  return texts.map((text, n) =>
    element("div", { class: "search-recent", role: "option", id: `search-recent-${n}`, "aria-selected": "false" }, text),
  );
}
