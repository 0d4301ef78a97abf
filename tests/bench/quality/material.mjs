// Asks the search worker of Material for MkDocs: material.mjs WORKER FILE, in which FILE holds
// [{ index, queries }]; prints for each of them the groups of { location, score } that the worker answers with.
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";

const [worker, file] = process.argv.slice(2);
const SETUP = 0, QUERY = 2; // of the worker's messages

/** @type {(event: { data: object }) => void} */
let receive;
/** @type {(message: any) => void} */
let answered;
Object.assign(globalThis, {
  self: globalThis,
  addEventListener: (/** @type {string} */ _, /** @type {typeof receive} */ listener) => (receive = listener),
  postMessage: (/** @type {object} */ message) => answered(message),
});
console.warn = () => {};
runInThisContext(readFileSync(worker, "utf-8"));

/** @param {number} type @param {unknown} data @returns {Promise<any>} */
const send = (type, data) =>
  new Promise((resolve) => {
    answered = resolve;
    receive({ data: { type, data } });
  });

const all = [];
for (const { index, queries } of JSON.parse(readFileSync(file, "utf-8"))) {
  await send(SETUP, { ...index, options: { suggest: false } });
  const answers = [];
  for (const query of queries) {
    const { data } = await send(QUERY, query);
    answers.push(data.items.slice(0, 10).map((/** @type {any[]} */ group) => group.map(({ location, score }) => ({ location, score }))));
  }
  all.push(answers);
}
process.stdout.write(JSON.stringify(all));
