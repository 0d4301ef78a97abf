"""The built site: what stands where, what is reused, and that the same input gives the same bytes."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest
import small

from builder.pages.page import NavGroup, NavLink
from builder.site.build import BuildError, build
from builder.site.edition import NavigationError


def read(site: Path, address: str) -> str:
    return (site / address / "index.html").read_text("utf-8")


def hashes(folder: Path) -> dict[str, str]:
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def test_a_page_may_stand_above_another(small_site: Path) -> None:
    assert "One page above another." in read(small_site, "demo/1.0/basic")
    assert '<h2 id="stdio">' in read(small_site, "demo/1.0/basic/transports")


def test_a_page_names_its_edition_path_and_kind_for_scripts(small_site: Path) -> None:
    html = read(small_site, "demo/1.0/basic/transports")
    assert '<meta name="strata:edition" content="demo/1.0">' in html
    assert '<meta name="strata:path" content="basic/transports">' in html
    assert '<meta name="strata:kind" content="Specification">' in html
    assert '<meta name="strata:root" content="../../../../">' in html


def test_titles_carry_the_release(small_site: Path) -> None:
    assert "<title>Transports · Demo 1.0</title>" in read(small_site, "demo/1.0/basic/transports")


def test_the_canonical_page_is_upstreams(small_site: Path) -> None:
    assert '<link rel="canonical" href="https://example.org/demo/tools">' in read(small_site, "demo/1.0/tools")


def test_a_page_says_where_it_comes_from_and_under_which_licence(small_site: Path) -> None:
    html = read(small_site, "demo/1.0/tools")
    assert "Unofficial mirror of" in html and "0123456" in html and "2026-01-02" in html
    assert '<a href="https://example.org/demo/LICENSE" rel="noopener noreferrer">MIT</a>' in html


def test_a_page_of_an_old_release_leads_to_the_same_page_in_the_current_one(small_site: Path) -> None:
    html = read(small_site, "demo/1.0/basic/transports")
    assert "1.0 is not the current release." in html
    assert '<a href="../../../2.0/basic/transports/">This page in 2.0</a>' in html


def test_a_page_that_is_gone_leads_to_the_front_of_the_current_release(small_site: Path) -> None:
    html = read(small_site, "demo/1.0/gone")
    assert "This page is not in 2.0." in html and '<a href="../../2.0/">' in html


def test_a_draft_says_that_it_is_one(small_site: Path) -> None:
    assert "This is a draft and may still change." in read(small_site, "demo/next/basic")


def test_pages_of_the_current_release_and_of_none_have_no_notice(small_site: Path) -> None:
    assert "strata-notice" not in read(small_site, "demo/2.0/basic")
    assert "strata-notice" not in read(small_site, "demo/unversioned/faq")


def test_an_edition_without_a_front_page_gets_one(small_site: Path) -> None:
    html = read(small_site, "demo/1.0")
    assert "<h1>Demo 1.0</h1>" in html and '<a href="basic/transports/">Transports</a>' in html


def test_the_table_of_contents_has_the_headings(small_site: Path) -> None:
    assert 'href="#stdio" class="md-nav__link"' in read(small_site, "demo/1.0/basic/transports")


def test_tabs_lead_from_a_release_to_the_pages_of_no_release_and_back(small_site: Path) -> None:
    assert 'href="../../unversioned/faq/"' in read(small_site, "demo/1.0/basic")
    assert 'href="../../2.0/basic/"' in read(small_site, "demo/unversioned/faq")


def test_versions_are_in_the_form_of_mike_newest_first(small_site: Path) -> None:
    assert json.loads((small_site / "demo" / "versions.json").read_text("utf-8")) == [
        {"version": "next", "title": "next", "aliases": []},
        {"version": "2.0", "title": "2.0", "aliases": ["latest"]},
        {"version": "1.0", "title": "1.0", "aliases": []},
    ]


def test_pages_are_listed_by_release(small_site: Path) -> None:
    pages = json.loads((small_site / "demo" / "pages.json").read_text("utf-8"))
    assert list(pages) == ["next", "2.0", "1.0", "unversioned"]
    assert pages["1.0"] == ["", "basic", "basic/transports", "gone", "tools"]


def test_latest_and_old_addresses_lead_on(small_site: Path) -> None:
    assert 'data-to="../2.0/"' in read(small_site, "demo/latest")
    assert "url=../../../2.0/basic/transports/" in read(small_site, "demo/latest/basic/transports")
    assert "https://example.net/docs/demo/2.0/tools/" in read(small_site, "demo/2.0/old/tools")


def test_scripts_styles_and_images_stand_once(small_site: Path) -> None:
    assert not list((small_site / "demo").rglob("*.js")) and not list((small_site / "demo").rglob("*.css"))
    assert 'src="../../../assets/javascripts/bundle.' in read(small_site, "demo/1.0/tools")
    assert 'href="../../../assets/stylesheets/main.' in read(small_site, "demo/1.0/tools")


def test_diagrams_are_loaded_only_where_there_are_any(small_site: Path) -> None:
    assert "diagrams.js" in read(small_site, "demo/2.0/tools") and "diagrams.js" not in read(
        small_site, "demo/1.0/tools"
    )
    assert (small_site / "assets" / "javascripts" / "mermaid" / "mermaid.esm.min.mjs").is_file()


def test_a_page_that_the_newest_release_has_no_more_lives_on_below_latest(small_site: Path) -> None:
    assert 'data-to="../../1.0/gone/"' in read(small_site, "demo/latest/gone")
    assert 'data-to="../../2.0/tools/"' in read(small_site, "demo/latest/tools")


def test_an_address_without_a_release_leads_to_the_newest_one_that_has_the_page(small_site: Path) -> None:
    assert 'data-to="../../2.0/tools/"' in read(small_site, "demo/unversioned/tools")
    assert "Asked often." in read(small_site, "demo/unversioned/faq")


def test_the_sitemap_lists_pages_and_no_redirects(small_site: Path) -> None:
    sitemap = (small_site / "sitemap.xml").read_text("utf-8")
    assert "<loc>https://example.net/docs/demo/1.0/basic/transports/</loc>" in sitemap
    assert "<loc>https://example.net/docs/</loc>" in sitemap
    assert "latest" not in sitemap and "lastmod" not in sitemap


def test_the_home_lists_collections_and_sources(small_site: Path) -> None:
    assert "The Demo" in read(small_site, "") and 'href="demo/2.0/"' in read(small_site, "")
    assert "<code>0123456789ab</code>" in read(small_site, "notice")


def test_two_builds_are_byte_for_byte_the_same(small_site: Path, tmp_path: Path) -> None:
    build(small.editions(), small.settings(), tmp_path / "site", tmp_path / "cache")
    assert hashes(tmp_path / "site") == hashes(small_site)


def test_an_edition_that_did_not_change_is_not_built_again(tmp_path: Path) -> None:
    first, second, *_ = small.editions()
    build([first, second], small.settings(), tmp_path / "one", tmp_path / "cache")
    changed = replace(second, pages=(*second.pages[:-1], replace(second.pages[-1], body="Other text.\n")))
    report = build([first, changed], small.settings(), tmp_path / "two", tmp_path / "cache")
    assert report.rebuilt == ("demo/2.0",)
    assert "Other text." in read(tmp_path / "two", "demo/2.0/tools")
    one, two = hashes(tmp_path / "one"), hashes(tmp_path / "two")
    assert {name for name in one if one[name] != two.get(name)} == {"demo/2.0/tools/index.html"}


def test_a_navigation_that_names_a_missing_page_is_an_error(tmp_path: Path) -> None:
    first = small.editions()[0]
    wrong = replace(first, navigation=(NavGroup("A", (NavLink("B", "nowhere"),)),))
    with pytest.raises(NavigationError, match="names 'nowhere'"):
        build([wrong], small.settings(), tmp_path / "site", tmp_path / "cache")


def test_nothing_is_built_over_another_site(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BuildError, match="is not empty"):
        build(small.editions(), small.settings(), tmp_path, tmp_path / "cache")


def test_names_that_mkdocs_treats_specially_are_pages_like_others(tmp_path: Path) -> None:
    names = ("templates", "a/index", "README", "search", "assets")
    edition = small.edition(
        "1.0", 0, *(small.page("1.0", name, f"About {name}", f"Text of {name}.\n") for name in names)
    )
    build([edition], small.settings(), tmp_path / "site", tmp_path / "cache")
    for name in names:
        assert f"Text of {name}." in read(tmp_path / "site", f"demo/1.0/{name}")
