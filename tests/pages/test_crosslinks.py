"""Links from one source to another's pages stay in the mirror."""

from __future__ import annotations

from builder.editions import EditionId, Kind
from builder.pages.crosslinks import cross
from builder.pages.page import Edition, Origin, Page

ORIGIN = Origin("tide", "https://tide.example", "0" * 40, "2026-01-01", "CC0-1.0", "")


def edition(name: str, upstream: str, body: str) -> Edition:
    id = EditionId(*name.split("/"))
    page = Page(id, "p", "P", "", Kind.GUIDE, body, "p", upstream)
    return Edition(id, name, name, 1, True, (), (page,), ORIGIN)


def crossed(link: str) -> str:
    one = edition("a/1", "https://a.example/p", link)
    other = edition("b/1", "https://b.example/p", "## Known {#known}\n")
    return cross([one, other])[0].pages[0].body


def test_an_address_of_a_mirrored_page_leads_to_the_mirror() -> None:
    assert crossed("[x](https://b.example/p)") == "[x](/b/1/p/)"
    assert crossed("[x](https://b.example/p.md#known)") == "[x](/b/1/p/#known)"


def test_an_anchor_that_the_page_has_not_is_dropped() -> None:
    assert crossed("[x](https://b.example/p/#gone)") == "[x](/b/1/p/)"


def test_other_addresses_code_and_images_stay_as_they_are() -> None:
    body = (
        '`https://b.example/p` [y](https://b.example/q) <img src="/assets/media/a.png" alt="A" width="4" height="2">\n'
    )
    assert crossed(body) == body
