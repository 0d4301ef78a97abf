/** What the index knows of a collection's sections: which is which in another release. */

import { download, fetched, inflate } from "../search/download.js";

/** @typedef {[anchor: string, thread: number, change?: string, edited?: number]} Row */
/** @typedef {{ releases: string[], pages: Record<string, Row[]>[] }} Record_ as docs/formats.md has it */
/** @typedef {{ id: string, label: string, title: string }} Edition */

const SEARCH = new URL("../../search/", import.meta.url);

export class History {
  /** @param {Record_} record @param {Edition[]} editions in the order of its releases */
  constructor(record, editions) {
    this.record = record;
    this.editions = editions;
    /** By release and thread, the page and the anchor. @type {Map<number, { path: string, anchor: string }>[]} */
    this.places = record.pages.map((pages) => {
      const places = new Map();
      for (const [path, rows] of Object.entries(pages)) {
        for (const [anchor, thread] of rows) places.set(thread, { path, anchor });
      }
      return places;
    });
  }

  /** The history of an edition's collection; null where the edition is not one of releases that follow each other. @param {string} edition */
  static async of(edition) {
    const text = new TextDecoder();
    const manifest = JSON.parse(text.decode(await fetched(new URL("manifest.json", SEARCH), "no-cache")));
    const entry = manifest.collections[edition.split("/")[0]]?.history;
    if (!entry) return null;
    const record = JSON.parse(text.decode(await inflate(await download(SEARCH, entry), entry.file)));
    if (!record.releases.includes(edition)) return null;
    const byId = new Map(manifest.editions.map((/** @type {Edition} */ one) => [one.id, one]));
    return new History(record, record.releases.map((/** @type {string} */ id) => byId.get(id)));
  }

  /** The threads of a page by anchor. @param {number} release @param {string} path */
  threads(release, path) {
    return new Map((this.record.pages[release][path] ?? []).map(([anchor, thread]) => [anchor, thread]));
  }

  /**
   * The page of another release that a page is there: of the same path, else where most of its sections are.
   * @param {number} release @param {string} path @param {number} other
   * @returns {string | null}
   */
  pageIn(release, path, other) {
    if (path in this.record.pages[other]) return path;
    /** @type {Map<string, number>} */
    const went = new Map();
    const threads = [...this.threads(release, path).values()];
    for (const thread of threads) {
      const place = this.places[other].get(thread);
      if (place) went.set(place.path, (went.get(place.path) ?? 0) + 1);
    }
    // Of two pages with as many, the later by name: as page_in of builder/index/history.py has it.
    const [best, count] = [...went].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? 1 : -1))[0] ?? [null, 0];
    return 2 * count >= threads.length ? best : null;
  }
}
