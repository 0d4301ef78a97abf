"""The front page of an edition whose source has none: what it is, and where to begin."""

from __future__ import annotations

from builder.editions import Kind
from builder.pages.markdown import write_container
from builder.pages.page import Edition, NavGroup, NavLink, Page, links


def with_front(edition: Edition) -> tuple[Page, ...]:
    """The edition's pages, a front page among them."""
    return edition.pages if edition.page("") else (front_page(edition), *edition.pages)


def front_page(edition: Edition) -> Page:
    kind = edition.pages[0].kind if edition.pages else Kind.GUIDE
    cards = write_container("cards", "\n".join(_cards(edition)), columns="2")
    body = f"{_about(edition)}\n\n{cards}"
    return Page(edition.id, "", edition.title, "", kind, body, "", edition.origin.url)


def _about(edition: Edition) -> str:
    number = f"{len(edition.pages):,} page" + ("" if len(edition.pages) == 1 else "s")
    if edition.id.unversioned:
        return f"{number} that belong to no single release. They are searched together with every release."
    if not edition.released:
        return f"{number} of a draft. What is written here may still change before it is released."
    current = " This is the current release." if edition.latest else ""
    return f"{number}, as they stand for this release.{current}"


def _cards(edition: Edition) -> list[str]:
    sections = _sections(edition.navigation)
    cards = []
    for title, found in sections:
        first = found[0]
        pages = "\n".join(f"- [{_escape(link.title)}]({_address(edition, link)})" for link in found[:6])
        rest = f"\n- and {len(found) - 6} more" if len(found) > 6 else ""
        cards.append(write_container("card", pages + rest, title, href=_address(edition, first)))
    return cards


def _sections(navigation: tuple[NavLink | NavGroup, ...]) -> list[tuple[str, list[NavLink]]]:
    """Top-level groups with their pages; of a single group, the groups in it; loose pages under a name of their own."""
    groups = [entry for entry in navigation if isinstance(entry, NavGroup)]
    if len(groups) == 1 and len(navigation) == 1:
        inner = _sections(groups[0].entries)
        return inner if len(inner) > 1 else [(groups[0].title, list(links(groups[0].entries)))]
    loose = [entry for entry in navigation if isinstance(entry, NavLink)]
    found = [("Pages", loose)] if loose else []
    return [(title, pages) for title, pages in found + [(g.title, list(links(g.entries))) for g in groups] if pages]


def _address(edition: Edition, link: NavLink) -> str:
    if link.target.startswith(("http://", "https://")):
        return link.target
    return f"/{edition.id}/{link.target}/" if link.target else f"/{edition.id}/"


def _escape(title: str) -> str:
    return "".join("\\" + c if c in "\\`*_[]<>&!#" else c for c in title)
