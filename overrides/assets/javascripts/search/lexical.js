/**
 * BM25F over lexical shards (Robertson, Zaragoza and Taylor 2004, "Simple BM25 extension to multiple
 * weighted fields"). The twin of builder/search/lexical.py: the same operations in the same order, so
 * that the scores agree to the last digit but one.
 */

/** @typedef {import("./query.js").QueryWord} QueryWord */
/** @typedef {import("./reader.js").LexicalShard} LexicalShard */
/** @typedef {import("./reader.js").Manifest} Manifest */

const FIELDS = ["title", "headings", "body"];
// What a word counts that is there by its beginning only.
const PREFIX = 0.8;
const LEAST_PREFIX = 3;

/** The parameters, of the manifest's `ranking` and of a collection. */
export class Bm25f {
  /** @param {Manifest} manifest @param {string} collection */
  constructor({ ranking, collections }, collection) {
    const { texts, averages } = collections[collection];
    this.texts = texts;
    this.k1 = ranking.k1;
    this.weights = FIELDS.map((name) => ranking.weights[name]);
    this.b = FIELDS.map((name) => ranking.b[name]);
    this.averages = FIELDS.map((name) => averages[name] || 1);
  }

  /** @param {number} frequency @returns {number} Lucene's: never negative, whatever the frequency */
  idf(frequency) {
    return Math.log(1 + (this.texts - frequency + 0.5) / (frequency + 0.5));
  }
}

/**
 * A query's words in one shard.
 * @typedef {object} Matched
 * @property {Float64Array} scores by chunk
 * @property {(number | null)[]} limits the most each word can score; null where the shard does not know it
 */

/** @param {LexicalShard} shard @param {QueryWord[]} words @param {Bm25f} bm25 @returns {Matched} */
export function match(shard, words, bm25) {
  const scores = new Float64Array(shard.chunks.length);
  const limits = words.map((word) => {
    const groups = groupsOf(shard, word);
    if (!groups.size) return null;
    const best = new Float64Array(scores.length);
    let limit = 0;
    for (const [group, factor] of groups) {
      const idf = bm25.idf(shard.frequencies[group]);
      limit = Math.max(limit, factor * idf);
      for (const [chunk, weight] of groupWeights(shard, group, bm25)) {
        best[chunk] = Math.max(best[chunk], factor * ((idf * weight) / (bm25.k1 + weight)));
      }
    }
    for (let n = 0; n < best.length; n++) scores[n] += best[n];
    return limit;
  });
  return { scores, limits };
}

/**
 * The most that the words could score together, in any chunk of the shards. A word that no shard
 * knows counts as one that no text holds, unless it is only the pieces of an identifier put together.
 * @param {QueryWord[]} words @param {Matched[]} matched @param {Bm25f} bm25
 */
export function most(words, matched, bm25) {
  let total = 0;
  words.forEach((word, number) => {
    const known = matched.map(({ limits }) => limits[number]).filter((limit) => limit !== null);
    if (known.length) total += Math.max(...known);
    else if (!word.joined) total += bm25.idf(0);
  });
  return total;
}

/** @param {LexicalShard} shard @param {QueryWord} word @returns {Map<number, number>} group -> what it counts */
export function groupsOf(shard, { word, open }) {
  /** @type {Map<number, number>} */
  const groups = new Map();
  const own = shard.group(word);
  if (own !== null) groups.set(own, 1);
  else if (open && word.length >= LEAST_PREFIX) {
    const [from, to] = shard.prefixed(word);
    for (let n = from; n < to; n++) groups.set(shard.stems[n], PREFIX);
  }
  return groups;
}

/**
 * The weight of a group in each chunk that holds it.
 * @param {LexicalShard} shard @param {number} group @param {Bm25f} bm25 @returns {Map<number, number>}
 */
function groupWeights(shard, group, bm25) {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  for (const word of shard.members[group]) {
    for (let at = shard.starts[word]; at < shard.starts[word + 1]; at++) {
      const chunk = shard.postings[at];
      let counts = found.get(chunk);
      if (!counts) found.set(chunk, (counts = [0, 0, 0]));
      const code = shard.counts[at];
      counts[0] += code & 3;
      counts[1] += (code >> 2) & 3;
      counts[2] += code >> 4;
    }
  }
  /** @type {Map<number, number>} */
  const weights = new Map();
  for (const [chunk, counts] of found) {
    let weight = 0;
    for (let n = 0; n < 3; n++) {
      const norm = 1 - bm25.b[n] + (bm25.b[n] * shard.lengths[3 * chunk + n]) / bm25.averages[n];
      weight += (bm25.weights[n] * counts[n]) / norm;
    }
    weights.set(chunk, weight);
  }
  return weights;
}
