"""Something new appears upstream: only what changed is built, old addresses live on, and the run says what is new."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from builder import pipeline, settings
from builder.news import EditionNews, Holdings, News, holdings, lines, markdown, news
from tests.conftest import PROJECT, _strata


def entry(release: str, commit: str, latest: bool = False) -> dict[str, Any]:
    return {"title": f"Demo {release}", "collection": "demo", "release": release, "commit": commit, "latest": latest}


OLD = Holdings(
    {"demo/1.0": entry("1.0", "a" * 40, latest=True), "demo/next": entry("next", "a" * 40)},
    {"demo/1.0": {"index": "1", "tools": "2", "gone": "3"}, "demo/next": {"index": "4"}},
    frozenset({"/demo/1.0/", "/demo/1.0/gone/", "/demo/next/"}),
)
NEW = Holdings(
    {"demo/1.0": entry("1.0", "b" * 40), "demo/2.0": entry("2.0", "b" * 40, latest=True)},
    {"demo/1.0": {"index": "1", "tools": "9", "added": "8"}, "demo/2.0": {"index": "5"}},
    frozenset({"/demo/1.0/", "/demo/2.0/", "/demo/next/"}),
)


def test_new_gone_and_changed_editions_and_pages_are_told_apart() -> None:
    assert news(OLD, NEW, ["demo/2.0"]) == News(
        editions=(
            EditionNews(
                "demo/1.0", "Demo 1.0", "changed", ("a" * 40, "b" * 40), 3, ("added",), ("tools",), ("gone",)
            ),
            EditionNews("demo/2.0", "Demo 2.0", "new", ("", "b" * 40), 1),
            EditionNews("demo/next", "Demo next", "gone", ("a" * 40, ""), 1),
        ),
        latest=(("demo", "1.0", "2.0"),),
        rebuilt=("demo/2.0",),
        reused=1,
        dead=("/demo/1.0/gone/",),
    )  # fmt: skip


def test_the_news_is_told_on_the_terminal_and_as_markdown() -> None:
    found = news(OLD, NEW, ["demo/2.0"])
    assert list(lines(found)) == [
        "demo/1.0: aaaaaaa to bbbbbbb, 1 page new, 1 page changed, 1 page removed",
        "demo/2.0: new, 1 page at bbbbbbb",
        "demo/next: gone, 1 page at aaaaaaa",
        "demo: latest was 1.0 and is 2.0",
        "addresses that lead nowhere now: /demo/1.0/gone/",
        "pages built again: demo/2.0; taken from the last build: 1",
    ]
    text = markdown(found)
    assert "| demo/2.0 | new, 1 page at bbbbbbb |" in text
    assert "`/demo/latest/` was **1.0** and is **2.0**." in text
    assert "**Demo 1.0**\n\n- New: `added`\n- Changed: `tools`\n- Removed: `gone`\n" in text


def test_a_long_list_is_cut_and_counted() -> None:
    many = tuple(f"page{number:02}" for number in range(25))
    told = markdown(News(editions=(EditionNews("demo/1.0", "Demo 1.0", "changed", ("a", "b"), 30, many),)))
    assert "`page19`, … and 5 more\n" in told and "page20" not in told


def test_a_copy_whose_revision_alone_has_changed_is_no_changed_page(sample_site: Path, tmp_path: Path) -> None:
    shutil.copytree(sample_site, tmp_path / "site")
    before = holdings(tmp_path / "site")
    page = tmp_path / "site/tide/2.0/specification/basic/transports.md"
    title, facts, rest = page.read_text("utf-8").split("\n\n", 2)
    page.write_text(f"{title}\n\n{facts} · another licence\n\n{rest}", "utf-8")
    assert holdings(tmp_path / "site") == before
    page.write_text(f"{title}\n\n{facts}\n\n{rest}And more.\n", "utf-8")
    changed = news(before, holdings(tmp_path / "site"), [])
    assert [one.changed for one in changed.editions] == [("specification/basic/transports",)]
    assert replace(changed, editions=()) == News(reused=6)


@pytest.mark.parametrize("manifest", ["", "{damaged", "[]", "{}", '{"editions": [{"id": "demo/1.0", "name": "1.0"}]}'])
def test_a_site_that_is_damaged_or_of_an_older_form_holds_nothing(tmp_path: Path, manifest: str) -> None:
    file = tmp_path / "assets" / "search" / "manifest.json"
    file.parent.mkdir(parents=True)
    file.write_text(manifest)
    assert holdings(tmp_path) == Holdings({}, {}, frozenset())


@pytest.fixture(scope="module")
def strata(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return _strata(tmp_path_factory.mktemp("news"))


def run(strata: Any, upstream: Path, *options: str, check: bool = True) -> Any:
    config = str(upstream / "strata.toml")
    strata("mirror", "--config", config)
    return strata("build", "--config", config, *options, check=check)


def without_release(docs: dict[str, Any], release: str) -> dict[str, Any]:
    tabs = [
        tab | {"versions": [v for v in tab["versions"] if release not in v["version"]]} if "versions" in tab else tab
        for tab in docs["navigation"]["tabs"]
    ]
    return docs | {"navigation": docs["navigation"] | {"tabs": tabs}}


def test_a_new_release_is_added_latest_moves_and_no_address_dies(strata: Any, upstream: Path, tmp_path: Path) -> None:
    file = upstream / "tide" / "docs" / "docs.json"
    whole = file.read_text("utf-8")
    file.write_text(json.dumps(without_release(json.loads(whole), "3.0")), "utf-8")
    run(strata, upstream)
    assert not (strata.site / "tide" / "3.0").exists()
    before = holdings(strata.site)
    assert "/tide/latest/specification/basic/transports/" in before.addresses

    file.write_text(whole, "utf-8")
    done = run(strata, upstream, "--summary", str(tmp_path / "summary.md"))
    said = done.stdout.splitlines()
    assert any(re.match(r"tide/3\.0: new, \d+ pages at [0-9a-f]{7}", line) for line in said)
    assert "tide: latest was 2.0 and is 3.0" in said
    assert not any("lead nowhere" in line for line in said)
    assert before.addresses <= holdings(strata.site).addresses
    built = next(line for line in said if line.startswith("pages built again: "))
    assert "tide/3.0" in built and "driftwood" not in built
    assert "`/tide/latest/` was **2.0** and is **3.0**." in (tmp_path / "summary.md").read_text("utf-8")
    moved = (strata.site / "tide/latest/specification/basic/transports/index.html").read_text("utf-8")
    assert "../../../../3.0/specification/basic/transports/" in moved


def test_where_one_page_changed_one_edition_is_built(strata: Any, upstream: Path) -> None:
    page = upstream / "tide/docs/specification/1.0/basic/transports.mdx"
    page.write_text(page.read_text("utf-8") + "\nA sentence more.\n", "utf-8")
    said = run(strata, upstream).stdout.splitlines()
    assert any(line.startswith("tide/1.0: ") and line.endswith(", 1 page changed") for line in said)
    assert any(line.startswith("tide/2.0: ") and line.endswith(", text unchanged") for line in said)
    assert said[-1] == "pages built again: tide/1.0; taken from the last build: 5"
    revision = holdings(strata.site).editions["tide/2.0"]["commit"]
    assert f"<code>{revision[:7]}</code>" in (strata.site / "tide/2.0/index.html").read_text("utf-8")


def test_nothing_new_is_told_as_nothing_new(strata: Any, upstream: Path, tmp_path: Path) -> None:
    done = run(strata, upstream, "--summary", str(tmp_path / "summary.md"))
    assert done.stdout.startswith("Nothing has changed") and done.stdout.count("\n") == 1
    assert (tmp_path / "summary.md").read_text("utf-8") == done.stdout


def test_a_published_site_that_is_damaged_is_built_again(strata: Any, upstream: Path) -> None:
    manifest = strata.site / "assets" / "search" / "manifest.json"
    whole = manifest.read_bytes()
    manifest.write_bytes(whole[:1000])
    assert "Nothing has changed" not in run(strata, upstream).stdout
    assert manifest.read_bytes() == whole


def test_another_version_of_a_package_is_another_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "requirements").mkdir()
    monkeypatch.setattr(pipeline, "PROJECT", tmp_path)
    work = pipeline.Workspace(settings.load(PROJECT / "tests/sample/strata.toml"), tmp_path / "site", tmp_path)
    keys = set()
    for pinned in ("nh3==0.3.2", "nh3==0.3.3"):
        (tmp_path / "requirements" / "site.txt").write_text(pinned)
        keys.add(pipeline._key(work, []))
    assert len(keys) == 2


def test_a_navigation_that_has_lost_a_tenth_of_its_pages_is_not_believed(strata: Any, upstream: Path) -> None:
    file = upstream / "tide" / "docs" / "docs.json"
    before = holdings(strata.site)
    file.write_text(json.dumps(without_release(json.loads(file.read_text("utf-8")), "1.0")), "utf-8")
    refused = run(strata, upstream, check=False)
    assert refused.returncode == 1
    assert "tide lists 38 pages, 48 in the last build" in refused.stderr
    assert "--accept-fewer-pages" in refused.stderr
    assert holdings(strata.site) == before
    said = run(strata, upstream, "--accept-fewer-pages").stdout
    assert "tide/1.0: gone, " in said
    assert not (strata.site / "tide" / "1.0").exists()
