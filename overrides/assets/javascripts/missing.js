// On the 404 page: says which release has the page that was asked for, the nearest first.

import { address, nearest, releases, root } from "./releases.js";

const place = document.querySelector("[data-strata-missing]");
const [collection, release, ...rest] = location.pathname
  .slice(root.pathname.length)
  .split("/")
  .filter(Boolean)
  .map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
const path = rest.join("/").replace(/(?:\/index)?\.(?:html?|md)$/, "");

if (place && collection) {
  try {
    place.replaceChildren(...(await explain()));
  } catch {
    // No such collection, or no connection: what the page says already is all there is to say.
  }
}

async function explain() {
  const { pages, versions } = await releases(collection);
  const titles = new Map(versions.map(({ version, title }) => [version, title]));
  const order = Object.keys(pages); // newest first, pages of no release last
  const holders = order.filter((name) => pages[name].includes(path));
  const here = order.indexOf(release);
  if (here >= 0) holders.sort((a, b) => Math.abs(order.indexOf(a) - here) - Math.abs(order.indexOf(b) - here));
  const label = (/** @type {string} */ name) => titles.get(name) ?? name;

  if (!path && here < 0) return [paragraph(`There is no release “${release ?? ""}”. There are:`), list(order, "", label)];
  if (holders.length === 0) {
    const start = here >= 0 ? release : order[0];
    const closest = nearest(pages[start], path);
    const text = `No release has a page “${path}”. The nearest in ${label(start)} is `;
    return [paragraph(text, link(address(collection, start, closest), closest || "its front page"), ".")];
  }
  const [first, ...others] = holders;
  const why = here >= 0 ? `${label(release)} has no page “${path}”. ` : `There is no release “${release}”. `;
  const answer = paragraph(why, "It is in ", link(address(collection, first, path), label(first)), ".");
  return others.length === 0 ? [answer] : [answer, paragraph("Also in:"), list(others, path, label)];
}

/** @param {(string | Node)[]} parts */
function paragraph(...parts) {
  const element = document.createElement("p");
  element.append(...parts);
  return element;
}

/** @param {URL} target @param {string} text */
function link(target, text) {
  const element = document.createElement("a");
  element.href = target.href + location.hash;
  element.textContent = text;
  return element;
}

/** @param {string[]} names @param {string} at @param {(name: string) => string} label */
function list(names, at, label) {
  const element = document.createElement("ul");
  for (const name of names) {
    const item = document.createElement("li");
    item.append(link(address(collection, name, at), label(name)));
    element.append(item);
  }
  return element;
}
