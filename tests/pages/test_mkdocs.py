"""An edition from mkdocs.yml: navigation, titles, kinds, links, images; and the real releases."""

from __future__ import annotations

import re
import tarfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image

from builder.editions import EditionId, Kind
from builder.pages import mkdocs
from builder.pages.links import ids, rewrite
from builder.pages.markdown import parse
from builder.pages.mkdocs_navigation import MkDocsError, kind_of
from builder.pages.page import Broken, Edition, NavGroup, NavLink, links
from builder.settings import SourceSettings
from builder.sources.snapshot import Snapshot, SnapshotError

CONFIG = """
site_url: https://driftwood.example/docs/
site_description: Rafts that stay afloat
nav:
  - index.md
  - Guides:
    - Overview: concepts/rafts.md
    - how-tos/tie.md
    - Gone: how-tos/gone.md
  - Elsewhere: https://elsewhere.example/
markdown_extensions:
  - pymdownx.emoji:
      emoji_generator: !!python/name:material.extensions.emoji.to_svg
"""
COMMIT = "0123456789abcdef"


def source(release: str = "0.2") -> SourceSettings:
    return SourceSettings(
        "driftwood", "Driftwood", "Driftwood", "mkdocs", "github", "https://github.com/example/driftwood",
        repository="example/driftwood", release=release,
    )  # fmt: skip


def snapshot(root: Path, files: Mapping[str, str]) -> Snapshot:
    always = {"docs/mkdocs.yml": CONFIG, "LICENSE": "MIT License\n\nCopyright", "docs/docs/index.md": "# Driftwood\n"}
    for path, text in {**always, **files}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    names = sorted(p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file())
    return Snapshot(root, "driftwood-0.2", "https://github.com/example/driftwood", COMMIT, "2025-10-20", tuple(names))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "snapshot"


def read(root: Path, rafts: str = "# Rafts\n", tie: str = "# Tie\n", **more: str) -> Edition:
    files = {"docs/docs/concepts/rafts.md": rafts, "docs/docs/how-tos/tie.md": tie, **more}
    [edition] = mkdocs.read(snapshot(root, files), source())
    return edition


def body(edition: Edition, path: str) -> str:
    page = edition.page(path)
    assert page
    return page.body


def test_the_edition_says_what_it_is_and_where_it_comes_from(root: Path) -> None:
    edition = read(root)
    assert (edition.id, edition.title, edition.label) == (EditionId("driftwood", "0.2"), "Driftwood 0.2", "0.2")
    assert (edition.order, edition.released, edition.latest) == (2, True, False)
    assert edition.origin.url == f"https://github.com/example/driftwood/tree/{COMMIT}"
    assert edition.origin.licence == "MIT"


def test_the_navigation_keeps_its_titles_and_leaves_out_what_is_missing(root: Path) -> None:
    edition = read(root)
    assert edition.navigation == (
        NavLink("Driftwood", ""),
        NavGroup("Guides", (NavLink("Overview", "concepts/rafts"), NavLink("Tie", "how-tos/tie"))),
        NavLink("Elsewhere", "https://elsewhere.example/"),
    )
    assert edition.broken == (Broken("docs/mkdocs.yml", "how-tos/gone.md"),)


def test_a_page_knows_its_place_and_its_source(root: Path) -> None:
    page = read(root).page("concepts/rafts")
    assert page
    assert (page.source, page.kind, page.groups) == ("concepts/rafts", Kind.CONCEPT, ("Guides",))
    assert page.upstream == f"https://github.com/example/driftwood/blob/{COMMIT}/docs/docs/concepts/rafts.md"


def test_the_title_is_the_first_heading_which_leaves_the_body(root: Path) -> None:
    front = "---\ntitle: Else\ndescription: Of rafts.\n---\n\n"
    edition = read(root, rafts=front + "# All about `Raft`\n\nText.\n\n# Part\n")
    page = edition.page("concepts/rafts")
    assert page
    assert (page.title, page.description) == ("All about Raft", "Of rafts.")
    assert page.body == "Text.\n\n## Part {#part}\n"


def test_without_a_heading_the_navigation_then_the_front_matter_then_the_file_gives_the_title(root: Path) -> None:
    edition = read(root, rafts="---\ntitle: Else\n---\nText.\n", tie="---\ntitle: Tie a raft\n---\nText.\n")
    assert [page.title for page in edition.pages[1:]] == ["Overview", "Tie a raft"]
    assert [page.title for page in read(root, tie="Text.\n").pages[2:]] == ["Tie"]


def test_anchors_are_those_of_python_markdown(root: Path) -> None:
    assert body(read(root, rafts="# Rafts\n\n## Usage: the `tie()`\n\n## Rafts\n\n## Rafts\n"), "concepts/rafts") == (
        "## Usage: the `tie()` {#usage-the-tie}\n\n## Rafts {#rafts_1}\n\n## Rafts {#rafts_2}\n"
    )


