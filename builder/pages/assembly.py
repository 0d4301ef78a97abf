"""Converted pages into pages of the mirror: links and images made final, what is broken listed."""

from __future__ import annotations

import html
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from builder.editions import EditionId, Kind
from builder.pages.links import Image, escape_target, rewrite
from builder.pages.mdx import Converted
from builder.pages.media import read_media, write_image
from builder.pages.page import Broken, Page
from builder.pages.targets import Place, Targets, page_path

_LOG = logging.getLogger(__name__)
FindImage = Callable[[str, str], Path | None]  # the page's source, the image as written -> a file of the snapshot


@dataclass(frozen=True)
class Draft:
    """A page whose links still are upstream's."""

    edition: EditionId
    path: str
    kind: Kind
    source: str
    groups: tuple[str, ...]
    converted: Converted

    @property
    def title(self) -> str:
        return self.converted.title or self.source.rpartition("/")[2]

    @property
    def address(self) -> str:
        return f"/{self.edition}/{self.path}/" if self.path else f"/{self.edition}/"


@dataclass(frozen=True)
class Finished:
    pages: tuple[Page, ...]
    broken: tuple[Broken, ...]
    media: dict[str, Path]


def places(drafts: Sequence[Draft]) -> Mapping[str, Mapping[EditionId, Place]]:
    """Where upstream's paths lead; a page that stands in several editions leads to each."""
    table: dict[str, dict[EditionId, Place]] = {}
    for draft in drafts:
        table.setdefault(page_path(draft.source), {})[draft.edition] = Place(
            draft.address, draft.converted.layout.anchors
        )
    return table


def finish(drafts: Sequence[Draft], targets: Targets, find_image: FindImage) -> Finished:
    """The pages of one edition."""
    pages, broken, media = list[Page](), list[Broken](), dict[str, Path]()
    for draft in drafts:
        for warning in draft.converted.warnings:
            _LOG.info("%s: %s", draft.source, warning)
        finisher = _Finisher(draft, targets, find_image)
        body = rewrite(draft.converted.body, finisher.link, finisher.image, draft.converted.layout)
        upstream = f"{targets.upstream}/{page_path(draft.source)}".rstrip("/")
        pages.append(
            Page(
                edition=draft.edition,
                path=draft.path,
                title=draft.title,
                description=draft.converted.description,
                kind=draft.kind,
                body=body,
                source=draft.source,
                upstream=upstream,
                groups=draft.groups,
            )
        )
        broken += finisher.broken
        media |= finisher.media
    return Finished(tuple(pages), tuple(broken), media)


class _Finisher:
    def __init__(self, draft: Draft, targets: Targets, find_image: FindImage) -> None:
        self.draft, self.targets, self.find_image = draft, targets, find_image
        self.broken: list[Broken] = []
        self.media: dict[str, Path] = {}

    def link(self, target: str) -> str | None:
        answer = self.targets.resolve(target, self.draft.edition, self.draft.source)
        if answer.broken:
            self.broken.append(Broken(self.draft.source, target))
        return answer.target

    def image(self, image: Image) -> str:
        alt = " ".join(image.alt.split())
        path = self.find_image(self.draft.source, image.source)
        if path is None:
            # A picture elsewhere is a link: pages of the mirror ask no other host for anything.
            answer = self.targets.resolve(image.source, self.draft.edition, self.draft.source)
            if answer.target and "://" in answer.target:
                return _escape(alt) if image.in_link else f"[{_escape(alt) or 'Image'}]({escape_target(answer.target)})"
            self.broken.append(Broken(self.draft.source, image.source))
            return _escape(alt)
        media = read_media(path)
        self.media[media.name] = path
        return write_image(media, alt, image.attributes)


def _escape(alt: str) -> str:
    return re.sub(r"([\[\]*_`\\])", r"\\\1", html.escape(alt, quote=False))


def redirects_of(edition: EditionId, drafts: Sequence[Draft], found: Mapping[str, str]) -> dict[str, str]:
    """Those of the redirects that stand in no page's way, sorted."""
    taken = {draft.path for draft in drafts if draft.edition == edition}
    return {path: address for path, address in sorted(found.items()) if path not in taken}
