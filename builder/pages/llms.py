"""Pages that a site serves as Markdown and lists in its llms.txt: one edition of one release."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from builder.editions import EditionId, Kind
from builder.errors import StrataError
from builder.pages.assembly import Draft, finish, places
from builder.pages.licences import read_licence
from builder.pages.mdx import convert
from builder.pages.page import Edition, NavGroup, NavLink, Origin
from builder.pages.redirects import Redirects
from builder.pages.targets import Targets, page_path
from builder.settings import SourceSettings
from builder.sources.snapshot import Snapshot

INDEX = "llms.txt"
REDIRECTS = "redirects.json"
_ENTRY = re.compile(r"^[-*] \[(?P<title>[^\]]*)\]\((?P<url>[^)\s]+)\)")

# llms.txt has no groups, so what tells kinds apart is the folder a page stands in. All others explain.
_KINDS = {"errors": Kind.ERROR, "releases": Kind.REFERENCE}


class IndexFormError(StrataError):
    """An llms.txt that lists none of the pages wanted, or names one that was not fetched."""


@dataclass(frozen=True)
class _Listed:
    source: str  # "oss/python/langgraph/interrupts"
    title: str  # as the index has it; may be empty


def read(snapshot: Snapshot, source: SourceSettings) -> list[Edition]:
    """The one edition of the source, its pages in the order of the index."""
    redirects = _redirects(snapshot)
    listed = list(_listed(snapshot, source, redirects))
    if not listed:
        raise IndexFormError(
            f"{INDEX} of {snapshot.source} lists no page below {source.prefix}: expected lines such as "
            f"'- [Title]({source.upstream}{source.prefix}page.md)'. Mirror again."
        )
    edition = EditionId(source.collection, source.release)
    drafts = [_draft(snapshot, source, edition, page) for page in listed]
    prefix = source.prefix.strip("/")
    targets = Targets(
        source.upstream, places(drafts), redirects, edition, lambda path: not (path + "/").startswith(prefix + "/")
    )
    finished = finish(drafts, targets, lambda page, written: None)
    label = source.label or source.release
    return [
        Edition(
            id=edition,
            title=f"{source.collection_short} {label}",
            label=label,
            order=_NEWEST,
            released=True,
            latest=source.release == "latest",
            navigation=_navigation(drafts, {page.source: page.title for page in listed}),
            pages=finished.pages,
            origin=Origin(
                name=urlsplit(source.upstream).hostname or source.upstream,
                url=source.upstream + source.prefix,
                revision=snapshot.revision,
                date=snapshot.date,
                licence=read_licence(snapshot, source.licence),
                licence_url=f"https://github.com/{source.repository}/blob/main/LICENSE"
                if source.repository
                else source.upstream,
            ),
            media=finished.media,
            redirects=_moved(redirects, targets, edition, source),
            broken=finished.broken,
        )
    ]


# A site that is served holds what is newest of its collection: above any number a release can be made of.
_NEWEST = 1_000_000


def _redirects(snapshot: Snapshot) -> Redirects:
    if REDIRECTS not in snapshot.files:
        return Redirects()
    try:
        pairs = json.loads(snapshot.text(REDIRECTS)).items()
    except (ValueError, AttributeError) as error:
        raise IndexFormError(f"{REDIRECTS} of {snapshot.source} is no JSON object ({error}): mirror again.") from None
    return Redirects.read((page_path(old), page_path(new)) for old, new in pairs)


def _listed(snapshot: Snapshot, source: SourceSettings, redirects: Redirects) -> Iterator[_Listed]:
    """Each page once, where it stands: an entry that redirects stands for its target, if that is of this edition."""
    entries: dict[str, str] = {}
    for line in snapshot.text(INDEX).splitlines():
        match = _ENTRY.match(line)
        path = urlsplit(match["url"]).path if match else ""
        if match and path.startswith(source.prefix) and path.endswith(".md"):
            entries.setdefault(page_path(path), match["title"].strip())
    seen: set[str] = set()
    home = posixpath.dirname(source.prefix.strip("/")) + "/"  # a sibling of the prefix belongs to the same language
    for path, title in entries.items():
        target = redirects.follow(path, ()) or path
        if target in seen or (target != path and (target in entries or not target.startswith(home))):
            continue
        if f"{target}.md" not in snapshot.files:
            raise IndexFormError(
                f"{INDEX} of {snapshot.source} lists {path}.md, but the snapshot has none: mirror again."
            )
        seen.add(target)
        yield _Listed(target, title)


def _draft(snapshot: Snapshot, source: SourceSettings, edition: EditionId, page: _Listed) -> Draft:
    file = f"{page.source}.md"
    converted = convert(snapshot.text(file), file)
    path = _path(page.source, source)
    folder = path.partition("/")[0] if "/" in path else ""
    groups = (_group_title(folder),) if folder else ()
    return Draft(edition, path, _KINDS.get(folder, Kind.CONCEPT), page.source, groups, converted)


def _path(page: str, source: SourceSettings) -> str:
    prefix = source.prefix.strip("/") + "/"
    home = posixpath.dirname(prefix.rstrip("/")) + "/"
    return page.removeprefix(prefix) if page.startswith(prefix) else page.removeprefix(home)


def _group_title(folder: str) -> str:
    return folder.replace("-", " ").capitalize()


def _navigation(drafts: list[Draft], titles: dict[str, str]) -> tuple[NavLink | NavGroup, ...]:
    """Pages at the top first, then a group for each folder, all in the order of the index."""

    def link(draft: Draft) -> NavLink:
        return NavLink(titles[draft.source] or draft.title, draft.path)

    top = [link(draft) for draft in drafts if not draft.groups]
    names = dict.fromkeys(draft.groups[0] for draft in drafts if draft.groups)
    groups = [NavGroup(name, tuple(link(d) for d in drafts if d.groups == (name,))) for name in names]
    return (*top, *groups)


def _moved(redirects: Redirects, targets: Targets, edition: EditionId, source: SourceSettings) -> dict[str, str]:
    found: dict[str, str] = {}
    prefix = source.prefix.strip("/") + "/"
    for path in redirects.written_out(()):
        answer = targets.resolve("/" + path, edition, "")
        if path.startswith(prefix) and path not in targets.places and answer.target and answer.target.startswith("/"):
            found[_path(path, source)] = answer.target
    return dict(sorted(found.items()))
