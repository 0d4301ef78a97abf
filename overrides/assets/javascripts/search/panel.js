/** The search box with all that belongs to it; dialog.js and page.js give it a place to stand. */

import { Client } from "./client.js";
import { element } from "./dom.js";
import { fillFilters, fillScopes, scopeName, wider } from "./filters.js";
import { frame } from "./frame.js";
import { leaveForPage } from "./highlight.js";
import { correctionNodes, judgementNodes, sentence } from "./judgement.js";
import { button, hints, note, recentOptions } from "./notices.js";
import { keepElement, register } from "./offline.js";
import { Options } from "./options.js";
import { forget, recent, remember } from "./recent.js";
import { fillExcerpts, resultElement } from "./results.js";
import { EVERYTHING, editionsIn, scopeOf } from "./scope.js";
import { announcement, failure, status } from "./status.js";
import { traceNodes } from "./trace.js";

/** @typedef {import("./engine.js").Answer} Answer */
/** @typedef {import("./engine.js").Result} Result */
/** @typedef {import("./excerpt.js").Segment} Segment */
/** @typedef {import("./service.js").Outgoing} Outgoing */
/** @typedef {import("./service.js").Site} Site */
/** @typedef {{ q: string, scope: string, kinds: string[], collections: string[], at: string | null }} Asked what an address asks for; `at` is a result's id */

const MOST = 20; // results that are ever built
const REST_MS = 300; // typing rests: the model may load, the address follows
const SETTLED_MS = 2000; // after the first results: time for what is not needed for them
const SAY_MS = 700; // a screen reader hears the count once, not at each keystroke

export class Panel {
  /** @type {Site | null} */
  site = null;
  /** @type {Answer | null} */
  #answer = null;
  /** @type {Result[]} as shown */
  #shown = [];
  /** @type {Map<string, Segment[]>} */
  #excerpts = new Map();
  /** @type {string | null} id of the first result of an answer that is not complete */
  #first = null;
  #registered = false;
  #kinds = new Set();
  #collections = new Set();
  #id = 0;
  /** @type {"off" | "loading" | "ready" | "failed"} */
  #meaning = "off";
  #share = 0;
  #failed = "";
  #rest = 0;
  #say = 0;
  /** @type {{ newTab: boolean } | null} Enter came before the results: the first is opened when it is there */
  #hurry = null;

