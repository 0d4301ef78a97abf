"""What `strata check` finds, each fault in a small site made by hand."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from builder.check import CheckError, Report, check, lines
from builder.check.leftovers import leftovers
from builder.check.report import UpstreamBroken
from builder.index.codec import FORMAT

POLICY = """<meta http-equiv="Content-Security-Policy" content="script-src 'self' 'sha256-{hash}'">"""
# The SHA-256 of "go()" in base64, from `printf 'go()' | openssl dgst -sha256 -binary | base64`.
GO = "5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw="


def document(body: str = "", head: str = "", title: str = "<title>A page</title>") -> str:
    return f"<!doctype html><html><head>{POLICY.format(hash=GO)}{title}{head}</head><body>{body}</body></html>"


def site(folder: Path, files: dict[str, str | bytes]) -> Path:
    """A site of these files and of what every site needs."""
    runtime = b"\0asm"
    name = f"runtime-{hashlib.sha256(runtime).hexdigest()[:16]}.wasm.gz"
    entry = {"file": name, "bytes": 4, "sha256": hashlib.sha256(runtime).hexdigest()}
    manifest = json.dumps({"format": FORMAT, "model": {"runtime": entry}, "editions": []})
    base: dict[str, str | bytes] = {
        "index.html": document(),
        f"assets/search/{name}": runtime,
        "assets/search/manifest.json": manifest,
    }
    for place, content in (base | files).items():
        file = folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def problems(report: Report) -> list[tuple[str, str, str]]:
    return [(str(problem.sort), problem.page, problem.detail) for problem in report.problems]


def found(folder: Path, **files: str) -> list[tuple[str, str, str]]:
    """The problems of a site whose home page has this body, or this head."""
    return problems(check(site(folder, {"index.html": document(**files)})))


def test_a_sound_site_has_no_problems(tmp_path: Path) -> None:
    body = '<h2 id="top-part">Top</h2><a href="a/">A</a> <a href="a/#part">part</a> <a href="#top-part">here</a>'
    report = check(site(tmp_path, {"index.html": document(body), "a/index.html": document('<h2 id="part">Part</h2>')}))
    assert problems(report) == []
    assert report.summary == "2 pages, 3 links, 2 anchors checked: 0 broken, 0 leftovers"


def test_a_link_to_a_missing_page_is_found(tmp_path: Path) -> None:
    assert found(tmp_path, body='<a href="gone/">gone</a>') == [("link", "index.html", "gone/")]


def test_a_link_out_of_the_site_is_found(tmp_path: Path) -> None:
    assert found(tmp_path, body='<a href="../">up</a>') == [("link", "index.html", "../")]


def test_a_link_to_an_anchor_that_the_page_lacks_is_found(tmp_path: Path) -> None:
    assert found(tmp_path, body='<a href="#nowhere">x</a>') == [("anchor", "index.html", "#nowhere")]


def test_an_anchor_is_compared_unescaped(tmp_path: Path) -> None:
    assert found(tmp_path, body='<h2 id="größe">x</h2><a href="#gr%C3%B6%C3%9Fe">x</a>') == []


def test_a_link_on_many_pages_is_one_line(tmp_path: Path) -> None:
    pages: dict[str, str | bytes] = {f"{name}/index.html": document('<a href="/gone/">x</a>') for name in "abc"}
    report = list(lines(check(site(tmp_path, pages))))
    assert "  a/index.html: /gone/ (and on 2 more pages)" in report
    assert report[-1] == "4 pages, 3 links, 0 anchors checked: 3 broken, 0 leftovers"


def test_a_report_shows_fifty_lines_of_a_sort_and_counts_the_rest(tmp_path: Path) -> None:
    body = "".join(f'<a href="gone-{n}/">x</a>' for n in range(60))
    report = list(lines(check(site(tmp_path, {"index.html": document(body)}))))
    assert sum(line.startswith("  index.html: gone-") for line in report) == 50
    assert "  … and 10 more" in report


def test_a_relative_link_on_the_404_page_is_found(tmp_path: Path) -> None:
    report = check(site(tmp_path, {"404.html": document('<a href="/">home</a><a href="a/">a</a>')}))
    assert problems(report) == [("link", "404.html", "a/")]


def test_a_site_below_a_path_is_checked_below_it(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "404.html": document('<a href="/strata/">home</a><a href="/">outside</a>'),
        "sitemap.xml": "<urlset><url><loc>https://a.example/strata/</loc></url></urlset>",
        "index.html": document('<a href="https://a.example/strata/gone/">gone</a>'),
    }
    assert problems(check(site(tmp_path, files))) == [
        ("link", "404.html", "/"),
        ("link", "index.html", "https://a.example/strata/gone/"),
    ]


def test_a_redirect_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    stub = (
        '<!doctype html><title>Moved</title><script src="../redirect.js" data-to="../gone/"></script>'
        '<noscript><meta http-equiv="refresh" content="0; url=../away/"></noscript>'
    )
    report = check(site(tmp_path, {"old/index.html": stub, "redirect.js": ""}))
    assert problems(report) == [
        ("redirect", "old/index.html", "../gone/"),
        ("redirect", "old/index.html", "../away/"),
    ]


def test_a_missing_image_is_found(tmp_path: Path) -> None:
    image = '<img src="assets/media/gone.png" alt="" width="1" height="1">'
    assert found(tmp_path, body=image) == [("image", "index.html", "assets/media/gone.png")]


def test_an_image_without_width_and_height_is_found(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"index.html": document('<img src="a.png" alt="" width="3">'), "a.png": b"x"}
    assert problems(check(site(tmp_path, files))) == [("size", "index.html", "a.png")]


def test_a_page_without_a_title_is_found(tmp_path: Path) -> None:
    assert found(tmp_path, title="<title> </title>") == [("title", "index.html", "no <title>")]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('<script src="https://cdn.example/x.js"></script>', '<script src="https://cdn.example/x.js">'),
        ('<iframe src="//video.example/1"></iframe>', '<iframe src="//video.example/1">'),
        ('<link rel="stylesheet" href="https://cdn.example/x.css">', '<link rel="stylesheet" href="https://cdn.example/x.css">'),
        ("<style>@import 'https://cdn.example/x.css'</style>", "@import 'https://cdn.example/x.css"),
        ('<p style="background: url(//cdn.example/x.png)">x</p>', "url(//cdn.example/x.png"),
    ],
)  # fmt: skip
def test_whatever_is_fetched_from_another_host_is_found(tmp_path: Path, body: str, said: str) -> None:
    assert found(tmp_path, body=body) == [("remote", "index.html", said)]


def test_a_remote_image_is_found(tmp_path: Path) -> None:
    image = '<img src="https://a.example/x.png" alt="" width="1" height="1">'
    assert found(tmp_path, body=image) == [("remote", "index.html", '<img src="https://a.example/x.png">')]


def test_a_style_sheet_that_fetches_a_font_from_another_host_is_found(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"assets/a.css": "@font-face { src: url(https://fonts.example/a.woff2) }"}
    report = check(site(tmp_path, files))
    assert problems(report) == [("remote", "assets/a.css", "url(https://fonts.example/a.woff2")]


def test_links_to_other_sites_are_no_requests(tmp_path: Path) -> None:
    head = '<link rel="canonical" href="https://a.example/">'
    assert found(tmp_path, body='<a href="https://a.example/">a</a>', head=head) == []


def test_a_script_whose_hash_the_policy_names_may_run(tmp_path: Path) -> None:
    assert found(tmp_path, body='<script>go()</script><script type="application/json">{"a": 1}</script>') == []


def test_a_script_that_the_policy_does_not_name_is_found(tmp_path: Path) -> None:
    assert found(tmp_path, body="<script>stay()</script>") == [("script", "index.html", "inline script 'stay()'")]


def test_event_handlers_and_script_addresses_are_found(tmp_path: Path) -> None:
    body = '<p onclick="go()">x</p><a href="java&#10;script:go()">x</a>'
    assert found(tmp_path, body=body) == [
        ("script", "index.html", 'href="java\nscript:go()" on <a>'),
        ("script", "index.html", 'onclick="go()" on <p>'),
        ("link", "index.html", "java\nscript:go()"),
    ]


def test_a_page_without_a_policy_is_found(tmp_path: Path) -> None:
    report = check(site(tmp_path, {"a/index.html": "<title>A</title>"}))
    assert problems(report) == [("script", "a/index.html", "no content security policy")]


def test_a_drawing_that_holds_a_script_is_found(tmp_path: Path) -> None:
    report = check(site(tmp_path, {"assets/media/a.svg": '<svg onload="go()"></svg>'}))
    assert problems(report) == [("script", "assets/media/a.svg", "it holds ' onload='")]


def test_a_symbolic_link_is_found(tmp_path: Path) -> None:
    folder = site(tmp_path, {})
    (folder / "link").symlink_to("index.html")
    assert problems(check(folder)) == [("symlink", "link", "leads to index.html")]


def test_a_second_runtime_is_found(tmp_path: Path) -> None:
    report = check(site(tmp_path, {"assets/ort.wasm": b"\0asm"}))
    assert problems(report) == [
        ("runtime", "assets/search", "assets/ort.wasm, assets/search/runtime-cd5d4935a48c0672.wasm.gz")
    ]


def test_a_site_over_its_budget_is_found(tmp_path: Path) -> None:
    report = check(site(tmp_path, {"large.bin": b"x" * 3_000_000}), budget=2_000_000)
    said = "3.0 MB, at most 2 MB; this file is the largest, 3.0 MB"
    assert problems(report) == [("budget", "large.bin", said)]


def test_a_search_file_that_the_manifest_does_not_list_is_found(tmp_path: Path) -> None:
    report = check(site(tmp_path, {"assets/search/old.gz": b""}))
    assert problems(report) == [("search", "assets/search/old.gz", "neither the manifest nor a lexical shard lists it")]


def test_a_search_file_that_changed_is_found(tmp_path: Path) -> None:
    report = check(site(tmp_path, {"assets/search/runtime-cd5d4935a48c0672.wasm.gz": b"asm\0"}))
    assert [(sort, detail.partition(",")[0]) for sort, _, detail in problems(report)] == [
        ("search", "its name does not carry the hash of its content"),
        ("search", "its SHA-256 is not the manifest's"),
    ]


def test_a_search_file_that_is_missing_is_found(tmp_path: Path) -> None:
    folder = site(tmp_path, {"assets/ort.wasm": b"\0asm"})
    (folder / "assets/search/runtime-cd5d4935a48c0672.wasm.gz").unlink()
    said = "it is in the manifest and not in the folder"
    assert problems(check(folder)) == [("search", "assets/search/runtime-cd5d4935a48c0672.wasm.gz", said)]


def test_an_indexed_anchor_that_its_page_lacks_is_found(sample_site: Path, tmp_path: Path) -> None:
    import shutil

    folder = tmp_path / "site"
    shutil.copytree(sample_site, folder)
    page = folder / "tide/2.0/specification/basic/transports/index.html"
    page.write_text(page.read_text("utf-8").replace('id="line-transport"', 'id="other"'), "utf-8")
    report = check(folder)
    assert ("indexed", "tide/2.0/specification/basic/transports/index.html", "#line-transport") in problems(report)


def test_the_sample_site_passes_and_lists_what_upstream_has_broken(sample_site: Path) -> None:
    report = check(sample_site)
    assert problems(report) == []
    assert UpstreamBroken("tide/2.0", "specification/2.0/index", "/specification/2.0/harbour") in report.upstream
    assert UpstreamBroken("driftwood/0.2", "how-tos/constructs", "../concepts/kelp.md") in report.upstream


def test_nothing_to_check_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(CheckError, match="run `strata build` first"):
        check(tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "<Note>", "</Tabs>", '<Chart kind="bar">', "<Chart />", "see ::: python", "{/* later */}", "{% include %}",
        "{!snippets/a.md!}", "!!! note", '??? tip "More"', '=== "Python"', "@[StateGraph][graph]", "a call (1)!",
        "import Chart from '/snippets/chart.jsx'", "export const A = 1", "x # [!code highlight]", "```python",
        "{ .annotate }",
    ],
)  # fmt: skip
def test_source_syntax_in_text_is_a_leftover(tmp_path: Path, text: str) -> None:
    shown = text.replace("<", "&lt;")
    assert found(tmp_path, body=f"<p>{shown}</p>") == [("leftover", "index.html", text)]


def test_code_may_hold_any_syntax(tmp_path: Path) -> None:
    assert found(tmp_path, body="<pre><code>::: {/* */}</code></pre><p>Write <code>&lt;Note&gt;</code>.</p>") == []


@pytest.mark.parametrize(
    "text",
    ["It works!!! Really", "a == b", "Promise<Tool>", "import goods from abroad", "mail me @home", "(1) and (2)"],
)
def test_plain_words_are_no_leftovers(text: str) -> None:
    assert list(leftovers(text)) == []