def test_links_lead_to_pages_of_the_edition_and_to_anchors_that_are_there(root: Path) -> None:
    tie = """# Tie
[file](../concepts/rafts.md#drift-limit), [title](../concepts/rafts.md#rafts), [served](../../concepts/rafts/),
[site](https://driftwood.example/docs/concepts/rafts/), [root](/docs/), [here](#end), [none](../concepts/rafts.md#x)

## End
"""
    edition = read(root, rafts="# Rafts\n\n## Drift limit\n", tie=tie)
    assert body(edition, "how-tos/tie").split("\n\n")[0] == (
        "[file](/driftwood/0.2/concepts/rafts/#drift-limit), [title](/driftwood/0.2/concepts/rafts/),"
        " [served](/driftwood/0.2/concepts/rafts/),\n"
        "[site](/driftwood/0.2/concepts/rafts/), [root](/driftwood/0.2/), [here](/driftwood/0.2/how-tos/tie/#end),"
        " [none](/driftwood/0.2/concepts/rafts/)"
    )
    assert edition.broken[1:] == (Broken("how-tos/tie", "../concepts/rafts.md#x"),)


def test_a_link_to_a_file_that_is_no_page_leads_upstream_and_one_to_nothing_is_text(root: Path) -> None:
    more = {"docs/docs/faq.md": "# FAQ\n"}
    edition = read(root, tie="# Tie\n\n[questions](../faq.md#why) and [nothing](kelp.md)\n", **more)
    assert body(edition, "how-tos/tie") == (
        f"[questions](https://github.com/example/driftwood/blob/{COMMIT}/docs/docs/faq.md#why) and nothing\n"
    )
    assert edition.broken[1:] == (Broken("how-tos/tie", "kelp.md"),)


def test_a_name_of_the_code_links_to_the_page_that_tells_of_it(root: Path) -> None:
    rafts = "# Rafts\n\n::: driftwood.raft.Raft\n    options:\n      members:\n        - tie\n"
    tie = "# Tie\n\n[`tie`][driftwood.raft.Raft.tie], [a](../concepts/rafts.md#driftwood.raft.Raft.tie), [x][other.Y]\n"
    assert body(read(root, rafts, tie), "how-tos/tie") == (
        "[`tie`](/driftwood/0.2/concepts/rafts/#driftwood.raft.Raft),"
        " [a](/driftwood/0.2/concepts/rafts/#driftwood.raft.Raft), x\n"
    )


def test_a_reference_to_the_id_of_a_heading_links_to_the_page_that_has_it(root: Path) -> None:
    edition = read(root, "# Rafts\n\n## Knots {#knots-of-rafts}\n", "# Tie\n\nSee [knots][knots-of-rafts].\n")
    assert body(edition, "how-tos/tie") == "See [knots](/driftwood/0.2/concepts/rafts/#knots-of-rafts).\n"


def test_an_image_is_named_by_its_content_and_has_a_size(root: Path) -> None:
    (root / "docs/docs/img").mkdir(parents=True)
    Image.new("RGB", (8, 400)).save(root / "docs/docs/img/a.png")
    tie = '# Tie\n\n![A](../img/a.png)\n\n![B](../img/a.png){: style="max-height:100px"}\n\n![C](https://x.example/c.png)\n'
    edition = read(root, tie=tie + "\n![gone](d.png)\n")
    [name] = edition.media
    assert body(edition, "how-tos/tie") == (
        f'<img src="/assets/media/{name}" alt="A" width="8" height="400">\n\n'
        f'<img src="/assets/media/{name}" alt="B" width="2" height="100">\n\n'
        "[C](https://x.example/c.png)\n\ngone\n"
    )
    assert edition.media[name] == root / "docs/docs/img/a.png"
    assert edition.broken[1:] == (Broken("how-tos/tie", "d.png"),)


def test_includes_stand_where_they_are_included(root: Path) -> None:
    more = {"docs/snippets/a.md": "one\n\ntwo\n"}
    plugin = '{% include-markdown "../../snippets/a.md" %}'
    tie = f"# Tie\n\n1. x\n\n    {plugin}\n\n{{!snippets/a.md!}}\n\n{{!snippets/none.md!}}\n"
    edition = read(root, tie=tie, **more)
    assert body(edition, "how-tos/tie") == "1. x\n\n    one\n\n    two\n\none\n\ntwo\n"
    assert Broken("how-tos/tie", "snippets/none.md") in edition.broken


def test_a_front_page_without_words_shows_the_description_of_the_site(root: Path) -> None:
    edition = read(root, **{"docs/docs/index.md": "<style>\nh1 {}\n</style>\n"})
    assert body(edition, "") == "Rafts that stay afloat\n"