  /**
   * @param {HTMLElement} host
   * @param {{ asked: Asked, leave: () => void }} options `leave` is called when a result on this very page is opened
   */
  constructor(host, { asked, leave }) {
    this.root = new URL("../../../", import.meta.url);
    this.leave = leave;
    this.asked = asked;
    this.#kinds = new Set(asked.kinds);
    this.#collections = new Set(asked.collections);
    this.ui = frame(host);
    this.options = new Options(this.ui.input, this.ui.list);
    this.#listen();
    this.client = new Client((message) => this.#receive(message));
    this.client.send({ type: "open" });
    this.ui.input.value = asked.q;
    this.#start();
  }

  /** What an address must say to bring this search back. @returns {Asked | null} null where nothing is asked */
  get state() {
    const q = this.ui.input.value.trim();
    if (!q) return null;
    const scope = this.ui.scope.value || this.asked.scope;
    return { q, scope, kinds: [...this.#kinds], collections: [...this.#collections], at: this.#activeResult() };
  }

  focus() {
    this.ui.input.focus();
    this.ui.input.select();
  }

  #listen() {
    const { input, scope, list, why } = this.ui;
    input.addEventListener("input", () => this.#typed());
    input.addEventListener("keydown", (event) => this.#key(event));
    scope.addEventListener("change", () => {
      this.#collections.clear(); // another scope may not have them
      this.#narrowed();
    });
    list.addEventListener("click", (event) => this.#click(event));
    why.addEventListener("click", () => this.#toggleTrace());
  }

  #typed() {
    this.asked.at = null;
    this.options.changed(null);
    if (!this.ui.input.value.trim()) this.#start();
    else this.#search();
    clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => this.#rested(), REST_MS);
  }

  #narrowed() {
    this.asked.at = null;
    this.options.changed(null);
    if (this.ui.input.value.trim()) this.#search();
    else this.#start();
    this.#rested();
  }

  #search() {
    this.#waits(true);
    // Asked again when the manifest is there; until then there is nothing to choose, not even what was searched for before.
    if (!this.site) return this.ui.list.replaceChildren();
    this.#first = null;
    const text = this.ui.input.value;
    const [scope, kinds, collections] = [this.ui.scope.value, [...this.#kinds], [...this.#collections]];
    this.client.send({ type: "search", id: ++this.#id, text, scope, kinds, collections, limit: MOST });
  }

  /** Whether what is shown is not yet the answer to what is typed. @param {boolean} busy */
  #waits(busy) {
    this.#hurry = null;
    this.ui.list.ariaBusy = String(busy);
  }

  /** Typing has come to rest. */
  #rested() {
    this.onrest?.(this.state);
    const words = this.ui.input.value.trim().split(/\s+/).length;
    const free = this.site?.modelAtHand || !savesData();
    // Not before there are all keyword results: on a slow line the model would hold them up.
    const whole = this.#answer && !this.#first;
    if (words > 1 && this.#meaning === "off" && free && whole) this.#loadMeaning();
  }

  /** @type {((state: Asked | null) => void) | undefined} told what the address should say */
  onrest;

  #loadMeaning() {
    if (!this.site?.modelBytes) return;
    this.#meaning = "loading";
    this.#share = 0;
    this.client.send({ type: "meaning" });
    this.#showStatus();
  }

  /** Nothing is typed. */
  #start() {
    this.#id++;
    this.#waits(false);
    this.#answer = null;
    this.#shown = [];
    this.#failed = "";
    this.ui.notice.hidden = this.ui.foot.hidden = this.ui.kinds.hidden = this.ui.collections.hidden = this.ui.corrected.hidden = this.ui.verdict.hidden = true;
    const before = recent();
    this.ui.list.setAttribute("aria-label", "Recent searches");
    this.ui.list.replaceChildren(...recentOptions(before));
    const clear = button("Clear recent searches", () => {
      forget();
      this.#start();
      this.ui.input.focus();
    });
    this.ui.help.replaceChildren(...(before.length ? [clear] : []), hints(), ...this.#keep());
    this.ui.help.hidden = false;
    this.options.changed(null);
    this.#showStatus();
  }

  /** @returns {HTMLElement[]} what offers to keep the chosen release on this device */
  #keep() {
    const scope = this.ui.scope.value;
    if (!this.site || !scope || scope === EVERYTHING || scope.endsWith(`@${EVERYTHING}`)) return [];
    const wanted = { scope, name: scopeName(scope, this.site), editions: editionsIn(scope, this.site.editions) };
    return [keepElement(wanted)].filter((offer) => offer !== null);
  }

  /** @param {Outgoing} message */
  #receive(message) {
    if (message.type === "opened") this.#opened(message.site);
    else if (message.type === "meaning") {
      this.#meaning = message.state;
      this.#share = message.share ?? this.#share;
      this.#showStatus();
    } else if (message.type === "failed") this.#fail(message);
    else if (message.id !== this.#id) return; // an answer to what is no longer asked
    else if (message.type === "answer") this.#show(message.answer, message.more);
    else {
      for (const [id, segments] of Object.entries(message.excerpts)) this.#excerpts.set(id, segments);
      fillExcerpts(this.ui.list, message.excerpts);
    }
  }

  /** @param {Site} site */
  #opened(site) {
    const first = !this.site;
    this.site = site;
    this.#failed = "";
    const own = document.querySelector('meta[name="strata:edition"]')?.getAttribute("content") ?? "";
    let scope = this.ui.scope.value || this.asked.scope || scopeOf(own, site.editions);
    try {
      editionsIn(scope, site.editions);
    } catch {
      scope = scopeOf(own, site.editions); // an address may name what never was
    }
    fillScopes(this.ui.scope, site, normal(scope, site));
    if (first && this.ui.input.value.trim()) this.#search();
    if (!savesData()) this.client.send({ type: "prepare", scope: this.ui.scope.value });
    if (!this.#answer && this.ui.input.value.trim()) this.#showStatus();
    else if (!this.#answer) this.#start();
  }

  /** @param {Answer} answer @param {boolean} more results of other editions are to come */
  #show(answer, more) {
    const site = /** @type {Site} */ (this.site);
    // What the reader is on does not move, and neither does what stood first when the rest arrives.
    const held = this.options.active ? (this.#activeResult() ?? this.asked.at) : this.#first;
    const results = settled(answer.results, this.#shown, held);
    this.#first = more ? results[0].id : null;
    if (!more && !this.#registered && !savesData()) {
      this.#registered = true;
      setTimeout(register, SETTLED_MS);
    }
    const active = this.options.active?.id ?? null;
    if (!more && this.#meaning === "off") {
      clearTimeout(this.#rest);
      this.#rest = window.setTimeout(() => this.#rested(), REST_MS);
    }
    const elements = results.map((result, n) =>
      resultElement(result, answer, site, this.root, this.#excerpts.get(result.id), `search-option-${n}`),
    );
    this.#answer = answer;
    this.#shown = results;
    this.#failed = "";
    this.ui.list.setAttribute("aria-label", "Results");
    this.ui.list.replaceChildren(...elements);
    this.ui.help.hidden = this.ui.notice.hidden = true;
    this.#showVerdict(answer);
    this.ui.foot.hidden = !results.length;
    if (!results.length) this.#showNothing();
    const back = this.asked.at === null ? -1 : results.findIndex(({ id }) => id === this.asked.at);
    this.options.changed(active ?? (back < 0 ? null : `search-option-${back}`));
    if (back >= 0 && !active) this.options.active?.scrollIntoView({ block: "center" });
    else if (!active) this.ui.body.scrollTop = 0;
    fillFilters(this.ui.kinds, answer.kinds, this.#kinds, () => this.#narrowed());
    fillFilters(this.ui.collections, answer.collections, this.#collections, () => this.#narrowed(), (id) => site.collections[id]?.short ?? id);
    this.#showStatus();
    this.#showTrace();
    clearTimeout(this.#say);
    this.#say = window.setTimeout(() => (this.ui.live.textContent = announced(results.length, answer)), SAY_MS);
    const hurry = this.#hurry;
    this.#waits(false);
    if (hurry && this.options.chosen) this.#open(this.options.chosen, hurry.newTab);
  }

  /** @param {Answer} answer */
  #showVerdict({ query, verdict }) {
    this.ui.corrected.replaceChildren(...correctionNodes(query.corrections));
    this.ui.corrected.hidden = !query.corrections.length;
    const site = /** @type {Site} */ (this.site);
    const nodes = judgementNodes(verdict, site, this.root, (scope) => {
      this.ui.scope.value = scope;
      this.#narrowed();
    });
    this.ui.verdict.dataset.state = verdict?.state ?? "";
    this.ui.verdict.replaceChildren(...nodes);
    this.ui.verdict.hidden = !nodes.length;
  }

  #showNothing() {
    const site = /** @type {Site} */ (this.site);
    const text = `Nothing in ${scopeName(this.ui.scope.value, site)} has ${this.#kinds.size || this.#collections.size ? "these words and what you chose above" : "these words"}.`;
    const buttons = wider(this.ui.scope.value, site).map(({ scope, name }) =>
      button(`Search ${name}`, () => {
        this.ui.scope.value = scope;
        this.#narrowed();
      }),
    );
    if (this.#kinds.size || this.#collections.size) {
      buttons.unshift(
        button("Clear the filters", () => {
          this.#kinds.clear();
          this.#collections.clear();
          this.#narrowed();
        }),
      );
    }
    note(this.ui.notice, text, buttons);
  }

  /** @param {Extract<Outgoing, { type: "failed" }>} message */
  #fail({ id, reason, message }) {
    if (id !== undefined && id !== this.#id) return;
    this.#waits(false);
    this.#failed = message;
    this.#shown = [];
    this.ui.list.replaceChildren();
    this.options.changed(null);
    this.ui.foot.hidden = this.ui.help.hidden = this.ui.kinds.hidden = this.ui.collections.hidden = this.ui.corrected.hidden = this.ui.verdict.hidden = true;
    const again = button("Try again", () => {
      this.client.send({ type: "retry" });
      if (this.site && this.ui.input.value.trim()) this.#search();
      this.ui.input.focus();
    });
    note(this.ui.notice, failure(reason), [again], `${message}.`);
    this.ui.live.textContent = failure(reason);
    this.#showStatus();
  }

  #showStatus() {
    const { text, action, share } = status({
      asked: this.#shown.length > 0 || (this.#answer !== null && !this.#answer.meaning && !this.#failed),
      more: this.#first !== null,
      hybrid: this.#answer?.meaning ?? false,
      meaning: this.#meaning,
      share: this.#share,
      modelBytes: this.site?.modelBytes ?? 0,
      onPage: this.client?.onPage ?? false,
      saveData: savesData(),
    });
    const waiting = !this.site && !this.#failed && this.ui.input.value.trim();
    const line = waiting ? "Loading the index…" : text;
    this.ui.status.hidden = !line;
    this.ui.status.replaceChildren(element("span", {}, line));
    if (share !== undefined) {
      const bar = element("progress", { class: "search-progress", max: "1", "aria-label": "Loading meaning" });
      bar.value = share;
      this.ui.status.append(bar);
    }
    if (action) this.ui.status.append(button(action, () => this.#loadMeaning()));
  }

  #toggleTrace() {
    this.ui.trace.hidden = !this.ui.trace.hidden;
    this.ui.why.setAttribute("aria-expanded", String(!this.ui.trace.hidden));
    this.#showTrace();
  }

  #showTrace() {
    if (!this.#shown.length) this.ui.trace.hidden = true;
    this.ui.why.setAttribute("aria-expanded", String(!this.ui.trace.hidden));
    if (!this.ui.trace.hidden && this.#answer) this.ui.trace.replaceChildren(...traceNodes(this.#answer, this.#shown, this.#activeResult()));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing) return; // Enter and arrows belong to the input method
    const atEnd = this.ui.input.selectionStart === this.ui.input.value.length;
    if (event.key === "ArrowDown") this.options.move(1);
    else if (event.key === "ArrowUp") this.options.move(-1);
    else if (event.key === "ArrowRight" && atEnd && this.options.moveAside(1)) void 0;
    else if (event.key === "ArrowLeft" && this.options.moveAside(-1)) void 0;
    else if (event.key === "Enter" && this.ui.list.ariaBusy === "true" && !this.options.active) this.#hurry = { newTab: event.ctrlKey || event.metaKey };
    else if (event.key === "Enter" && this.options.chosen) this.#open(this.options.chosen, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
    this.#showTrace();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const option = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[role=option]"));
    if (!option || event.button) return;
    // The theme's instant navigation would open it behind the dialog.
    event.stopPropagation();
    event.preventDefault();
    this.#open(option, event.ctrlKey || event.metaKey || event.shiftKey);
  }

  /** @param {HTMLElement} option @param {boolean} newTab */
  #open(option, newTab) {
    if (!(option instanceof HTMLAnchorElement)) {
      this.ui.input.value = option.textContent;
      this.#typed();
      this.ui.input.focus();
      return;
    }
    const text = this.ui.input.value.trim();
    remember(text);
    if (this.#answer) leaveForPage(option.href, this.#answer.query);
    if (newTab) {
      window.open(option.href, "_blank", "noopener");
      return;
    }
    this.options.changed(option.id); // what coming back finds active
    this.onrest?.(this.state);
    if (samePage(option.href)) this.leave();
    location.assign(option.href);
  }

  #activeResult() {
    const group = /** @type {HTMLElement | null} */ (this.options?.active?.closest("[data-result]") ?? null);
    return group?.dataset.result ?? null;
  }
}

/**
 * Results in an order in which the one that the reader is on does not move.
 * @param {Result[]} results @param {Result[]} shown before @param {string | null} held id of that one
 */
function settled(results, shown, held) {
  const at = shown.findIndex(({ id }) => id === held);
  if (at < 0) return results;
  const others = results.filter(({ id }) => id !== held);
  const own = results.find(({ id }) => id === held) ?? shown[at];
  return [...others.slice(0, at), own, ...others.slice(at)].slice(0, MOST);
}

/** @param {string} scope @param {Site} site @returns {string} as the scope menu writes it */
function normal(scope, site) {
  const [collection, release] = scope.replace("/", "@").split("@");
  if (release !== "latest" || site.editions.some((entry) => entry.id === `${collection}/latest`)) return scope.replace("/", "@");
  return scopeOf(`${collection}/${site.editions.find((entry) => entry.collection === collection && entry.latest)?.release}`, site.editions);
}

/** @param {string} href */
function samePage(href) {
  const there = new URL(href);
  return there.pathname === location.pathname;
}

function savesData() {
  const { connection } = /** @type {Navigator & { connection?: { saveData?: boolean } }} */ (navigator);
  return connection?.saveData === true;
}

/** @param {number} count @param {Answer} answer @returns {string} what a screen reader says once typing rests */
function announced(count, { meaning, verdict }) {
  return [verdict ? sentence(verdict) : "", announcement(count, meaning)].filter(Boolean).join(" ");
}
