/**
 * Shard -> memory: the search files as a search reads them, checked against the manifest.
 * The twin of builder/index/reader.py; docs/formats.md draws the bytes.
 */

import { FORMAT, ShardError, ascii, readParts, readSigned, readVarints } from "./codec.js";
import { download, fetched, inflate } from "./download.js";
import { compare, stem } from "./tokens.js";

/** @typedef {import("./download.js").Entry} Entry */
/** @typedef {Entry & { postings: (Entry & { from: string })[] }} LexicalEntry `from`: the first letter of a piece's words */

/**
 * The section `ranking` of strata.toml.
 * @typedef {object} Ranking
 * @property {number} k1
 * @property {Record<string, number>} weights by field: title, headings, body
 * @property {Record<string, number>} b length normalisation by field
 * @property {number} candidates
 * @property {"linear" | "rrf"} fusion
 * @property {number} rrf_k
 * @property {number} vector_weight
 * @property {number} keyword_weight
 * @property {string[]} stop_words
 * @property {Record<string, number>} prior by kind
 * @property {Limits} verdict
 */

/**
 * Limits of the verdict.
 * @typedef {object} Limits
 * @property {number} behind
 * @property {number} fewer_words
 * @property {number} telling
 * @property {number} sure
 * @property {number} alike
 * @property {number} nothing_near
 * @property {number} nothing_shared
 * @property {number} elsewhere
 * @property {number} lacking
 * @property {string[]} asking
 */

/**
 * The evidence of a collection (builder/index/coverage.py): distinct texts and the releases they stand in.
 * @typedef {object} CoverageShard
 * @property {string[]} releases ids of editions, oldest first
 * @property {LexicalShard} lexical
 * @property {Vectors} vectors
 * @property {number[]} threads of each chunk
 * @property {number[]} masks of each chunk: bit n is release n
 * @property {Set<number>} reports the chunks that tell of other releases
 * @property {[number, string, string][][]} places of each thread: release, path, anchor
 */

/**
 * @typedef {object} CollectionEntry
 * @property {string} title
 * @property {string} short
 * @property {number} texts
 * @property {Record<string, number>} averages
 * @property {{ releases: string[], lexical: LexicalEntry, vectors: Entry, lineage: Entry }} [coverage] with two releases or more
 * @property {Entry} [timelines] with two releases or more
 */

/**
 * @typedef {object} EditionEntry
 * @property {string} id
 * @property {string} collection
 * @property {string} release
 * @property {string} title
 * @property {string} label
 * @property {number} order
 * @property {boolean} released
 * @property {boolean} latest
 * @property {number} chunks
 * @property {number} bytes
 * @property {Record<string, number>} kinds
 * @property {LexicalEntry} lexical
 * @property {Entry} vectors
 */

/**
 * @typedef {object} Manifest
 * @property {number} format
 * @property {string} built
 * @property {ModelEntry} model
 * @property {Ranking} ranking
 * @property {Record<string, CollectionEntry>} collections
 * @property {EditionEntry[]} editions
 * @property {Entry} elsewhere vectors of what no documentation answers
 */

/**
 * @typedef {object} ModelEntry
 * @property {string} name
 * @property {string} hash
 * @property {number} dimensions
 * @property {number} max_tokens
 * @property {Entry} [model] absent from an index built without the browser's files
 * @property {Entry} [tokenizer]
 * @property {Entry} [loader]
 * @property {Entry} [runtime]
 */

const RETRY_MS = 5000; // a file that failed is asked for again after this, not on every keystroke
const LAST = "\u{10ffff}";

/** An edition's words and table of chunks; postings are filled in piece by piece. */
export class LexicalShard {
  /** @type {Set<string>} first letters of the pieces whose postings are here */
  #filled = new Set();

