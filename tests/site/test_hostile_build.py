"""Pages that try to run something, through the whole build from both dialects, and opened in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Request

from tests.conftest import PROJECT, Strata, _strata, served

# Whatever runs says so here.
RUN = "window.ran = (window.ran || '') + '{}'"
_MDX = """---
title: "Title <script>{title}</script> & <img src=x onerror=\\"{title}\\">"
description: "About </p><script>{front}</script> <img src='https://remote.example/d.png' onerror='{front}'>"
---

Text <script>{text}</script> <img src="x" onerror="{image}"/> <img src="https://remote.example/a.png"/>
and <a href="javascript:{link}">a link</a>, <a href="data:text/html,<script>{link}</script>">data</a>,
[script](javascript:{link}), [data](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==),
[entity](&#106;avascript:{link}), [tab](java&#9;script:{link}), [title](/docs/1.0/other "\\"><script>{link}</script>"),
<b onmouseover="{event}" onfocus="{event}" tabindex="0" autofocus>bold</b>.

## Heading <script>{heading}</script> <img src="x" onerror="{heading}"/>

## `<script>{heading}</script>` in code

| Column <script>{cell}</script> | Other |
| --- | --- |
| <img src="x" onerror="{cell}"/> | <svg onload="{cell}"><script>{cell}</script></svg> |

```mermaid
graph TD
  A["<img src=x onerror={mermaid}>"] --> B["<script>{mermaid}</script>"]
  click A "javascript:{mermaid}" "tip"
  click B call alert(1)
```

```html
<script>{code}</script></code></pre><script>{code}</script>
```

<iframe src="https://remote.example/frame" srcdoc="<script>parent.{frame}</script>"></iframe>

<form action="https://remote.example/form"><input name="a" autofocus onfocus="{form}"/><button>Send</button></form>

<meta http-equiv="refresh" content="0; url=https://remote.example/refresh"/>

<link rel="stylesheet" href="https://remote.example/style.css"/>

<style>{{`@import "https://remote.example/import.css"; p {{ background: url(https://remote.example/b.png) }}`}}</style>

<div style={{{{ backgroundImage: "url(https://remote.example/c.png)" }}}}>Styled</div>

<object data="https://remote.example/object"></object> <embed src="https://remote.example/embed"/>

<video src="https://remote.example/video.mp4" autoplay onloadstart="{event}"></video>

<base href="https://remote.example/"/>

<math><mtext><table><mglyph><style><img src="x" onerror="{math}"/></style></mglyph></table></mtext></math>

<Card title="<script>{card}</script>" href="javascript:{card}">Card</Card>

<Frame caption="<img src=x onerror={card}>">![drawing](/images/hostile.svg)</Frame>

<Note title="<script>{card}</script>">A note</Note>

<Tooltip tip="<script>{card}</script>">words</Tooltip>

<details ontoggle="{event}" open><summary>More</summary>Hidden</details>

![picture](/images/hostile.svg "<script>{image}</script>")
"""
_MATERIAL = """---
title: "Front <script>{front}</script>"
description: "About <script>{front}</script>"
---

# Title <script>{title}</script> <img src=x onerror="{title}">

!!! note "Note <script>{card}</script>"

    <img src=x onerror="{image}"> and <img src="https://remote.example/a.png">

=== "Tab <script>{card}</script>"

    [script](javascript:{link} "<script>{link}</script>"){{ onclick="{event}" .md-button }}

=== "Other"

    <a href="javascript:{link}" onclick="{event}">a link</a> <a href="vbscript:{link}">another</a>

## Heading <script>{heading}</script> {{ #x onclick="{heading}" }}

| Column <script>{cell}</script> |
| --- |
| <img src=x onerror="{cell}"> |

```mermaid
graph TD
  A["<img src=x onerror={mermaid}>"] --> B["<script>{mermaid}</script>"]
```

<iframe src="javascript:{frame}"></iframe><iframe src="https://remote.example/frame"></iframe>
<form action="javascript:{form}"><input autofocus onfocus="{form}"><button>Send</button></form>
<meta http-equiv="refresh" content="0; url=javascript:{text}">
<style>@import "https://remote.example/import.css"; @font-face {{ src: url(https://remote.example/f.woff2) }}</style>

<div markdown style="background: url(https://remote.example/c.png)" onmouseover="{event}">
**Inside** <script>{text}</script>
</div>

<svg xmlns="http://www.w3.org/2000/svg" onload="{image}"><script>{image}</script><use href="https://remote.example/u.svg#a"/></svg>

<!--><script>{text}</script>-->

<strata-input type="image" src="https://remote.example/i.png" onerror="{form}"></strata-input>

![picture](hostile.svg){{ onload="{image}" style="background: url(https://remote.example/d.png)" }}
"""
_SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" viewBox="0 0 20 20" onload="{svg}">
<script>{svg}</script><image href="https://remote.example/svg.png" width="9" height="9"/><rect width="20" height="20"/>
<foreignObject width="9" height="9">
<body xmlns="http://www.w3.org/1999/xhtml" onload="{svg}"><p>x</p></body></foreignObject>
</svg>
"""
_SETTINGS = """
[site]
name = "Hostile"
url = "http://localhost:8000/"

[collections.reef]
title = "Reef"
short = "Reef"

[[collections.reef.sources]]
reader = "mintlify"
type = "folder"
date = "2026-09-01T00:00:00Z"
folder = "reef"
upstream = "https://reef.example"
licence = "CC0-1.0"

[collections.wreck]
title = "Wreck"
short = "Wreck"

[[collections.wreck.sources]]
reader = "mkdocs"
type = "folder"
date = "2026-09-01T00:00:00Z"
folder = "wreck"
release = "0.1"
repository = "example/wreck"
upstream = "https://github.com/example/wreck"
licence = "CC0-1.0"
"""
_HOSTILE_NAME = "<script>window.ran = 'navigation'</script>"


def filled(template: str) -> str:
    """A page whose every trap names itself when it runs."""
    names = set(re.findall(r"(?<!\{)\{([a-z]+)\}(?!\})", template))
    return template.format(**{name: RUN.format(name) for name in names})


def corpus(folder: Path) -> Path:
    """Sources of both dialects, with the settings to build them."""
    sample = (PROJECT / "tests/sample/strata.toml").read_text("utf-8")
    pages = ["docs/1.0/hostile", "docs/1.0/other"]
    navigation = {"tabs": [{"tab": "Docs", "versions": [{"version": "Version 1.0 (latest)", "pages": [
        {"group": f"Group {_HOSTILE_NAME}", "pages": pages}]}]}]}  # fmt: skip
    files = {
        "strata.toml": _SETTINGS + sample[sample.index("[chunking]") :],
        "reef/docs/docs.json": json.dumps({"name": "Reef", "navigation": navigation}),
        "reef/docs/docs/1.0/hostile.mdx": filled(_MDX),
        "reef/docs/docs/1.0/other.mdx": "---\ntitle: Other\n---\n\nA page that [links](/docs/1.0/hostile).\n",
        "reef/docs/images/hostile.svg": filled(_SVG),
        "reef/LICENSE": "CC0",
        "wreck/docs/mkdocs.yml": f'site_name: Wreck\nnav:\n  - index.md\n  - "{_HOSTILE_NAME}": hostile.md\n',
        "wreck/docs/docs/index.md": "# Wreck\n\nA page that [links](hostile.md).\n",
        "wreck/docs/docs/hostile.md": filled(_MATERIAL),
        "wreck/docs/docs/hostile.svg": filled(_SVG),
        "wreck/LICENSE": "CC0",
    }
    for place, text in files.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, "utf-8")
    return folder / "strata.toml"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Strata:
    folder = tmp_path_factory.mktemp("hostile")
    settings = corpus(folder / "corpus")
    strata = _strata(folder)
    strata("mirror", "--config", str(settings))
    strata("build", "--config", str(settings))
    return strata


@dataclass
class Seen:
    """What happened while a page was open."""

    ran: list[str] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)  # requests to other hosts
    console: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def opened(hostile: Strata, browser: Browser) -> Iterator[dict[str, Seen]]:
    """Every page of the site, opened once and left for a moment."""
    seen: dict[str, Seen] = {}
    with served(hostile.site) as address:
        for file in sorted(hostile.site.rglob("*.html")):
            place = file.relative_to(hostile.site).as_posix()
            seen[place] = open_page(browser, address, place.removesuffix("index.html"))
        yield seen


def open_page(browser: Browser, address: str, path: str) -> Seen:
    seen, here = Seen(), urlsplit(address).netloc
    context = browser.new_context()
    page = context.new_page()

    def request(made: Request) -> None:
        if urlsplit(made.url).scheme in ("http", "https", "ws", "wss") and urlsplit(made.url).netloc != here:
            seen.elsewhere.append(made.url)

    page.on("request", request)
    page.on("dialog", lambda dialog: (seen.ran.append(f"dialog {dialog.message}"), dialog.dismiss()))
    page.on("console", lambda message: seen.console.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: seen.console.append(f"error: {error}"))
    page.goto(address + path, wait_until="networkidle")
    for element in page.locator("article b, article a, summary, .tabbed-labels label").all():
        element.dispatch_event("mouseover")
        element.dispatch_event("focus")
    page.wait_for_timeout(200)
    if ran := page.evaluate("window.ran"):
        seen.ran.append(str(ran))
    context.close()
    return seen


def test_nothing_of_a_page_runs(opened: dict[str, Seen]) -> None:
    assert {"reef/1.0/docs/hostile/index.html", "wreck/0.1/hostile/index.html"} <= set(opened)
    assert {place: seen.ran for place, seen in opened.items() if seen.ran} == {}


def test_no_page_asks_another_host_for_anything(opened: dict[str, Seen]) -> None:
    assert {place: seen.elsewhere for place, seen in opened.items() if seen.elsewhere} == {}


def test_the_console_of_every_page_is_empty(opened: dict[str, Seen]) -> None:
    """The policy had nothing to refuse: what it would refuse never reached the page."""
    said = {place: seen.console for place, seen in opened.items() if seen.console}
    said.pop("404.html", None)  # asked for by this name it looks for the releases of a collection of this name
    assert said == {}


def test_the_words_of_hostile_pages_are_still_there(hostile: Strata) -> None:
    html = (hostile.site / "reef/1.0/docs/hostile/index.html").read_text("utf-8")
    for words in ("Styled", "A note", "in code", "Hidden", "bold", "&lt;script&gt;"):
        assert words in html


def test_a_picture_that_holds_a_script_runs_nothing_when_opened_alone(hostile: Strata, browser: Browser) -> None:
    [picture] = (hostile.site / "assets/media").glob("*.svg")
    with served(hostile.site) as address:
        seen = open_page(browser, address, f"assets/media/{picture.name}")
    assert (seen.ran, seen.elsewhere) == ([], [])


def test_the_site_passes_its_check(hostile: Strata) -> None:
    assert "0 broken, 0 leftovers" in hostile("check").stdout
