/** What a search is narrowed by: the scope and the kinds. */

import { element } from "./dom.js";
import { EVERYTHING, releases } from "./scope.js";

/** @typedef {import("./service.js").Site} Site */

// In the order in which readers look for them; a kind that is not named here comes last.
const KINDS = [
  "Specification", "Guide", "Concept", "How-to", "Tutorial", "Reference", "Error", "Extension", "Registry", "SEP", "Community",
]; // prettier-ignore

/** @param {HTMLSelectElement} select @param {Site} site @param {string} scope */
export function fillScopes(select, site, scope) {
  const groups = Object.entries(site.collections).map(([collection, { title, short }]) => {
    const own = releases(collection, site.editions).map((entry) =>
      element("option", { value: `${collection}@${entry.release}` }, nameOf(entry, short)),
    );
    const all = element("option", { value: `${collection}@${EVERYTHING}` }, `All releases of ${short}`);
    return element("optgroup", { label: title }, ...own, all);
  });
  select.replaceChildren(...groups, element("option", { value: EVERYTHING }, "Everything"));
  select.value = scope;
  select.disabled = false;
}

/** @param {Site["editions"][number]} entry @param {string} short */
function nameOf(entry, short) {
  // "latest" as a release's own name says it already.
  const newest = entry.latest && !entry.label.includes("latest");
  return `${short} ${entry.label}${newest ? " (latest)" : ""}`;
}

/** @param {string} scope @param {Site} site @returns {string} for a sentence */
export function scopeName(scope, site) {
  if (scope === EVERYTHING) return "everything";
  const [collection, release] = scope.split("@");
  const short = site.collections[collection]?.short ?? collection;
  if (release === EVERYTHING) return `all releases of ${short}`;
  return site.editions.find((entry) => entry.id === `${collection}/${release}`)?.title ?? scope;
}

/**
 * Wider scopes than one, narrowest first.
 * @param {string} scope @param {Site} site @returns {{ scope: string, name: string }[]}
 */
export function wider(scope, site) {
  const [collection, release] = scope.split("@");
  const found = [];
  if (release && release !== EVERYTHING) found.push(`${collection}@${EVERYTHING}`);
  if (scope !== EVERYTHING && Object.keys(site.collections).length > 1) found.push(EVERYTHING);
  return found.map((name) => ({ scope: name, name: scopeName(name, site) }));
}

/**
 * A button for each kind or collection.
 * @param {HTMLElement} host @param {Record<string, number>} counts by name @param {Set<string>} chosen
 * @param {() => void} changed @param {(name: string) => string} [label] what a button says
 */
export function fillFilters(host, counts, chosen, changed, label = (name) => name) {
  const place = (/** @type {string} */ name) => (KINDS.includes(name) ? KINDS.indexOf(name) : KINDS.length);
  const names = [...new Set([...Object.keys(counts), ...chosen])].sort((a, b) => place(a) - place(b));
  host.hidden = names.length < 2;
  const focused = host.contains(document.activeElement) && /** @type {HTMLElement} */ (document.activeElement).dataset.name;
  host.replaceChildren(
    ...names.map((name) => {
      const count = counts[name] ?? 0;
      const button = element(
        "button",
        { type: "button", class: `search-filter${count ? "" : " is-empty"}`, "aria-pressed": String(chosen.has(name)), "data-name": name },
        label(name),
        element("span", { class: "search-filter__count", title: "Sections with your words" }, String(count)),
      );
      button.addEventListener("click", () => {
        if (!chosen.delete(name)) chosen.add(name);
        changed();
      });
      return button;
    }),
  );
  // The buttons are made anew with each answer: whoever stands on one stays on it.
  if (focused) /** @type {HTMLElement | null} */ (host.querySelector(`[data-name="${CSS.escape(focused)}"]`))?.focus();
}
