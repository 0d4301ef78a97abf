/**
 * Query, shards -> results. The twin of builder/search/engine.py, step by step; texts are fetched
 * apart, because keyword results need not wait for them.
 */

import { fuse } from "./fusion.js";
import { named, nothingElse } from "./identifiers.js";
import { Bm25f, match, most } from "./lexical.js";
import { fold, parseQuery } from "./query.js";
import { UNVERSIONED, editionsIn } from "./scope.js";
import { corrected } from "./spelling.js";
import { compare } from "./tokens.js";
import { cosines } from "./vectors.js";
import { lacking, largest, verdict } from "./verdict.js";

/** @typedef {import("./reader.js").Index} Index */
/** @typedef {import("./reader.js").LexicalShard} LexicalShard */
/** @typedef {import("./query.js").Query} Query */
/** @typedef {import("./fusion.js").Fused} Fused */
/** @typedef {import("./verdict.js").Verdict} Verdict */
/** @typedef {"hybrid" | "keyword" | "vector"} Mode */
/** @typedef {{ encode(text: string): Promise<Float32Array> }} QueryEncoder */
/** @typedef {import("./place.js").Place} Place */

/**
 * How a result came to its place.
 * @typedef {object} Scores
 * @property {number} score
 * @property {number} keyword BM25 as a share of the most the query could score
 * @property {number | null} keyword_rank among the candidates of that retriever, from 1
 * @property {number | null} cosine
 * @property {number | null} vector_rank
 * @property {number} prior
 */

/**
 * A section, by its best chunk.
 * @typedef {object} Result
 * @property {string} id the chunk's
 * @property {number} chunk its number in the edition: what its text is fetched by
 * @property {Place} place
 * @property {string} title
 * @property {string[]} headings
 * @property {string} kind
 * @property {Scores} scores
 * @property {Place[]} same the same text elsewhere in the scope, in the order of the editions
 */

/**
 * @typedef {object} Answer
 * @property {Query} query
 * @property {string} scope
 * @property {string[]} editions
 * @property {Mode} mode what was asked for
 * @property {boolean} meaning whether vectors took part
 * @property {Result[]} results
 * @property {number} total how many results there would be
 * @property {Verdict | null} verdict by meaning, in one release or all of a collection; null elsewhere
 * @property {Record<string, number>} kinds by kind, how many sections of the scope hold any of the words
 * @property {Record<string, number>} collections by collection, likewise
 * @property {Record<string, number>} milliseconds by step
 */

/**
 * The editions of a scope, end to end.
 * @typedef {object} Scope
 * @property {string[]} ids
 * @property {LexicalShard[]} shards
 * @property {number[]} starts number of each edition's first chunk
 * @property {number} count of chunks
 */

/**
 * @typedef {object} Options
 * @property {string} [scope]
 * @property {number} [k]
 * @property {Mode} [mode]
 * @property {string[]} [kinds] only these; all where there are none
 * @property {string[]} [collections] likewise
 * @property {number} [offset]
 * @property {string[]} [editions] those of the scope to search; all unless given
 */

const SPECIFICATION = "Specification";

/** Searches an index; `encoder` may be null where only keywords are asked for. */
export class Engine {
  /** @param {Index} index @param {QueryEncoder | null} [encoder] */
  constructor(index, encoder = null) {
    this.index = index;
    this.encoder = encoder;
  }

  /**
   * The best `k` results after the first `offset`; throws ScopeError for an unknown scope.
   * @param {string} text @param {Options} [options] @returns {Promise<Answer>}
   */
  async search(text, { scope = "all", k = 10, mode = "hybrid", kinds = [], collections = [], offset = 0, editions: only } = {}) {
    const { ranking, editions } = this.index.manifest;
    const clock = new Clock();
    let query = parseQuery(text, ranking.stop_words);
    const ids = only ?? editionsIn(scope, editions);
    clock.done("words");
    const held = await this.#load(ids, query);
    clock.done("load");
    query = corrected(query, held.shards);
    clock.done("spelling");
    let shares = this.#shares(held, query);
    clock.done("keyword");
    /** @type {Float64Array | null} */
    let near = null;
    /** @type {Verdict | null} */
    let judged = null;
    if (mode !== "keyword" && this.encoder && query.text) {
      const vector = await this.encoder.encode(query.text);
      clock.done("embed");
      near = joined(await Promise.all(ids.map(async (id) => cosines(vector, await this.index.vectors(id)))));
      clock.done("vector");
      judged = await this.#verdict(ids, query, vector, near);
      clock.done("verdict");
      if (mode === "vector") shares = new Float64Array(shares.length);
    }
    const chunkKinds = held.shards.flatMap((shard) => shard.kinds);
    const chunkCollections = held.shards.flatMap((shard, at) => shard.kinds.map(() => ids[at].split("/")[0]));
    const priors = new Float64Array(held.count);
    for (let n = 0; n < held.count; n++) priors[n] = ranking.prior[chunkKinds[n]] ?? 0;
    if (lacking(judged) && chunkKinds.includes(SPECIFICATION)) {
      // What is no evidence stands below what is; what was removed may have gone to an extension.
      const evident = judged?.state === "removed" ? [SPECIFICATION, "Extension"] : [SPECIFICATION];
      for (let n = 0; n < held.count; n++) if (!evident.includes(chunkKinds[n])) priors[n] += ranking.verdict.lacking;
    }
    const wanted = narrowed([chunkKinds, kinds], [chunkCollections, collections]);
    const allowed = await this.#allowed(held, query, wanted);
    const fused = fuse(shares, near, priors, ranking, allowed);
    clock.done("fuse");
    const groups = grouped(held, fused);
    const results = groups
      .slice(offset, offset + k)
      .map((members) => result(held, members, fused, shares, near, priors));
    clock.done("group");
    return {
      query, scope, editions: ids, mode, meaning: near !== null, results, total: groups.length, verdict: judged,
      kinds: countsBy(chunkKinds, held, shares), collections: countsBy(chunkCollections, held, shares),
      milliseconds: clock.times,
    }; // prettier-ignore
  }

