/** The page /compare/: a page of one release beside the same page of another, section by section. */

import { element } from "../search/dom.js";
import { hrefOf } from "../search/place.js";
import { History } from "./history.js";
import { marks } from "./marks.js";
import { sectionsOf } from "./sections.js";

/** @typedef {import("./sections.js").Section} Section */
/** @typedef {{ release: number, path: string, sections: Section[], threads: Map<string, number> }} Side */

const ROOT = new URL("../../../", import.meta.url);
const place = /** @type {HTMLElement} */ (document.querySelector("[data-strata-compare]"));

start().catch((error) => {
  console.error(error);
  say("The comparison could not be loaded. Check your connection, and reload the page.");
});

async function start() {
  const asked = new URLSearchParams(location.search);
  const from = parse(asked.get("from") ?? "");
  if (!from) return say("Open a page of a release and choose “Compare” above its title.");
  say("Loading …");
  const history = await History.of(from.edition);
  if (!history) return say("These pages belong to no single release: there is nothing to compare them with.");
  const one = history.record.releases.indexOf(from.edition);
  const to = parse(asked.get("to") ?? "");
  const given = to ? history.record.releases.indexOf(to.edition) : -1;
  const other = given >= 0 && given !== one ? given : one + 1 < history.record.releases.length ? one + 1 : one - 1;
  const [older, newer] = [Math.min(one, other), Math.max(one, other)];
  const path = { [one]: from.path, [other]: history.pageIn(one, from.path, other) };
  const form = choice(history, one, other, from.path);
  const absent = path[other] === null || !(from.path in history.record.pages[one]);
  if (absent) {
    const name = history.editions[from.path in history.record.pages[one] ? other : one].label;
    return place.replaceChildren(form, element("p", {}, `${name} has no such page, and none that its text went to.`));
  }
  const sides = await Promise.all([older, newer].map((release) => side(history, release, path[release] ?? "")));
  place.replaceChildren(form, ...comparison(history, sides[0], sides[1]));
  const at = asked.get("at");
  if (at) document.getElementById(`at-${at}`)?.scrollIntoView();
}

/** "mcp/2025-06-18/specification/basic" @param {string} text */
function parse(text) {
  const [collection, release, ...path] = text.split("/").filter(Boolean);
  return release ? { edition: `${collection}/${release}`, path: path.join("/") } : null;
}

/** @param {string} text */
function say(text) {
  place.replaceChildren(element("p", { role: "status" }, text));
}

/** @param {History} history @param {{ release: number, path: string }} page @param {string} [anchor] */
function addressOf(history, { release, path }, anchor = "") {
  return hrefOf(ROOT, { edition: history.record.releases[release], path, anchor });
}

/** @param {History} history @param {number} release @param {string} path @returns {Promise<Side>} */
async function side(history, release, path) {
  const response = await fetch(addressOf(history, { release, path }));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return { release, path, sections: sectionsOf(page), threads: history.threads(release, path) };
}

/** The two releases, to choose others. @param {History} history @param {number} one @param {number} other @param {string} path */
function choice(history, one, other, path) {
  const select = (/** @type {string} */ label, /** @type {number} */ chosen) => {
    const options = history.editions.map(({ label: name }, number) =>
      element("option", { value: String(number), selected: number === chosen }, name),
    );
    return element("label", {}, label, " ", element("select", { "aria-label": `${label} release` }, ...options));
  };
  const [older, newer] = [Math.min(one, other), Math.max(one, other)];
  const form = element("form", { class: "compare-form" }, select("From", older), select("to", newer));
  form.addEventListener("change", () => {
    const [from, to] = [...form.querySelectorAll("select")].map(({ value }) => Number(value));
    if (from === to) return;
    const at = from === one || to === one ? one : from;
    const here = at === one ? path : (history.pageIn(one, path, at) ?? path);
    const there = at === from ? to : from;
    location.search = String(
      new URLSearchParams({ from: `${history.record.releases[at]}/${here}`, to: history.record.releases[there] }),
    );
  });
  return form;
}

/** @param {History} history @param {Side} before @param {Side} after @returns {Node[]} */
function comparison(history, before, after) {
  const gone = new Map(before.sections.map((section) => [before.threads.get(section.anchor) ?? section.anchor, section]));
  /** @type {Node[]} */
  const shown = [];
  const counts = { edited: 0, new: 0, removed: 0, same: 0 };
  /** @type {Map<Section, Node>} */
  const shownFor = new Map();
  for (const section of after.sections) {
    const thread = after.threads.get(section.anchor) ?? section.anchor;
    const earlier = gone.get(thread);
    gone.delete(thread);
    const state = !earlier ? "new" : earlier.text === section.text && earlier.heading === section.heading ? "same" : "edited";
    counts[state] += 1;
    const elsewhere = state === "new" ? link(history, before.release, thread, "It was ") : null;
    const made = block(state, section, earlier, elsewhere, addressOf(history, after, section.anchor));
    shown.push(made);
    if (earlier) shownFor.set(earlier, made);
  }
  // What is gone stands behind what stood before it.
  let last = /** @type {Node | null} */ (null);
  for (const section of before.sections) {
    const kept = shownFor.get(section);
    if (kept) {
      last = kept;
      continue;
    }
    counts.removed += 1;
    const thread = before.threads.get(section.anchor) ?? section.anchor;
    const target = addressOf(history, before, section.anchor);
    const made = block("removed", section, undefined, link(history, after.release, thread, "It is "), target);
    shown.splice(last ? shown.indexOf(last) + 1 : 0, 0, made);
    last = made;
  }
  const names = [before, after].map((one) =>
    element("a", { href: addressOf(history, one) }, history.editions[one.release].title),
  );
  const said = `${counts.edited} edited, ${counts.new} new, ${counts.removed} removed, ${counts.same} the same.`;
  const title = after.sections[0]?.heading ?? after.path;
  return [element("h2", { class: "compare-title" }, title), element("p", { class: "compare-said" }, "From ", names[0], " to ", names[1], `: ${said}`), ...shown];
}

/** Where a thread stands in a release, as a sentence. @param {History} history @param {number} release @param {number | string} thread @param {string} words */
function link(history, release, thread, words) {
  const found = typeof thread === "number" ? history.places[release].get(thread) : undefined;
  if (!found) return null;
  const edition = history.editions[release];
  return element("p", {}, words, element("a", { href: addressOf(history, { release, path: found.path }, found.anchor) }, `on another page in ${edition.label}`), ".");
}

/**
 * @param {"edited" | "new" | "removed" | "same"} state @param {Section} section @param {Section | undefined} earlier
 * @param {Node | null} elsewhere @param {string} target
 */
function block(state, section, earlier, elsewhere, target) {
  const title = element("a", { href: target }, section.level === 1 ? "Above the first heading" : section.heading);
  const badge = element("span", { class: `change change--${state}` }, state);
  if (state === "same") return element("p", { class: "compare-same", id: `at-${section.anchor}` }, badge, " ", title);
  const level = Math.min(section.level + 1, 6);
  const was = earlier && earlier.heading !== section.heading && section.level > 1 ? element("small", {}, ` was “${earlier.heading}”`) : null;
  const heading = element(/** @type {"h3"} */ (`h${level}`), { id: `at-${section.anchor}` }, title, " ", badge, was);
  const body = element("pre", { class: "diff" });
  if (earlier) body.append(...marks(earlier.text, section.text));
  else body.append(element(state === "new" ? "ins" : "del", {}, section.text));
  return element("section", { class: "compare-section" }, heading, elsewhere, section.text || earlier?.text ? body : null);
}
