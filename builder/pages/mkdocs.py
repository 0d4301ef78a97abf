"""An edition from a repository whose docs are built by MkDocs: mkdocs.yml names its pages."""

from __future__ import annotations

import hashlib
import posixpath
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from builder.editions import EditionId
from builder.pages import markdown, material, notebook
from builder.pages.licences import read_licence
from builder.pages.links import ids
from builder.pages.material_stubs import STUB
from builder.pages.material_text import outside_code
from builder.pages.media import FOLDER
from builder.pages.mkdocs_includes import include
from builder.pages.mkdocs_links import Links, Target
from builder.pages.mkdocs_navigation import Config, Entry, Group, files, kind_of, read_config
from builder.pages.page import Broken, Edition, NavGroup, NavLink, Origin, Page
from builder.settings import SourceSettings
from builder.sources.snapshot import Snapshot, SnapshotError

_CONFIG = "docs/mkdocs.yml"
_BASE = "docs"
_DOCS = "docs/docs/"
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_HEADING = re.compile(r"^(?:[-*+][ \t]+|[ \t>])*(#{1,6})[ \t].*$", re.MULTILINE)
_FIRST_LEVEL = re.compile(r"^#(?=[ \t])", re.MULTILINE)
_CUT = "\ue002\n"  # between title and body; a sign for private use, which no page holds
_VERSION = re.compile(r"(\d+)(?:\.(\d+))?")


@dataclass(frozen=True)
class _Draft:
    """A page whose links are not resolved yet."""

    file: str  # below docs/docs/
    entry: Entry
    groups: tuple[str, ...]
    title: str
    title_id: str
    description: str
    body: str

    @property
    def path(self) -> str:
        """Where it stands in the edition: without suffix, a folder's index as the folder."""
        stem = self.source
        return "" if stem == "index" else stem.removesuffix("/index")

    @property
    def source(self) -> str:
        return posixpath.splitext(self.file)[0]


IMAGES = ".media"  # of the folder beside a snapshot's


@dataclass
class _Reading:
    """What is gathered while the pages of one snapshot are read."""

    snapshot: Snapshot
    images: Path  # where images of notebooks are kept, beside the snapshot, which never changes
    saved: dict[str, Path] = field(default_factory=dict)
    broken: list[Broken] = field(default_factory=list)
    objects: dict[str, str] = field(default_factory=dict)

    def save(self, content: bytes, suffix: str) -> str:
        """Keeps an image that is no file, under the name of its content; gives its address."""
        name = hashlib.sha256(content).hexdigest()[:16] + suffix
        path = self.images / name
        if not path.exists():
            self.images.mkdir(parents=True, exist_ok=True)
            part = path.with_name(f".{name}.part")
            part.write_bytes(content)
            part.replace(path)
        self.saved[name] = path
        return FOLDER + name

    def read(self, path: str) -> str | None:
        return self.snapshot.text(path) if path in self.snapshot.files else None


def read(snapshot: Snapshot, source: SourceSettings) -> list[Edition]:
    """The one edition of a snapshot; raises SnapshotError, MkDocsError or NotebookError naming the file at fault."""
    if _CONFIG not in snapshot.files:
        where = f"{snapshot.source} at {snapshot.revision[:12]}"
        raise SnapshotError(f"{where} has no {_CONFIG}: are its docs built by MkDocs, and is it among what is kept?")
    config = read_config(snapshot.text(_CONFIG), f"{_CONFIG} of {snapshot.source}")
    edition = EditionId(source.collection, source.release)
    repository = f"https://github.com/{source.repository}" if source.repository else source.upstream
    reading = _Reading(snapshot, snapshot.root.with_name(snapshot.root.name + IMAGES))
    drafts = _drafts(reading, config)
    targets = {
        draft.file: Target("/".join(("", str(edition), draft.path)).rstrip("/") + "/", draft.title_id, ids(draft.body))
        for draft in drafts.values()
    }
    blob = f"{repository}/blob/{snapshot.revision}/"
    links = Links(snapshot, _DOCS, config.site_url, blob, targets, reading.saved, reading.objects)
    pages = tuple(
        Page(
            edition=edition,
            path=draft.path,
            title=draft.title,
            description=draft.description,
            kind=kind_of(draft.file, draft.groups),
            body=links.resolve(draft.body, draft.file, draft.source),
            source=draft.source,
            upstream=f"{blob}{_DOCS}{draft.file}",
            groups=draft.groups,
        )
        for draft in drafts.values()
    )
    return [
        Edition(
            id=edition,
            title=f"{source.collection_short} {source.label or source.release}",
            label=source.label or source.release,
            order=_order(source.release),
            released=True,
            navigation=_navigation(config.navigation, drafts),
            pages=pages,
            origin=_origin(snapshot, source, repository),
            media=links.media,
            broken=(*reading.broken, *links.broken),
        )
    ]


