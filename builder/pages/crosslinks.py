"""Links from one source to another: addresses of pages that the mirror has lead to the mirror."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from html import escape
from urllib.parse import urldefrag, urlsplit

from builder.pages.links import Image, escape_target, ids, rewrite
from builder.pages.page import Edition, Page


def cross(editions: Sequence[Edition]) -> list[Edition]:
    """The editions, with every link to the original of one of their pages made a link to that page.

    A source sees only its own pages; what it takes for an address elsewhere may be another source's page.
    """
    pages = {_key(page.upstream): page for edition in editions for page in edition.pages}
    hosts = {urlsplit(address).netloc for address in pages}

    @cache
    def anchors(address: str) -> frozenset[str]:
        return ids(pages[address].body)

    def link(target: str) -> str:
        address, fragment = urldefrag(target)
        page = pages.get(_key(address))
        if page is None:
            return target
        known = fragment and fragment in anchors(_key(address))
        return escape_target(f"{page.address}#{fragment}" if known else page.address)

    def one(page: Page) -> Page:
        if not any(f"://{host}/" in page.body for host in hosts):
            return page
        return replace(page, body=rewrite(page.body, link, _as_it_was))

    return [replace(edition, pages=tuple(one(page) for page in edition.pages)) for edition in editions]


def _key(address: str) -> str:
    return address.rstrip("/").removesuffix(".md")


def _as_it_was(image: Image) -> str:
    if not image.attributes:
        return f"![{image.alt}]({escape_target(image.source)})"
    written = {"src": image.source, "alt": image.alt, **image.attributes}
    return "<img " + " ".join(f'{name}="{escape(value)}"' for name, value in written.items()) + ">"
