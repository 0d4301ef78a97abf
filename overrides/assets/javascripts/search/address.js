/** A search in an address: `?q=&scope=&kind=&collection=`, so that it can be shared and come back to. */

/** @typedef {import("./panel.js").Asked} Asked */

/** @returns {Asked} what the address of this page asks for */
export function askedFor() {
  const parameters = new URLSearchParams(location.search);
  return {
    q: parameters.get("q") ?? "",
    scope: parameters.get("scope") ?? "",
    kinds: listed(parameters.get("kind")),
    collections: listed(parameters.get("collection")),
    at: history.state?.strata ?? null,
  };
}

/** Lets the address follow, without an entry in the history. @param {Asked | null} asked null takes a search out of it */
export function follow(asked) {
  const url = new URL(location.href);
  for (const name of ["q", "scope", "kind", "collection"]) url.searchParams.delete(name);
  if (asked) {
    url.searchParams.set("q", asked.q);
    if (asked.scope) url.searchParams.set("scope", asked.scope);
    if (asked.kinds.length) url.searchParams.set("kind", asked.kinds.join(","));
    if (asked.collections.length) url.searchParams.set("collection", asked.collections.join(","));
  }
  // "@" and "/" are plain enough in a query to stay readable.
  url.search = url.search.replaceAll("%40", "@").replaceAll("%2F", "/").replaceAll("%2C", ",");
  const state = { ...history.state };
  delete state.strata;
  if (asked?.at) state.strata = asked.at;
  history.replaceState(state, "", url);
}

/** @param {string | null} value @returns {string[]} */
function listed(value) {
  return (value ?? "").split(",").filter(Boolean);
}
