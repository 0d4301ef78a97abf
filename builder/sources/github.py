"""A repository at a branch, or at the newest patch of a release, as a snapshot."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from builder.settings import SourceSettings
from builder.sources.hosts import Hosts
from builder.sources.http import DownloadError, Fetcher
from builder.sources.snapshot import Snapshot
from builder.sources.store import SnapshotStore
from builder.sources.tarball import unpack

_API_LIMIT = 5_000_000
_TARBALL_LIMIT = 200_000_000
_TAG_PAGES = 50


def mirror(
    source: SourceSettings, hosts: Hosts, fetcher: Fetcher, store: SnapshotStore, advance: Callable[[int], None]
) -> Snapshot:
    """The source at its current commit: from the store where it has that one already, else downloaded."""
    ref = source.ref or _newest_patch(source, hosts, fetcher)
    commit = _json(fetcher, f"{hosts.github_api}/repos/{source.repository}/commits/{ref}")
    try:
        sha, date = str(commit["sha"]), str(commit["commit"]["committer"]["date"])
    except (KeyError, TypeError):
        raise DownloadError(f"{source.repository} at {ref}: the answer names no commit.") from None
    current = store.intact(source.name)
    if current is not None and current.revision == sha:
        return current
    url = f"{hosts.codeload}/{source.repository}/tar.gz/{sha}"
    with store.staging(source.name) as staging:
        tarball = staging / "download.tar.gz"
        fetcher.download(url, tarball, _TARBALL_LIMIT, advance)
        files = unpack(tarball, staging, source.keep, url)
        tarball.unlink()
        if not files:
            raise DownloadError(f"{url} holds nothing below {', '.join(source.keep)}: that release has no docs there.")
        page = f"https://github.com/{source.repository}/tree/{sha}"
        return store.publish(staging, source.name, page, sha, date, files)


def _newest_patch(source: SourceSettings, hosts: Hosts, fetcher: Fetcher) -> str:
    """The tag of the highest patch of a release; pre-releases and tags of other packages do not count."""
    patch = re.compile(re.escape(source.tag) + r"\.(\d+)")
    found: dict[int, str] = {}
    for page in range(1, _TAG_PAGES + 1):
        tags = _json(fetcher, f"{hosts.github_api}/repos/{source.repository}/tags?per_page=100&page={page}")
        for tag in tags:
            if match := patch.fullmatch(tag["name"]):
                found[int(match[1])] = tag["name"]
        if len(tags) < 100:
            break
    if not found:
        raise DownloadError(f"{source.repository} has no tag {source.tag}.N: see the sources in strata.toml.")
    return found[max(found)]


def _json(fetcher: Fetcher, url: str) -> Any:
    try:
        return json.loads(fetcher.get(url, _API_LIMIT, ("application/json",)).data)
    except ValueError as error:
        raise DownloadError(f"{url} answered with no JSON: {error}.") from None
