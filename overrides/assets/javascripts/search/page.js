/** The search box as a page of its own, whose address can be shared: `/search/?q=&scope=&kind=&collection=`. */

import { askedFor, follow } from "./address.js";
import { loadStyles } from "./dom.js";
import { Panel } from "./panel.js";

/** @param {HTMLElement} host */
export async function mount(host) {
  await loadStyles();
  host.classList.add("search-page");
  host.replaceChildren(); // what stood there told readers without scripts what to do
  const panel = new Panel(host, { asked: askedFor(), leave: () => {} });
  panel.onrest = follow;
  panel.focus();
}
