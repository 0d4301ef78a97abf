/**
 * The search behind the search box, in a worker or, where workers are blocked, on the page itself.
 *
 *     in   { type: "open" }                                      fetch the manifest
 *          { type: "prepare", scope }                            fetch what keyword results in it begin with
 *          { type: "search", id, text, scope, kinds, collections, limit }
 *                                                                newer ids make older ones void
 *          { type: "meaning" }                                   load the model, then answer the last search anew
 *          { type: "retry" }                                     forget failures, then as "open"
 *
 *     out  { type: "opened", site }                              what the box needs of the manifest; again after a deployment
 *          { type: "answer", id, answer, more }                  keyword results; again when meaning took part. `more`:
 *                                                                those of the version-independent pages are yet to come
 *          { type: "excerpts", id, excerpts }                    by result id: segments to show
 *          { type: "failed", id?, reason, message }              reason: missing, damaged, network, format
 *          { type: "meaning", state, share?, message? }          state: loading, ready, failed
 */

import { ShardError } from "./codec.js";
import { DownloadError } from "./download.js";
import { filesOf, isAtHand } from "./encoder.js";
import { Engine } from "./engine.js";
import { excerpt } from "./excerpt.js";
import { Index } from "./reader.js";
import { RemoteEncoder, Superseded } from "./remote.js";
import { UNVERSIONED, editionsIn } from "./scope.js";

/** @typedef {import("./engine.js").Answer} Answer */
/** @typedef {import("./excerpt.js").Segment} Segment */
/** @typedef {import("./reader.js").EditionEntry} EditionEntry */

/**
 * What the search box needs to know of the manifest.
 * @typedef {object} Site
 * @property {string} built
 * @property {EditionEntry[]} editions
 * @property {Record<string, { title: string, short: string }>} collections
 * @property {number} modelBytes 0 where the site has no model, or this browser cannot run it
 * @property {boolean} modelAtHand nothing would have to be transferred
 */

/** @typedef {{ type: "search", id: number, text: string, scope: string, kinds: string[], collections: string[], limit: number }} SearchMessage */
/** @typedef {{ type: "open" } | { type: "prepare", scope: string } | { type: "meaning" } | { type: "retry" } | SearchMessage} Incoming */
/** @typedef {"missing" | "damaged" | "network" | "format"} Reason */
/**
 * @typedef {{ type: "opened", site: Site }
 *   | { type: "answer", id: number, answer: Answer, more: boolean }
 *   | { type: "excerpts", id: number, excerpts: Record<string, Segment[]> }
 *   | { type: "failed", id?: number, reason: Reason, message: string }
 *   | { type: "meaning", state: "loading" | "ready" | "failed", share?: number, message?: string }} Outgoing
 */

// Keyword results are shown by themselves when hybrid ones take longer than this: two lists in
// quick succession would flicker.
const PATIENCE_MS = 60;
const AT_ONCE = 6; // excerpts fetched with every keystroke; the others when typing rests
const REST_MS = 250;

export class Service {
  /** @type {Promise<Index> | null} */
  #index = null;
  /** @type {RemoteEncoder | null} */
  #encoder = null;
  #loading = false;
  /** @type {SearchMessage | null} */
  #latest = null;
  #renewed = "";
  #ahead = false;

  /** @param {(message: Outgoing) => void} post @param {{ workers: boolean }} able whether the model can have a worker */
  constructor(post, { workers }) {
    this.post = post;
    this.workers = workers;
    this.base = new URL("../../search/", import.meta.url);
  }

  /** @param {Incoming} message */
  async receive(message) {
    try {
      if (message.type === "search") await this.#search((this.#latest = message));
      else if (message.type === "meaning") await this.#loadMeaning();
      else if (message.type === "prepare") await this.#prepare(message.scope);
      else {
        if (message.type === "retry") this.#index = null;
        await this.#opened();
      }
    } catch (error) {
      if (!(error instanceof Superseded)) this.#fail(error, message.type === "search" ? message.id : undefined);
    }
  }

  /** @param {RequestCache} [mode] @returns {Promise<Index>} */
  #opened(mode) {
    this.#index ??= Index.open(this.base, mode).then(async (index) => {
      this.post({ type: "opened", site: await this.#site(index) });
      return index;
    });
    const opening = this.#index;
    opening.catch(() => {
      if (this.#index === opening) this.#index = null;
    });
    return opening;
  }

