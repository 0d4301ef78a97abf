/** What state the search is in, in words. */

/** @typedef {"off" | "loading" | "ready" | "failed"} MeaningState */

/**
 * @typedef {object} State
 * @property {boolean} asked whether there are results to speak of
 * @property {boolean} more whether those of the version-independent pages are yet to come
 * @property {boolean} hybrid whether meaning took part in what is shown
 * @property {MeaningState} meaning
 * @property {number} share of the model's bytes that is there
 * @property {number} modelBytes 0 where there is none to load
 * @property {boolean} onPage whether workers are blocked
 * @property {boolean} saveData whether the reader's browser asks to save data
 */

/**
 * @typedef {object} Status
 * @property {string} text
 * @property {string} [action] what a button beside it says
 * @property {number} [share] for a progress bar
 */

/** @param {State} state @returns {Status} */
export function status(state) {
  if (!state.asked) return { text: "" };
  if (state.hybrid) return { text: "Hybrid results, by words and meaning" };
  if (state.more) return { text: "Keyword results of this release, the version-independent pages to come…" };
  const keyword = "Keyword results";
  if (state.onPage) return { text: `${keyword}. Meaning needs a worker, and this browser or site blocks workers.` };
  if (!state.modelBytes) return { text: `${keyword}. This site was built without a model for meaning.` };
  const size = `${Math.max(1, Math.round(state.modelBytes / 1e6))} MB`;
  switch (state.meaning) {
    case "loading":
      return state.share < 1
        ? { text: `${keyword}, loading meaning ${Math.floor(100 * state.share)} %`, share: state.share }
        : { text: `${keyword}, starting meaning…`, share: 1 };
    case "ready":
      return { text: `${keyword}, ranking by meaning…` };
    case "failed":
      return { text: `${keyword}. Meaning could not be loaded.`, action: "Try again" };
    default:
      return state.saveData
        ? { text: `${keyword}. Meaning waits, as your browser asks to save data.`, action: `Search by meaning (${size})` }
        : { text: keyword, action: "Search by meaning" };
  }
}

/** @type {Record<string, string>} */
const REASONS = {
  missing: "A file of the index is not on the server. The site may have been updated just now.",
  damaged: "A file of the index arrived damaged, or something else was sent in its place.",
  network: "The server could not be reached. Are you online?",
  format: "The index is of another version than this page. Reloading the page helps if the site was updated.",
};

/** @param {string} reason @returns {string} for the reader */
export function failure(reason) {
  return REASONS[reason] ?? REASONS.damaged;
}

/** @param {number} count @param {boolean} hybrid @returns {string} for the live region */
export function announcement(count, hybrid) {
  if (!count) return "No results";
  return `${count} ${count === 1 ? "result" : "results"}${hybrid ? ", by words and meaning" : ", by words"}`;
}
