"""No page loses a heading, a list item, a code block, a table or a link on its way from source to HTML.

Every page of the real corpora is rendered twice: by us, and by cmark-gfm, GitHub's own CommonMark parser in C, from
the same source with its directives struck out (plain_mdx, plain_material: crude, and without a line of our
converters). What differs must be in structure-differences.toml, by construct and with its number.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import cmarkgfm  # type: ignore[import-untyped]  # it says no types
import pytest
from cmarkgfm.cmark import Options  # type: ignore[import-untyped]

from builder import pipeline, settings
from builder.pages.page import Edition, Page
from builder.progress import silent
from builder.site.render import render_page
from builder.sources.hosts import Hosts
from builder.sources.snapshot import Snapshot
from tests.conftest import PROJECT, OriginServer
from tests.pages import plain_material, plain_mdx
from tests.pages.outline import outline

LIST = Path(__file__).with_name("structure-differences.toml")
_OPTIONS = Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_FOOTNOTES
_EXTENSIONS = ["table", "strikethrough", "autolink"]


@dataclass(frozen=True)
class Difference:
    """Something that stands on one side only."""

    page: str  # "mcp/2025-06-18/docs/tools/inspector"
    where: str  # "ours links", "source code"
    text: str
    count: int
    broken: bool  # whether upstream has broken a link of the page

    @property
    def collection(self) -> str:
        return self.page.partition("/")[0]


def differences(edition: Edition, page: Page, source: str) -> list[Difference]:
    theirs = outline(cmarkgfm.markdown_to_html_with_extensions(source, _OPTIONS, extensions=_EXTENSIONS))
    ours = outline(render_page(page).html)
    broken = any(link.page == page.source for link in edition.broken)
    return [
        Difference(f"{edition.id}/{page.path}", f"{side} {what}", text, count, broken)
        for side, only in (("ours", ours.minus(theirs)), ("source", theirs.minus(ours)))
        for what, found in only.items()
        for text, count in found.items()
    ]


def source_of(edition: Edition, page: Page, snapshots: dict[str, Snapshot]) -> str:
    """A page's source without its directives."""
    release = edition.id.release
    if edition.id.collection == "mcp":
        return plain_mdx.plain((snapshots["mcp"].root / "docs" / f"{page.source}.mdx").read_text("utf-8"))
    root = snapshots[f"{edition.id.collection}-{release}"].root
    if (root / f"{page.source}.md").is_file():
        return plain_mdx.plain((root / f"{page.source}.md").read_text("utf-8"))
    file = root / "docs/docs" / f"{page.source}.md"
    return plain_material.plain(file if file.is_file() else file.with_suffix(".ipynb"), root / "docs")


def explained(constructs: list[dict[str, Any]], one: Difference) -> str | None:
    """The construct that a difference is due to: the first that fits."""
    for construct in constructs:
        fits = one.where in construct.get(one.collection, {}) and any(fnmatch(one.page, p) for p in construct["pages"])
        if fits and re.search(construct.get("text", ""), one.text) and (one.broken or not construct.get("broken")):
            return str(construct["name"])
    return None


def table(found: Counter[tuple[str, str, str]]) -> str:
    rows = [f"{name:48} {collection:10} {where:16} {n:6,}" for (name, collection, where), n in sorted(found.items())]
    return "\n".join([f"{'construct':48} {'':10} {'stands only in':16} {'':>6}", *rows])


def test_every_page_has_the_structure_of_its_source(origin: OriginServer, tmp_path: Path) -> None:
    constructs = tomllib.loads(LIST.read_text("utf-8"))["construct"]
    work = pipeline.Workspace(settings.load(PROJECT / "strata.toml"), tmp_path, PROJECT / ".strata" / "test")
    found = pipeline.mirror(work, silent, Hosts.of(origin()))
    snapshots = {snapshot.source: snapshot for snapshot in found}
    pages, unexplained = 0, []
    counted: Counter[tuple[str, str, str]] = Counter()
    for edition in pipeline.editions(work, found):
        for page in edition.pages:
            pages += 1
            for one in differences(edition, page, source_of(edition, page, snapshots)):
                name = explained(constructs, one)
                if name is None:
                    unexplained.append(one)
                else:
                    counted[name, one.collection, one.where] += one.count
    print(f"{pages} pages, {sum(counted.values()):,} differences, {len(unexplained)} of them unexplained")
    print(table(counted))
    assert [f"{one.page}: only in {one.where}: {one.text[:200]}" for one in unexplained] == []
    listed = {
        (construct["name"], collection, where): count
        for construct in constructs
        for collection in ("mcp", "langgraph")
        for where, count in construct.get(collection, {}).items()
    }
    assert dict(counted) == listed


def test_a_lost_list_item_is_seen() -> None:
    theirs, ours = outline("<ul><li>a</li><li>b</li></ul>"), outline("<ul><li>a b</li></ul>")
    assert theirs.minus(ours)["items"] == Counter({"item": 1})


def test_code_is_compared_to_the_letter_and_by_language() -> None:
    theirs = outline('<pre><code class="language-py">a  = 1\n</code></pre>')
    ours = outline('<div class="language-py highlight"><pre><code><span>a</span> = 1\n</code></pre></div>')
    assert theirs.minus(ours)["code"] == Counter({"py: a  = 1": 1})


def test_a_lost_cell_is_seen() -> None:
    theirs, ours = outline("<table><tr><td>1<td>2</table>"), outline("<table><tr><td>1 2</table>")
    assert theirs.minus(ours)["tables"] == Counter({"1 rows, 2 cells": 1})


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("<Tabs>\n  <Tab title='A'>\n    ```py\n    a\n    ```\n  </Tab>\n</Tabs>", "\n\n```py\na\n```\n\n"),
        ('<Card title="A" href="/a">\n  Text\n</Card>', "[A](</a>) \n\nText\n\n"),
        ("1. One\n\n   <Note>\n     Two\n   </Note>", "1. One\n\n   \n\n   Two\n   \n"),
    ],
)
def test_tags_are_struck_out_with_the_indentation_of_what_they_hold(source: str, left: str) -> None:
    def squeezed(text: str) -> list[str]:
        return [line for line in text.split("\n") if line.strip()]

    assert squeezed(plain_mdx.plain(source)) == squeezed(left)
