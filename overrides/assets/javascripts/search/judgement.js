/** What is said above the results: what was searched for instead of a misspelt word, what the chosen release covers. */

import { element } from "./dom.js";
import { button } from "./notices.js";
import { hrefOf } from "./place.js";

/** @typedef {import("./verdict.js").Verdict} Verdict */
/** @typedef {import("./service.js").Site} Site */

/** @param {Verdict} verdict @returns {string} empty where the release covers the subject; the twin of report.py's */
export function sentence({ edition, state, first, last, after, scores }) {
  const release = (/** @type {string | null} */ id) => (id ?? "").split("/")[1];
  if (state === "partly") {
    const became = [
      ...(first === Object.keys(scores)[0] ? [] : [`added in ${release(first)}`]),
      ...(after ? [`removed in ${release(after)}`] : []),
    ].join(" and ");
    const covers = first === last ? `Only ${release(first)} covers` : `${release(first)} to ${release(last)} cover`;
    return `${became ? `${became[0].toUpperCase()}${became.slice(1)}. ` : ""}${covers} this.`;
  }
  if (state === "not yet") return `${release(edition)} does not cover this. It first appears in ${release(first)}.`;
  if (state === "removed") return `${release(edition)} no longer covers this. ${release(last)} is the last release that does.`;
  if (state === "unsure") {
    const closer = first === last ? release(first) : `${release(first)} to ${release(last)}`;
    return `${release(edition)} may not cover this: texts closer to it stand in ${closer}.`;
  }
  if (state === "unknown") return "The docs do not seem to speak of this, in any release. The nearest sections:";
  return "";
}

/**
 * @param {Verdict | null} verdict @param {Site} site @param {URL} root
 * @param {(scope: string) => void} search in another scope
 * @returns {Node[]} what to say, the timelines of identifiers in the query, and evidence; nothing if all is covered
 */
export function judgementNodes(verdict, site, root, search) {
  const said = verdict ? sentence(verdict) : "";
  if (!verdict || !(said || verdict.named.length)) return [];
  const collection = Object.keys(verdict.scores)[0].split("/")[0];
  return [
    ...(said ? [element("p", { class: "search-verdict__says" }, said)] : []),
    ...verdict.named.map(({ name, id }) => {
      const href = new URL(`changes/${collection}/identifiers/#${id}`, root).href;
      return element("p", { class: "search-verdict__where" }, element("a", { href }, `${name} through the releases`));
    }),
    ...verdict.evidence.flatMap((found) => {
      if (found.role === "asked") return [];
      const label = site.editions.find(({ id }) => id === found.edition)?.label ?? "";
      const elsewhere = found.role === "there" && found.edition !== verdict.edition;
      const there = element(
        "p",
        { class: "search-verdict__where" },
        element("a", { href: hrefOf(root, found) }, [found.title, ...found.headings].join(" › ")),
        ` in ${label} `,
        ...(elsewhere ? [button(`Search ${label}`, () => search(found.edition.replace("/", "@")))] : []),
      );
      return [there];
    }),
  ];
}

/** @param {[string, string][]} corrections @returns {Node[]} */
export function correctionNodes(corrections) {
  return corrections.map(([typed, meant]) =>
    element("p", { class: "search-corrected" }, "Searched for ", element("strong", {}, meant), `: nothing matches ${typed}.`),
  );
}
