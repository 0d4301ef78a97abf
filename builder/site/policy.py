"""The content security policy of every page, and the proof that each inline script on it is the theme's own.

The hashes come from the theme's templates, never from built pages: a script that got into a page by any other
way has no hash in the policy, and stops the build.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path

import material  # type: ignore[import-untyped]  # the theme ships no types

from builder.errors import StrataError

# Where the theme keeps a reader's choices. One scope for the whole site: dark mode chosen in one edition holds in all,
# and the inline scripts are the same on every page.
SCOPE = "/"

_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_OPENING = re.compile(r"<script\b", re.IGNORECASE)
_ELEMENT = re.compile(r"<script\b([^>]*)>(.*?)</script>", re.DOTALL | re.IGNORECASE)
_SOURCE = re.compile(r'\bsrc="([^"]*)"', re.IGNORECASE)
_ELSEWHERE = re.compile(r"\s*(?:[a-z]+:|[/\\]{2})", re.IGNORECASE)
_PERHAPS_HANDLER = re.compile(r"[\s/\"']on[a-z]+\s*=", re.IGNORECASE)
_TAG = re.compile(r"""<[a-z](?:[^>"']|"[^"]*"|'[^']*')*>""", re.IGNORECASE)
_VALUE = re.compile(r"""=\s*(?:"[^"]*"|'[^']*')""")
_HANDLER = re.compile(r"[\s/=]on[a-z]+(?=\s*=)", re.IGNORECASE)
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


def check(html: str, where: str) -> None:
    """Raises PolicyError if the page holds a script or event handler that is not the theme's or ours.

    In a built page every `<` that stands for itself is escaped, so that what looks like a tag is one.
    """
    wrong = [_wrong(attributes, text) for attributes, text in _ELEMENT.findall(html)]
    wrong += ["a script that does not end"] * (len(_OPENING.findall(html)) - len(wrong))
    if _PERHAPS_HANDLER.search(html):  # rare outside of code, and slow to be sure of
        wrong += [f"a handler {name}" for tag in _TAG.findall(html) for name in _HANDLER.findall(_VALUE.sub("=", tag))]
    found = next(filter(None, wrong), "")
    if found:
        raise PolicyError(f"{where} holds {found}, which is not the theme's: nothing is published. Report this page.")


def _wrong(attributes: str, text: str) -> str:
    """What is wrong with a script element, if anything."""
    if source := _SOURCE.search(attributes):
        return f"a script from {source[1]}" if _ELSEWHERE.match(source[1]) else ""
    if 'type="application/json"' in attributes or text in inline_scripts():
        return ""
    return f"the script {text[:60]!r}"
