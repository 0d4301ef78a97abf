"""All Markdown copies and lists as files of the site, and the record by which the MCP server checks what it reads."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from builder.index.codec import compress
from builder.index.writer import write_entry, write_manifest
from builder.pages.page import Edition
from builder.settings import Settings
from builder.site.copies.llms import FULL, LIST, edition_list, full, listed, site_list
from builder.site.copies.page import copy, copy_address
from builder.site.copies.plain import plain
from builder.site.front import with_front
from builder.site.home import own_pages


def write_copies(
    editions: Sequence[Edition], settings: Settings, docs: Path, out: Path, manifest: dict[str, Any]
) -> dict[str, Any]:
    """Writes them into the built site `out`, those of our own pages in `docs` too, and returns its manifest, which
    now names their record."""
    base = settings.site_url.rstrip("/")
    sums: dict[str, str] = {}
    sizes: dict[str, int] = {}
    for edition in editions:
        edition = replace(edition, pages=with_front(edition))
        copies = {page.path: copy(page, edition, base) for page in edition.pages}
        for page in edition.pages:
            data = copies[page.path].encode()
            sums[copy_address(page)] = hashlib.sha256(data).hexdigest()
            _write(out / copy_address(page)[1:], data)
        whole = full([copies[page.path] for page in listed(edition)]).encode()
        sizes[str(edition.id)] = len(whole)
        _write(out / str(edition.id) / FULL, whole)
        _write(out / str(edition.id) / LIST, edition_list(edition, len(whole), base).encode())
    for doc in own_pages(docs, editions, settings):
        address = f"/{doc.path or 'index'}.md"
        data = f"# {doc.title}\n\n{plain(doc.body, doc.address, base)}".rstrip("\n").encode() + b"\n"
        sums[address] = hashlib.sha256(data).hexdigest()
        _write(out / address[1:], data)
    _write(out / LIST, site_list(settings.site_name, settings.collections, editions, sizes, base).encode())
    return _record(out / "assets" / "search", {"site": settings.site_url, "copies": sums}, manifest)


def _record(folder: Path, record: dict[str, Any], manifest: dict[str, Any]) -> dict[str, Any]:
    data = compress(json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode())
    manifest = manifest | {"copies": write_entry(folder, "copies", ".json.gz", data)}
    write_manifest(folder, manifest)
    return manifest


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