  /** @param {string[]} ids @param {Query} query @returns {Promise<Scope>} */
  async #load(ids, query) {
    const words = wordsOf(query);
    const shards = await Promise.all(ids.map((id) => this.index.lexical(id, words)));
    let count = 0;
    const starts = shards.map((shard) => (count += shard.chunks.length) - shard.chunks.length);
    return { ids, shards, starts, count };
  }

  /**
   * BM25 of every chunk of the scope, as a share of the most the query could score in its collection.
   * @param {Scope} held @param {Query} query
   */
  #shares(held, query) {
    const names = held.ids.map((id) => id.split("/")[0]);
    const models = new Map(names.map((name) => [name, new Bm25f(this.index.manifest, name)]));
    const model = (/** @type {string} */ name) => /** @type {Bm25f} */ (models.get(name));
    const matched = held.shards.map((shard, at) => match(shard, query.words, model(names[at])));
    const parts = matched.map(({ scores }, at) => {
      const together = matched.filter((_, other) => names[other] === names[at]);
      const limit = most(query.words, together, model(names[at]));
      return limit ? scores.map((score) => score / limit) : scores;
    });
    return joined(parts);
  }

  /**
   * The verdict for a scope of one release, or of all that a collection has; null for any other.
   * @param {string[]} ids @param {Query} query @param {Float32Array} vector @param {Float64Array} near
   */
  async #verdict(ids, query, vector, near) {
    const releases = ids.filter((id) => !id.endsWith(`/${UNVERSIONED}`));
    const collections = new Set(releases.map((id) => id.split("/")[0]));
    if (collections.size !== 1) return null;
    const { manifest } = this.index;
    const [collection] = collections;
    const shard = await this.index.coverage(collection, wordsOf(query));
    if (!shard || (releases.length === 1 && !shard.releases.includes(releases[0]))) return null;
    const [timelines, elsewhere] = await Promise.all([this.index.timelines(collection), this.index.elsewhere()]);
    const identifiers = named(query.text, timelines);
    const asked = {
      query,
      vector,
      edition: releases.length === 1 ? releases[0] : null,
      nearest: largest(near),
      named: identifiers,
      only_named: nothingElse(query, identifiers),
      elsewhere: largest(cosines(vector, elsewhere)),
    };
    return verdict(shard, asked, new Bm25f(manifest, collection), manifest.ranking.verdict);
  }

  /**
   * Which chunks may be found at all: of the kinds and collections asked for, with every quoted phrase.
   * @param {Scope} held @param {Query} query @param {Uint8Array | null} wanted null where the search is not narrowed
   * @returns {Promise<Uint8Array | null>}
   */
  async #allowed(held, query, wanted) {
    if (!query.phrases.length) return wanted;
    const allowed = wanted ?? new Uint8Array(held.count).fill(1);
    for (const phrase of query.phrases) {
      const needed = parseQuery(phrase, []).words.map(({ word }) => word);
      const editions = held.shards.map((shard, at) => {
        const start = held.starts[at];
        return this.#phrase(held.ids[at], shard, phrase, needed, allowed.subarray(start, start + shard.chunks.length));
      });
      await Promise.all(editions);
    }
    return allowed;
  }

  /**
   * Takes out of `allowed` the chunks that do not hold a folded phrase: only those with all its words are read.
   * @param {string} id @param {LexicalShard} shard @param {string} phrase @param {string[]} words
   * @param {Uint8Array} allowed
   */
  async #phrase(id, shard, phrase, words, allowed) {
    for (const word of words) {
      const holds = new Uint8Array(allowed.length);
      const group = shard.group(word);
      for (const member of group === null ? [] : shard.members[group]) {
        for (let at = shard.starts[member]; at < shard.starts[member + 1]; at++) holds[shard.postings[at]] = 1;
      }
      for (let n = 0; n < holds.length; n++) allowed[n] &= holds[n];
    }
    const read = Array.from(allowed.keys()).filter((n) => allowed[n]);
    await Promise.all(
      read.map(async (n) => {
        const [page, , headings] = shard.sections[shard.chunks[n]];
        const context = [shard.pages[page][1], ...headings, await this.index.text(id, n)].join("\n");
        allowed[n] = fold(context).includes(phrase) ? 1 : 0;
      }),
    );
  }
}

