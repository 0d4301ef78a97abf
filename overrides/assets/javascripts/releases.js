// Which release has which page: read from the files that the build writes beside each collection.

/** The root of the whole site, from where this module stands. */
export const root = new URL("../../", import.meta.url);

/** @typedef {{version: string, title: string, aliases: string[]}} Version */

/**
 * @param {string} collection
 * @returns {Promise<{pages: Record<string, string[]>, versions: Version[]}>}
 */
export async function releases(collection) {
  const [pages, versions] = await Promise.all(["pages.json", "versions.json"].map((name) => read(collection, name)));
  for (const version of versions) version.title = textOf(version.title);
  return { pages, versions };
}

/** What stands in versions.json is HTML, since the theme reads it as that. @param {string} html */
function textOf(html) {
  return new DOMParser().parseFromString(html, "text/html").body.textContent ?? "";
}

/** @param {string} collection @param {string} name */
async function read(collection, name) {
  const response = await fetch(new URL(`${encodeURIComponent(collection)}/${name}`, root));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response.json();
}

/** The address of a page. @param {string} collection @param {string} release @param {string} path */
export function address(collection, release, path) {
  const parts = [collection, release, ...path.split("/")].filter(Boolean).map(encodeURIComponent);
  return new URL(`${parts.join("/")}/`, root);
}

/**
 * The page of a release that is nearest to `path`: itself, else the nearest page above it, else the front page.
 *
 * @param {string[]} paths
 * @param {string} path
 */
export function nearest(paths, path) {
  const known = new Set(paths);
  for (let found = path; found; found = found.slice(0, Math.max(0, found.lastIndexOf("/")))) {
    if (known.has(found)) return found;
  }
  return "";
}
