"""docs.json and the pages it names as editions."""
# ruff: noqa: E501 - the text of a page stands on one line, as upstream's does

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from builder.editions import EditionId, Kind
from builder.pages.docs_json import NavigationError
from builder.pages.mintlify import read
from builder.pages.page import Broken, Edition, NavGroup, NavLink
from builder.settings import SourceSettings
from builder.sources.snapshot import Snapshot

SOURCE = SourceSettings(
    collection="tide", collection_title="Tide Protocol", collection_short="Tide", reader="mintlify", type="folder",
    upstream="https://tide.example", folder="tide",
)  # fmt: skip

CONFIG: dict[str, Any] = {
    "navigation": {
        "tabs": [
            {"tab": "Documentation", "versions": [
                {"version": "Version 3.0 (latest)", "default": True, "pages": [{"group": "Start", "pages": ["docs/3.0/intro", "examples"]}]},
                {"version": "Version 1.0", "pages": ["docs/1.0/intro", "examples"]},
            ]},
            {"tab": "Specification", "versions": [
                {"version": "Version 3.0 (latest)", "pages": ["specification/3.0/index", {"group": "Base", "pages": ["specification/3.0/basic/index", "specification/3.0/basic/lines"]}]},
                {"version": "Version 1.0", "pages": ["specification/1.0/index"]},
                {"version": "Draft", "pages": ["specification/draft/index"]},
            ]},
            {"tab": "SEPs", "pages": ["seps/index", {"group": "Final", "pages": ["seps/7-keys"]}]},
            {"tab": "Forum", "href": "https://forum.tide.example"},
        ]
    },
    "redirects": [
        {"source": "/specification/latest/:slug*", "destination": "/specification/3.0/:slug*"},
        {"source": "/specification/latest", "destination": "/specification/3.0"},
        {"source": "/specification/1.0/keys", "destination": "/seps/7-keys"},
        {"source": "/start", "destination": "/docs/3.0/intro"},
        {"source": "/gone", "destination": "/nowhere"},
    ],
}  # fmt: skip

PAGES = {
    "docs/3.0/intro": "---\ntitle: Introduction to Tide\nsidebarTitle: Intro\ndescription: Begin here\n---\nSee [lines](/specification/3.0/basic/lines#fast).",
    "docs/1.0/intro": "---\ntitle: Intro\n---\n[spec](/specification/1.0) [new](/specification/latest/basic) [ex](/examples)",
    "examples": "---\ntitle: Examples\n---\nText.",
    "specification/3.0/index": "---\ntitle: Specification\n---\n[client](/specification/3.0/client) ![a](./quay.svg) ![b](/no.png) ![c](https://cdn.example/c.png)",
    "specification/3.0/basic/index": "---\ntitle: Overview\n---\n## `_meta`\n\n[keys](/seps/7-keys) [own](#meta) [hidden](/hidden)",
    "specification/3.0/basic/lines": "---\ntitle: Lines\n---\n## Fast\n\n[up](./index#meta)",
    "specification/1.0/index": "---\ntitle: Specification\n---\n[keys](/specification/1.0/keys)",
    "specification/draft/index": "---\ntitle: Specification\n---\n[no anchor](/specification/3.0/basic/lines#slow)",
    "seps/index": "---\ntitle: SEPs\n---\n[7](./7-keys.md)",
    "seps/7-keys": "---\ntitle: Keys\n---\n## A\n\n## A\n",
    "hidden": "---\ntitle: In no navigation\n---\n",
}  # fmt: skip


def snapshot(folder: Path, config: dict[str, Any] = CONFIG, licence: str = "MIT License\n") -> Snapshot:
    files = {f"docs/{path}.mdx": text for path, text in PAGES.items()}
    files |= {"docs/docs.json": json.dumps(config), "LICENSE": licence}
    files["docs/specification/3.0/quay.svg"] = '<svg viewBox="0 0 30 10"></svg>'
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    return Snapshot(folder, "tide", "https://tide.example/repo", "abc123", "2031-05-12T00:00:00Z", tuple(sorted(files)))


