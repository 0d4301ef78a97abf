// On the pages about changes: what an address names is opened, and a box narrows the list of identifiers.

import { anchor } from "./search/dom.js";

/** Opens what an anchor names, and what holds it. */
function open() {
  const target = document.getElementById(anchor());
  if (!target) return;
  const inner = target.querySelector("details") ?? target.parentElement?.querySelector(`#${CSS.escape(target.id)} + details`);
  for (let place = inner ?? target; place; place = place.parentElement) {
    if (place instanceof HTMLDetailsElement) place.open = true;
  }
  target.scrollIntoView();
}

addEventListener("hashchange", open);
open();

const box = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-changes-filter]"));
if (box) {
  const form = /** @type {HTMLElement} */ (box.closest(".changes-filter"));
  const said = /** @type {HTMLElement} */ (form.querySelector("[role=status]"));
  const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".timelines tbody tr")]);
  const names = rows.map((row) => (row.querySelector("th")?.textContent ?? "").toLowerCase());
  const filter = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, number) => {
      row.hidden = !words.every((word) => names[number].includes(word));
      shown += Number(!row.hidden);
    });
    for (const table of document.querySelectorAll(".timelines")) {
      const none = !table.querySelector("tbody tr:not([hidden])");
      const wrap = /** @type {HTMLElement} */ (table.closest(".table-wrap"));
      wrap.hidden = none;
      /** @type {HTMLElement} */ (wrap.previousElementSibling).hidden = none;
    }
    said.textContent = words.length ? `${shown} of ${rows.length}` : "";
  };
  box.addEventListener("input", filter);
  form.hidden = false;
  box.value = new URLSearchParams(location.search).get("q") ?? "";
  filter();
}
