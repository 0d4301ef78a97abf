"""Where a link of a page leads: a page of the mirror, the original site, or nowhere."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from builder.editions import EditionId
from builder.pages.markdown import slug
from builder.pages.redirects import Redirects

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_SAFE = ("http:", "https:", "mailto:", "tel:")
_SUFFIX = re.compile(r"\.(?:mdx?|html?)$")


@dataclass(frozen=True)
class Place:
    """A page as a link sees it."""

    address: str
    anchors: frozenset[str]


@dataclass(frozen=True)
class Answer:
    target: str | None  # None: the link's text is all that stays
    broken: bool = False  # upstream's own link does not work


@dataclass(frozen=True)
class Targets:
    """The pages of one source, over all of its editions, by upstream's own path."""

    upstream: str  # no slash at the end
    places: Mapping[str, Mapping[EditionId, Place]]
    redirects: Redirects
    latest: EditionId | None  # where a page that stands in many editions is meant, if the link's own has none
    served: Callable[[str], bool]  # whether upstream has something at a path that is no page of the mirror

    def resolve(self, target: str, edition: EditionId, source: str) -> Answer:
        """What a link of the page `source` of an edition becomes."""
        target = target.strip()
        scheme = _SCHEME.match(target)
        if target.startswith("//"):
            return Answer("https:" + target)
        if scheme and scheme[0].lower() not in _SAFE:
            return Answer(None, broken=True)
        if scheme:
            return self._absolute(target, edition)
        parts = urlsplit(target)
        if not parts.path:
            return self._at(source, parts.fragment, edition) or Answer(None, broken=True)
        path = self._path(parts.path, source)
        found = self._page(path, parts.fragment, edition)
        if found:
            return found
        query = f"?{parts.query}" if parts.query else ""
        fragment = f"#{parts.fragment}" if parts.fragment else ""
        if self.served(path):
            return Answer(f"{self.upstream}/{path}{query}{fragment}")
        return Answer(None, broken=True)

    def _absolute(self, target: str, edition: EditionId) -> Answer:
        """An address: one of upstream's own pages that the mirror has leads there, all else stays."""
        if target == self.upstream or target.startswith(self.upstream + "/"):
            parts = urlsplit(target)
            found = self._page(self._path(parts.path or "/", ""), parts.fragment, edition)
            if found and not found.broken and not parts.query:
                return found
        return Answer(target)

    def _path(self, written: str, source: str) -> str:
        base = "/" if written.startswith("/") else "/" + posixpath.dirname(source) + "/"
        path = posixpath.normpath(posixpath.join(base, unquote(written))).strip("/")
        return page_path(path)

    def _page(self, path: str, fragment: str, edition: EditionId) -> Answer | None:
        if path in self.places:
            return self._at(path, fragment, edition)
        redirected = self.redirects.follow(path, self.places)
        if redirected is None:
            return None
        if "://" in redirected:
            return Answer(redirected)
        place, _, own = redirected.partition("#")
        return self._at(place, fragment or own, edition)

    def _at(self, path: str, fragment: str, edition: EditionId) -> Answer | None:
        places = self.places.get(page_path(path))
        if not places:
            return None
        preferred = [places[id] for id in (edition, self.latest) if id is not None and id in places]
        place = (preferred or list(places.values()))[0]
        if not fragment:
            return Answer(place.address)
        # Upstream's anchors have kept punctuation at times, percent-encoded: `#tasks%2Fget` for the heading tasks/get.
        written = unquote(fragment)
        anchor = next((a for a in (fragment, written, slug(written)) if a in place.anchors), None)
        return Answer(f"{place.address}#{anchor}") if anchor else Answer(place.address, broken=True)


def page_path(source: str) -> str:
    """Upstream's path of a page as its address has it: no suffix, no `/index` at the end."""
    path = _SUFFIX.sub("", source.strip("/"))
    return "" if path == "index" else path.removesuffix("/index")
