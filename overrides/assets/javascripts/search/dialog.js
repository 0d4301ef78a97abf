/** The search box as a dialog over the page. */

import { askedFor, follow } from "./address.js";
import { element, icon, loadStyles } from "./dom.js";
import { Panel } from "./panel.js";

const CROSS = "M19 6.41 17.59 5 12 10.59 6.41 5 5 6.41 10.59 12 5 17.59 6.41 19 12 13.41 17.59 19 19 17.59 13.41 12z";

/** @type {{ dialog: HTMLDialogElement, panel: Panel } | null} */
let made = null;
/** @type {HTMLElement | null} */
let opener = null;

/** @param {HTMLElement | null} from what focus returns to */
export async function openDialog(from) {
  const styles = loadStyles();
  made ??= make(); // its worker starts while the styles are on their way
  await styles;
  const { dialog, panel } = made;
  if (dialog.open) return panel.focus();
  opener = from === document.body ? null : from;
  fit();
  dialog.showModal();
  panel.focus();
  if (panel.state) follow(panel.state);
}

function make() {
  const dialog = element("dialog", { class: "search-dialog", "aria-label": "Search" });
  document.body.append(dialog);
  const panel = new Panel(dialog, { asked: askedFor(), leave: () => dialog.close() });
  panel.onrest = (state) => dialog.open && follow(state);
  const close = element("button", { type: "button", class: "search-close", "aria-label": "Close the search" }, icon(CROSS));
  close.addEventListener("click", () => dialog.close());
  panel.ui.bar.append(close);
  dialog.addEventListener("close", () => {
    follow(null);
    opener?.focus();
  });
  // A press that began inside and ended on the backdrop, such as selecting text, closes nothing.
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target === dialog) dialog.close();
  });
  window.visualViewport?.addEventListener("resize", fit);
  return { dialog, panel };
}

/** A keyboard on the screen covers the page without changing its height: the dialog must end above it. */
function fit() {
  const height = window.visualViewport?.height;
  if (height) made?.dialog.style.setProperty("--strata-height", `${Math.round(height)}px`);
}
