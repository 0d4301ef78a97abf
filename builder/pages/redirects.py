"""Redirects of docs.json: exact ones, and patterns with `:name` for a segment and `:name*` for any number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

_PART = re.compile(r":(\w+)(\*?)|(\*)")
_HOPS = 10  # redirects that lead to redirects; more is a circle


@dataclass(frozen=True)
class Redirects:
    """Paths have no slash at either end: "docs/concepts/tools"; a destination may be an address elsewhere."""

    exact: dict[str, str] = field(default_factory=dict)
    patterns: tuple[tuple[str, str], ...] = ()

    @classmethod
    def read(cls, pairs: Iterable[tuple[str, str]]) -> Redirects:
        exact, patterns = dict[str, str](), list[tuple[str, str]]()
        for source, destination in pairs:
            if _PART.search(source):
                patterns.append((_trim(source), _trim(destination)))
            else:
                exact.setdefault(_trim(source), _trim(destination))
        return cls(exact, tuple(patterns))

    def follow(self, path: str, known: Iterable[str]) -> str | None:
        """Where a path leads in the end, a fragment included; None if no redirect is for it."""
        pages, place, fragment = set(known), path, ""
        for _ in range(_HOPS):
            following = self._next(place)
            if following is None:
                break
            place, mark, own = following.partition("#")
            fragment = mark + own or fragment
            if place in pages or "://" in place:
                break
        return None if place == path else place + fragment

    def written_out(self, known: Iterable[str]) -> Iterator[str]:
        """Every path that is redirected; a pattern stands for the known pages it could lead to."""
        yield from self.exact
        for source, destination in self.patterns:
            names = [m[1] or "*" for m in _PART.finditer(destination)]
            if not names or [m[1] or "*" for m in _PART.finditer(source)] != names:
                continue
            matcher = _matcher(destination)
            for page in known:
                match = matcher.fullmatch(page)
                if match:
                    yield _fill(source, match.groups())

    def _next(self, path: str) -> str | None:
        if path in self.exact:
            return self.exact[path]
        for source, destination in self.patterns:
            match = _matcher(source).fullmatch(path)
            if match:
                values = dict(zip((m[1] or "*" for m in _PART.finditer(source)), match.groups(), strict=True))
                parts = [values.get(m[1] or "*", "") for m in _PART.finditer(destination)]
                return _fill(destination, tuple(parts))
        return None


def _trim(path: str) -> str:
    return path if "://" in path else path.strip("/")


def _matcher(pattern: str) -> re.Pattern[str]:
    expression, position = "", 0
    for part in _PART.finditer(pattern):
        expression += re.escape(pattern[position : part.start()])
        expression += "(.*)" if part[2] or part[3] else "([^/]+)"
        position = part.end()
    return re.compile(expression + re.escape(pattern[position:]))


def _fill(pattern: str, values: tuple[str, ...]) -> str:
    remaining = iter(values)
    return _PART.sub(lambda _: next(remaining), pattern).strip("/")
