/** The search in a worker: messages are described in service.js. */

import { Service } from "./service.js";

const service = new Service((message) => self.postMessage(message), { workers: true });
self.onmessage = ({ data }) => service.receive(data);
self.postMessage({ type: "started" });
