"""The lists of pages in the form of llmstxt.org: of the site, of each edition, and an edition's pages in one file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from builder.pages.page import Edition, NavGroup, NavLink, Page, links
from builder.site.copies.page import copy_address
from builder.site.copies.plain import text

LIST, FULL = "llms.txt", "llms-full.txt"


def listed(edition: Edition) -> list[Page]:
    """The pages of an edition's navigation, in its order, each once."""
    pages = {page.path: page for page in edition.pages}
    found = dict.fromkeys(link.target for link in links(edition.navigation))
    return [pages[target] for target in found if target in pages]


def full(copies: Sequence[str]) -> str:
    """The copies of all listed pages, one after the other."""
    return "\n---\n\n".join(copies)


def edition_list(edition: Edition, full_bytes: int, base: str) -> str:
    """llms.txt of an edition; `base` is the site's URL without a slash at its end."""
    origin = edition.origin
    number = len(listed(edition))
    parts = [
        f"# {edition.title}",
        f"> {number:,} pages mirrored from [{text(origin.name)}]({origin.url}), revision {origin.revision[:12]} of "
        f"{origin.date[:10]}. Licence: {text(origin.licence)}. {_release(edition)}".rstrip(),
        f"All of them in one file: [{FULL}]({base}/{edition.id}/{FULL}), {full_bytes:,} bytes.",
    ]
    seen: set[str] = set()
    for title, entries in _sections(edition.navigation):
        lines = [line for link in entries if (line := _line(edition, link, seen, base))]
        if lines:
            parts += [f"## {text(title)}", "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


def site_list(
    name: str, collections: Mapping[str, str], editions: Sequence[Edition], full_bytes: Mapping[str, int], base: str
) -> str:
    """llms.txt of the site: its editions with their counts; `full_bytes` is by edition."""
    parts = [
        f"# {text(name)}",
        "> A mirror of versioned documentation that keeps every release apart. Read one release at a time, and name it "
        "when you cite it: releases disagree.",
        "Each page has a Markdown copy: its address without the last slash, and `.md`.",
    ]
    for id, title in collections.items():
        members = [edition for edition in editions if edition.id.collection == id]
        lines = [_edition_line(edition, full_bytes[str(edition.id)], base) for edition in reversed(members)]
        if lines:
            parts += [f"## {text(title)}", "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


def _edition_line(edition: Edition, full_bytes: int, base: str) -> str:
    at = f"{base}/{edition.id}"
    about = " ".join(part for part in (f"{len(listed(edition)):,} pages.", _release(edition)) if part)
    return f"- [{text(edition.title)}]({at}/{LIST}): {about} In one file: [{FULL}]({at}/{FULL}), {full_bytes:,} bytes"


def _release(edition: Edition) -> str:
    if edition.id.unversioned:
        return "They belong to every release."
    if edition.latest:
        return "This is the current release."
    return "" if edition.released else "This is a draft and may still change."


def _sections(navigation: tuple[NavLink | NavGroup, ...]) -> Iterator[tuple[str, list[NavLink]]]:
    """The navigation's top-level groups; pages beside them come in their place, under a name of their own."""
    loose: list[NavLink] = []
    for entry in navigation:
        if isinstance(entry, NavLink):
            loose.append(entry)
            continue
        if loose:
            yield "Pages", loose
            loose = []
        yield entry.title, [*links(entry.entries)]
    if loose:
        yield "Pages", loose


def _line(edition: Edition, link: NavLink, seen: set[str], base: str) -> str:
    page = edition.page(link.target)
    if page is None or page.path in seen:
        return ""
    seen.add(page.path)
    about = " ".join(page.description.split())
    return f"- [{text(page.title)}]({base}{copy_address(page)})" + (f": {text(about)}" if about else "")
