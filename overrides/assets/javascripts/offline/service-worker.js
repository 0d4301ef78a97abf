/*
 * The site without a network. The build copies this file to the site's root, which is its scope, and writes the
 * build's name into BUILD: a new deployment is a new service worker.
 *
 * Three caches, named by scope (an origin may hold several sites):
 *
 *     files            what carries its content's hash in its name: never asked for twice, in any build
 *     visited:BUILD    pages and scripts as they were last seen; the network comes first
 *     kept:...         what a reader keeps: whole editions of one build, all or nothing
 *
 * Without a network what is kept comes before what was visited, so that pages, scripts and manifest are of one build.
 *
 *     in   { type: "state" }            -> { type: "state", kept: { scope: bytes } }
 *          { type: "size", editions }   -> { type: "size", bytes }
 *          { type: "keep", scope, editions } -> { type: "progress", share }..., then "state"
 *          { type: "remove", scope }    -> "state"
 *     each with a port to answer on; { type: "failed", message } where something went wrong
 */

const BUILD = "";
const SCOPE = new URL("./", self.location).href;
const FILES = `strata:${SCOPE}:files`;
const VISITED = `strata:${SCOPE}:visited:${BUILD}`;
const KEPT = `strata:${SCOPE}:kept:`;
const RECORD = new URL("offline/kept.json", SCOPE).href; // in a kept cache only: which scopes it holds whole

const MOST = { [FILES]: 300, [VISITED]: 300 }; // entries; the oldest go first
const AT_ONCE = 6; // downloads
// Search files and the theme's carry their hash. The model's large ones are kept by the search itself.
const HASHED = /-[0-9a-f]{16}\.[a-z.]+$|\.[0-9a-f]{8}\.min\.(?:js|css)$/;
const LARGE = /\/(?:model|runtime|tokenizer)-[0-9a-f]{16}\.(?:onnx|wasm\.gz|json\.gz)$/;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith(`strata:${SCOPE}:visited:`) && name !== VISITED) await caches.delete(name);
      }
      await self.clients.claim();
      await inTurn(async () => only(await wholeName()));
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(SCOPE) || request.headers.has("range") || LARGE.test(url.pathname)) return;
  event.respondWith(HASHED.test(url.pathname) ? hashed(event) : changing(event));
  if (request.mode === "navigate") event.waitUntil(renewed());
});

/** @param {FetchEvent} event */
async function hashed(event) {
  const { request } = event;
  // "reload": the search found that what it was given is damaged.
  const held = request.cache === "reload" ? undefined : ((await fromKept(request)) ?? (await (await caches.open(FILES)).match(request)));
  if (held) return held;
  const response = await fetch(request);
  event.waitUntil(remember(FILES, request.url, response));
  return response;
}

/** @param {FetchEvent} event */
async function changing(event) {
  const { request } = event;
  try {
    const response = await fetch(request);
    // While a newer build takes over, what arrives may be of either.
    if (!self.registration.installing) event.waitUntil(remember(VISITED, plain(request.url), response));
    return response;
  } catch (error) {
    const name = plain(request.url);
    const held = (await fromKept(name)) ?? (await (await caches.open(VISITED)).match(name));
    if (held) return held;
    if (request.mode === "navigate") return away();
    throw error;
  }
}

/** Without query and anchor, which no page of ours depends on. @param {string} address */
function plain(address) {
  const url = new URL(address);
  url.search = url.hash = "";
  return url.href;
}

/** Copies the answer before it returns for the first time. @param {string} name @param {string} address @param {Response} response */
async function remember(name, address, response) {
  if (!response.ok || response.type !== "basic" || response.redirected) return;
  const copy = response.clone();
  try {
    const cache = await caches.open(name);
    await cache.put(address, copy);
    const entries = await cache.keys();
    for (const old of entries.slice(0, Math.max(0, entries.length - MOST[name]))) await cache.delete(old);
  } catch {
    // No room on the disk: the page works all the same.
  }
}

