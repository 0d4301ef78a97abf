/** Where a text stands. The twin of builder/search/place.py. */

/** @typedef {{ edition: string, path: string, anchor: string }} Place */

/** @param {URL} root of the site @param {Place} place */
export function hrefOf(root, { edition, path, anchor }) {
  const page = new URL(path ? `${edition}/${path}/` : `${edition}/`, root);
  page.hash = anchor ? `#${anchor}` : "";
  return page.href;
}
