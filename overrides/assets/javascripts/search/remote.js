/**
 * The encoder in a worker of its own, as the search worker sees it: making a session takes most of a
 * second, and keyword results must not wait for it.
 */

/** @typedef {import("./reader.js").ModelEntry} ModelEntry */
/** @typedef {{ resolve: (vector: Float32Array) => void, reject: (error: Error) => void, text: string }} Wanted */

/** A newer query took this one's place before its turn came. */
export class Superseded extends Error {}

export class RemoteEncoder {
  #worker;
  /** @type {Wanted | null} */
  #running = null;
  /** @type {Wanted | null} */
  #waiting = null;

  /** @param {Worker} worker that has said "ready" */
  constructor(worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#finish(data);
    worker.onerror = () => this.#finish({ type: "failed", message: "The encoder stopped." });
  }

  /**
   * @param {ModelEntry} model @param {URL} base the search folder @param {(share: number) => void} progress
   * @returns {Promise<RemoteEncoder>}
   */
  static load(model, base, progress) {
    const worker = new Worker(new URL("./encoder-worker.js", import.meta.url), { type: "module" });
    return new Promise((resolve, reject) => {
      const fail = (/** @type {string} */ message) => {
        worker.terminate(); // with it goes what memory the runtime had taken
        reject(new Error(message));
      };
      worker.onerror = (event) => fail(event.message || "The encoder's worker could not be started.");
      worker.onmessage = ({ data }) => {
        if (data.type === "progress") progress(data.share);
        else if (data.type === "ready") resolve(new RemoteEncoder(worker));
        else fail(data.message);
      };
      worker.postMessage({ type: "load", model, base: base.href });
    });
  }

  /** @param {string} text @returns {Promise<Float32Array>} throws Superseded where a newer text came before its turn */
  encode(text) {
    return new Promise((resolve, reject) => {
      this.#waiting?.reject(new Superseded());
      this.#waiting = { text, resolve, reject };
      this.#next();
    });
  }

  /** Gives the memory back. */
  release() {
    this.#worker.terminate();
    this.#running?.reject(new Superseded());
    this.#waiting?.reject(new Superseded());
  }

  #next() {
    if (this.#running || !this.#waiting) return;
    this.#running = this.#waiting;
    this.#waiting = null;
    this.#worker.postMessage({ type: "encode", text: this.#running.text });
  }

  /** @param {{ type: string, vector?: Float32Array, message?: string }} data */
  #finish(data) {
    const done = this.#running;
    this.#running = null;
    if (data.vector) done?.resolve(data.vector);
    else done?.reject(new Error(data.message));
    this.#next();
  }
}
