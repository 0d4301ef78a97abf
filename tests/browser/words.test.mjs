// Words and stems, against the same file as the Python engine.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { stem } from "../../overrides/assets/javascripts/search/stem.js";
import { compare, runs, words } from "../../overrides/assets/javascripts/search/tokens.js";

const golden = JSON.parse(readFileSync(new URL("../golden/words.json", import.meta.url), "utf8"));

test("a text has the words that both engines agree on", () => {
  assert.ok(golden.length > 20);
  for (const { text, words: expected, length } of golden) {
    const found = words(text);
    assert.deepEqual(found.words, expected, text);
    assert.equal(found.length, length, text);
  }
});

test("stems are those of the paper's own examples", () => {
  const paper = {
    caresses: "caress", ponies: "poni", ties: "ti", cats: "cat", feed: "feed", agreed: "agre", plastered: "plaster",
    bled: "bled", motoring: "motor", sing: "sing", conflated: "conflat", troubled: "troubl", sized: "size",
    hopping: "hop", tanned: "tan", falling: "fall", hissing: "hiss", fizzed: "fizz", failing: "fail", filing: "file",
    happy: "happi", sky: "sky", relational: "relat", conditional: "condit", rational: "ration", valenci: "valenc",
    digitizer: "digit", conformabli: "conform", radicalli: "radic", differentli: "differ", vileli: "vile",
    analogousli: "analog", vietnamization: "vietnam", predication: "predic", operator: "oper", feudalism: "feudal",
    decisiveness: "decis", hopefulness: "hope", callousness: "callous", formaliti: "formal", sensitiviti: "sensit",
    sensibiliti: "sensibl", triplicate: "triplic", formative: "form", formalize: "formal", electriciti: "electr",
    electrical: "electr", hopeful: "hope", goodness: "good", revival: "reviv", allowance: "allow", inference: "infer",
    airliner: "airlin", gyroscopic: "gyroscop", adjustable: "adjust", defensible: "defens", irritant: "irrit",
    replacement: "replac", adjustment: "adjust", dependent: "depend", adoption: "adopt", communism: "commun",
    activate: "activ", angulariti: "angular", homologous: "homolog", effective: "effect", bowdlerize: "bowdler",
    probate: "probat", rate: "rate", cease: "ceas", controll: "control", roll: "roll",
    generalizations: "gener", oscillators: "oscil",
  }; // prettier-ignore
  for (const [word, expected] of Object.entries(paper)) assert.equal(stem(word), expected, word);
});

test("a word with other letters than a to z is its own stem", () => {
  for (const word of ["2025", "naïves", "b2bs", "ерунды", ""]) assert.equal(stem(word), word);
});

test("a run knows where it stands in the text as it was written", () => {
  const text = "𝒳 Use notifications/tools/list_changed.";
  const run = runs(text).at(-1);
  assert.equal(text.slice(run.start, run.end), "notifications/tools/list_changed");
  assert.ok(run.words.includes("toolslistchanged"));
});

test("strings are ordered as Python orders them, by code point", () => {
  const ordered = ["", "A", "a", "ab", "b", "é", "\ue000", "\uffee", "\u{10000}", "\u{1f6a2}"];
  const sorted = [...ordered].reverse().sort(compare);
  assert.deepEqual(sorted, ordered);
});
