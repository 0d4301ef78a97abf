/**
 * Whether a release covers what was asked, from index data alone. The twin of builder/search/verdict.py;
 * docs/formats.md ("The verdict") has the rules.
 */

import { match, most } from "./lexical.js";
import { cosines } from "./vectors.js";

/** @typedef {import("./reader.js").CoverageShard} CoverageShard */
/** @typedef {import("./query.js").Query} Query */
/** @typedef {import("./lexical.js").Bm25f} Bm25f */
/** @typedef {import("./reader.js").Limits} Limits */
/** @typedef {import("./identifiers.js").Named} Named */
/** @typedef {"covered" | "partly" | "not yet" | "removed" | "unsure" | "unknown"} State */
/** @typedef {"asked" | "there" | "report"} Role */
/** @typedef {[role: Role, release: number, reports: boolean]} Choice which texts of a release it may be shown by */

/**
 * A section that a verdict rests on.
 * @typedef {object} Evidence
 * @property {Role} role best of the release asked about; of one that covers the subject; what tells that it came or went
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
 * @property {string | null} edition the release that was asked about; null where all were
 * @property {State} state "partly" where all were asked about and some cover it
 * @property {string | null} first the first release that covers the subject, and the last
 * @property {string | null} last
 * @property {string | null} after the release that follows the last, if any
 * @property {Evidence[]} evidence
 * @property {Record<string, number>} scores by release: its best
 * @property {Named[]} named the identifiers in the query, whose timelines tell more
 */

/**
 * A query as the verdict takes it.
 * @typedef {object} Asked
 * @property {Query} query
 * @property {Float32Array} vector
 * @property {string | null} edition one of the shard's releases; null for all
 * @property {number} nearest highest cosine of any text in the scope that is searched
 * @property {number} elsewhere and of any sentence that no documentation answers
 * @property {Named[]} named the identifiers in the query
 * @property {boolean} only_named whether it holds nothing else
 */

/**
 * Every text of the shard against what was asked.
 * @typedef {object} Found
 * @property {Float64Array} shares BM25 as a share of the most the query could score
 * @property {Float64Array} near cosine
 * @property {Float64Array} scores their sum
 */

/**
 * Judges what was asked; `limits` is the manifest's `ranking.verdict`.
 * @param {CoverageShard} shard @param {Asked} asked @param {Bm25f} bm25 @param {Limits} limits @returns {Verdict}
 */
export function verdict(shard, asked, bm25, limits) {
  const { edition } = asked;
  const found = against(shard, asked, bm25, limits.asking);
  const release = edition === null ? null : shard.releases.indexOf(edition);
  const best = bestOf(shard, found.scores);
  const top = Math.max(...best);
  const scores = Object.fromEntries(shard.releases.map((name, n) => [name, best[n]]));
  const near = Math.max(asked.nearest, largest(found.near));
  const nothing = near < limits.nothing_near && Math.max(0, largest(found.shares)) < limits.nothing_shared;
  if (nothing || asked.elsewhere - near >= limits.elsewhere) {
    const nearest = evidence(shard, found, release === null ? [] : [["asked", release, false]]);
    return { edition, state: "unknown", first: null, last: null, after: null, evidence: nearest, scores, named: [] };
  }
  const holds = shard.releases.map((_, n) => n).filter((n) => best[n] >= limits.alike * top);
  const span = spanOf(holds, release, best.indexOf(top));
  const [state, [first, last]] =
    told(shard, asked, best, release, limits) ?? [stateOf(shard, found, best, release, span, limits), span];
  const after = last + 1 < shard.releases.length ? last + 1 : null;
  /** @type {Choice[]} */
  const chosen = release === null ? [] : [["asked", release, false]];
  if ((state === "not yet" || state === "partly") && first > 0) chosen.push(["there", first, false], ["report", first, true]);
  if (state === "removed" || state === "partly") {
    chosen.push(["there", last, false]);
    if (after !== null) chosen.push(["report", after, true]);
  }
  if (state === "unsure") chosen.push(["there", best.indexOf(top), false]);
  return {
    edition,
    state,
    first: shard.releases[first],
    last: shard.releases[last],
    after: after === null ? null : shard.releases[after],
    evidence: evidence(shard, found, chosen),
    scores,
    named: asked.named,
  };
}

/**
 * @param {CoverageShard} shard @param {Asked} asked @param {Bm25f} bm25 @param {string[]} asking
 * @returns {Found}
 */
function against(shard, { query, vector }, bm25, asking) {
  // Words that ask what became of a subject are not the subject.
  const subject = query.words.filter(({ word }) => !asking.includes(word));
  const words = subject.length ? subject : query.words;
  const matched = match(shard.lexical, words, bm25);
  const limit = most(words, [matched], bm25);
  const shares = limit ? matched.scores.map((score) => score / limit) : matched.scores;
  const near = cosines(vector, shard.vectors);
  return { shares, near, scores: shares.map((share, n) => share + near[n]) };
}

