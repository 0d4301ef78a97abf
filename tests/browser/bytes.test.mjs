// The bytes of the search files, and what checks them.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { ShardError, readParts, readSigned, readVarints } from "../../overrides/assets/javascripts/search/codec.js";
import { Vectors } from "../../overrides/assets/javascripts/search/reader.js";
import { digestOf } from "../../overrides/assets/javascripts/search/sha256.js";
import { cosines } from "../../overrides/assets/javascripts/search/vectors.js";

test("varints are read lowest seven bits first", () => {
  const bytes = Uint8Array.of(0, 0x7f, 0x80, 0x01, 0xe5, 0x8e, 0x26, 0xff, 0xff, 0xff, 0xff, 0x0f);
  assert.deepEqual([...readVarints(bytes)], [0, 127, 128, 624485, 0xffffffff]);
});

test("signed numbers are small near zero", () => {
  assert.deepEqual([...readSigned(Uint8Array.of(0, 1, 2, 3, 0xff, 0x01))], [0, -1, 1, -2, -128]);
});

test("the parts of a file are found by offset and length", () => {
  const file = new Uint8Array([...new TextEncoder().encode("STRL"), 2, 0, 1, 0, 16, 0, 0, 0, 2, 0, 0, 0, 104, 105]);
  assert.equal(new TextDecoder().decode(readParts("STRL", file, "x")[0]), "hi");
});

test("a file of another kind, of another format or cut short is refused", () => {
  const head = [...new TextEncoder().encode("STRL"), 2, 0, 1, 0, 16, 0, 0, 0, 9, 0, 0, 0];
  assert.throws(() => readParts("STRV", new Uint8Array(head), "x"), ShardError);
  assert.throws(() => readParts("STRL", new Uint8Array(head), "x"), /ends too early/);
  assert.throws(() => readParts("STRL", new Uint8Array(head).fill(1, 4, 5), "x"), /format 1, expected 2/);
  assert.throws(() => new Vectors(new TextEncoder().encode("<!doctype html><p>Not found"), "x"), ShardError);
});

test("a vector's cosine is the product with its int8 row, times the row's scale", () => {
  const bytes = new Uint8Array(16 + 2 * 4 + 2 * 4);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode("STRV"));
  view.setUint16(4, 2, true);
  view.setUint16(6, 4, true);
  view.setUint32(8, 2, true);
  view.setFloat32(16, 0.5, true);
  view.setFloat32(20, 0.25, true);
  new Int8Array(bytes.buffer).set([1, 2, -3, 4, 0, 0, 0, -4], 24);
  const [first, second] = cosines(Float32Array.of(1, 0.5, 0.5, 0.25), new Vectors(bytes, "x"));
  // A query is brought to 16-bit steps of its largest component.
  assert.ok(Math.abs(first - 0.75) < 1e-4, String(first));
  assert.ok(Math.abs(second + 0.25) < 1e-4, String(second));
});

test("SHA-256 without the browser's help is the same", () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, n) => (n * 31 + length) & 255);
    const expected = createHash("sha256").update(bytes).digest("hex");
    assert.equal(Buffer.from(digestOf(bytes)).toString("hex"), expected, `${length} bytes`);
  }
});