function away() {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>No network</title><body style="font: 1.1rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto; padding: 0 1rem; color-scheme: light dark">
<h1>No network</h1><p>This page is neither among those you visited nor in a release that you keep on this device.</p>
<p><a href="${SCOPE}search/">Search what is on this device</a></p>`;
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'" };
  return new Response(html, { status: 503, headers });
}

// What a reader keeps.

self.addEventListener("message", (event) => {
  const [port] = event.ports;
  if (!port) return;
  const work = answer(event.data, (message) => port.postMessage(message));
  event.waitUntil(work.catch((error) => port.postMessage({ type: "failed", message: String(error?.message ?? error) })));
});

/** @param {any} message @param {(message: object) => void} told */
async function answer({ type, scope, editions }, told) {
  if (type === "size") return told({ type: "size", bytes: total(await lists(editions)) });
  if (type === "keep") await inTurn(() => keep({ [scope]: { editions, bytes: 0 } }, (share) => told({ type: "progress", share })));
  if (type === "remove") await inTurn(() => remove(scope));
  const { scopes } = await record();
  told({ type: "state", kept: Object.fromEntries(Object.entries(scopes).map(([name, { bytes }]) => [name, bytes])) });
}

/** @type {Promise<unknown>} */
let turn = Promise.resolve();

/** What changes what is kept is done one after the other, whatever became of the one before. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
function inTurn(work) {
  const done = turn.then(work, work);
  turn = done;
  return done;
}

/** @type {Promise<Cache | undefined> | null} */
let opened = null;

/** The cache that holds what is kept, if any. */
function kept() {
  return (opened ??= wholeName().then((name) => (name ? caches.open(name) : undefined)));
}

/** Of the caches of what is kept, the last one that is complete, which its record says. */
async function wholeName() {
  for (const name of (await caches.keys()).filter((name) => name.startsWith(KEPT)).reverse()) {
    if (await (await caches.open(name)).match(RECORD)) return name;
  }
  return undefined;
}

/** Deletes all caches of what is kept, or all but one: what was replaced, and what broken-off work left. @param {string} [name] */
async function only(name) {
  for (const other of await caches.keys()) if (other.startsWith(KEPT) && other !== name) await caches.delete(other);
  opened = null;
}

/** @param {Request | string} request */
async function fromKept(request) {
  return (await kept())?.match(request);
}

/** @returns {Promise<{ build: string, scopes: Record<string, { editions: string[], bytes: number }> }>} what is kept */
async function record() {
  return (await (await fromKept(RECORD))?.json()) ?? { build: BUILD, scopes: {} };
}

const listOf = (/** @type {string} */ edition) => new URL(edition ? `${edition}/offline.json` : "assets/offline.json", SCOPE).href;

/** @typedef {{ build: string, edition: string, files: [string, number][] }} List */

/** What an edition consists of, or what every page needs; null where the server has no such edition. @param {string} edition @returns {Promise<List | null>} */
async function list(edition) {
  const response = await fetch(listOf(edition), { cache: "no-cache" });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  return response.json();
}

/** Of all these editions, after what every page needs. @param {string[]} editions @returns {Promise<List[]>} */
async function lists(editions) {
  const found = await Promise.all(["", ...new Set(editions)].map(list));
  return found.map((one) => {
    if (!one) throw new Error("The server answered 404");
    return one;
  });
}

/** @param {{ files: [string, number][] }[]} lists @returns {Map<string, number>} bytes by path, each file once */
function union(lists) {
  return new Map(lists.flatMap(({ files }) => files));
}

/** @param {{ files: [string, number][] }[]} lists */
function total(lists) {
  return [...union(lists).values()].reduce((sum, bytes) => sum + bytes, 0);
}

/**
 * Brings what is kept, and the scopes asked for, into a cache of their own, all of the build that the server has now.
 * What was kept before stays in use until that is complete. A release that the server has no more is kept no longer.
 * @param {Record<string, { editions: string[], bytes: number }>} asked @param {(share: number) => void} told
 */
async function keep(asked, told) {
  await only(await wholeName());
  const last = await record();
  const scopes = { ...last.scopes, ...asked };
  for (const [scope, { editions }] of Object.entries(last.scopes)) {
    if (!(scope in asked) && (await Promise.all(editions.map(list))).includes(null)) delete scopes[scope];
  }
  const found = await lists(Object.values(scopes).flatMap(({ editions }) => editions));
  if (!Object.keys(scopes).length) return only();
  const { build } = found[0];
  const [before, files, same] = [await kept(), await caches.open(FILES), last.build === build];
  const name = `${KEPT}${build}:${Date.now()}`;
  const cache = await caches.open(name);
  const all = total(found);
  const left = union(found).entries();
  let come = 0;
  const fetchNext = async () => {
    for (const [path, bytes] of left) {
      const address = new URL(path, SCOPE).href;
      const hashed = HASHED.test(address);
      const held = same || hashed ? ((await before?.match(address)) ?? (await files.match(address))) : undefined;
      const sound = held && (await sizeOf(held)) === bytes;
      const response = sound ? held : await fetch(address, { cache: "no-store" });
      if (!response.ok) throw new Error(`${path}: the server answered ${response.status}`);
      // A server may add to a page; what its content gives its name is whole or of no use.
      if (hashed && !sound && (await sizeOf(response)) !== bytes) throw new Error(`${path}: it came incomplete or changed`);
      await cache.put(address, response);
      told((come += bytes) / all);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
    const after = await lists([]);
    if ([...found, ...after].some((list) => list.build !== build)) throw new Error("The site was updated just now");
    for (const list of found) await cache.put(listOf(list.edition), new Response(JSON.stringify(list)));
    for (const scope of Object.values(scopes)) {
      scope.bytes = total(found.filter(({ edition }) => !edition || scope.editions.includes(edition)));
    }
    await cache.put(RECORD, new Response(JSON.stringify({ build, scopes })));
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
  await only(name);
}

/** @param {Response} response which can still be read afterwards */
async function sizeOf(response) {
  return (await response.clone().blob()).size;
}

/** @param {string} scope */
async function remove(scope) {
  const { build, scopes } = await record();
  const cache = await kept();
  if (!cache || !scopes[scope]) return;
  delete scopes[scope];
  if (!Object.keys(scopes).length) return only();
  await cache.put(RECORD, new Response(JSON.stringify({ build, scopes })));
  const editions = ["", ...Object.values(scopes).flatMap((kept) => kept.editions)];
  const left = await Promise.all(editions.map(async (edition) => (await cache.match(listOf(edition)))?.json()));
  const wanted = new Set([RECORD, ...editions.map(listOf), ...Array.from(union(left).keys(), (path) => new URL(path, SCOPE).href)]);
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
}

/** @type {Promise<void> | null} */
let renewing = null;

/** After a deployment, what is kept follows, whole or not at all: once the network is there, and unless the reader saves data. */
async function renewed() {
  if (navigator.connection?.saveData) return;
  renewing ??= inTurn(async () => {
    const { build, scopes } = await record();
    if (build !== BUILD && Object.keys(scopes).length) await keep({}, () => {});
  }).catch(() => {});
  await renewing;
}
