"""Drawings: what runs or fetches is gone, what is drawn stays."""

from __future__ import annotations

import pytest

from builder.site.pictures import safe_svg

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"{0}>{1}</svg>'
HTML = "http://www.w3.org/1999/xhtml"


def cleaned(inner: str, attributes: str = "") -> str:
    return safe_svg(SVG.format(attributes, inner).encode()).decode()


@pytest.mark.parametrize(
    "inner",
    [
        "<script>go()</script>",
        '<script href="https://remote.example/x.js"/>',
        '<image href="https://remote.example/x.png"/>',
        '<image xlink:href="//remote.example/x.png"/>',
        '<a href="javascript:go()"><text>x</text></a>',
        '<rect onclick="go()"/>',
        '<animate attributeName="href" values="javascript:go()"/>',
        '<use href="https://remote.example/x.svg#a"/>',
        '<use href="data:image/svg+xml;base64,PHN2Zz4="/>',
        "<style>@import 'https://remote.example/x.css'; @im\\port url(https://remote.example/y.css);</style>",
        '<rect style="fill: url(https://remote.example/x.svg#a)" fill="url(//remote.example/a)"/>',
        f'<foreignObject><body xmlns="{HTML}" onload="go()"><iframe src="https://remote.example/"/></body></foreignObject>',
        f'<foreignObject><img xmlns="{HTML}" src="https://remote.example/x.png" onerror="go()"/></foreignObject>',
        f'<html:script xmlns:html="{HTML}">go()</html:script>',
    ],
)
def test_what_runs_or_fetches_is_gone(inner: str) -> None:
    html = cleaned(inner, ' onload="go()"')
    assert [word for word in ("go()", "remote.example", "PHN2Zz4", "script", "onload") if word in html] == []


def test_what_is_drawn_stays() -> None:
    inner = '<defs><path id="a" d="M0 0"/></defs><use href="#a" fill="url(#b)"/><text x="1">Words</text>'
    assert cleaned(inner) == f'<svg xmlns="http://www.w3.org/2000/svg">{inner.replace("/>", " />")}</svg>\n'


def test_labels_that_are_html_stay() -> None:
    html = cleaned(f'<foreignObject><div xmlns="{HTML}"><b>Fast</b> and <object/> slow</div></foreignObject>')
    assert "Fast" in html
    assert " and  slow" in html


def test_pictures_and_fonts_within_the_drawing_stay() -> None:
    inner = '<image xlink:href="data:image/png;base64,AAAA"/><style>a { src: url(data:font/woff2;base64,BBBB) }</style>'
    assert "data:image/png;base64,AAAA" in cleaned(inner)
    assert "url(data:font/woff2;base64,BBBB)" in cleaned(inner)


@pytest.mark.parametrize("data", [b"<svg", b"<html><script>go()</script></html>", b"", b"\xff\xfe\x00"])
def test_what_is_no_drawing_is_an_empty_one(data: bytes) -> None:
    assert safe_svg(data) == b'<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>\n'
