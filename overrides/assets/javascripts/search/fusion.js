/** Two rankings -> one, keyed on chunks. The twin of builder/search/fusion.py. */

/** @typedef {import("./reader.js").Ranking} Ranking */
/** @typedef {Map<number, number>} Ranks from 1, by chunk */

/**
 * @typedef {object} Fused
 * @property {number[]} candidates chunks, in no order of merit
 * @property {Float64Array} scores of every chunk
 * @property {Ranks} keyword
 * @property {Ranks} vector empty without vectors
 */

/**
 * Numbers of the `count` best scores above zero, best first; ties by number.
 * @param {Float64Array} scores @param {number} count @returns {number[]}
 */
export function first(scores, count) {
  /** @type {number[]} */
  let positive = [];
  for (let n = 0; n < scores.length; n++) if (scores[n] > 0) positive.push(n);
  if (positive.length > count) {
    // Typed arrays sort numbers several times as fast as a comparator does: find the last score
    // that is in, then sort only what reaches it.
    const sorted = Float64Array.from(positive, (n) => scores[n]).sort();
    const least = sorted[sorted.length - count];
    positive = positive.filter((n) => scores[n] >= least);
  }
  return positive.sort((a, b) => scores[b] - scores[a] || a - b).slice(0, count);
}

/**
 * @param {Float64Array} shares BM25 as a share of the most the query could score
 * @param {Float64Array | null} cosines @param {Float64Array} priors
 * @param {Ranking} ranking @param {Uint8Array | null} allowed 0 leaves a chunk out
 * @returns {Fused}
 *
 * "linear" adds weighted scores; "rrf" is reciprocal rank fusion (Cormack, Clarke and Büttcher 2009),
 * the sum of 1 / (k + rank).
 */
export function fuse(shares, cosines, priors, ranking, allowed) {
  if (allowed) {
    shares = shares.map((share, n) => (allowed[n] ? share : 0));
    cosines = cosines && cosines.map((cosine, n) => (allowed[n] ? cosine : 0));
  }
  const keyword = ranksOf(first(shares, ranking.candidates));
  if (!cosines) {
    return { candidates: [...keyword.keys()], scores: shares.map((share, n) => share + priors[n]), keyword, vector: new Map() };
  }
  const vector = ranksOf(first(cosines, ranking.candidates));
  const candidates = [...new Set([...keyword.keys(), ...vector.keys()])].sort((a, b) => a - b);
  if (ranking.fusion === "linear") {
    const { vector_weight: byVector, keyword_weight: byKeyword } = ranking;
    const scores = cosines.map((cosine, n) => byVector * cosine + byKeyword * shares[n] + priors[n]);
    return { candidates, scores, keyword, vector };
  }
  const scores = priors.map((prior) => prior / ranking.rrf_k);
  for (const ranks of [keyword, vector]) {
    for (const [number, rank] of ranks) scores[number] += 1 / (ranking.rrf_k + rank);
  }
  return { candidates, scores, keyword, vector };
}

/** @param {number[]} numbers @returns {Ranks} */
function ranksOf(numbers) {
  return new Map(numbers.map((number, at) => [number, at + 1]));
}
