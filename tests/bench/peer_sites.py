"""The same pages as sites of their own with the search of others: Material's own, and Pagefind's."""

from __future__ import annotations

import json
import logging
import os
import subprocess
from collections.abc import Sequence
from html import escape
from pathlib import Path

from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config

from builder.pages.page import Edition
from builder.site.front import with_front
from builder.site.render import render_page
from builder.site.theme import write_page

BENCH = Path(__file__).resolve().parent
# Pagefind indexes a page's article and leaves out the signs beside its headings.
_ARTICLE = ("--root-selector", "article.md-content__inner", "--exclude-selectors", ".headerlink")
_UI = (
    '<link href="{up}pagefind/pagefind-ui.css" rel="stylesheet"><script src="{up}pagefind/pagefind-ui.js"></script>'
    '<div id="pagefind"></div><script>addEventListener("DOMContentLoaded", () => '
    'new PagefindUI({{ element: "#pagefind", showSubResults: true, showImages: false }}))</script>'
)


def material_site(editions: Sequence[Edition], folder: Path) -> Path:
    """The editions as one site of Material for MkDocs as it comes, with its search plugin."""
    return _mkdocs(editions, folder, ["search"])


def pagefind_site(editions: Sequence[Edition], start: str, folder: Path) -> Path:
    """The same without that plugin, with Pagefind's index, and its default interface on the page `start`."""
    site = _mkdocs(editions, folder, [])
    binary = BENCH / "node_modules" / ".bin" / "pagefind"
    subprocess.run([binary, "--site", site, "--glob", "*/*/**/*.html", *_ARTICLE], check=True, capture_output=True)
    page = site / start / "index.html"
    html = page.read_text("utf-8")
    ui, article = _UI.format(up="../" * len(Path(start).parts)), '<article class="md-content__inner'
    page.write_text(html.replace(article, ui + article, 1), "utf-8")
    return site


def _mkdocs(editions: Sequence[Edition], folder: Path, plugins: Sequence[str]) -> Path:
    """The folder of the built site."""
    for edition in editions:
        for page in with_front(edition):
            meta = {"title": escape(page.title)}
            write_page(folder / "docs", f"{edition.id}/{page.path}".rstrip("/"), render_page(page).html, meta)
    write_page(folder / "docs", "", "<p>The same pages with another search.</p>", {"title": "Home"})
    config = {
        "site_name": "Peer",
        "theme": {"name": "material", "font": False},
        "plugins": plugins,
        "markdown_extensions": ["builder.site.passthrough"],
        "exclude_docs": "!/templates/",
    }
    (folder / "mkdocs.yml").write_text(json.dumps(config), "utf-8")
    os.environ["NO_MKDOCS_2_WARNING"] = "1"
    logging.getLogger("mkdocs").setLevel(logging.ERROR)
    mkdocs_build(load_config(str(folder / "mkdocs.yml")))
    return folder / "site"
