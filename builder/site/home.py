"""Our own pages, docs/*.md, as the home of the site: the same Markdown and the same renderer as the mirrored pages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from builder.errors import StrataError
from builder.pages.markdown import with_ids, write_container
from builder.pages.page import Edition, Origin
from builder.settings import Settings
from builder.site.changes.made import MadePage
from builder.site.render import render
from builder.site.theme import finish, run, write_page
from builder.site.versions import by_age

_FRONT_MATTER = re.compile(r"---\n(.*?)\n---\n", re.DOTALL)
_FIELD = re.compile(r"([a-z]+):[ ]*(.*)")
_DOC_LINK = re.compile(r"(\]\()((?![a-z]+:|/|#)[^)\s]*?\.md)(#[^)\s]*)?(\))")
_MARKER = re.compile(r"^<!-- (collections|sources) -->$", re.MULTILINE)

# The home's tabs, as far as there are such pages. All others are reference, by title.
_TABS = ("index", "how-it-works", "evaluation", "assistants", "host-your-own", "notice")
_CHANGES = 1  # where the tab of the pages about changes stands among them
_UNLISTED = ("search", "compare")  # reached from the search itself, and from the pages to compare


class HomeError(StrataError):
    """One of our own pages is not as it must be."""


@dataclass(frozen=True)
class Doc:
    """One of our own pages."""

    path: str  # "formats"; "" for the home page
    title: str
    body: str
    meta: Mapping[str, str]  # front matter
    file: Path

    @property
    def address(self) -> str:
        return f"/{self.path}/" if self.path else "/"


def build_home(
    docs: Path, base: Path, editions: Sequence[Edition], changes: Sequence[MadePage], settings: Settings, work: Path
) -> int:
    """Builds the home into `work`/site, with the pages about changes; returns the number of pages."""
    pages = own_pages(docs, editions, settings)
    for page in pages:
        rendered = render(page.body, page.address)
        meta: dict[str, Any] = {name: escape(value) for name, value in page.meta.items()}
        meta["strata"] = {"path": page.path, "diagrams": rendered.diagrams, "folded": rendered.folded}
        if page.meta.get("hide"):
            meta["hide"] = page.meta["hide"].split()
        write_page(work / "docs", page.path, rendered.html, meta)
    for made in changes:
        meta = {"title": escape(made.title), "template": "changes.html", "strata": {"path": made.path, "folded": True}}
        write_page(work / "docs", made.path, made.html, meta)
    config = {
        "site_name": escape(settings.site_name),
        "site_url": settings.site_url,
        "nav": _nav(pages, changes),
        "extra": {"version": None, "strata": {"up": ""}},
    }
    finish(run(base, work, config), "")
    return len(pages) + len(changes)


def own_pages(docs: Path, editions: Sequence[Edition], settings: Settings) -> list[Doc]:
    """Our own pages, what is generated filled in and every link an address on the site."""
    pages = read_docs(docs)

    def whole(page: Doc) -> Doc:
        body = _MARKER.sub(lambda found: _generated(found[1], editions, settings.collections), page.body)
        return replace(page, body=_linked(body, page, pages))

    return [whole(page) for page in pages]


def read_docs(docs: Path) -> list[Doc]:
    """All of docs/*.md, ordered by path."""
    files = sorted(docs.rglob("*.md"))
    if not any(file.name == "index.md" and file.parent == docs for file in files):
        raise HomeError(f"There is no {docs / 'index.md'}: the site has no home page without it.")
    return [_read(file, docs) for file in files]


def _nav(pages: Sequence[Doc], changes: Sequence[MadePage]) -> list[dict[str, Any]]:
    named = {page.path or "index": page for page in pages}
    tabs: list[dict[str, Any]] = [_entry(named[name]) for name in _TABS if name in named]
    if changes:
        tabs.insert(_CHANGES, {"Changes": _grouped(changes)})
    rest = [page for name, page in named.items() if name not in _TABS and name not in _UNLISTED]
    if rest:
        tabs.insert(-1, {"Reference": [_entry(page) for page in sorted(rest, key=lambda page: page.title.lower())]})
    return tabs


def _grouped(made: Sequence[MadePage]) -> list[dict[str, Any]]:
    nav: list[dict[str, Any]] = []
    for group, members in groupby(made, key=lambda page: page.group):
        entries = [{escape(page.entry): f"{page.path}/index.md"} for page in members]
        nav += [{escape(group): entries}] if group else entries
    return nav


def _entry(page: Doc) -> dict[str, str]:
    return {escape(page.title): f"{page.path}/index.md".lstrip("/")}


def _read(file: Path, docs: Path) -> Doc:
    text = file.read_text("utf-8")
    match = _FRONT_MATTER.match(text)
    meta = dict(_FIELD.findall(match[1])) if match else {}
    if not meta.get("title"):
        raise HomeError(f"{file} has no title: it must begin with front matter, ---, a line 'title: ...', and ---.")
    path = file.relative_to(docs).with_suffix("").as_posix().removesuffix("index").rstrip("/")
    return Doc(path, meta["title"], with_ids(text[match.end() if match else 0 :]), meta, file)


def _linked(body: str, page: Doc, pages: Sequence[Doc]) -> str:
    """`body` with links to other files of docs/ (which work on GitHub) as addresses on the site."""
    known = {doc.file.resolve(): doc for doc in pages}

    def address(match: re.Match[str]) -> str:
        target = known.get((page.file.parent / match[2]).resolve())
        if target is None:
            raise HomeError(f"{page.file} links to {match[2]}, which does not exist.")
        return f"{match[1]}{target.address}{match[3] or ''}{match[4]}"

    return _DOC_LINK.sub(address, body)


def _generated(name: str, editions: Sequence[Edition], titles: Mapping[str, str]) -> str:
    if name == "sources":
        return _sources(editions)
    cards = [_collection(title, [e for e in editions if e.id.collection == name]) for name, title in titles.items()]
    return write_container("cards", "\n".join(card for card in cards if card), columns="2")


def _collection(title: str, editions: Sequence[Edition]) -> str:
    """A card: the current release first and large, all others in one line."""
    if not editions:
        return ""
    releases = [edition for edition in by_age(editions) if not edition.id.unversioned]
    current = next((edition for edition in releases if edition.latest), (releases or list(editions))[0])
    pages = sum(len(edition.pages) for edition in editions)
    count = f"{len(editions)} editions" if len(editions) > 1 else "one edition"
    lines = [f"{pages:,} pages in {count}.", ""]
    for edition in sorted(releases, key=lambda edition: edition is not current):
        note = "current" if edition.latest else "" if edition.released or "draft" in edition.label.lower() else "draft"
        mark = f' <span class="badge">{note}</span>' if note else ""
        lines.append(f"- [{edition.label}](/{edition.id}/){mark}")
    lines += [f"- [Pages of every release](/{e.id}/)" for e in editions if e.id.unversioned]
    return write_container("card", "\n".join(lines), title, href=f"/{current.id}/")


def _sources(editions: Sequence[Edition]) -> str:
    """Where everything comes from and what may be done with it: each source with the editions made of it."""
    by_origin: dict[Origin, list[Edition]] = {}
    for edition in editions:
        by_origin.setdefault(edition.origin, []).append(edition)
    items = []
    for origin, made in by_origin.items():
        licence = _plain(origin.licence)
        items += [
            f"- **[{_plain(origin.name)}]({origin.url})**, revision `{origin.revision[:12]}` of {origin.date[:10]}",
            "",
            f"    {', '.join(f'[{edition.title}](/{edition.id}/)' for edition in made)}",
            "",
            f"    Licence: {f'[{licence}]({origin.licence_url})' if origin.licence_url else licence}",
            "",
        ]
    return "\n".join(items)


def _plain(text: str) -> str:
    """A source's own words as text of ours, whatever signs they hold."""
    return re.sub(r"([\\`*_\[\]<>])", r"\\\1", " ".join(text.split()))
