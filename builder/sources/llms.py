"""Pages that a site serves as Markdown and lists in llms.txt, as a snapshot."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from urllib.parse import unquote, urlsplit

from builder.settings import SourceSettings
from builder.sources.hosts import Hosts
from builder.sources.http import DownloadError, Fetched, Fetcher
from builder.sources.snapshot import Snapshot
from builder.sources.store import SnapshotStore

_PAGE_LIMIT = 2_000_000
_INDEX_LIMIT = 20_000_000
_AT_ONCE = 6
_ENTRY = re.compile(r"^- \[(?P<title>[^\]]*)\]\((?P<url>\S+?)\)(?:: (?P<about>.*))?$")
_SAFE = re.compile(r"[\w./-]+")
# A site that had this share of pages less than last time is not believed.
DROP = 0.1


@dataclass(frozen=True)
class Entry:
    """A line of llms.txt."""

    title: str
    path: str  # on the site, with its slash: "/oss/python/langgraph/interrupts.md"
    line: str


def mirror(
    source: SourceSettings,
    hosts: Hosts,
    fetcher: Fetcher,
    store: SnapshotStore,
    advance: Callable[[int], None],
    accept_fewer: bool = False,
) -> Snapshot:
    """All pages below the source's prefix.

    The snapshot holds `llms.txt` (the lines of those pages, in their order), the pages by their paths, and
    `redirects.json`, by path, of pages that the site serves from another. Raises DownloadError for an answer
    that is no Markdown, and where over a tenth of the pages is gone, unless `accept_fewer`.
    """
    base = hosts.docs or source.upstream
    entries = _entries(source, base, fetcher)
    current = store.intact(source.name)
    before = sum(path.endswith(".md") for path in current.files) if current else 0
    if len(entries) < before * (1 - DROP) and not accept_fewer:
        raise DownloadError(
            f"{base} lists {len(entries)} pages below {source.prefix}, {before} at the last time. If upstream "
            "meant it, run `strata mirror --accept-fewer-pages`."
        )
    with ThreadPoolExecutor(_AT_ONCE) as pool:

        def page(entry: Entry) -> Fetched:
            fetched = fetcher.get(base + entry.path, _PAGE_LIMIT, ("text/markdown", "text/plain"))
            advance(1)
            return fetched

        pages = list(pool.map(page, entries))
    files, redirects, dates = {}, {}, []
    for entry, fetched in zip(entries, pages, strict=True):
        path = unquote(urlsplit(fetched.url).path).removeprefix(urlsplit(base).path)
        _check(base + entry.path, path, fetched.data)
        files[path.lstrip("/")] = fetched.data
        if path != entry.path:
            redirects[entry.path] = path
        if modified := fetched.headers.get("last-modified"):
            dates.append(parsedate_to_datetime(modified))
    files["llms.txt"] = "".join(f"{entry.line}\n" for entry in entries).encode()
    files["redirects.json"] = (json.dumps(redirects, indent=1, sort_keys=True) + "\n").encode()
    with store.staging(source.name) as staging:
        for path, data in files.items():
            place = staging / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        date = max(dates).strftime("%Y-%m-%dT%H:%M:%SZ") if dates else ""
        return store.publish(staging, source.name, source.upstream + source.prefix, "", date, list(files))


def _entries(source: SourceSettings, base: str, fetcher: Fetcher) -> list[Entry]:
    """The pages below the prefix, each once: from llms.txt, or from the section indexes where that one is cut
    short or lists sections only."""
    text = _index(base, "/llms.txt", fetcher)
    found = _read(text, source)
    sections = [path for path in _section_paths(text) if _concerns(path, source.prefix)]
    cut = "index was truncated" in text
    if not found or cut or sections:
        candidates = sections or [f"{source.prefix}llms.txt", *_parents(source.prefix)]
        for path in candidates:
            try:
                more = _read(_index(base, path, fetcher), source)
            except DownloadError:
                if sections:
                    raise
                continue
            found = list(dict.fromkeys([*found, *more]))
            if more and not sections:
                break
    by_path = {entry.path: entry for entry in reversed(found)}
    entries = [entry for entry in found if by_path.pop(entry.path, None)]
    if not entries:
        raise DownloadError(f"{base}/llms.txt lists no page below {source.prefix}: has upstream moved its docs?")
    return entries


def _index(base: str, path: str, fetcher: Fetcher) -> str:
    return fetcher.get(base + path, _INDEX_LIMIT, ("text/plain", "text/markdown")).data.decode("utf-8", "replace")


def _lines(text: str) -> Iterator[tuple[str, str, str]]:
    for line in text.splitlines():
        if match := _ENTRY.match(line.strip()):
            yield match["title"], unquote(urlsplit(match["url"]).path), line.strip()


def _read(text: str, source: SourceSettings) -> list[Entry]:
    return [
        Entry(title, path, line)
        for title, path, line in _lines(text)
        if path.startswith(source.prefix) and path.endswith(".md") and _SAFE.fullmatch(path) and ".." not in path
    ]


def _section_paths(text: str) -> list[str]:
    return [path for _, path, _ in _lines(text) if path.endswith("/llms.txt")]


def _concerns(section: str, prefix: str) -> bool:
    folder = section.removesuffix("llms.txt")
    return folder.startswith(prefix) or prefix == folder


def _parents(prefix: str) -> Iterator[str]:
    parts = prefix.strip("/").split("/")
    for count in range(len(parts) - 1, 0, -1):
        yield f"/{'/'.join(parts[:count])}/llms.txt"


def _check(asked: str, path: str, data: bytes) -> None:
    if not _SAFE.fullmatch(path) or ".." in path or not path.endswith(".md"):
        raise DownloadError(f"{asked} leads to {path!r}, expected a path that ends in .md.")
    if data.lstrip()[:9].lower() in (b"<!doctype", b"<html>"):
        raise DownloadError(f"{asked} answered with an HTML page, expected Markdown.")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DownloadError(f"{asked} is not UTF-8: {error}.") from None
