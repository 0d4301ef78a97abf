"""One run of MkDocs over a folder of finished pages, and what is done to its result."""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, MkDocsException

from builder.errors import StrataError
from builder.site.policy import SCOPE, check, policy

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ufffe\uffff]")
_BLANK = re.compile(r"\s*\n\s*")
# What MkDocs and the theme write and nobody asks for: each edition would bring it along.
_UNWANTED = ("sitemap.xml", "sitemap.xml.gz", "404.html")
_ASSETS = ("assets/images", "assets/javascripts", "assets/stylesheets")


class ThemeError(StrataError):
    """MkDocs could not build a folder of pages, or warned about it."""


def write_page(folder: Path, path: str, html: str, meta: Mapping[str, Any]) -> None:
    """A page as MkDocs reads it: `path`/index.md, so that `a` and `a/b` may both be pages."""
    file = folder / path / "index.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"---\n{_yaml(meta)}\n---\n{html}", "utf-8")


def run(base: Path, work: Path, config: Mapping[str, Any]) -> Path:
    """Builds `work`/docs with `config` on top of the configuration `base`; returns the folder of the result."""
    site = work / "site"
    (work / "docs").mkdir(parents=True, exist_ok=True)
    extra: dict[str, Any] = {"scope": SCOPE} | config["extra"]
    extra["strata"] = {"policy": policy()} | extra["strata"]
    own: dict[str, Any] = {
        "INHERIT": str(base),
        "theme": {"custom_dir": str(base.parent / "overrides")},
        "docs_dir": "docs",
    }
    own |= {"site_dir": "site"} | dict(config) | {"extra": extra}
    file = work / "mkdocs.yml"
    file.write_text(_yaml(own) + "\n", "utf-8")
    warnings = _Warnings()
    log = logging.getLogger("mkdocs")
    log.addHandler(warnings)
    os.environ["NO_MKDOCS_2_WARNING"] = "1"
    try:
        mkdocs_build(load_config(str(file)))
    except (Abort, MkDocsException) as error:
        raise ThemeError(f"MkDocs could not build {config.get('site_name')}: {warnings.text() or error}") from error
    finally:
        log.removeHandler(warnings)
    if warnings.records:
        raise ThemeError(f"MkDocs warned while building {config.get('site_name')}: {warnings.text()}")
    return site


def finish(site: Path, up: str) -> None:
    """Checks and trims the result of `run`.

    `up` leads from its root to the root of the whole site, "../../" for an edition: the theme's assets stand
    there once, and what this build brought along is dropped. With "" nothing moves.
    """
    for file in sorted(site.rglob("*.html")):
        html = file.read_text("utf-8")
        check(html, str(file.relative_to(site)))
        html = _tight(html)
        if up:
            base = "../" * len(file.relative_to(site).parent.parts)
            html = re.sub(
                f'="{re.escape(base)}assets/(?=stylesheets/|javascripts/|images/)', f'="{base}{up}assets/', html
            )
        file.write_text(html, "utf-8")
    for name in _UNWANTED if up else _UNWANTED[:2]:
        (site / name).unlink(missing_ok=True)
    if up:
        for name in _ASSETS:
            shutil.rmtree(site / name, ignore_errors=True)
        with suppress(OSError):  # a page may be called "assets"
            (site / "assets").rmdir()


def _tight(html: str) -> str:
    """Without the blank lines and the indentation of templates, which are half of a page with a large navigation."""
    start, end = html.find("<article"), html.rfind("</article>")
    if start < 0:
        return html
    return _BLANK.sub("\n", html[:start]) + html[start:end] + _BLANK.sub("\n", html[end:])


class _Warnings(logging.Handler):
    """Remembers what MkDocs was not content with."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record.getMessage())

    def text(self) -> str:
        return "; ".join(self.records[:5])


def _yaml(value: Mapping[str, Any]) -> str:
    """JSON that is also YAML: in one line, without the characters YAML refuses."""
    return _CONTROL.sub(" ", json.dumps(value, ensure_ascii=False))
