/** A word that no shard knows -> the nearest one that they do. The twin of builder/search/spelling.py. */

/** @typedef {import("./query.js").Query} Query */
/** @typedef {import("./query.js").QueryWord} QueryWord */
/** @typedef {import("./reader.js").LexicalShard} LexicalShard */

// From so many letters on, this many slips are forgiven (as most engines do).
const ONE_SLIP = 4;
const TWO_SLIPS = 8;
const LETTERS = /^\p{L}+$/u;

/**
 * The query, each word that nothing matches replaced by the nearest one of the shards, if one is near enough:
 * not in quotes, and not where most words are unknown, which is another language and no slip.
 * @param {Query} query @param {LexicalShard[]} shards @returns {Query}
 */
export function corrected(query, shards) {
  const unknown = query.words.filter((word) => !word.joined && !shards.some((shard) => matches(word, shard)));
  const many = unknown.length > Math.max(1, Math.floor(query.words.length / 2));
  if (query.phrases.length || !unknown.length || many) return query;
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const { word } of unknown) {
    const near = nearest(word, shards);
    if (near) found.set(word, near);
  }
  if (!found.size) return query;
  const words = query.words.map((word) => {
    const near = found.get(word.word);
    return near ? { ...word, word: near, open: false } : word;
  });
  let { text } = query;
  for (const [word, near] of found) {
    text = text.replace(new RegExp(`(?<![\\p{L}\\p{N}_])${word}(?![\\p{L}\\p{N}_])`, "giu"), near);
  }
  return { ...query, text, words, corrections: [...found] };
}

/** @param {string} text @param {LexicalShard[]} shards @returns {string | null} */
function nearest(text, shards) {
  const slips = text.length < ONE_SLIP ? 0 : text.length < TWO_SLIPS ? 1 : 2;
  if (!slips || !LETTERS.test(text)) return null;
  /** @type {{ distance: number, frequency: number, word: string } | null} */
  let best = null;
  for (const shard of shards) {
    // Words that begin with its first letter: a slip there is rare and costs a full scan.
    const [start, end] = shard.prefixed(text[0]);
    for (let number = start; number < end; number++) {
      const word = shard.words[number];
      if (Math.abs(word.length - text.length) > slips || !LETTERS.test(word)) continue;
      const distance = editDistance(text, word, slips);
      if (distance > slips) continue;
      const frequency = shard.frequencies[shard.stems[number]];
      if (!best || before({ distance, frequency, word }, best)) best = { distance, frequency, word };
    }
  }
  return best && best.word;
}

/**
 * Nearer first, then commoner, then by code point.
 * @param {{ distance: number, frequency: number, word: string }} one
 * @param {{ distance: number, frequency: number, word: string }} other
 */
function before(one, other) {
  if (one.distance !== other.distance) return one.distance < other.distance;
  if (one.frequency !== other.frequency) return one.frequency > other.frequency;
  return one.word < other.word;
}

/** @param {QueryWord} word @param {LexicalShard} shard */
function matches(word, shard) {
  if (shard.group(word.word) !== null) return true;
  if (!word.open) return false;
  const [start, end] = shard.prefixed(word.word);
  return end > start;
}

/**
 * Insertions, deletions, substitutions and swaps of neighbours between two words; `most` + 1 where it is more.
 * Optimal string alignment (Damerau 1964; each letter is edited once), row by row.
 * @param {string} one @param {string} other @param {number} most
 */
export function editDistance(one, other, most) {
  /** @type {number[]} */
  let before = [];
  let row = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (let i = 1; i <= one.length; i++) {
    const older = before;
    before = row;
    row = [i];
    for (let j = 1; j <= other.length; j++) {
      let cost = Math.min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        cost = Math.min(cost, older[j - 2] + 1);
      }
      row.push(cost);
    }
    if (Math.min(...row) > most) return most + 1;
  }
  return Math.min(row[row.length - 1], most + 1);
}