def _drafts(reading: _Reading, config: Config) -> dict[str, _Draft]:
    """Every page that the navigation names, by its file, in reading order; one named twice stands where it is first."""
    drafts: dict[str, _Draft] = {}
    for entry, groups in files(config.navigation):
        if entry.target in drafts:
            continue
        if _DOCS + entry.target not in reading.snapshot.files:
            reading.broken.append(Broken(_CONFIG, entry.target))
            continue
        drafts[entry.target] = _draft(reading, config, entry, groups)
    return drafts


def _draft(reading: _Reading, config: Config, entry: Entry, groups: tuple[str, ...]) -> _Draft:
    file = entry.target
    path = _DOCS + file
    text = reading.snapshot.text(path).replace("\r\n", "\n")
    front: Mapping[str, object] = {}
    if file.endswith(".ipynb"):
        text = notebook.to_markdown(text, f"{path} of {reading.snapshot.source}", reading.save)
    else:
        front, text = _front_matter(text)
    included = include(text, path, _BASE, reading.read)
    reading.broken.extend(Broken(posixpath.splitext(file)[0], missing) for missing in included.missing)
    for line in included.text.split("\n"):
        stub = STUB.match(line)
        if stub:
            reading.objects.setdefault(stub["name"], file)
    body = markdown.with_ids(material.convert(included.text), slug=_slug, repeat="{slug}_{n}", first=1)
    heading, title_id, body = _take_title(body)
    if file == "index.md" and not re.search(r"\w", re.sub(r"<[^>]*>", "", body)):
        # A front page that is all decoration, or that includes what is not in the snapshot.
        body = f"{config.description}\n\n{body}".strip("\n") + "\n"
    name = posixpath.basename(posixpath.splitext(file)[0]).replace("-", " ").replace("_", " ").capitalize()
    title = heading or entry.title or str(front.get("title") or "") or name
    return _Draft(file, entry, groups, title, title_id, str(front.get("description") or ""), body)


def _front_matter(text: str) -> tuple[Mapping[str, object], str]:
    """YAML in front of a page, if it is any, and the rest."""
    match = _FRONT_MATTER.match(text)
    if not match:
        return {}, text
    try:
        front = yaml.safe_load(match[1])
    except yaml.YAMLError:
        return {}, text
    return (front if isinstance(front, dict) else {}), text[match.end() :]


def _take_title(body: str) -> tuple[str, str, str]:
    """The first heading and its id, if it is of the first level, and the body without it.

    Further headings of the first level go down one: the title of a page stands in its record.
    """

    def take(text: str) -> str:
        first = _HEADING.search(text)
        title = first[0] if first and first[1] == "#" else ""
        rest = text[: first.start()] + text[first.end() :] if first and title else text
        return title + _CUT + _FIRST_LEVEL.sub("##", rest)

    title, _, rest = outside_code(body, take).partition(_CUT)
    rest = rest.strip("\n") + "\n"
    if not title:
        return "", "", rest
    opening, inline = markdown.parse(title)[:2]
    return markdown.heading_text(inline), str(opening.attrGet("id")), rest


def _slug(text: str) -> str:
    """An anchor as Python-Markdown makes it."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower()) or "_1"


def _navigation(entries: Sequence[Entry | Group], drafts: Mapping[str, _Draft]) -> tuple[NavLink | NavGroup, ...]:
    """mkdocs.yml's navigation; an entry without a title goes by the page's own, a missing file is left out."""
    made: list[NavLink | NavGroup] = []
    for entry in entries:
        if isinstance(entry, Group):
            inner = _navigation(entry.entries, drafts)
            if inner:
                made.append(NavGroup(entry.title, inner))
        elif not entry.is_file:
            made.append(NavLink(entry.title or entry.target, entry.target))
        elif entry.target in drafts:
            draft = drafts[entry.target]
            made.append(NavLink(entry.title or draft.title, draft.path))
    return tuple(made)


def _order(release: str) -> int:
    """Releases ascend with their numbers: 0.4 is 4, 1.2 is 1002."""
    version = _VERSION.match(release)
    return int(version[1]) * 1000 + int(version[2] or 0) if version else 0


def _origin(snapshot: Snapshot, source: SourceSettings, repository: str) -> Origin:
    return Origin(
        name=source.repository or snapshot.source,
        url=f"{repository}/tree/{snapshot.revision}",
        revision=snapshot.revision,
        date=snapshot.date,
        licence=read_licence(snapshot, source.licence),
        licence_url=f"{repository}/blob/{snapshot.revision}/LICENSE",
    )
