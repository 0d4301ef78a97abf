"""Pages -> sections -> chunks."""

from builder.editions import EditionId, Kind
from builder.index.chunks import chunks
from builder.index.sections import sections
from builder.pages.page import Edition, Origin, Page

TIDE = EditionId("tide", "2.0")
BODY = """\
Above all headings.

## Transports {#transports}

First line
of a paragraph with `code` and [a link](/tide/2.0/x/#y).

- one
- two

| Name | Meaning |
| --- | --- |
| `a` | first |

### HTTP {#http}

::: note "Careful"
Inside a note.
:::

```json title="x.json"
{"a": 1}
```

## Empty {#empty}

### Child {#child}

<div class="signature">interface <b>Berth</b> &#123;<br>name: string</div>
"""


def page(body: str, path: str = "p") -> Page:
    return Page(TIDE, path, "Basics", "", Kind.SPECIFICATION, body, path, "https://tide.example/p")


def edition(*pages: Page) -> Edition:
    origin = Origin("tide", "https://tide.example", "0" * 40, "2026-01-01", "CC0-1.0", "")
    return Edition(TIDE, "Tide 2.0", "2.0", 2, True, (), pages, origin)


def count(text: str) -> int:
    """A model of one token a word."""
    return len(text.split())


def test_a_section_is_the_text_under_one_heading() -> None:
    found = [(s.anchor, s.headings, s.blocks) for s in sections(page(BODY))]
    assert found == [
        ("", (), ("Above all headings.",)),
        ("transports", ("Transports",), (
            "First line of a paragraph with code and a link.", "- one", "- two", "Name | Meaning", "a | first",
        )),
        ("http", ("Transports", "HTTP"), ("Careful", "Inside a note.", '{"a": 1}')),
        ("empty", ("Empty",), ()),
        ("child", ("Empty", "Child"), ("interface Berth {\nname: string",)),
    ]  # fmt: skip


def test_a_chunk_is_named_by_edition_page_anchor_and_ordinal() -> None:
    ids = [chunk.id for chunk in chunks(edition(page(BODY)), count, 200)]
    assert ids == ["tide/2.0/p#~0", "tide/2.0/p#transports~0", "tide/2.0/p#http~0", "tide/2.0/p#child~0"]


def test_what_is_embedded_begins_with_title_and_headings() -> None:
    http = chunks(edition(page(BODY)), count, 200)[2]
    assert http.embedded == 'Basics > Transports > HTTP\nCareful\nInside a note.\n{"a": 1}'


def test_no_chunk_exceeds_its_budget_and_no_word_is_lost() -> None:
    words = [f"w{n}" for n in range(1000)]
    body = "## Long {#long}\n\n" + " ".join(words) + "\n\n```\n" + "\n".join(words) + "\n```\n"
    found = chunks(edition(page(body)), count, 60)
    assert max(count(chunk.embedded) for chunk in found) <= 60
    assert [word for chunk in found for word in chunk.text.split()] == words * 2
    assert [chunk.ordinal for chunk in found] == list(range(len(found)))


def test_a_text_that_recurs_under_the_same_heading_has_the_same_hash_whatever_its_page() -> None:
    first = chunks(edition(page("## A {#a}\n\nSame [x](/tide/1.0/y/).")), count, 200)[0]
    again = chunks(edition(page("## A {#a-2}\n\nSame [x](/tide/2.0/y/).", "q")), count, 200)[0]
    other = chunks(edition(page("## B {#b}\n\nSame [x](/tide/2.0/y/).")), count, 200)[0]
    assert first.text_hash == again.text_hash != other.text_hash