  /** @param {Index} index @returns {Promise<Site>} */
  async #site({ manifest }) {
    const { built, editions, collections, model } = manifest;
    let modelBytes = 0;
    let modelAtHand = false;
    if (this.workers) {
      try {
        modelBytes = filesOf(model).reduce((sum, entry) => sum + entry.bytes, 0);
        modelAtHand = await isAtHand(model, this.base);
      } catch {
        // Built without the model: keyword search is all there is.
      }
    }
    return { built, editions, collections, modelBytes, modelAtHand };
  }

  /** @param {SearchMessage} message */
  async #search(message) {
    try {
      await this.#answer(message);
    } catch (error) {
      if (!this.#current(message) || !isStale(error) || !(await this.#renew())) throw error;
      await this.#answer(message);
    }
  }

  /**
   * A file that is gone or has changed may mean that the site was built anew since the manifest was
   * read. All of the old index is dropped with it, so that two builds are never mixed.
   * @returns {Promise<boolean>} whether there is a new build
   */
  async #renew() {
    const old = JSON.stringify((await this.#opened()).manifest);
    if (this.#renewed === old) return false;
    this.#renewed = old;
    const index = await Index.open(this.base, "reload");
    if (JSON.stringify(index.manifest) === old) return false;
    const before = JSON.parse(old).model.hash;
    this.#index = Promise.resolve(index);
    if (index.manifest.model.hash !== before) {
      this.#encoder?.release();
      this.#encoder = null;
    }
    this.post({ type: "opened", site: await this.#site(index) });
    return true;
  }

  /** @param {SearchMessage} message @returns {Promise<void>} */
  async #answer(message) {
    const index = await this.#opened();
    if (!this.#current(message)) return;
    const { text, scope, limit: k, kinds, collections } = message;
    const options = { scope, k, kinds, collections };
    const engine = new Engine(index);
    const [own, late] = inOrder(index, scope);
    if (own.length === 1 && late.some((id) => !index.holds(id))) {
      // A release's own pages are what it is asked about: they need not wait for the version-independent ones.
      const answer = await engine.search(text, { ...options, mode: "keyword", editions: own });
      if (answer.results.length && late.some((id) => !index.holds(id))) this.#show(index, message, answer, true);
      if (!this.#current(message)) return;
    }
    const keyword = engine.search(text, { ...options, mode: "keyword" });
    if (this.#loading || this.#encoder) prefetchVectors(index, scope);
    if (!this.#encoder || !text.trim()) return this.#show(index, message, await keyword);

    const hybrid = new Engine(index, this.#encoder).search(text, options);
    const quick = await Promise.race([hybrid.catch(() => null), after(PATIENCE_MS)]);
    if (quick) return this.#show(index, message, quick);
    this.#show(index, message, await keyword);
    try {
      this.#show(index, message, await hybrid);
    } catch (error) {
      if (!this.#current(message) || error instanceof Superseded) return;
      if (isStale(error) && (await this.#renew())) return this.#answer(message);
      this.post({ type: "meaning", state: "failed", message: textOf(error) });
    }
  }

  /** @param {Index} index @param {SearchMessage} message @param {Answer} answer @param {boolean} [more] results are to come */
  #show(index, message, answer, more = false) {
    if (!this.#current(message)) return;
    this.post({ type: "answer", id: message.id, answer, more });
    const { results } = answer;
    void this.#excerpts(index, message, answer, results.slice(0, AT_ONCE));
    if (more) return;
    setTimeout(() => {
      if (!this.#current(message)) return;
      if (results.length > AT_ONCE) void this.#excerpts(index, message, answer, results.slice(AT_ONCE));
      if (this.#ahead) void inTurn(answer.editions, (id) => index.lexical(id, null));
    }, REST_MS);
  }

  /** Fetches what keyword results in a scope begin with; from now on what is likely to be needed next comes ahead. @param {string} scope */
  async #prepare(scope) {
    this.#ahead = true;
    const index = await this.#opened();
    await inTurn(inOrder(index, scope).flat(), (id) => index.lexical(id, []));
  }

  /** @param {Index} index @param {SearchMessage} message @param {Answer} answer @param {Answer["results"]} results */
  async #excerpts(index, message, { query }, results) {
    /** @type {Record<string, Segment[]>} */
    const excerpts = {};
    await Promise.all(
      results.map(async ({ id, place, chunk }) => {
        try {
          excerpts[id] = excerpt(await index.text(place.edition, chunk), query);
        } catch {
          excerpts[id] = []; // a result without its excerpt is still a result
        }
      }),
    );
    if (this.#current(message)) this.post({ type: "excerpts", id: message.id, excerpts });
  }

  async #loadMeaning() {
    if (this.#loading || !this.workers) return;
    this.#loading = true;
    try {
      const index = await this.#opened();
      this.post({ type: "meaning", state: "loading", share: 0 });
      if (this.#latest) prefetchVectors(index, this.#latest.scope);
      this.#encoder ??= await RemoteEncoder.load(index.manifest.model, this.base, (share) =>
        this.post({ type: "meaning", state: "loading", share }),
      );
      this.post({ type: "meaning", state: "ready" });
    } catch (error) {
      this.post({ type: "meaning", state: "failed", message: textOf(error) });
    } finally {
      this.#loading = false;
    }
    if (this.#encoder && this.#latest) await this.receive(this.#latest);
  }

  /** @param {SearchMessage} message */
  #current(message) {
    return message.id === this.#latest?.id;
  }

  /** @param {unknown} error @param {number} [id] */
  #fail(error, id) {
    const reason = error instanceof DownloadError ? error.reason : error instanceof ShardError ? "format" : "damaged";
    this.post({ type: "failed", id, reason, message: textOf(error) });
  }
}

/** @param {Index} index @param {string} scope @returns {[own: string[], late: string[]]} editions; late: the version-independent ones */
function inOrder({ manifest }, scope) {
  const ids = editionsIn(scope, manifest.editions);
  const isLate = (/** @type {string} */ id) => id.endsWith(`/${UNVERSIONED}`);
  return [ids.filter((id) => !isLate(id)), ids.filter(isLate)];
}

/** One after the other, so that the first is not slowed down by the rest. @param {string[]} ids @param {(id: string) => Promise<unknown>} fetch */
async function inTurn(ids, fetch) {
  try {
    for (const id of ids) await fetch(id);
  } catch {
    // Reported when it is needed.
  }
}

/** So that they are there when the model is. @param {Index} index @param {string} scope */
function prefetchVectors(index, scope) {
  for (const id of editionsIn(scope, index.manifest.editions)) index.vectors(id).catch(() => {}); // reported when needed
}

/** @param {unknown} error */
function isStale(error) {
  return error instanceof ShardError || (error instanceof DownloadError && error.reason !== "network");
}

/** @param {unknown} error */
function textOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** @param {number} milliseconds @returns {Promise<null>} */
function after(milliseconds) {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds));
}