@pytest.fixture
def editions(tmp_path: Path) -> dict[str, Edition]:
    return {edition.id.release: edition for edition in read(snapshot(tmp_path), SOURCE)}


def body(edition: Edition, path: str) -> str:
    page = edition.page(path)
    assert page
    return page.body


def test_releases_ascend_the_draft_is_last_and_unversioned_pages_have_no_place(editions: dict[str, Edition]) -> None:
    assert [(e.id, e.label, e.order, e.released, e.latest) for e in editions.values()] == [
        (EditionId("tide", "1.0"), "1.0", 0, True, False),
        (EditionId("tide", "3.0"), "3.0", 1, True, True),
        (EditionId("tide", "draft"), "Draft", 2, False, False),
        (EditionId("tide", "unversioned"), "All releases", -1, False, False),
    ]


def test_paths_lose_the_release_and_the_index(editions: dict[str, Edition]) -> None:
    assert [(page.path, page.kind, page.source) for page in editions["3.0"].pages] == [
        ("docs/intro", Kind.GUIDE, "docs/3.0/intro"),
        ("examples", Kind.GUIDE, "examples"),
        ("specification", Kind.SPECIFICATION, "specification/3.0/index"),
        ("specification/basic", Kind.SPECIFICATION, "specification/3.0/basic/index"),
        ("specification/basic/lines", Kind.SPECIFICATION, "specification/3.0/basic/lines"),
    ]
    assert [(page.path, page.kind) for page in editions["unversioned"].pages] == [
        ("seps", Kind.SEP), ("seps/7-keys", Kind.SEP)
    ]  # fmt: skip


def test_a_page_knows_its_address_its_original_and_its_groups(editions: dict[str, Edition]) -> None:
    page = editions["3.0"].page("specification/basic")
    assert page
    assert page.address == "/tide/3.0/specification/basic/"
    assert page.upstream == "https://tide.example/specification/3.0/basic"
    assert page.groups == ("Specification", "Base")
    assert (page.title, page.description) == ("Overview", "")


def test_the_navigation_is_upstreams(editions: dict[str, Edition]) -> None:
    assert editions["3.0"].navigation == (
        NavGroup("Documentation", (NavGroup("Start", (NavLink("Intro", "docs/intro"), NavLink("Examples", "examples"))),)),
        NavGroup("Specification", (
            NavLink("Specification", "specification"),
            NavGroup("Base", (NavLink("Overview", "specification/basic"), NavLink("Lines", "specification/basic/lines"))),
        )),
    )  # fmt: skip


def test_links_lead_to_the_edition_they_mean(editions: dict[str, Edition]) -> None:
    assert body(editions["3.0"], "docs/intro") == "See [lines](/tide/3.0/specification/basic/lines/#fast).\n"
    assert body(editions["1.0"], "docs/intro") == (
        "[spec](/tide/1.0/specification/) [new](/tide/3.0/specification/basic/) [ex](/tide/1.0/examples/)\n"
    )
    assert body(editions["3.0"], "specification/basic") == (
        "## `_meta` {#meta}\n\n[keys](/tide/unversioned/seps/7-keys/) [own](/tide/3.0/specification/basic/#meta) "
        "[hidden](https://tide.example/hidden)\n"
    )
    assert body(editions["unversioned"], "seps") == "[7](/tide/unversioned/seps/7-keys/)\n"


def test_an_index_page_is_where_its_folder_is(editions: dict[str, Edition]) -> None:
    assert "[up](/tide/3.0/specification/basic/#meta)" in body(editions["3.0"], "specification/basic/lines")


