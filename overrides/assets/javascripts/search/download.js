/**
 * Files of the search folder, checked by their hash: what a proxy, a half-finished deployment or
 * a helpful "page not found" put in their place is noticed here and nowhere else.
 */

import { sha256 } from "./sha256.js";

/** @typedef {{ file: string, bytes: number, sha256: string }} Entry as the manifest has it */
/** @typedef {(bytes: number) => void} Progress told how many more bytes have come */

const CACHE = "strata-model";

/** What was asked for is not there, or is something else. */
export class DownloadError extends Error {
  /**
   * @param {string} message
   * @param {"missing" | "damaged" | "network"} reason the first two may mean that the site was built anew
   */
  constructor(message, reason) {
    super(message);
    this.name = "DownloadError";
    this.reason = reason;
  }
}

/**
 * A file's bytes, equal to what the manifest says or not returned at all.
 * @param {URL} base the search folder @param {Entry} entry @param {Progress} [progress]
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function download(base, entry, progress) {
  const url = new URL(entry.file, base);
  const bytes = await fetched(url, "default", progress);
  if (await matches(bytes, entry)) return bytes;
  // The browser's own cache may hold half a file; the name carries the hash, so asking again is safe.
  const again = await fetched(url, "reload");
  if (await matches(again, entry)) return again;
  throw new DownloadError(`${entry.file} is not what the manifest says`, "damaged");
}

/**
 * The same, kept in Cache Storage, for what is too large to fetch twice.
 * @param {URL} base @param {Entry} entry @param {Progress} [progress]
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function downloadOnce(base, entry, progress) {
  const url = new URL(entry.file, base).href;
  const cache = await openCache();
  const held = await cache?.match(url);
  if (held) {
    const bytes = new Uint8Array(await held.arrayBuffer());
    if (await matches(bytes, entry)) {
      progress?.(bytes.length);
      return bytes;
    }
    await cache?.delete(url);
  }
  const bytes = await download(base, entry, progress);
  try {
    await cache?.put(url, new Response(bytes));
  } catch {
    // No room on the disk: it works all the same, the next visit fetches it again.
  }
  return bytes;
}

/**
 * Whether all of these are kept, so that loading them costs the reader nothing.
 * @param {URL} base @param {Entry[]} entries
 */
export async function isKept(base, entries) {
  const cache = await openCache();
  const held = await Promise.all(entries.map((entry) => cache?.match(new URL(entry.file, base).href)));
  return held.every(Boolean);
}

/**
 * Gives up what earlier deployments of this site left behind.
 * @param {URL} base @param {Entry[]} entries what is wanted now
 */
export async function forgetOthers(base, entries) {
  const cache = await openCache();
  const wanted = new Set(entries.map((entry) => new URL(entry.file, base).href));
  for (const request of (await cache?.keys()) ?? []) {
    if (request.url.startsWith(base.href) && !wanted.has(request.url)) await cache?.delete(request);
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {string} name for the message @returns {Promise<Uint8Array<ArrayBuffer>>} */
export async function inflate(bytes, name) {
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new DownloadError(`${name} is no gzip file`, "damaged");
  }
}

/**
 * @param {URL} url @param {RequestCache} mode @param {Progress} [progress]
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function fetched(url, mode, progress) {
  const name = url.pathname.split("/").pop();
  try {
    const response = await fetch(url, { cache: mode });
    if (!response.ok) {
      throw new DownloadError(`${name}: the server answered ${response.status}`, response.status >= 500 ? "network" : "missing");
    }
    if (!progress || !response.body) return new Uint8Array(await response.arrayBuffer());
    return await collected(response.body, progress);
  } catch (error) {
    if (error instanceof DownloadError) throw error;
    throw new DownloadError(`${name} could not be fetched`, "network");
  }
}

/** @param {ReadableStream<Uint8Array<ArrayBuffer>>} body @param {Progress} progress */
async function collected(body, progress) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    progress(part.value.length);
  }
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {Entry} entry */
async function matches(bytes, entry) {
  return bytes.length === entry.bytes && (await sha256(bytes)) === entry.sha256;
}

/** @returns {Promise<Cache | null>} null where there is none: plain http, a private window, storage switched off */
async function openCache() {
  try {
    return await caches.open(CACHE);
  } catch {
    return null;
  }
}
