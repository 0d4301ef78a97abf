/** What is said above the results: what was searched for instead of a misspelt word, what the chosen release covers. */

import { element } from "./dom.js";
import { button } from "./notices.js";
import { hrefOf } from "./place.js";

/** @typedef {import("./verdict.js").Verdict} Verdict */
/** @typedef {import("./service.js").Site} Site */

/** @param {Verdict} verdict @returns {string} empty where the release covers the subject; the twin of report.py's */
export function sentence({ edition, state, first, last }) {
  const release = (/** @type {string | null} */ id) => (id ?? "").split("/")[1];
  if (state === "not yet") return `${release(edition)} does not cover this. It first appears in ${release(first)}.`;
  if (state === "removed") return `${release(edition)} no longer covers this. ${release(last)} is the last release that does.`;
  if (state === "unsure") {
    const closer = first === last ? release(first) : `${release(first)} to ${release(last)}`;
    return `${release(edition)} may not cover this: texts closer to it stand in ${closer}.`;
  }
  if (state === "unknown") return "The docs do not seem to speak of this, in any release. The nearest sections:";
  return "";
}

/** @param {Verdict | null} verdict whether the release lacks what was asked for */
export function lacking(verdict) {
  return verdict?.state === "not yet" || verdict?.state === "removed";
}

/**
 * @param {Verdict | null} verdict @param {Site} site @param {URL} root
 * @param {(scope: string) => void} search in another scope
 * @returns {Node[]} nothing where there is nothing to say
 */
export function judgementNodes(verdict, site, root, search) {
  const said = verdict ? sentence(verdict) : "";
  if (!verdict || !said) return [];
  const found = verdict.evidence[verdict.evidence.length - 1];
  const elsewhere = found && found.edition !== verdict.edition && verdict.state !== "unknown" ? found : null;
  const label = site.editions.find(({ id }) => id === elsewhere?.edition)?.label ?? "";
  return [
    element("p", { class: "search-verdict__says" }, said),
    ...(elsewhere
      ? [
          element(
            "p",
            { class: "search-verdict__where" },
            element("a", { href: hrefOf(root, elsewhere) }, [elsewhere.title, ...elsewhere.headings].join(" › ")),
            ` in ${label}. `,
            button(`Search ${label}`, () => search(elsewhere.edition.replace("/", "@"))),
          ),
        ]
      : []),
  ];
}

/** @param {[string, string][]} corrections @returns {Node[]} */
export function correctionNodes(corrections) {
  return corrections.map(([typed, meant]) =>
    element("p", { class: "search-corrected" }, "Searched for ", element("strong", {}, meant), `: nothing matches ${typed}.`),
  );
}
