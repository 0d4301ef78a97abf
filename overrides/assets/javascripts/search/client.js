/**
 * The search as the page sees it: a worker, or the same service on the page where workers are blocked
 * (a strict policy, an old browser). Messages are described in service.js.
 */

/** @typedef {import("./service.js").Incoming} Incoming */
/** @typedef {import("./service.js").Outgoing} Outgoing */
/** @typedef {(message: Outgoing) => void} Listener */

const START_MS = 8000; // a worker that has not even started by now never will

export class Client {
  /** @type {(message: Incoming) => void} */
  #send = (message) => this.#early.push(message);
  /** @type {Incoming[]} */
  #early = [];

  /** @param {Listener} listener */
  constructor(listener) {
    this.listener = listener;
    /** Whether the search runs on the page, by keywords only. */
    this.onPage = false;
    void this.#start();
  }

  /** @param {Incoming} message */
  send(message) {
    this.#send(message);
  }

  async #start() {
    const worker = await startedWorker();
    if (worker) {
      worker.onmessage = ({ data }) => this.listener(data);
      this.#send = (message) => worker.postMessage(message);
    } else {
      const { Service } = await import("./service.js");
      const service = new Service((message) => this.listener(message), { workers: false });
      this.onPage = true;
      this.#send = (message) => void service.receive(message);
    }
    this.#early.forEach((message) => this.#send(message));
  }
}

/** @returns {Promise<Worker | null>} null where workers are blocked */
function startedWorker() {
  return new Promise((resolve) => {
    try {
      const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
      const give = () => {
        worker.terminate();
        resolve(null);
      };
      const timer = setTimeout(give, START_MS);
      worker.onerror = () => {
        clearTimeout(timer);
        give();
      };
      worker.onmessage = () => {
        clearTimeout(timer);
        worker.onerror = null;
        resolve(worker);
      };
    } catch {
      resolve(null);
    }
  });
}