@pytest.mark.parametrize(
    ("file", "groups", "kind"),
    [
        ("agents/agents.md", ["Get started", "Quickstarts"], Kind.TUTORIAL),
        ("tutorials/workflows.md", ["Get started", "General concepts"], Kind.CONCEPT),
        ("concepts/low_level.md", ["Guides", "LangGraph APIs", "Graph API"], Kind.CONCEPT),
        ("cloud/concepts/runs.md", ["Guides"], Kind.CONCEPT),
        ("agents/mcp.md", ["Guides", "Core capabilities", "MCP"], Kind.HOW_TO),
        ("cloud/how-tos/streaming.md", ["Guides"], Kind.HOW_TO),
        ("cloud/reference/cli.md", ["Reference", "LangGraph Platform"], Kind.REFERENCE),
        ("how-tos/run-id-langsmith.md", ["Examples"], Kind.TUTORIAL),
        ("troubleshooting/errors/index.md", ["Resources", "Troubleshooting", "Errors"], Kind.ERROR),
        ("adopters.md", ["Additional resources"], Kind.GUIDE),
    ],
)
def test_the_kind_comes_from_the_navigation_then_from_the_folder(file: str, groups: list[str], kind: Kind) -> None:
    assert kind_of(file, groups) is kind


def test_a_snapshot_without_a_navigation_is_refused_by_name(root: Path) -> None:
    with pytest.raises(MkDocsError, match=r"docs/mkdocs\.yml of driftwood-0\.2 has no list `nav`"):
        read(root, **{"docs/mkdocs.yml": "site_name: x\n"})
    (root / "docs/mkdocs.yml").unlink()
    with pytest.raises(SnapshotError, match=r"has no docs/mkdocs\.yml"):
        mkdocs.read(Snapshot(root, "driftwood-0.2", "", COMMIT, "", ()), source())


RELEASES = {
    "0.4": ("langgraph-0.4.10-13d66e0", 161),
    "0.5": ("langgraph-0.5.4-1ee6bfe", 157),
    "0.6": ("langgraph-0.6.11-252d6ef", 82),
}
# What upstream's own slips leave: links that are cut off.
SLIPS = ("](https://", "](#immediate-return to")
LEFTOVER = re.compile(
    r"!!!|\?\?\?|===? |:::|\{%|\{!|@\[|\(\d+\)!|\{ ?[.#:]|\]\(|\]\["
    r"|<script|<style|<!--|autoref|attachment:|[\ue000-\uf8ff]"
)


@pytest.fixture(scope="module", params=RELEASES)
def release(request: pytest.FixtureRequest, corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Edition:
    name, _ = RELEASES[request.param]
    root = tmp_path_factory.mktemp("corpus") / name
    with tarfile.open(corpus / f"{name}.tar.gz") as archive:
        for member in archive.getmembers():
            member.name = member.name.partition("/")[2]
            if member.isfile() and member.name:
                archive.extract(member, root, filter="data")
    files = sorted(p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file())
    settings = SourceSettings(
        "langgraph", "LangGraph", "LangGraph", "mkdocs", "github", "https://github.com/langchain-ai/langgraph",
        repository="langchain-ai/langgraph", release=request.param,
    )  # fmt: skip
    [edition] = mkdocs.read(Snapshot(root, f"langgraph-{request.param}", "", name[-7:], "", tuple(files)), settings)
    return edition


def test_every_page_of_a_real_navigation_is_there_with_links_that_resolve(release: Edition) -> None:
    assert len(release.pages) == RELEASES[release.id.release][1]
    paths = {page.path for page in release.pages}
    assert {link.target for link in links(release.navigation) if "://" not in link.target} == paths
    anchors = {page.address: ids(page.body) for page in release.pages}

    def check(target: str) -> str:
        if target.startswith("/assets/media/"):
            assert target.rpartition("/")[2] in release.media
        elif target.startswith("/"):
            address, _, anchor = target.partition("#")
            assert not anchor or anchor in anchors[address], target
        else:
            assert target.startswith(("https://", "http://", "mailto:")), target
        return target

    for page in release.pages:
        rewrite(page.body, check, lambda image: check(image.source))


def test_no_syntax_of_material_is_left_in_a_real_release(release: Edition) -> None:
    for page in release.pages:
        texts: list[str] = []
        for token in parse(page.body):
            assert token.tag != "h1", page.source
            if token.type == "inline":
                texts += [child.content for child in token.children or [] if child.type in ("text", "html_inline")]
            elif token.type == "html_block":
                texts.append(token.content)
            elif token.type == "container_container_open":
                texts.append(token.meta["container"].title)
        found = [t for t in texts if LEFTOVER.search(t) and not any(slip in t for slip in SLIPS)]
        assert not found, (page.source, found)
