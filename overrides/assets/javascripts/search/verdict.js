/**
 * Whether a release covers what was asked, from index data alone. The twin of builder/search/verdict.py;
 * docs/formats.md ("The verdict") has the rules.
 */

import { match, most } from "./lexical.js";
import { cosines } from "./vectors.js";

/** @typedef {import("./reader.js").CoverageShard} CoverageShard */
/** @typedef {import("./query.js").Query} Query */
/** @typedef {import("./lexical.js").Bm25f} Bm25f */
/** @typedef {"covered" | "not yet" | "removed" | "unsure" | "unknown"} State */

/**
 * A section that a verdict rests on.
 * @typedef {object} Evidence
 * @property {string} edition
 * @property {string} path
 * @property {string} anchor
 * @property {string} title
 * @property {string[]} headings
 * @property {number} score
 */

/**
 * What the releases say of a query's subject.
 * @typedef {object} Verdict
 * @property {string} edition the release that was asked about
 * @property {State} state
 * @property {string | null} first the first release that covers the subject, and the last
 * @property {string | null} last
 * @property {Evidence[]} evidence best of the release asked about, then of the one that is named
 * @property {Record<string, number>} scores by release: its best
 */

/**
 * Judges `edition`, one of the shard's releases; `limits` is the manifest's `ranking.verdict`.
 * @param {CoverageShard} shard @param {Query} query @param {Float32Array} vector @param {string} edition
 * @param {Bm25f} bm25 @param {Record<string, number>} limits @returns {Verdict}
 */
export function verdict(shard, query, vector, edition, bm25, limits) {
  const matched = match(shard.lexical, query.words, bm25);
  const limit = most(query.words, [matched], bm25);
  const shares = limit ? matched.scores.map((score) => score / limit) : matched.scores;
  const near = cosines(vector, shard.vectors);
  const scores = shares.map((share, n) => share + near[n]);
  const asked = shard.releases.indexOf(edition);
  const best = bestOf(shard, scores);
  const bestShare = bestOf(shard, shares);
  const top = Math.max(...best);
  const topShare = Math.max(...bestShare);
  const named = Object.fromEntries(shard.releases.map((name, n) => [name, best[n]]));
  const winner = scores.reduce((most, score, n) => (most < 0 || score > scores[most] ? n : most), -1);
  if (winner < 0 || (largest(near) < limits.nothing_near && largest(shares) < limits.nothing_shared)) {
    const nearest = evidence(shard, scores, [[asked, argbest(shard, scores, asked)]]);
    return { edition, state: "unknown", first: null, last: null, evidence: nearest, scores: named };
  }
  const behind = best[asked] < limits.behind * top;
  const fewerWords = bestShare[asked] < limits.fewer_words * topShare;
  const telling = topShare >= limits.telling;
  const there = shard.places[shard.threads[winner]].map(([release]) => release);
  const holds = shard.releases.map((_, n) => n).filter((n) => best[n] >= limits.alike * top);
  const [first, last] = spanOf(holds, asked, best.indexOf(top));
  /** @type {State} */
  let state = "covered";
  if (telling && (behind || fewerWords)) {
    state = asked < first ? "not yet" : asked > last ? "removed" : "unsure";
  } else if (telling && best[asked] < limits.sure * top && !there.includes(asked)) {
    state = "unsure";
  }
  const release = state === "not yet" ? first : state === "removed" ? last : null;
  /** @type {[number, number | null]} */
  const other =
    release === null
      ? [31 - Math.clz32(shard.masks[winner]), winner] // the newest release that holds the best text
      : [release, argbest(shard, scores, release)];
  return {
    edition,
    state,
    first: shard.releases[first],
    last: shard.releases[last],
    evidence: evidence(shard, scores, [[asked, argbest(shard, scores, asked)], other]),
    scores: named,
  };
}

/**
 * First and last of the releases in a row, around the one with the best text, whose best is about as good.
 * The release asked about interrupts the row.
 * @param {number[]} holds @param {number} asked @param {number} peak @returns {[number, number]}
 */
function spanOf(holds, asked, peak) {
  const others = holds.filter((release) => release !== asked);
  const held = others.length ? others : holds;
  let first = held.includes(peak) ? peak : held[0];
  let last = first;
  while (held.includes(first - 1)) first--;
  while (held.includes(last + 1)) last++;
  return [first, last];
}

/** @param {Float64Array} values */
function largest(values) {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}

/** @param {CoverageShard} shard @param {Float64Array} scores @returns {number[]} the best of each release */
function bestOf(shard, scores) {
  const best = shard.releases.map(() => -1);
  scores.forEach((score, chunk) => {
    for (let n = 0; n < best.length; n++) if ((shard.masks[chunk] >> n) & 1 && score > best[n]) best[n] = score;
  });
  return best;
}

/** @param {CoverageShard} shard @param {Float64Array} scores @param {number} release @returns {number | null} */
function argbest(shard, scores, release) {
  let found = null;
  let most = 0;
  scores.forEach((score, chunk) => {
    if ((shard.masks[chunk] >> release) & 1 && score > most) [found, most] = [chunk, score];
  });
  return found;
}

/**
 * A section for each (release, chunk), each once.
 * @param {CoverageShard} shard @param {Float64Array} scores @param {[number, number | null][]} chosen
 * @returns {Evidence[]}
 */
function evidence(shard, scores, chosen) {
  const seen = new Set();
  return chosen.flatMap(([release, chunk]) => {
    if (chunk === null || seen.has(`${release} ${chunk}`)) return [];
    seen.add(`${release} ${chunk}`);
    const [page, , headings] = shard.lexical.sections[shard.lexical.chunks[chunk]];
    const place = shard.places[shard.threads[chunk]].find(([number]) => number === release);
    if (!place) return [];
    const [, path, anchor] = place;
    const title = shard.lexical.pages[page][1];
    return [{ edition: shard.releases[release], path, anchor, title, headings, score: scores[chunk] }];
  });
}