  /** @param {Uint8Array} bytes inflated @param {string} name for messages */
  constructor(bytes, name) {
    const [table, texts, lengths, shared, endings, frequencies, sizes] = readParts("STRL", bytes, name);
    const rows = JSON.parse(new TextDecoder().decode(table));
    this.name = name;
    /** @type {[path: string, title: string, kind: string][]} */
    this.pages = rows.paths.map((/** @type {string} */ path, /** @type {number} */ n) => [path, rows.titles[n], rows.kinds[n]]);
    this.sections = readSections(rows);
    /** Section of each chunk. */
    this.chunks = summed(rows.sections);
    /** @type {(Entry & { first: number, count: number })[]} the files with the chunks' texts */
    this.blocks = rows.texts;
    /** The number of each chunk's text: equal where it recurs. */
    this.texts = summed(Array.from(readSigned(texts), (step) => step + 1)).map((sum) => sum - 1);
    /** Three a chunk: title, headings, body. */
    this.lengths = readVarints(lengths);
    /** Sorted. */
    this.words = readWords(shared, new TextDecoder().decode(endings));
    /** Stem group of each word. */
    this.stems = grouped(this.words);
    /** By stem group, in the collection. */
    this.frequencies = readVarints(frequencies);
    /** Where each word's postings begin; one more than words. */
    this.starts = Uint32Array.from([0, ...summed(Array.from(readVarints(sizes)))]);
    /** Chunk numbers. */
    this.postings = new Uint32Array(this.starts[this.words.length]);
    /** Of each posting: title | headings << 2 | body << 4. */
    this.counts = new Uint8Array(this.postings.length);
  }

