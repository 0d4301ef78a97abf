/** What was searched for before, kept on this device only. */

const KEY = "strata.recent";
const MOST = 6;

/** @returns {string[]} newest first */
export function recent() {
  try {
    const held = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(held) ? held.filter((text) => typeof text === "string").slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** @param {string} text a search that led somewhere */
export function remember(text) {
  const kept = [text, ...recent().filter((other) => other !== text)].slice(0, MOST);
  write(() => localStorage.setItem(KEY, JSON.stringify(kept)));
}

export function forget() {
  write(() => localStorage.removeItem(KEY));
}

/** @param {() => void} action */
function write(action) {
  try {
    action();
  } catch {
    // Storage is full or switched off: nothing depends on it.
  }
}
