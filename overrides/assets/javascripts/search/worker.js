/** The search in a worker: messages are described in service.js. */

// All that service.js needs, named here so that it is fetched at once and not one level after the other.
import "./codec.js";
import "./download.js";
import "./encoder.js";
import "./engine.js";
import "./excerpt.js";
import "./fusion.js";
import "./lexical.js";
import "./query.js";
import "./reader.js";
import "./remote.js";
import "./scope.js";
import { Service } from "./service.js";
import "./sha256.js";
import "./spelling.js";
import "./stem.js";
import "./tokens.js";
import "./vectors.js";
import "./verdict.js";

const service = new Service((message) => self.postMessage(message), { workers: true });
self.onmessage = ({ data }) => service.receive(data);
self.postMessage({ type: "started" });
