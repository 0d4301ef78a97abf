/** Without a network: the page's side of offline/service-worker.js. */

import { element } from "./dom.js";
import { button } from "./notices.js";

/** @typedef {{ scope: string, name: string, editions: string[] }} Wanted a release with its version-independent pages */
/**
 * @typedef {{ type: "size", editions: string[] } | { type: "state" } | { type: "keep", scope: string, editions: string[] }
 *   | { type: "remove", scope: string }} Question
 */

const SCRIPT = new URL("../../../service-worker.js", import.meta.url);

/** From now on what is visited is kept. Called when the first results are there: it must not slow them down. */
export async function register() {
  try {
    return await navigator.serviceWorker.register(SCRIPT);
  } catch {
    return null; // a private window, storage switched off, plain http, a strict policy: all else works
  }
}

/** @param {Wanted} wanted @returns {HTMLElement | null} what says and does it; null where a browser cannot */
export function keepElement(wanted) {
  if (!navigator.serviceWorker) return null;
  const said = element("p", { class: "search-keep__says" });
  const actions = element("div", { class: "search-notice__actions" });
  const details = element(
    "details",
    { class: "search-keep" },
    element("summary", {}, `Use ${wanted.name} without a network`),
    said,
    actions,
  );
  details.addEventListener("toggle", () => details.open && void show(wanted, said, actions));
  return details;
}

/** @param {Wanted} wanted @param {HTMLElement} said @param {HTMLElement} actions */
async function show(wanted, said, actions) {
  const { scope, editions } = wanted;
  const again = () => show(wanted, said, actions);
  /** @param {string} text @param {HTMLElement[]} offered */
  const say = (text, ...offered) => {
    said.textContent = text;
    const focused = actions.contains(document.activeElement);
    actions.replaceChildren(...offered);
    if (focused) actions.querySelector("button")?.focus();
  };
  /** @param {Question} question @param {(share: number) => void} [progress] */
  const done = async (question, progress) => {
    try {
      await ask(question, progress);
      await again();
    } catch (error) {
      say(`That did not work: ${textOf(error)}.`, button("Try again", again));
    }
  };
  try {
    say("Looking what there is…");
    const { kept } = await ask({ type: "state" });
    if (scope in kept) {
      say(`Its pages and its search are kept on this device, ${megabytes(kept[scope])}.`, button("Remove", () => done({ type: "remove", scope })));
      return;
    }
    const { bytes } = await ask({ type: "size", editions });
    say(
      "Keeps its pages and its search on this device, with the pages of every release. Search by meaning works as well, once its model is here.",
      button(`Keep (${megabytes(bytes)})`, () => {
        const bar = element("progress", { class: "search-progress", max: "1", "aria-label": "Keeping" });
        say("Keeping 0 %", bar);
        void done({ type: "keep", scope, editions }, (share) => {
          said.textContent = `Keeping ${Math.floor(100 * share)} %`;
          bar.value = share;
        });
      }),
    );
  } catch (error) {
    say(`This cannot be done now: ${textOf(error)}.`, button("Try again", again));
  }
}

/** @param {Question} question @param {(share: number) => void} [progress] @returns {Promise<any>} */
async function ask(question, progress) {
  if (!(await register())) throw new Error("this browser keeps nothing for this site");
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    port1.onmessage = ({ data }) => {
      if (data.type === "progress") return progress?.(data.share);
      port1.close();
      if (data.type === "failed") reject(new Error(data.message));
      else resolve(data);
    };
    active?.postMessage(question, [port2]);
  });
}

/** @param {number} bytes */
function megabytes(bytes) {
  return `${Math.max(1, Math.round(bytes / 1e6))} MB`;
}

/** @param {unknown} error */
function textOf(error) {
  return error instanceof Error ? error.message : String(error);
}
