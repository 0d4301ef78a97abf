"""What the site does without a network: the service worker, and the lists of what there is to keep.

The service worker is overrides/assets/javascripts/offline/service-worker.js; it must stand at the site's root to have
all of it as its scope.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from builder.index.reader import Index, entries
from builder.publish import digest

_SOURCE = "assets/javascripts/offline/service-worker.js"
# Of the manifest, what is not for every edition's search: the model keeps its own files.
_OF_OTHERS = ("editions", "collections", "model", "copies")
_DIAGRAMS = "assets/javascripts/mermaid"
_MEDIA = re.compile(r'assets/media/[^"\s?#]+')
# Bytes of a picture: a few are as large as all the pages of a release together, and the text does without them.
_LARGEST = 400_000
# What every page needs: the theme, our scripts, the front page, the search.
_COMMON = ("index.html", "404.html", "search/index.html", "assets/images/*", "assets/stylesheets/*.css",
           "assets/javascripts/*.js", "assets/javascripts/search/*.js", "assets/javascripts/vendor/*.mjs",
           "assets/search/manifest.json", "*/versions.json", "*/pages.json")  # fmt: skip


def write_offline(out: Path) -> None:
    """Into a site that is complete otherwise: its build's name is a hash of all its files."""
    build = digest(out)[:16]
    source = out / _SOURCE
    (out / "service-worker.js").write_text(
        source.read_text("utf-8").replace('BUILD = ""', f'BUILD = "{build}"'), "utf-8"
    )
    source.unlink()
    source.parent.rmdir()
    index = Index.open(out)
    common = {path for pattern in _COMMON for path in out.glob(pattern)}
    loader = index.manifest["model"].get("loader")  # the model's other files are kept by the search itself
    _write(out, "", build, common | {out / "assets" / "search" / entry["file"] for entry in [loader] if entry})
    for edition in index.editions:
        pages = set((out / edition["id"]).rglob("index.html"))
        html = "".join(page.read_text("utf-8") for page in pages)
        media = {out / found for found in _MEDIA.findall(html)}
        diagrams = set((out / _DIAGRAMS).rglob("*.mjs")) if "/diagrams.js" in html else set()
        searched = {out / "assets" / "search" / name for name in _search_files(index, edition)}
        _write(out, edition["id"], build, pages | {path for path in media if _is_small(path)} | diagrams | searched)


def _is_small(path: Path) -> bool:
    return path.is_file() and path.stat().st_size <= _LARGEST


def _search_files(index: Index, edition: dict[str, Any]) -> Iterable[str]:
    """Of keywords and of meaning, texts, and what the verdicts of its collection rest on."""
    own = [edition, index.manifest["collections"][edition["collection"]], index.lexical(edition["id"]).blocks]
    own += [value for name, value in index.manifest.items() if name not in _OF_OTHERS]
    return (entry["file"] for entry in entries(own))


def _write(out: Path, edition: str, build: str, files: Iterable[Path]) -> None:
    """`files` as [address from the site's root, bytes]."""
    listed: Sequence[tuple[str, int]] = sorted(
        (path.relative_to(out).as_posix().removesuffix("index.html"), path.stat().st_size) for path in files
    )
    record = {"build": build, "edition": edition, "files": listed}
    place = out / (edition or "assets") / "offline.json"
    place.write_text(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")