def test_broken_links_and_pictures_are_text_and_listed(editions: dict[str, Edition]) -> None:
    text = body(editions["3.0"], "specification")
    assert text.startswith('client <img src="/assets/media/') and text.endswith(" b [c](https://cdn.example/c.png)\n")
    assert editions["3.0"].broken == (
        Broken("specification/3.0/index", "/specification/3.0/client"), Broken("specification/3.0/index", "/no.png")
    )  # fmt: skip
    assert editions["draft"].broken == (Broken("specification/draft/index", "/specification/3.0/basic/lines#slow"),)
    assert body(editions["draft"], "specification") == "[no anchor](/tide/3.0/specification/basic/lines/)\n"


def test_pictures_are_files_of_the_edition(editions: dict[str, Edition]) -> None:
    ((name, path),) = editions["3.0"].media.items()
    assert name.endswith(".svg") and path.name == "quay.svg"
    assert f'<img src="/assets/media/{name}" alt="a" width="30" height="10">' in body(editions["3.0"], "specification")


def test_redirects_stand_in_the_edition_their_path_names(editions: dict[str, Edition]) -> None:
    assert editions["1.0"].redirects == {"specification/keys": "/tide/unversioned/seps/7-keys/"}
    assert editions["unversioned"].redirects == {
        "specification/latest": "/tide/3.0/specification/",
        "specification/latest/basic": "/tide/3.0/specification/basic/",
        "specification/latest/basic/lines": "/tide/3.0/specification/basic/lines/",
        "start": "/tide/3.0/docs/intro/",
    }


def test_headings_that_repeat_are_numbered(editions: dict[str, Edition]) -> None:
    assert body(editions["unversioned"], "seps/7-keys") == "## A {#a}\n\n## A {#a-2}\n"


def test_where_no_release_is_called_latest_the_newest_is(tmp_path: Path) -> None:
    tabs = [{"tab": "Specification", "versions": [
        {"version": "Draft", "pages": ["specification/draft/index"]},
        {"version": "3.0", "pages": ["specification/3.0/index"]}, {"version": "1.0", "pages": ["specification/1.0/index"]},
    ]}]  # fmt: skip
    editions = read(snapshot(tmp_path, {"navigation": {"tabs": tabs}}), SOURCE)
    assert [(e.id.release, e.order, e.latest) for e in editions] == [
        ("1.0", 0, False),
        ("3.0", 1, True),
        ("draft", 2, False),
    ]


def test_a_page_that_is_not_there_is_an_error_that_names_it(tmp_path: Path) -> None:
    tabs = [{"tab": "Specification", "pages": ["specification/9.9/index"]}]
    with pytest.raises(NavigationError, match=r"docs/docs\.json of tide .* lists the page 'specification/9\.9/index'"):
        read(snapshot(tmp_path, {"navigation": {"tabs": tabs}}), SOURCE)


@pytest.mark.parametrize(
    "config",
    [{"navigation": {"tabs": []}}, {"navigation": {}}, {}, {"navigation": {"tabs": [{"tab": "A", "pages": []}]}}],
)
def test_an_empty_navigation_is_an_error_that_says_what_was_expected(tmp_path: Path, config: dict[str, Any]) -> None:
    with pytest.raises(NavigationError, match=r"docs/docs\.json.* expected \{\"navigation\""):
        read(snapshot(tmp_path, config), SOURCE)


def test_the_licence_is_read_from_its_text(tmp_path: Path) -> None:
    text = "The project is undergoing a licensing transition from the MIT License to the Apache License. CC-BY-4.0\n\n"
    text += "Apache License\n Version 2.0, January 2004\n\nMIT License\n"
    edition = read(snapshot(tmp_path, licence=text), replace(SOURCE, repository="o/tide"))[0]
    assert edition.origin.licence == (
        "In transition from MIT to Apache-2.0; documentation other than the specification CC-BY-4.0"
    )
    assert edition.origin.licence_url == "https://github.com/o/tide/blob/abc123/LICENSE"