  /**
   * Puts the postings of a piece in their place.
   * @param {Uint8Array} bytes inflated @param {string} letter the first of its words
   * @param {string | undefined} next that of the piece after it
   */
  fill(bytes, letter, next) {
    if (this.#filled.has(letter)) return;
    this.#filled.add(letter);
    const [distances, counts] = readParts("STRP", bytes, this.name);
    const steps = readVarints(distances);
    const from = this.#bisect(letter, 0);
    const to = next === undefined ? this.words.length : this.#bisect(next, from);
    let at = this.starts[from];
    if (steps.length !== this.starts[to] - at || counts.length !== steps.length) throw new ShardError(`${this.name} ends too early`);
    this.counts.set(counts, at);
    let read = 0;
    for (let word = from; word < to; word++) {
      let number = -1;
      while (at < this.starts[word + 1]) this.postings[at++] = number += steps[read++] + 1;
    }
  }

  /** @param {string} word @returns {number | null} its stem group, also where the shard holds another form only */
  group(word) {
    const at = this.#bisect(word, 0);
    if (this.words[at] === word) return this.stems[at];
    const wanted = stem(word);
    // Words of one stem share its first letters: three are enough to make the range small.
    const [from, to] = this.prefixed(Array.from(wanted).slice(0, 3).join(""));
    for (let other = from; other < to; other++) if (stem(this.words[other]) === wanted) return this.stems[other];
    return null;
  }

  /** @param {string} prefix @returns {[from: number, to: number]} numbers of the words that begin with it */
  prefixed(prefix) {
    const from = this.#bisect(prefix, 0);
    return [from, this.#bisect(prefix + LAST, from)];
  }

  /** The words of each stem group. */
  get members() {
    /** @type {number[][]} */
    const found = Array.from(this.frequencies, () => []);
    this.stems.forEach((group, word) => found[group].push(word));
    Object.defineProperty(this, "members", { value: found });
    return found;
  }

  /** @returns {string[]} the kind of each chunk */
  get kinds() {
    const found = this.chunks.map((section) => this.pages[this.sections[section][0]][2]);
    Object.defineProperty(this, "kinds", { value: found });
    return found;
  }

  /** @returns {Uint16Array} the place of each chunk among those of its section */
  get ordinals() {
    const found = new Uint16Array(this.chunks.length);
    for (let n = 1; n < found.length; n++) found[n] = this.chunks[n] === this.chunks[n - 1] ? found[n - 1] + 1 : 0;
    Object.defineProperty(this, "ordinals", { value: found });
    return found;
  }

  /** @param {string} word @param {number} low */
  #bisect(word, low) {
    let high = this.words.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(this.words[middle], word) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * @param {{ pages: number[], shared: number[], headings: string[][], anchors: (string | null)[] }} rows by column
 * @returns {[page: number, anchor: string, headings: string[]][]}
 */
function readSections({ pages, shared, headings, anchors }) {
  /** @type {string[]} */
  let path = [];
  return summed(pages).map((page, n) => {
    path = [...path.slice(0, shared[n]), ...headings[n]];
    return [page, anchors[n] ?? slug(path), path];
  });
}

/** @param {string[]} headings @returns {string} the anchor that most sections have */
function slug(headings) {
  return (headings.at(-1)?.toLowerCase().match(/[a-z0-9]+/g) ?? []).join("-");
}

/** @param {Uint8Array} shared letters with the word before @param {string} endings @returns {string[]} */
function readWords(shared, endings) {
  if (!shared.length) return [];
  let word = "";
  return endings.split("\n").map((ending, n) => (word = word.slice(0, shared[n]) + ending));
}

/** @param {string[]} words @returns {Uint32Array} the number of each one's stem */
function grouped(words) {
  /** @type {Map<string, number>} */
  const groups = new Map();
  return Uint32Array.from(words, (word) => {
    const name = stem(word);
    const known = groups.get(name) ?? groups.size;
    groups.set(name, known);
    return known;
  });
}

/** @param {number[]} steps @returns {number[]} */
function summed(steps) {
  let sum = 0;
  return steps.map((step) => (sum += step));
}

/** Vectors of an edition, a row a chunk. */
export class Vectors {
  /** @param {Uint8Array<ArrayBuffer>} bytes inflated @param {string} name for messages */
  constructor(bytes, name) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < 16 || ascii(bytes.subarray(0, 4)) !== "STRV" || view.getUint16(4, true) !== FORMAT) {
      throw new ShardError(`${name} is no vectors file of format ${FORMAT}`);
    }
    this.dimensions = view.getUint16(6, true);
    this.count = view.getUint32(8, true);
    const rows = bytes.byteOffset + 16 + 4 * this.count;
    if (bytes.length !== 16 + this.count * (4 + this.dimensions)) throw new ShardError(`${name} ends too early`);
    this.scales = Float32Array.from({ length: this.count }, (_, n) => view.getFloat32(16 + 4 * n, true));
    this.rows = new Int8Array(bytes.buffer, rows, this.count * this.dimensions);
  }
}

/** The search files of a site; each is fetched when first asked for, and kept. */
export class Index {
  /** @type {Map<string, Promise<any>>} */
  #kept = new Map();
  /** @type {Set<string>} editions whose shards have come */
  #held = new Set();

  /** @param {URL} base the search folder @param {Manifest} manifest */
  constructor(base, manifest) {
    this.base = base;
    this.manifest = manifest;
  }

  /**
   * @param {URL | string} base the search folder, with a slash at its end
   * @param {RequestCache} [mode] "reload" after a deployment, "no-cache" to ask whether there was one
   */
  static async open(base, mode = "no-cache") {
    base = new URL(base);
    const bytes = await fetched(new URL("manifest.json", base), mode);
    /** @type {Manifest} */
    let manifest;
    try {
      manifest = JSON.parse(new TextDecoder().decode(bytes));
    } catch {
      throw new ShardError("manifest.json is no JSON");
    }
    if (manifest?.format !== FORMAT) {
      throw new ShardError(`The search index is of format ${manifest?.format}, expected ${FORMAT}`);
    }
    return new Index(base, manifest);
  }

  /** @param {string} id @returns {EditionEntry} */
  edition(id) {
    const found = this.manifest.editions.find((entry) => entry.id === id);
    if (!found) throw new ShardError(`The index has no edition ${id}`);
    return found;
  }

