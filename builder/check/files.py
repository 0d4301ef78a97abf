"""The files of a site: no symbolic link, one runtime, a size that fits, search files as the manifest says."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from builder.check.page import PageFacts, remote_in_css
from builder.check.report import Problem, Sort
from builder.errors import StrataError
from builder.index.reader import Index, entries
from builder.index.writer import MANIFEST

SEARCH = "assets/search"
_RUNS_IN_SVG = re.compile(r"<(?:\w+:)?script\b|\son[a-z]+\s*=|javascript:", re.IGNORECASE)
BUDGET = 300_000_000  # bytes of a whole site


def walk(site: Path) -> tuple[dict[str, int], list[Problem]]:
    """Every file with its size, and every symbolic link."""
    files: dict[str, int] = {}
    problems = []
    for folder, folders, names in os.walk(site):
        here = Path(folder)
        for name in sorted([*folders, *names]):
            path = here / name
            place = path.relative_to(site).as_posix()
            if path.is_symlink():
                problems.append(Problem(Sort.SYMLINK, place, f"leads to {path.readlink()}"))
            elif name in names:
                files[place] = path.stat().st_size
    return dict(sorted(files.items())), sorted(problems, key=lambda problem: problem.page)


def check_sizes(files: Mapping[str, int], budget: int) -> Iterator[Problem]:
    runtimes = [file for file in files if file.endswith((".wasm", ".wasm.gz"))]
    if len(runtimes) != 1:
        yield Problem(Sort.RUNTIME, SEARCH, ", ".join(runtimes) or "none")
    total = sum(files.values())
    if total > budget:
        largest = max(files, key=lambda file: files[file])
        yield Problem(
            Sort.BUDGET,
            largest,
            f"{total / 1e6:,.1f} MB, at most {budget / 1e6:,.0f} MB; this file is the largest, "
            f"{files[largest] / 1e6:,.1f} MB",
        )


def check_styles(site: Path, files: Mapping[str, int]) -> Iterator[Problem]:
    for file in files:
        if file.endswith(".css"):
            for rule in remote_in_css((site / file).read_text("utf-8", errors="replace")):
                yield Problem(Sort.REMOTE, file, rule)


def check_drawings(site: Path, files: Mapping[str, int]) -> Iterator[Problem]:
    """A drawing opened by its address is a document of this site, without a policy: nothing in it may run."""
    for file in files:
        if file.endswith(".svg"):
            found = _RUNS_IN_SVG.search((site / file).read_text("utf-8", errors="replace"))
            if found:
                yield Problem(Sort.SCRIPT, file, f"it holds {found[0]!r}")


def check_search(site: Path, files: Mapping[str, int]) -> Iterator[Problem]:
    """Files against the manifest's size and SHA-256, and their names against their content."""
    manifest = f"{SEARCH}/{MANIFEST}"
    if manifest not in files:
        yield Problem(Sort.SEARCH, manifest, "there is none")
        return
    try:
        listed = list(entries(json.loads((site / manifest).read_bytes())))
        listed += _blocks(site)
    except ValueError as error:
        yield Problem(Sort.SEARCH, manifest, f"it is not JSON: {error}")
        return
    for entry in listed:
        yield from _entry(site, files, f"{SEARCH}/{entry['file']}", entry)
    known = {f"{SEARCH}/{entry['file']}" for entry in listed} | {manifest}
    for file in files:
        if file.startswith(f"{SEARCH}/") and file not in known:
            yield Problem(Sort.SEARCH, file, "neither the manifest nor a lexical shard lists it")


def _blocks(site: Path) -> Iterator[dict[str, Any]]:
    """The entries of the text blocks, which the lexical shards hold; `check_index` tells if these cannot be read."""
    with suppress(StrataError, KeyError, IndexError, TypeError):
        index = Index.open(site)
        for edition in index.editions:
            yield from index.lexical(edition["id"]).blocks


def _entry(site: Path, files: Mapping[str, int], file: str, entry: Mapping[str, Any]) -> Iterator[Problem]:
    if file not in files:
        yield Problem(Sort.SEARCH, file, "it is in the manifest and not in the folder")
        return
    digest = hashlib.sha256((site / file).read_bytes()).hexdigest()
    if digest[:16] not in file:
        yield Problem(Sort.SEARCH, file, f"its name does not carry the hash of its content, {digest[:16]}")
    if files[file] != entry["bytes"]:
        yield Problem(Sort.SEARCH, file, f"it has {files[file]:,} bytes, the manifest says {entry['bytes']:,}")
    elif digest != entry["sha256"]:
        yield Problem(Sort.SEARCH, file, "its SHA-256 is not the manifest's")


def check_index(site: Path, pages: Mapping[str, PageFacts]) -> tuple[int, list[Problem]]:
    """How many sections the index names, and those that no page has."""
    count, problems = 0, []
    try:
        index = Index.open(site)
        for edition in index.editions:
            shard = index.lexical(edition["id"])
            for number, anchor, _ in shard.sections:
                count += 1
                path = shard.pages[number][0]
                file = f"{edition['id']}/{path}/index.html" if path else f"{edition['id']}/index.html"
                if file not in pages:
                    problems.append(Problem(Sort.INDEXED, file, "the page is indexed and does not exist"))
                elif anchor and anchor not in pages[file].ids:
                    problems.append(Problem(Sort.INDEXED, file, f"#{anchor}"))
    except (StrataError, KeyError, IndexError, TypeError) as error:
        problems.append(Problem(Sort.SEARCH, f"{SEARCH}/{MANIFEST}", f"the index cannot be read: {error}"))
    return count, problems
