/**
 * A query to its vector, with the same model and tokenizer as builder/model/encoder.py.
 *
 * Everything stays on this origin: the runtime's loader is imported from the search folder, its wasm
 * is handed over as bytes, so the runtime fetches nothing itself. One thread, because more need
 * headers that a static host does not set.
 */

import { downloadOnce, forgetOthers, inflate, isKept } from "./download.js";

/** @typedef {import("./reader.js").ModelEntry} ModelEntry */
/** @typedef {import("./download.js").Entry} Entry */
/** @typedef {typeof import("onnxruntime-web/wasm")} Runtime */
/** @typedef {import("@huggingface/tokenizers").Tokenizer} Tokenizer */

const TOKENIZERS = new URL("../vendor/tokenizers.mjs", import.meta.url);
const REMEMBERED = 64; // vectors of queries: editing a query goes back and forth

/** What of the model's files is kept; the loader is a module and is left to the browser. */
const FILES = /** @type {const} */ (["tokenizer", "runtime", "model"]);

/** The site was built without the model's files. */
export class NoModel extends Error {}

export class Encoder {
  /** @type {Map<string, Float32Array>} */
  #known = new Map();

  /** @param {Runtime} runtime @param {import("onnxruntime-web").InferenceSession} session @param {Tokenizer} tokenizer @param {number} maxTokens */
  constructor(runtime, session, tokenizer, maxTokens) {
    this.runtime = runtime;
    this.session = session;
    this.tokenizer = tokenizer;
    this.maxTokens = maxTokens;
    this.first = special(tokenizer, "[CLS]");
    this.last = special(tokenizer, "[SEP]");
  }

  /**
   * @param {ModelEntry} model @param {URL | string} address of the search folder
   * @param {(share: number) => void} progress told how much of the bytes is there, 0 to 1
   */
  static async load(model, address, progress) {
    const base = new URL(address);
    const entries = filesOf(model);
    const total = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    let come = 0;
    const count = (/** @type {number} */ bytes) => progress(Math.min(1, (come += bytes) / total));
    const [tokenizerBytes, wasm, weights] = await Promise.all(
      entries.map(async (entry) => {
        const bytes = await downloadOnce(base, entry, count);
        return entry.file.endsWith(".gz") ? inflate(bytes, entry.file) : bytes;
      }),
    );
    const loader = /** @type {Entry} */ (model.loader);
    /** @type {[Runtime, typeof import("@huggingface/tokenizers")]} */
    const [runtime, tokenizers] = await Promise.all([import(new URL(loader.file, base).href), import(TOKENIZERS.href)]);
    runtime.env.wasm.numThreads = 1;
    runtime.env.wasm.proxy = false;
    runtime.env.wasm.wasmBinary = wasm;
    const session = await runtime.InferenceSession.create(weights, {
      executionProviders: ["wasm"],
      // Fused with MatMul, DequantizeLinear becomes a kernel that rounds activations to int8. Python sets the same.
      extra: { session: { disable_quant_qdq: "1" } },
    });
    const json = JSON.parse(new TextDecoder().decode(tokenizerBytes));
    void forgetOthers(base, entries);
    return new Encoder(runtime, session, new tokenizers.Tokenizer(json, {}), model.max_tokens);
  }

  /** @param {string} text @returns {Promise<Float32Array>} a unit vector */
  async encode(text) {
    const known = this.#known.get(text);
    if (known) return known;
    const ids = this.ids(text);
    const shape = [1, ids.length];
    const tensor = (/** @type {bigint[]} */ values) => new this.runtime.Tensor("int64", BigInt64Array.from(values), shape);
    const { sentence_embedding: output } = await this.session.run({
      input_ids: tensor(ids.map(BigInt)),
      attention_mask: tensor(ids.map(() => 1n)),
    });
    const vector = Float32Array.from(/** @type {Float32Array} */ (output.data));
    output.dispose();
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(text, vector);
    return vector;
  }

  /** @param {string} text @returns {number[]} [CLS], at most maxTokens - 2 word pieces, [SEP] */
  ids(text) {
    const pieces = this.tokenizer.encode(text, { add_special_tokens: false }).ids.slice(0, this.maxTokens - 2);
    return [this.first, ...pieces, this.last];
  }
}

/** @param {ModelEntry} model @returns {Entry[]} in the order of FILES; throws NoModel if the site has none */
export function filesOf(model) {
  const entries = FILES.map((name) => model[name]);
  if (!model.loader || entries.some((entry) => !entry)) throw new NoModel("This site was built without its model.");
  return /** @type {Entry[]} */ (entries);
}

/** @param {ModelEntry} model @param {URL} base whether loading it would cost the reader no transfer */
export async function isAtHand(model, base) {
  return isKept(base, filesOf(model));
}

/** @param {Tokenizer} tokenizer @param {string} token */
function special(tokenizer, token) {
  const id = tokenizer.token_to_id(token);
  if (id === undefined) throw new Error(`The tokenizer has no ${token}`);
  return id;
}
