"""The content security policy of every page, and the proof that each inline script on it is the theme's own.

The hashes come from the theme's templates, never from built pages: a script that got into a page by any other
way has no hash in the policy, and stops the build.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import material  # type: ignore[import-untyped]  # the theme ships no types

from builder.errors import StrataError

# Where the theme keeps a reader's choices. One scope for the whole site: dark mode chosen in one edition holds in all,
# and the inline scripts are the same on every page.
SCOPE = "/"

_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_INLINE = ("base", "palette", "content")  # the theme's partials whose scripts our pages contain


class PolicyError(StrataError):
    """A page holds a script that is not ours, or the theme's scripts are not what we expect."""


@cache
def inline_scripts() -> frozenset[str]:
    """The text of the theme's inline scripts, as they stand on a built page."""
    folder = Path(material.__file__).parent / "templates" / "partials" / "javascripts"
    found: set[str] = set()
    for name in _INLINE:
        text = _COMMENT.sub("", (folder / f"{name}.html").read_text("utf-8"))
        found.update(_SCRIPT.findall(text.replace("{{ config.extra.scope | d(base_url) }}", SCOPE)))
    if not found or any("{{" in script or "{%" in script for script in found):
        raise PolicyError(
            f"The theme's inline scripts in {folder} have changed their form: bring policy.py up to date."
        )
    return frozenset(found)


@cache
def policy() -> str:
    """The value of the Content-Security-Policy meta tag."""
    hashes = sorted(b64encode(sha256(script.encode()).digest()).decode() for script in inline_scripts())
    scripts = " ".join(f"'sha256-{value}'" for value in hashes)
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self' 'wasm-unsafe-eval' {scripts}",
            "worker-src 'self'",
            "style-src 'self' 'unsafe-inline'",  # the style elements inside the SVG of a diagram
            "img-src 'self' data:",  # the theme's icons
            "connect-src 'self'",
            "object-src 'none'",
            "frame-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
        )
    )


class _Scripts(HTMLParser):
    """Collects what a browser would run: inline scripts, event handlers, scripts from elsewhere."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.inline: list[str] = []
        self.wrong: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.wrong += [f'{name}="{value}" on <{tag}>' for name, value in attrs if name.startswith("on")]
        if tag != "script":
            return
        source = values.get("src")
        if source is None:
            self._inside = values.get("type") in (None, "", "module", "text/javascript")
            if self._inside:
                self.inline.append("")
        elif re.match(r"(?:[a-z]+:|//)", source, re.IGNORECASE):
            self.wrong.append(f"a script from {source}")

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.inline[-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._inside = False


def check(html: str, where: str) -> None:
    """Raises PolicyError if the page holds a script or event handler that is not the theme's or ours."""
    seen = _Scripts()
    seen.feed(html)
    wrong = seen.wrong + [f"the script {text[:60]!r}" for text in seen.inline if text not in inline_scripts()]
    if wrong:
        raise PolicyError(
            f"{where} holds {wrong[0]}, which is not the theme's: nothing is published. Report this page."
        )
