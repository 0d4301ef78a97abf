/** Which editions a search may use. The twin of builder/search/scope.py. */

/** @typedef {import("./reader.js").EditionEntry} EditionEntry */

export const EVERYTHING = "all";
export const UNVERSIONED = "unversioned";

/** A scope that names no edition of the index. */
export class ScopeError extends Error {
  /** @param {string} scope */
  constructor(scope) {
    super(`There is no scope '${scope}'`);
    this.name = "ScopeError";
  }
}

/**
 * Ids of the editions of a scope, in the manifest's order. `mcp@2025-06-18` is that release and the
 * collection's version-independent pages; `mcp@latest` the newest release; `mcp@all` the whole
 * collection; `all` everything. Never replaces what was asked for.
 * @param {string} scope @param {EditionEntry[]} editions @returns {string[]}
 */
export function editionsIn(scope, editions) {
  if (scope === EVERYTHING) return editions.map((entry) => entry.id);
  const [collection, release = ""] = scope.replace("/", "@").split(/@(.*)/s);
  const members = editions.filter((entry) => entry.collection === collection);
  if (release === EVERYTHING && members.length) return members.map((entry) => entry.id);
  let wanted = members.filter((entry) => entry.release === release);
  if (!wanted.length && release === "latest") wanted = members.filter((entry) => entry.latest);
  if (!wanted.length) throw new ScopeError(scope);
  return members
    .filter((entry) => wanted.includes(entry) || entry.release === UNVERSIONED)
    .map((entry) => entry.id);
}

/**
 * The scope to begin with on a page: its own release.
 * @param {string} edition "mcp/2025-06-18", or "" on a page of no edition @param {EditionEntry[]} editions
 */
export function scopeOf(edition, editions) {
  const own = editions.find((entry) => entry.id === edition);
  // Version-independent pages belong to every release: the newest is the one most readers mean.
  if (own && own.release !== UNVERSIONED) return `${own.collection}@${own.release}`;
  const collection = own?.collection ?? editions[0]?.collection;
  return newest(collection, editions) ?? EVERYTHING;
}

/** @param {string} collection @param {EditionEntry[]} editions @returns {string | undefined} */
export function newest(collection, editions) {
  const members = releases(collection, editions);
  const found = members.find((entry) => entry.latest) ?? members.find((entry) => entry.released) ?? members[0];
  return found && `${collection}@${found.release}`;
}

/** @param {string} collection @param {EditionEntry[]} editions @returns {EditionEntry[]} newest first */
export function releases(collection, editions) {
  return editions
    .filter((entry) => entry.collection === collection && entry.release !== UNVERSIONED)
    .sort((a, b) => b.order - a.order);
}
