/**
 * The stem of an English word, after M. F. Porter, "An algorithm for suffix stripping",
 * Program 14 (1980) 130-137.
 *
 * It must give what the index was built with (Snowball's "porter"), which follows the
 * paper to the letter. Packages on npm follow Porter's later C program instead, which
 * differs ("logi", "bli", words of two letters), so this is written from the paper.
 *
 * A word is seen as [C](VC){m}[V]: runs of consonants C and of vowels V. `m` is its
 * measure, and most rules ask for a least measure of what stands before the suffix.
 */

/** @type {[string, string][]} suffix and what takes its place, where the measure is above 0 */
const STEP_2 = [
  ["ational", "ate"], ["tional", "tion"], ["enci", "ence"], ["anci", "ance"], ["izer", "ize"],
  ["abli", "able"], ["alli", "al"], ["entli", "ent"], ["eli", "e"], ["ousli", "ous"],
  ["ization", "ize"], ["ation", "ate"], ["ator", "ate"], ["alism", "al"], ["iveness", "ive"],
  ["fulness", "ful"], ["ousness", "ous"], ["aliti", "al"], ["iviti", "ive"], ["biliti", "ble"],
];

/** @type {[string, string][]} */
const STEP_3 = [
  ["icate", "ic"], ["ative", ""], ["alize", "al"], ["iciti", "ic"], ["ical", "ic"], ["ful", ""], ["ness", ""],
];

/** Taken away where the measure is above 1. */
const STEP_4 = [
  "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate",
  "iti", "ous", "ive", "ize",
];

const longestFirst = (/** @type {string} */ a, /** @type {string} */ b) => b.length - a.length;
STEP_2.sort(([a], [b]) => longestFirst(a, b));
STEP_3.sort(([a], [b]) => longestFirst(a, b));
STEP_4.sort(longestFirst);

/** @param {string} word of the letters a to z; any other word is its own stem @returns {string} */
export function stem(word) {
  if (!/^[a-z]+$/.test(word)) return word;
  return step5(step4(replaced(replaced(step1c(step1b(step1a(word))), STEP_2), STEP_3)));
}

/** @param {string} word plurals */
function step1a(word) {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  if (word.endsWith("ss") || !word.endsWith("s")) return word;
  return word.slice(0, -1);
}

/** @param {string} word past forms and gerunds */
function step1b(word) {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const suffix = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0;
  const rest = word.slice(0, word.length - suffix);
  if (!suffix || !hasVowel(rest)) return word;
  if (/(at|bl|iz)$/.test(rest)) return rest + "e";
  if (/(bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(rest)) return rest.slice(0, -1); // the doubles English has, as Snowball
  return measure(rest) === 1 && endsShort(rest) ? rest + "e" : rest;
}

/** @param {string} word */
function step1c(word) {
  return word.endsWith("y") && hasVowel(word.slice(0, -1)) ? word.slice(0, -1) + "i" : word;
}

/**
 * Steps 2 and 3. Only the longest suffix that matches is tried: where its condition fails, nothing happens.
 * @param {string} word @param {[string, string][]} rules
 */
function replaced(word, rules) {
  for (const [suffix, instead] of rules) {
    if (!word.endsWith(suffix)) continue;
    const rest = word.slice(0, word.length - suffix.length);
    return measure(rest) > 0 ? rest + instead : word;
  }
  return word;
}

/** @param {string} word */
function step4(word) {
  for (const suffix of STEP_4) {
    if (!word.endsWith(suffix)) continue;
    const rest = word.slice(0, word.length - suffix.length);
    return measure(rest) > 1 && (suffix !== "ion" || /[st]$/.test(rest)) ? rest : word;
  }
  return word;
}

/** @param {string} word a last e, and the second of two l */
function step5(word) {
  if (word.endsWith("e")) {
    const rest = word.slice(0, -1);
    const size = measure(rest);
    if (size > 1 || (size === 1 && !endsShort(rest))) word = rest;
  }
  return word.endsWith("ll") && measure(word) > 1 ? word.slice(0, -1) : word;
}

/** @param {string} word @param {number} at y is a vowel after a consonant @returns {boolean} */
function isVowel(word, at) {
  const letter = word[at];
  return "aeiou".includes(letter) || (letter === "y" && at > 0 && !isVowel(word, at - 1));
}

/** @param {string} word how many times a consonant follows a vowel */
function measure(word) {
  let count = 0;
  for (let at = 1; at < word.length; at++) if (!isVowel(word, at) && isVowel(word, at - 1)) count++;
  return count;
}

/** @param {string} word */
function hasVowel(word) {
  for (let at = 0; at < word.length; at++) if (isVowel(word, at)) return true;
  return false;
}

/** @param {string} word "*o" of the paper: consonant, vowel, consonant, the last none of w, x, y */
function endsShort(word) {
  const last = word.length - 1;
  return (
    last > 1 && !isVowel(word, last) && isVowel(word, last - 1) && !isVowel(word, last - 2) && !/[wxy]$/.test(word)
  );
}
