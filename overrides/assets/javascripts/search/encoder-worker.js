/**
 * The model's worker.
 *
 *     in   { type: "load", model, base }     the manifest's `model`, the search folder's address
 *          { type: "encode", text }          one at a time
 *     out  { type: "progress", share }       0 to 1
 *          { type: "ready" }
 *          { type: "vector", vector }        Float32Array
 *          { type: "failed", message }
 */

import { Encoder } from "./encoder.js";

/** @type {Encoder | null} */
let encoder = null;

self.onmessage = async ({ data }) => {
  try {
    if (data.type === "load") {
      encoder = await Encoder.load(data.model, new URL(data.base), (share) => post({ type: "progress", share }));
      post({ type: "ready" });
    } else if (encoder) {
      post({ type: "vector", vector: await encoder.encode(data.text) });
    }
  } catch (error) {
    post({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
};

/** @param {object} message */
function post(message) {
  self.postMessage(message);
}
