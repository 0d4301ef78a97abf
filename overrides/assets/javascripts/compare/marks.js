/** Two texts as one, with what was taken away and what was added marked word by word (as builder/site/changes/marks.py). */

import { element } from "../search/dom.js";
// @ts-ignore: copied there by the build (builder/site/assets.py) from the package "diff"
import { diffArrays } from "../vendor/diff/diff/array.js";

const WORD = /[\p{L}\p{N}_]+(?:[./:-][\p{L}\p{N}_]+)*|\s+|[^\p{L}\p{N}_\s]/gu;

/** @typedef {{ value: string, added: boolean, removed: boolean }} Part */

/** @param {string} before @param {string} after @returns {(Node | string)[]} */
export function marks(before, after) {
  return joined(diffArrays(before.match(WORD) ?? [], after.match(WORD) ?? [])).map(({ value, added, removed }) =>
    added ? element("ins", {}, value) : removed ? element("del", {}, value) : value,
  );
}

/**
 * Changes with nothing but a space between them as one: so they are read.
 * @param {{ value: string[], added: boolean, removed: boolean }[]} parts
 * @returns {Part[]}
 */
function joined(parts) {
  /** @type {Part[]} */
  const found = [];
  let [gone, come] = ["", ""];
  const flush = () => {
    if (gone) found.push({ value: gone, added: false, removed: true });
    if (come) found.push({ value: come, added: true, removed: false });
    [gone, come] = ["", ""];
  };
  parts.forEach(({ value, added, removed }, at) => {
    const text = value.join("");
    if (added) come += text;
    else if (removed) gone += text;
    else if (text.trim() === "" && !text.includes("\n") && (gone || come) && at < parts.length - 1) {
      gone += text;
      come += text;
    } else {
      flush();
      found.push({ value: text, added: false, removed: false });
    }
  });
  flush();
  return found;
}
