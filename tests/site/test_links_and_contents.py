"""Addresses as a browser needs them, and the table of contents that MkDocs is given."""

from __future__ import annotations

import pytest
from markdown import Markdown

from builder.site.passthrough import toc_tokens
from builder.site.render import render
from builder.site.sanitize import relative


@pytest.mark.parametrize(
    ("target", "address", "expected"),
    [
        ("/mcp/draft/tools/", "/mcp/draft/", "tools/"),
        ("/mcp/draft/tools/#list", "/mcp/draft/server/prompts/", "../../tools/#list"),
        ("/mcp/draft/tools/#list", "/mcp/draft/tools/", "#list"),
        ("/mcp/draft/tools/", "/mcp/draft/tools/", "./"),
        ("/mcp/draft/", "/mcp/draft/tools/", "../"),
        ("/", "/mcp/draft/", "../../"),
        ("/assets/media/a.png", "/mcp/draft/tools/", "../../../assets/media/a.png"),
        ("/search/?q=a/b#c", "/mcp/", "../search/?q=a/b#c"),
    ],
)
def test_a_link_leads_from_the_page_it_stands_on(target: str, address: str, expected: str) -> None:
    assert relative(target, address) == expected


def test_links_in_raw_html_are_made_relative_too() -> None:
    made = render('<div class="signature"><a href="/demo/1.0/schema/#x">X</a></div>\n', "/demo/1.0/schema/").html
    assert made == '<div class="signature"><a href="#x">X</a></div>\n'


def test_code_that_holds_html_is_left_as_it_is() -> None:
    made = render('`<a href="/x/">` and\n\n```text\n<img src="/assets/y.png">\n```\n', "/demo/1.0/").html
    assert '<code>&lt;a href="/x/"&gt;</code>' in made and '&lt;img src="/assets/y.png"&gt;' in made


def test_links_elsewhere_tell_nothing_about_the_reader() -> None:
    assert 'rel="noopener noreferrer"' in render("[x](https://example.org/)", "/").html


def test_an_anchor_without_words_is_a_place_and_not_a_link() -> None:
    assert render('<a id="here"></a>[](https://example.org/)Text', "/").html == '<p><a id="here"></a>Text</p>\n'


def test_contents_nest_by_level_and_stop_at_the_fourth() -> None:
    html = render("## A {#a}\n\n### B {#b}\n\n##### Deep {#d}\n\n#### C {#c}\n\n## E `<x>` {#e}\n", "/").html
    assert toc_tokens(html) == [
        {"level": 2, "id": "a", "name": "A", "children": [
            {"level": 3, "id": "b", "name": "B", "children": [{"level": 4, "id": "c", "name": "C", "children": []}]}]},
        {"level": 2, "id": "e", "name": "E &lt;x&gt;", "children": []},
    ]  # fmt: skip


def test_python_markdown_changes_nothing_and_is_given_the_contents() -> None:
    html = '<h2 id="a">A</h2>\n<pre>\tx\n\n\n  * y\n&amp;</pre>\n<p>[z](q) *w*</p>\n'
    markdown = Markdown(extensions=["toc", "tables", "fenced_code", "builder.site.passthrough"])
    assert markdown.convert(html).rstrip() == html.rstrip()
    assert [token["id"] for token in markdown.toc_tokens] == ["a"]  # type: ignore[attr-defined]
