"""The Markdown copies and the lists of them."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from builder.pages.page import Edition, NavGroup, NavLink, Page, links
from builder.site.copies.llms import edition_list, full, listed
from builder.site.copies.page import copy
from builder.site.copies.plain import plain
from tests.conftest import PROJECT

SITE = "https://docs.example/strata"


def flat(body: str) -> str:
    return plain(body, "/mcp/1.0/basics/", SITE)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("## Title {#title}\n\nText", "## Title\n\nText"),
        ("::: note\nText\n:::", "> **Note**\n>\n> Text"),
        ('::: warning "Mind *this*"\nOne\n\nTwo\n:::\nAfter', "> **Mind \\*this\\***\n>\n> One\n>\n> Two\n\nAfter"),
        (
            ':::: tabs\n::: tab "Python"\n```python\nx\n```\n:::\n::: tab "Go"\nText\n:::\n::::',
            "**Python**\n\n```python\nx\n```\n\n**Go**\n\nText",
        ),
        (
            ':::: steps\n::: step "First"\nDo.\n:::\n::: step\nDo more.\n:::\n::::',
            "**1. First**\n\nDo.\n\n**2.**\n\nDo more.",
        ),
        (
            ':::: cards\n::: card "Start" href="/mcp/1.0/start/"\nHere.\n:::\n::::',
            f"[**Start**]({SITE}/mcp/1.0/start/)\n\nHere.",
        ),
        ('::: details "More" open="true"\nText\n:::', "**More**\n\nText"),
        ('::: field "name" type="string" required="true"\nWho.\n:::', "`name` (`string`, required)\n\nWho."),
        ('::: field "n" type="number" default="5"\n:::', "`n` (`number`, default `5`)"),
        ('::: update "1.2" description="May"\nText\n:::', "**1.2** May\n\nText"),
        ('::: frame "A map"\n![x](/assets/media/a.png)\n:::', f"![x]({SITE}/assets/media/a.png)\n\n*A map*"),
        ("::: tree\n- a\n  - b\n:::", "- a\n  - b"),
        ("- item\n\n  ::: tip\n  Text\n  :::", "- item\n\n  > **Tip**\n  >\n  > Text"),
        (
            ':::: note\nA\n\n::: tip "B"\nC\n:::\n::::',
            "> **Note**\n>\n> A\n>\n> > **B**\n> >\n> > C",
        ),
        ("[a](/mcp/1.0/x/#y) and [b](#z)", f"[a]({SITE}/mcp/1.0/x/#y) and [b]({SITE}/mcp/1.0/basics/#z)"),
        ('A<a id="x"></a> <span class="badge">new</span> `<div>` word', "A new `<div>` word"),
        ('```py title="a.py" hl_lines="2"\n::: note\n## x {#y}\n```', '```py title="a.py"\n::: note\n## x {#y}\n```'),
        ('<pre class="signature"><code>a: <a href="#b">B</a> &lt; c</code></pre>', "```\na: B < c\n```"),
        ('::: details "X"\n     Deep\n:::', "**X**\n\nDeep"),
    ],
)  # fmt: skip
def test_constructs_of_our_markdown_become_plain_markdown(body: str, expected: str) -> None:
    assert flat(body) == expected


def edition(*pages: Page, navigation: tuple[NavLink | NavGroup, ...]) -> Edition:
    from builder.editions import EditionId
    from builder.pages.page import Origin

    origin = Origin(
        "o/r", "https://up.example/", "abcdef0123456789", "2026-01-02T00:00:00Z", "MIT", "https://up.example/L"
    )
    return Edition(EditionId("mcp", "1.0"), "MCP 1.0", "1.0", 1, True, navigation, pages, origin)


def page(path: str, title: str, description: str = "") -> Page:
    from builder.editions import EditionId, Kind

    about = f"https://up.example/{path}"
    return Page(EditionId("mcp", "1.0"), path, title, description, Kind.GUIDE, "## One {#one}\n\nText.", path, about)


def test_a_copy_begins_with_what_a_citation_needs() -> None:
    one = page("a/b", "The <b> of it", "What it *is*")
    made = copy(one, edition(one, navigation=()), SITE)
    assert made == (
        "# The \\<b\\> of it\n\n"
        "Release: 1.0 · Kind: Guide · Upstream: <https://up.example/a/b> · Licence: [MIT](https://up.example/L) · "
        f"Page: <{SITE}/mcp/1.0/a/b/>\n\n"
        "> What it \\*is\\*\n\n## One\n\nText.\n"
    )


def test_a_list_names_the_pages_of_the_navigation_once_and_in_order() -> None:
    pages = page("a", "A", "First"), page("b", "B"), page("c", "C"), page("lost", "Lost")
    navigation = (
        NavLink("A", "a"),
        NavGroup("More", (NavLink("C", "c"), NavLink("Elsewhere", "https://x.example/"), NavLink("A", "a"))),
        NavLink("B", "b"),
    )
    one = edition(*pages, navigation=navigation)
    assert [found.path for found in listed(one)] == ["a", "c", "b"]
    assert edition_list(one, 1234567, SITE) == (
        "# MCP 1.0\n\n"
        "> 3 pages mirrored from [o/r](https://up.example/), revision abcdef012345 of 2026-01-02. Licence: MIT.\n\n"
        f"All of them in one file: [llms-full.txt]({SITE}/mcp/1.0/llms-full.txt), 1,234,567 bytes.\n\n"
        f"## Pages\n\n- [A]({SITE}/mcp/1.0/a.md): First\n\n"
        f"## More\n\n- [C]({SITE}/mcp/1.0/c.md)\n\n"
        f"## Pages\n\n- [B]({SITE}/mcp/1.0/b.md)\n"
    )


def test_the_file_of_all_pages_keeps_them_apart() -> None:
    assert full(["# A\n", "# B\n"]) == "# A\n\n---\n\n# B\n"


def sample_manifest(site: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((site / "assets" / "search" / "manifest.json").read_text("utf-8"))
    return found


def test_every_page_of_an_edition_has_a_copy_beside_it(sample_site: Path) -> None:
    for entry in sample_manifest(sample_site)["editions"]:  # type: ignore[attr-defined]  # a list
        folder = sample_site / entry["id"]
        moved = {html for html in folder.rglob("index.html") if 'http-equiv="refresh"' in html.read_text("utf-8")}
        pages = set(folder.rglob("index.html")) - moved
        copies = {html.parent.with_suffix(html.parent.suffix + ".md") for html in pages if html.parent != folder}
        assert {*copies, folder / "index.md"} == set(folder.rglob("*.md"))


def test_no_copy_holds_anything_but_plain_markdown(sample_site: Path) -> None:
    markdown = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    for file in sample_site.rglob("*.md"):
        for token in markdown.parse(file.read_text("utf-8")):
            assert token.type != "code_block", f"{file}: {token.content}"
            # What stands in code is meant as it is: the page on our formats shows our own signs.
            text = "".join(child.content for child in token.children or () if child.type == "text")
            assert ":::" not in text and not re.search(r"\{#[^}]*\}", text), f"{file}: {text}"
            targets = [str(child.attrGet("href")) for child in token.children or () if child.type == "link_open"]
            assert [target for target in targets if target.startswith(("/", "#"))] == [], file


def test_lists_state_the_size_of_the_file_of_all_pages(sample_site: Path) -> None:
    size = (sample_site / "tide" / "2.0" / "llms-full.txt").stat().st_size
    assert f"llms-full.txt), {size:,} bytes." in (sample_site / "tide" / "2.0" / "llms.txt").read_text("utf-8")
    assert f"/tide/2.0/llms-full.txt), {size:,} bytes\n" in (sample_site / "llms.txt").read_text("utf-8")


def test_the_list_of_an_edition_is_its_navigation(sample_site: Path) -> None:
    from builder import settings
    from builder.pages import mintlify
    from builder.sources import folder as source
    from builder.sources.store import SnapshotStore

    known = settings.load(PROJECT / "tests" / "sample" / "strata.toml")
    tide = known.sources[0]
    snapshot = source.mirror(tide, known.root, SnapshotStore(sample_site.parent / "snapshots-of-copies"))
    for edition in mintlify.read(snapshot, tide):
        wanted = [f"{edition.id}/{link.target or 'index'}.md" for link in links(edition.navigation)
                  if not link.target.startswith("https://")]  # fmt: skip
        text = (sample_site / str(edition.id) / "llms.txt").read_text("utf-8")
        assert re.findall(r"\]\(http://localhost:8000/([^)]*\.md)\)", text) == list(dict.fromkeys(wanted))


def test_the_record_has_the_sum_of_every_copy(sample_site: Path) -> None:
    entry = sample_manifest(sample_site)["copies"]
    data = (sample_site / "assets" / "search" / entry["file"]).read_bytes()  # type: ignore[index]  # an object
    record = json.loads(gzip.decompress(data))
    assert record["site"] == "http://localhost:8000/"
    assert record["copies"] == {
        f"/{file.relative_to(sample_site)}": hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sample_site.rglob("*.md")
    }


def test_our_own_pages_have_copies_too(sample_site: Path) -> None:
    own = {path.parent.relative_to(sample_site).as_posix() for path in sample_site.glob("*/index.html")}
    pages = {name for name in own if (PROJECT / "docs" / f"{name}.md").is_file()}
    assert {"formats", "how-it-works", "notice"} <= pages
    assert [name for name in sorted(pages) if not (sample_site / f"{name}.md").is_file()] == []
    assert (sample_site / "formats.md").read_text("utf-8").startswith("# Formats\n\n")
    assert "Licence:" in (sample_site / "notice.md").read_text("utf-8")