/** @param {Query} query @returns {string[]} whose postings it needs; what a word is corrected to begins as it does */
function wordsOf({ words, phrases }) {
  return [...words, ...phrases.flatMap((phrase) => parseQuery(phrase, []).words)].map(({ word }) => word);
}

/**
 * Chunks of one result each, best first: one chunk a section, and with it the same text elsewhere.
 * @param {Scope} held @param {Fused} fused @returns {number[][]}
 */
function grouped(held, { candidates, scores }) {
  const ids = new Map(candidates.map((number) => [number, idOf(held, number)]));
  const id = (/** @type {number} */ number) => /** @type {string} */ (ids.get(number));
  const ordered = [...candidates].sort((a, b) => scores[b] - scores[a] || compare(id(a), id(b)));
  /** @type {Set<string>} */
  const seenSections = new Set();
  /** @type {Map<number, number[]>} */
  const byText = new Map();
  for (const number of ordered) {
    const [at, chunk] = placeIn(held, number);
    const section = `${at} ${held.shards[at].chunks[chunk]}`;
    if (seenSections.has(section)) continue;
    seenSections.add(section);
    const text = held.shards[at].texts[chunk];
    const members = byText.get(text);
    if (members) members.push(number);
    else byText.set(text, [number]);
  }
  return [...byText.values()];
}

/**
 * @param {Scope} held @param {number[]} members @param {Fused} fused
 * @param {Float64Array} shares @param {Float64Array | null} near @param {Float64Array} priors
 * @returns {Result}
 */
function result(held, [number, ...others], fused, shares, near, priors) {
  const [at, chunk] = placeIn(held, number);
  const shard = held.shards[at];
  const [page, , headings] = shard.sections[shard.chunks[chunk]];
  const [, title, kind] = shard.pages[page];
  return {
    id: idOf(held, number),
    chunk,
    place: placeOf(held, number),
    title,
    headings,
    kind,
    scores: {
      score: fused.scores[number],
      keyword: shares[number],
      keyword_rank: fused.keyword.get(number) ?? null,
      cosine: near && near[number],
      vector_rank: fused.vector.get(number) ?? null,
      prior: priors[number],
    },
    same: others.sort((a, b) => a - b).map((other) => placeOf(held, other)),
  };
}

/** @param {Scope} held @param {number} number @returns {[edition: number, chunk: number]} */
function placeIn({ starts }, number) {
  let at = starts.length - 1;
  while (starts[at] > number) at--;
  return [at, number - starts[at]];
}

/** @param {Scope} held @param {number} number @returns {Place} */
function placeOf(held, number) {
  const [at, chunk] = placeIn(held, number);
  const { sections, chunks, pages } = held.shards[at];
  const [page, anchor] = sections[chunks[chunk]];
  return { edition: held.ids[at], path: pages[page][0], anchor };
}

/** @param {Scope} held @param {number} number */
function idOf(held, number) {
  const [at, chunk] = placeIn(held, number);
  const { edition, path, anchor } = placeOf(held, number);
  return `${edition}/${path}#${anchor}~${held.shards[at].ordinals[chunk]}`;
}

/**
 * @param {[labels: string[], wanted: string[]][]} filters labels of every chunk, and those that are wanted, if not all
 * @returns {Uint8Array | null} which chunks are wanted by each; null where all are
 */
function narrowed(...filters) {
  const chosen = filters.filter(([, wanted]) => wanted.length);
  if (!chosen.length) return null;
  return Uint8Array.from(chosen[0][0], (_, n) => (chosen.every(([labels, wanted]) => wanted.includes(labels[n])) ? 1 : 0));
}

/**
 * What the filters show. Only words are counted: everything has some likeness in meaning.
 * @param {string[]} labels of every chunk @param {Scope} held @param {Float64Array} shares
 */
function countsBy(labels, held, shares) {
  /** @type {Record<string, number>} */
  const counts = {};
  /** @type {Set<string>} */
  const seenSections = new Set();
  /** @type {Set<number>} */
  const seenTexts = new Set();
  for (let number = 0; number < shares.length; number++) {
    counts[labels[number]] ??= 0;
    if (!shares[number]) continue;
    const [at, chunk] = placeIn(held, number);
    const section = `${at} ${held.shards[at].chunks[chunk]}`;
    const text = held.shards[at].texts[chunk];
    if (!seenSections.has(section) && !seenTexts.has(text)) counts[labels[number]]++;
    seenSections.add(section);
    seenTexts.add(text);
  }
  return counts;
}

/** @param {Float64Array[]} parts @returns {Float64Array} */
function joined(parts) {
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Milliseconds of each step. */
class Clock {
  /** @type {Record<string, number>} */
  times = {};
  #last = performance.now();

  /** @param {string} step the one that ends here */
  done(step) {
    const now = performance.now();
    this.times[step] = Math.round((now - this.#last) * 1000) / 1000;
    this.#last = now;
  }
}
