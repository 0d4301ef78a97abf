// The pure parts of the search: query, scope, fusion, excerpt, and what the box says.
import assert from "node:assert/strict";
import { test } from "node:test";

import { excerpt, markAll } from "../../overrides/assets/javascripts/search/excerpt.js";
import { first, fuse } from "../../overrides/assets/javascripts/search/fusion.js";
import { parseQuery } from "../../overrides/assets/javascripts/search/query.js";
import { ScopeError, editionsIn, scopeOf } from "../../overrides/assets/javascripts/search/scope.js";
import { status } from "../../overrides/assets/javascripts/search/status.js";

const STOP = ["how", "do", "i", "the", "a"];
const wordsOf = (text) => parseQuery(text, STOP).words.map(({ word }) => word);

test("stop words are left out, unless there are no others", () => {
  assert.deepEqual(wordsOf("how do I cancel the request"), ["cancel", "request"]);
  assert.deepEqual(wordsOf("How do I"), ["how", "do", "i"]);
});

test("of words with one stem the first stands for all", () => {
  assert.deepEqual(wordsOf("cancel cancelling cancelled"), ["cancel"]);
});

test("only what reaches the end of the query is open", () => {
  const open = (text) => parseQuery(text, STOP).words.filter((word) => word.open).map(({ word }) => word);
  assert.deepEqual(open("request canc"), ["canc"]);
  assert.deepEqual(open("request canc "), []);
  assert.deepEqual(open("tools/li"), ["li", "toolsli"]);
});

test("a quoted phrase is folded, and an unclosed quote is harmless", () => {
  const query = parseQuery('say "Hello  WORLD" and "then', STOP);
  assert.deepEqual(query.phrases, ["hello world"]);
  assert.equal(query.text, "say Hello WORLD and then");
});

test("any character is harmless", () => {
  for (const text of ["", " ", "((((", "<img src=x onerror=alert(1)>", "\u0000\ud800", "[*]\\", "%", "🚢"]) {
    assert.doesNotThrow(() => excerpt(text, parseQuery(text, STOP)), text);
  }
});

const EDITIONS = [
  { id: "mcp/2024-11-05", collection: "mcp", release: "2024-11-05", order: 0, released: true, latest: false },
  { id: "mcp/2025-06-18", collection: "mcp", release: "2025-06-18", order: 1, released: true, latest: true },
  { id: "mcp/draft", collection: "mcp", release: "draft", order: 2, released: false, latest: false },
  { id: "mcp/unversioned", collection: "mcp", release: "unversioned", order: -1, released: false, latest: false },
  { id: "langgraph/latest", collection: "langgraph", release: "latest", order: 3, released: true, latest: true },
];

test("a scope is a release with its version-independent pages, a collection, or everything", () => {
  assert.deepEqual(editionsIn("mcp@2024-11-05", EDITIONS), ["mcp/2024-11-05", "mcp/unversioned"]);
  assert.deepEqual(editionsIn("mcp/latest", EDITIONS), ["mcp/2025-06-18", "mcp/unversioned"]);
  assert.deepEqual(editionsIn("langgraph@latest", EDITIONS), ["langgraph/latest"]);
  assert.equal(editionsIn("mcp@all", EDITIONS).length, 4);
  assert.equal(editionsIn("all", EDITIONS).length, 5);
});

test("an unknown scope is refused, never replaced", () => {
  for (const scope of ["mcp@2023", "mcp", "", "nothing@all", "mcp@"]) {
    assert.throws(() => editionsIn(scope, EDITIONS), ScopeError, scope);
  }
});

test("a search begins with the release one is in, elsewhere with the newest of the first collection", () => {
  assert.equal(scopeOf("mcp/2024-11-05", EDITIONS), "mcp@2024-11-05");
  assert.equal(scopeOf("mcp/unversioned", EDITIONS), "mcp@2025-06-18");
  assert.equal(scopeOf("", EDITIONS), "mcp@2025-06-18");
});

test("the first of a ranking are the best above zero, ties by number", () => {
  assert.deepEqual(first(Float64Array.of(0, 3, 1, 3, -1, 2), 3), [1, 3, 5]);
  assert.deepEqual(first(Float64Array.of(0, 0.5, 0), 3), [1]);
  assert.deepEqual(first(Float64Array.of(1, 1, 1, 1), 2), [0, 1]);
});