/**
 * @param {CoverageShard} shard @param {Found} found @param {number[]} best @param {number | null} release
 * @param {[number, number]} span @param {Limits} limits @returns {State}
 */
function stateOf(shard, { scores, shares }, best, release, [first, last], limits) {
  const bestShares = bestOf(shard, shares);
  const [top, topShare] = [Math.max(...best), Math.max(...bestShares)];
  if (topShare < limits.telling) return "covered";
  if (release === null) return first === 0 && last === shard.releases.length - 1 ? "covered" : "partly";
  const behind = best[release] < limits.behind * top;
  const fewerWords = bestShares[release] < limits.fewer_words * topShare;
  if (behind || fewerWords) return between(release, [first, last]);
  let winner = -1;
  scores.forEach((score, n) => {
    if (!shard.reports.has(n) && (winner < 0 || score > scores[winner])) winner = n;
  });
  const there = shard.places[shard.threads[winner]].map(([number]) => number);
  return best[release] < limits.sure * top && !there.includes(release) ? "unsure" : "covered";
}

/** @param {Verdict | null} verdict whether the release lacks what was asked for */
export function lacking(verdict) {
  return verdict?.state === "not yet" || verdict?.state === "removed";
}

/** @param {number | null} release @param {[number, number]} span @returns {State} */
function between(release, [first, last]) {
  if (release === null) return "partly";
  return release < first ? "not yet" : release > last ? "removed" : "unsure";
}

/**
 * What the timelines of the identifiers in the query prove, if anything: the state, and first and last release. A
 * release that has an identifier covers a query for just that; one that has none of them does not, whatever its texts
 * are like, but for an identifier that is a word of the language where its texts are about as good as any.
 * @param {CoverageShard} shard @param {Asked} asked @param {number[]} best @param {number | null} release
 * @param {Limits} limits @returns {[State, [number, number]] | null}
 */
function told({ releases }, { named, only_named }, best, release, limits) {
  const held = named.map((one) => releases.map((_, n) => n).filter((n) => one.releases.has(releases[n])));
  if (release !== null && held.some((numbers) => numbers.includes(release))) {
    const covered = only_named && held.every((numbers) => numbers.includes(release));
    return covered ? ["covered", spanOf(held[0], null, release)] : null;
  }
  const good = release !== null && best[release] >= limits.sure * Math.max(...best);
  const spans = held.flatMap((numbers, n) => {
    const [first, last] = [numbers[0], numbers[numbers.length - 1]];
    const some = numbers.length > 0 && numbers.length < releases.length;
    return some && numbers.length === last - first + 1 && !(named[n].word && good) ? [[first, last]] : [];
  });
  if (!spans.length || spans.some(([first, last]) => first !== spans[0][0] || last !== spans[0][1])) return null;
  const [first, last] = spans[0];
  return [between(release, [first, last]), [first, last]];
}

/**
 * First and last of the releases in a row, around the one with the best text, whose best is about as good.
 * The release asked about interrupts the row.
 * @param {number[]} holds @param {number | null} asked @param {number} peak @returns {[number, number]}
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

/** @param {Float64Array} values cosines @returns {number} */
export function largest(values) {
  return values.reduce((most, value) => Math.max(most, value), -1);
}

/** @param {CoverageShard} shard @param {Float64Array} scores @returns {number[]} the best of each release's evidence */
function bestOf(shard, scores) {
  const best = shard.releases.map(() => -1);
  scores.forEach((score, chunk) => {
    if (shard.reports.has(chunk)) return;
    for (let n = 0; n < best.length; n++) if ((shard.masks[chunk] >> n) & 1 && score > best[n]) best[n] = score;
  });
  return best;
}

/**
 * The best section for each choice, each once.
 * @param {CoverageShard} shard @param {Found} found @param {Choice[]} chosen @returns {Evidence[]}
 */
function evidence(shard, { scores, shares }, chosen) {
  /** @type {Evidence[]} */
  const sections = [];
  for (const [role, release, reporting] of chosen) {
    let chunk = -1;
    scores.forEach((score, n) => {
      const held = (shard.masks[n] >> release) & 1 && shard.reports.has(n) === reporting;
      if (held && score > (chunk < 0 ? 0 : scores[chunk])) chunk = n;
    });
    // What became of a subject is told where its words are.
    if (chunk < 0 || (role === "report" && !shares[chunk])) continue;
    const [page, , headings] = shard.lexical.sections[shard.lexical.chunks[chunk]];
    const place = shard.places[shard.threads[chunk]].find(([number]) => number === release);
    if (!place) continue;
    const [, path, anchor] = place;
    const edition = shard.releases[release];
    if (sections.some((one) => one.edition === edition && one.path === path && one.anchor === anchor)) continue;
    const title = shard.lexical.pages[page][1];
    sections.push({ role, edition, path, anchor, title, headings, score: scores[chunk] });
  }
  return sections;
}