  /**
   * An edition's shard with the postings of some words, or of all.
   * @param {string} id @param {string[] | null} words null for all @returns {Promise<LexicalShard>}
   */
  async lexical(id, words) {
    const shard = await this.#lexical(this.edition(id).lexical, words);
    this.#held.add(id);
    return shard;
  }

  /** @param {string} id whether an edition's shard is here already */
  holds(id) {
    return this.#held.has(id);
  }

  /**
   * Pieces are chosen by first letters, which are known before the shard is: both are fetched at once.
   * @param {LexicalEntry} entry @param {string[] | null} words @returns {Promise<LexicalShard>}
   */
  async #lexical({ postings, ...entry }, words) {
    const wanted = postings
      .map((piece, n) => ({ piece, next: postings[n + 1]?.from }))
      .filter(({ piece, next }) => !words || words.some((word) => isWithin(word, piece.from, next)));
    const [shard, ...pieces] = await Promise.all([
      this.#read(entry, (bytes) => new LexicalShard(bytes, entry.file)),
      ...wanted.map(({ piece }) => this.#read(piece, (bytes) => bytes)),
    ]);
    wanted.forEach(({ piece, next }, n) => shard.fill(pieces[n], piece.from, next));
    return shard;
  }

  /** @param {string} id @returns {Promise<Vectors>} */
  vectors(id) {
    const entry = this.edition(id).vectors;
    return this.#read(entry, (bytes) => new Vectors(bytes, entry.file));
  }

  /**
   * @param {string} collection @param {string[]} words whose postings are needed
   * @returns {Promise<CoverageShard | null>} null where it has fewer than two releases
   */
  async coverage(collection, words) {
    const entry = this.manifest.collections[collection]?.coverage;
    if (!entry) return null;
    const [rows, lexical, vectors] = await Promise.all([
      this.#read(entry.lineage, (bytes) => JSON.parse(new TextDecoder().decode(bytes))),
      this.#lexical(entry.lexical, words),
      this.#read(entry.vectors, (bytes) => new Vectors(bytes, entry.vectors.file)),
    ]);
    return { releases: entry.releases, lexical, vectors, ...rows, reports: new Set(rows.reports) };
  }

  /** @param {string} collection with two releases or more @returns {Promise<import("./identifiers.js").Timelines>} */
  timelines(collection) {
    const entry = /** @type {Entry} */ (this.manifest.collections[collection].timelines);
    return this.#read(entry, (bytes) => JSON.parse(new TextDecoder().decode(bytes)));
  }

  /** @returns {Promise<Vectors>} of what no documentation answers (builder/index/elsewhere.py) */
  elsewhere() {
    const entry = this.manifest.elsewhere;
    return this.#read(entry, (bytes) => new Vectors(bytes, entry.file));
  }

  /** @param {string} id @param {number} chunk @returns {Promise<string>} its text */
  async text(id, chunk) {
    const { blocks } = await this.lexical(id, []);
    const entry = blocks.find(({ first, count }) => chunk >= first && chunk < first + count);
    if (!entry) throw new ShardError(`${id} has no chunk ${chunk}`);
    const block = await this.#read(entry, (bytes) => JSON.parse(new TextDecoder().decode(bytes)));
    return block[chunk - entry.first];
  }

  /**
   * @template T
   * @param {Entry} entry @param {(bytes: Uint8Array<ArrayBuffer>) => T} read
   * @returns {Promise<T>}
   */
  #read(entry, read) {
    let kept = this.#kept.get(entry.file);
    if (!kept) {
      kept = download(this.base, entry)
        .then((bytes) => inflate(bytes, entry.file))
        .then(read);
      this.#kept.set(entry.file, kept);
      kept.catch(() => setTimeout(() => this.#kept.delete(entry.file), RETRY_MS));
    }
    return kept;
  }
}

/** @param {string} word @param {string} from @param {string | undefined} next whether its postings are in the piece between */
function isWithin(word, from, next) {
  return compare(word, from) >= 0 && (next === undefined || compare(word, next) < 0);
}