const RANKING = { candidates: 2, fusion: "linear", rrf_k: 60, vector_weight: 1, keyword_weight: 0.5 };
const SHARES = Float64Array.of(0.8, 0.2, 0.4, 0);
const COSINES = Float64Array.of(0.1, 0.9, 0.2, 0.3);
const PRIORS = Float64Array.of(0, -0.1, 0, 0);

test("linear fusion adds weighted scores and the prior, over what either retriever found", () => {
  const fused = fuse(SHARES, COSINES, PRIORS, RANKING, null);
  assert.deepEqual(fused.candidates, [0, 1, 2, 3]);
  assert.deepEqual([...fused.scores].map((score) => score.toFixed(4)), ["0.5000", "0.9000", "0.4000", "0.3000"]);
  assert.deepEqual([...fused.keyword], [[0, 1], [2, 2]]);
  assert.deepEqual([...fused.vector], [[1, 1], [3, 2]]);
});

test("reciprocal rank fusion adds 1 / (60 + rank) for each retriever that found it", () => {
  const { scores } = fuse(SHARES, COSINES, Float64Array.of(0, 0, 0, 0), { ...RANKING, fusion: "rrf" }, null);
  assert.deepEqual([...scores], [1 / 61, 1 / 61, 1 / 62, 1 / 62]);
});

test("what is not allowed is no candidate", () => {
  assert.deepEqual(fuse(SHARES, null, PRIORS, RANKING, Uint8Array.of(0, 1, 1, 1)).candidates, [2, 1]);
});

const marks = (segments) => segments.filter(({ mark }) => mark).map(({ text }) => text);
const shown = (segments) => segments.map(({ text }) => text).join("");

test("an excerpt shows the stretch with the most words of the query, and marks them in any form", () => {
  const text = `${"Nothing to see here. ".repeat(40)}The client cancels a request. ${"More of the same. ".repeat(40)}`;
  const found = excerpt(text, parseQuery("cancelled requests", STOP));
  assert.deepEqual(marks(found), ["cancels", "request"]);
  assert.ok(shown(found).length < 260);
  assert.ok(shown(found).startsWith("… ") && shown(found).endsWith(" …"));
});

test("an excerpt without any of the words is the beginning", () => {
  assert.ok(shown(excerpt(`Begin. ${"word ".repeat(100)}`, parseQuery("absent", STOP))).startsWith("Begin."));
});

test("identifiers are marked whole or by the part that was asked for", () => {
  const text = "Send notifications/tools/list_changed now";
  assert.deepEqual(marks(markAll(text, parseQuery("toolsListChanged ", STOP))), ["notifications/tools/list_changed"]);
  assert.deepEqual(marks(markAll(text, parseQuery("tool ", STOP))), ["tools"]);
  assert.deepEqual(marks(markAll(text, parseQuery("notif", STOP))), ["notifications"]);
});

test("marking changes nothing but white space", () => {
  const text = 'a <b onclick="x">bold</b>\n\n& "quoted" tools/call 🚢 <script>';
  assert.equal(shown(markAll(text, parseQuery("bold tools call script", STOP))), text.replace(/\s+/g, " "));
});

const STATE = { asked: true, more: false, hybrid: false, meaning: "off", share: 0, modelBytes: 22e6, onPage: false, saveData: false };

test("the box says in words what it is doing, and why not when not", () => {
  assert.equal(status({ ...STATE, asked: false }).text, "");
  assert.equal(status({ ...STATE, meaning: "loading", share: 0.429 }).text, "Keyword results, loading meaning 42 %");
  assert.equal(status({ ...STATE, hybrid: true }).text, "Hybrid results, by words and meaning");
  assert.match(status({ ...STATE, more: true }).text, /^Keyword results of this release/);
  assert.match(status({ ...STATE, saveData: true }).text, /save data/);
  assert.match(status({ ...STATE, onPage: true }).text, /blocks workers/);
  assert.deepEqual(status({ ...STATE, meaning: "failed" }), { text: "Keyword results. Meaning could not be loaded.", action: "Try again" });
});
