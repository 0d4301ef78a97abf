"""Three small editions by hand: two releases and a draft of a collection, and its pages of no release."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from builder.editions import EditionId, Kind
from builder.pages.page import Edition, NavGroup, NavLink, Origin, Page
from builder.settings import Settings, load

PROJECT = Path(__file__).resolve().parents[2]

ORIGIN = Origin(
    name="demo/docs", url="https://example.org/demo", revision="0123456789abcdef", date="2026-01-02T03:04:05Z",
    licence="MIT", licence_url="https://example.org/demo/LICENSE",
)  # fmt: skip


def page(
    release: str, path: str, title: str, body: str, description: str = "", kind: Kind = Kind.SPECIFICATION
) -> Page:
    return Page(
        EditionId("demo", release), path, title, description, kind, body,
        source=f"{release}/{path}", upstream=f"https://example.org/demo/{path}", groups=("Specification", "Basics"),
    )  # fmt: skip


def edition(release: str, order: int, *pages: Page, **rest: object) -> Edition:
    links = tuple(NavLink(page.title, page.path) for page in pages)
    made = Edition(
        EditionId("demo", release), f"Demo {release}", release, order, True,
        (NavGroup("Specification", (NavGroup("Basics", links),)),), pages, ORIGIN,
    )  # fmt: skip
    return replace(made, **rest)  # type: ignore[arg-type]


TABS = """\
::::: tabs
:::: tab "Python"
### In Python {#in-python}

```python title="server.py" hl_lines="1"
import demo
```
::::
:::: tab "Go"
### In Go {#in-go}

Text about Go.
::::
:::::
"""


def editions() -> list[Edition]:
    transports = (
        "## Stdio {#stdio}\n\nSee [tools](/demo/1.0/tools/#list).\n\n" + "Words.\n\n" * 60 + "## Last {#last}\n\nEnd.\n"
    )
    return [
        edition(
            "1.0", 0,
            page("1.0", "basic", "Basic", "One page above another.\n"),
            page("1.0", "basic/transports", "Transports", transports, "How messages travel."),
            page("1.0", "tools", "Tools", f"## List {{#list}}\n\n{TABS}"),
            page("1.0", "gone", "Gone", "Only in the first release.\n"),
        ),
        edition(
            "2.0", 1,
            page("2.0", "basic", "Basic", "One page above another.\n"),
            page("2.0", "basic/transports", "Transports", transports.replace("1.0", "2.0"), "How messages travel."),
            page("2.0", "tools", "Tools", "```mermaid\ngraph TD\n  A --> B\n```\n"),
            latest=True, redirects={"old/tools": "/demo/2.0/tools/"},
        ),
        edition("next", 2, page("next", "basic", "Basic", "Text of a draft.\n"), released=False),
        edition(
            "unversioned", -1,
            page("unversioned", "faq", "Questions", "Asked often.\n", kind=Kind.COMMUNITY),
            released=False,
        ),
    ]  # fmt: skip


def settings() -> Settings:
    return replace(
        load(PROJECT / "strata.toml"), collections={"demo": "The Demo"}, site_url="https://example.net/docs/"
    )
