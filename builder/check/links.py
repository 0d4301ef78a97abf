"""Where links lead: every address of every page against the files and the anchors that there are."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from builder.check.page import PageFacts
from builder.check.report import Problem, Sort

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_LOC = re.compile(r"<loc>([^<]*)</loc>")
NOT_FOUND = "404.html"  # served at any depth


def site_address(sitemap: str) -> str:
    """The address a site is built for: of those in its sitemap the home page's, which all others begin with."""
    return min(_LOC.findall(sitemap), key=len, default="")


@dataclass(frozen=True)
class Map:
    """What links can lead to."""

    pages: Mapping[str, PageFacts]  # by file
    files: Set[str]  # from the site's root
    address: str  # where the site will stand, "" where nobody knows

    @property
    def base(self) -> str:
        """The path the site stands under."""
        return urlsplit(self.address).path or "/"

    def problems(self) -> Iterator[Problem]:
        """Every link that does not resolve, each once a page."""
        for file, facts in self.pages.items():
            for sort, address in facts.links:
                wrong = self.wrong(file, address)
                if wrong:
                    kept = sort if sort in (Sort.IMAGE, Sort.REDIRECT) else wrong
                    yield Problem(kept, file, address)

    def wrong(self, file: str, address: str) -> Sort | None:
        """LINK or ANCHOR where an address on a page leads nowhere, None where it resolves or leaves the site."""
        address = address.strip()
        if self.address and address.startswith(self.address):
            address = self.base + address[len(self.address) :]
        if _SCHEME.match(address) or address.startswith("//"):
            return None
        try:
            parts = urlsplit(address)
        except ValueError:
            return Sort.LINK
        target = self._file(file, unquote(parts.path))
        if target is None:
            return Sort.LINK
        fragment = unquote(parts.fragment)
        if not fragment or fragment == "top" or fragment.startswith(":~:") or target not in self.pages:
            return None
        facts = self.pages[target]
        # A redirect takes the anchor along, to a page that is checked by its own links.
        return None if facts.moved or fragment in facts.ids else Sort.ANCHOR

    def _file(self, page: str, path: str) -> str | None:
        if not path:
            return page
        if path.startswith("/"):
            if not (path + "/").startswith(self.base):
                return None
            place = path[len(self.base) :]
        elif page == NOT_FOUND:
            return None
        else:
            place = posixpath.join(posixpath.dirname(page), path)
        place = posixpath.normpath(place.lstrip("/")) if place.strip("/") else "."
        if place.startswith(".."):
            return None
        inside = "index.html" if place == "." else f"{place}/index.html"
        if inside in self.files:
            return inside
        return place if place in self.files and not path.endswith("/") else None


def anchors(pages: Mapping[str, PageFacts]) -> int:
    """How many links name an anchor."""
    return sum("#" in address for facts in pages.values() for _, address in facts.links)
