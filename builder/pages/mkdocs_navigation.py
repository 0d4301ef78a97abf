"""mkdocs.yml: its navigation, and the kind of each page by where it stands there."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from builder.editions import Kind
from builder.errors import StrataError

# The kind of a page, by the innermost navigation group that says one. "Guides" does not: it holds two kinds.
_BY_GROUP = {
    "Reference": Kind.REFERENCE,
    "Examples": Kind.TUTORIAL,
    "Quickstarts": Kind.TUTORIAL,
    "General concepts": Kind.CONCEPT,
    "Troubleshooting": Kind.ERROR,
}
# Else by folder, the longest that fits.
_BY_FOLDER = {
    "concepts/": Kind.CONCEPT,
    "cloud/concepts/": Kind.CONCEPT,
    "tutorials/": Kind.TUTORIAL,
    "examples/": Kind.TUTORIAL,
    "how-tos/": Kind.HOW_TO,
    "agents/": Kind.HOW_TO,
    "cloud/": Kind.HOW_TO,
    "guides/": Kind.HOW_TO,
    "reference/": Kind.REFERENCE,
    "cloud/reference/": Kind.REFERENCE,
    "troubleshooting/": Kind.ERROR,
}
# Else, pages that lead to others and lists of projects: front page, case studies, llms.txt.
_OTHERS = Kind.GUIDE


class MkDocsError(StrataError):
    """mkdocs.yml is missing something, or is no YAML."""


@dataclass(frozen=True)
class Entry:
    """A line of the navigation: a file below docs/ or an address elsewhere. No title: the page's own."""

    title: str
    target: str

    @property
    def is_file(self) -> bool:
        return "://" not in self.target


@dataclass(frozen=True)
class Group:
    title: str
    entries: tuple[Entry | Group, ...]


@dataclass(frozen=True)
class Config:
    """What of mkdocs.yml a mirror needs."""

    navigation: tuple[Entry | Group, ...]
    site_url: str  # where the docs once stood; ends with a slash, or is empty
    description: str


class _Loader(yaml.SafeLoader):
    """YAML without objects: `!!python/name:` and other tags of its own kind say nothing to us."""


_Loader.add_multi_constructor("", lambda loader, suffix, node: None)
_Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda loader, suffix, node: None)


def read_config(text: str, where: str) -> Config:
    """mkdocs.yml as far as we need it; raises MkDocsError naming `where` it is."""
    try:
        data = yaml.load(text, _Loader)
    except yaml.YAMLError as error:
        raise MkDocsError(f"{where} is not valid YAML: {error}.") from None
    navigation = data.get("nav") if isinstance(data, dict) else None
    if not isinstance(navigation, list):
        raise MkDocsError(f"{where} has no list `nav`: a mirror needs the navigation that it gives.")
    url = str(data.get("site_url") or "").rstrip("/")
    description = str(data.get("site_description") or "")
    return Config(tuple(_entries(navigation, where)), f"{url}/" if url else "", description)


def _entries(navigation: Sequence[Any], where: str) -> Iterator[Entry | Group]:
    for item in navigation:
        if isinstance(item, str):
            yield Entry("", _target(item))
        elif isinstance(item, dict):
            for title, value in item.items():
                if isinstance(value, list):
                    yield Group(str(title), tuple(_entries(value, where)))
                else:
                    yield Entry(str(title), _target(str(value)))
        else:
            raise MkDocsError(f"{where}: nav has {item!r}, expected a file, or a title with a file or a list.")


def _target(written: str) -> str:
    return written if "://" in written else posixpath.normpath(written.strip())


def files(entries: Sequence[Entry | Group], groups: tuple[str, ...] = ()) -> Iterator[tuple[Entry, tuple[str, ...]]]:
    """Every file of a navigation with the titles of the groups above it, in reading order."""
    for entry in entries:
        if isinstance(entry, Group):
            yield from files(entry.entries, (*groups, entry.title))
        elif entry.is_file:
            yield entry, groups


def kind_of(file: str, groups: Sequence[str]) -> Kind:
    """The kind of a page: what its navigation says, then its folder."""
    for group in reversed(groups):
        if group in _BY_GROUP:
            return _BY_GROUP[group]
    fitting = [folder for folder in _BY_FOLDER if file.startswith(folder)]
    return _BY_FOLDER[max(fitting, key=len)] if fitting else _OTHERS
