"""Pages served as Markdown and listed in llms.txt as an edition."""
# ruff: noqa: E501 - the text of a page stands on one line, as upstream's does

import json
from pathlib import Path

import pytest

from builder.editions import Kind
from builder.pages.llms import IndexFormError, read
from builder.pages.page import Broken, NavGroup, NavLink
from builder.settings import SourceSettings
from builder.sources.snapshot import Snapshot

SOURCE = SourceSettings(
    collection="raft", collection_title="Raft", collection_short="Raft", reader="llms", type="llms",
    upstream="https://docs.example", prefix="/oss/python/raft/", release="latest", label="latest (Python)", licence="MIT",
)  # fmt: skip

INDEX = """\
- [Memory](https://docs.example/oss/python/raft/memory.md): Remember.
- [Changelog](https://docs.example/oss/python/raft/changelog-js.md)
- [Changelog](https://docs.example/oss/python/raft/changelog-py.md)
- [LIMIT](https://docs.example/oss/python/raft/errors/LIMIT.md)
- [Pause](https://docs.example/oss/python/raft/pause.md)
- [](https://docs.example/oss/python/raft/ui.md)
- [Human](https://docs.example/oss/python/raft/human.md)
- [Other](https://docs.example/oss/python/other/a.md)
"""

PAGES = {
    "oss/python/raft/memory.md": "# Memory\n\n> Remember.\n\n[pause](/oss/python/raft/pause#now) [human](/oss/python/raft/human)\n",
    "oss/python/raft/errors/LIMIT.md": "# LIMIT\n\n[c](/oss/python/raft/changelog-py) [js](/oss/javascript/raft/pause)\n",
    "oss/python/raft/pause.md": "# Pause\n\n## Now\n\n[smith](/smith/a?b#c) [gone](/oss/python/raft/gone) ![i](/oss/i.png)\n",
    "oss/python/raft/ui.md": "# Chat UI\n",
    "oss/python/releases/changelog.md": "# Changelog\n",
    "oss/javascript/releases/changelog.md": "# Changelog\n",
}
REDIRECTS = {
    "/oss/python/raft/changelog-js.md": "/oss/javascript/releases/changelog.md",
    "/oss/python/raft/changelog-py.md": "/oss/python/releases/changelog.md",
    "/oss/python/raft/human.md": "/oss/python/raft/pause.md",
}


def snapshot(folder: Path, index: str = INDEX) -> Snapshot:
    files = {**PAGES, "llms.txt": index, "redirects.json": json.dumps(REDIRECTS)}
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    return Snapshot(folder, "raft-latest", "https://docs.example", "hash", "2031-05-12T00:00:00Z", tuple(sorted(files)))


def test_each_page_is_there_once_in_the_order_of_the_index(tmp_path: Path) -> None:
    (edition,) = read(snapshot(tmp_path), SOURCE)
    assert [(page.path, page.title, page.kind, page.source) for page in edition.pages] == [
        ("memory", "Memory", Kind.CONCEPT, "oss/python/raft/memory"),
        ("releases/changelog", "Changelog", Kind.REFERENCE, "oss/python/releases/changelog"),
        ("errors/LIMIT", "LIMIT", Kind.ERROR, "oss/python/raft/errors/LIMIT"),
        ("pause", "Pause", Kind.CONCEPT, "oss/python/raft/pause"),
        ("ui", "Chat UI", Kind.CONCEPT, "oss/python/raft/ui"),
    ]


def test_pages_are_grouped_by_their_folders(tmp_path: Path) -> None:
    (edition,) = read(snapshot(tmp_path), SOURCE)
    assert edition.navigation == (
        NavLink("Memory", "memory"),
        NavLink("Pause", "pause"),
        NavLink("Chat UI", "ui"),
        NavGroup("Releases", (NavLink("Changelog", "releases/changelog"),)),
        NavGroup("Errors", (NavLink("LIMIT", "errors/LIMIT"),)),
    )


def test_links_stay_in_the_edition_or_lead_to_the_site(tmp_path: Path) -> None:
    (edition,) = read(snapshot(tmp_path), SOURCE)
    bodies = {page.path: page.body for page in edition.pages}
    assert bodies["memory"] == "[pause](/raft/latest/pause/#now) [human](/raft/latest/pause/)\n"
    assert bodies["errors/LIMIT"] == (
        "[c](/raft/latest/releases/changelog/) [js](https://docs.example/oss/javascript/raft/pause)\n"
    )
    assert bodies["pause"] == (
        "## Now {#now}\n\n[smith](https://docs.example/smith/a?b#c) gone [i](https://docs.example/oss/i.png)\n"
    )
    assert edition.broken == (Broken("oss/python/raft/pause", "/oss/python/raft/gone"),)


def test_redirects_of_the_site_are_redirects_here(tmp_path: Path) -> None:
    (edition,) = read(snapshot(tmp_path), SOURCE)
    assert edition.redirects == {
        "changelog-py": "/raft/latest/releases/changelog/", "human": "/raft/latest/pause/"
    }  # fmt: skip


def test_an_edition_knows_where_it_is_from(tmp_path: Path) -> None:
    (edition,) = read(snapshot(tmp_path), SOURCE)
    assert (str(edition.id), edition.title, edition.label) == ("raft/latest", "Raft latest (Python)", "latest (Python)")
    assert (edition.origin.name, edition.origin.licence, edition.origin.revision) == ("docs.example", "MIT", "hash")
    assert edition.pages[0].upstream == "https://docs.example/oss/python/raft/memory"
    assert edition.pages[0].description == "Remember."


def test_an_index_without_pages_is_an_error_that_shows_what_was_expected(tmp_path: Path) -> None:
    with pytest.raises(IndexFormError, match=r"lists no page below /oss/python/raft/: expected lines such as"):
        read(snapshot(tmp_path, "# Docs\n"), SOURCE)


def test_a_listed_page_that_is_missing_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(IndexFormError, match=r"lists oss/python/raft/no\.md"):
        read(snapshot(tmp_path, "- [No](https://docs.example/oss/python/raft/no.md)\n"), SOURCE)
