"""Where the links and images of an edition made from mkdocs.yml lead."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from builder.pages.links import Image, rewrite
from builder.pages.media import FOLDER, Media, read_media, write_image
from builder.pages.page import Broken
from builder.sources.snapshot import Snapshot

_PAGE = (".md", ".ipynb")
_PICTURE = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp")
_ALONE = re.compile(r"^([ \t]*<img [^>\n]*>)[ \t]*\n(?=[ \t]*[^\s:<])", re.M)
_HIGHEST = re.compile(r"max-height:\s*(\d+)px")


@dataclass(frozen=True)
class Target:
    """A page that links may lead to."""

    address: str
    title_id: str  # the anchor of the title, which is no heading of the body
    ids: Collection[str]


@dataclass
class Links:
    """Resolves what pages link to, and remembers what upstream has broken and which images are shown."""

    snapshot: Snapshot
    docs: str  # folder of the pages in the snapshot, with a slash: "docs/docs/"
    site_url: str  # where upstream's site stood; ends with a slash, or is empty
    blob: str  # address of a file of the snapshot, without its path; ends with a slash
    pages: Mapping[str, Target]  # by file below `docs`
    saved: Mapping[str, Path]  # images that were not files: by name
    objects: Mapping[str, str]  # objects of the code that a page tells of: dotted name -> file below `docs`
    media: dict[str, Path] = field(default_factory=dict)
    broken: list[Broken] = field(default_factory=list)
    _files: dict[str, None] = field(default_factory=dict)
    _read: dict[Path, Media] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._files = dict.fromkeys(self.snapshot.files)

    def resolve(self, body: str, file: str, source: str) -> str:
        """A body with final links and images; `file` is the page's below `docs`, `source` its name in the report."""

        def link(target: str) -> str | None:
            found = self._link(target, file, source)
            if found is None and target.strip("#"):  # `#` alone leads nowhere, on purpose
                self.broken.append(Broken(source, target.removeprefix("autoref:")))
            return found

        written = rewrite(body, link, lambda image: self._image(image, file, source))
        # Alone on its line an image is a block of HTML: text on the next line would be part of it.
        return _ALONE.sub(r"\1\n\n", written)

    def _link(self, target: str, file: str, source: str) -> str | None:
        if target.startswith("autoref:"):
            return self._object(target.removeprefix("autoref:"))
        if self.site_url and target.startswith((self.site_url, self.site_url.rstrip("/") + "#")):
            return self._on_site(target[len(self.site_url) :].lstrip("/"), source, target) or target
        try:
            parts = urlsplit(target)
        except ValueError:
            return None
        if parts.scheme in ("http", "https", "mailto"):
            return target
        if parts.scheme or parts.netloc:
            return None
        if not parts.path:
            return self._at(file, parts.fragment, source, target) if parts.fragment else None
        if target.startswith(FOLDER):
            return self._picture(target)
        root = urlsplit(self.site_url).path or "/"
        if parts.path.startswith("/"):
            return self._on_site(target.removeprefix(root).lstrip("/"), source, target)
        return self._relative(parts.path, parts.fragment, file, source, target)

    def _relative(self, path: str, fragment: str, file: str, source: str, target: str) -> str | None:
        """By file, as MkDocs reads links; else by address, as a browser would from the page's folder."""
        folder = posixpath.dirname(file)
        stem = posixpath.splitext(file)[0]
        served = folder if posixpath.basename(stem) == "index" else stem
        wanted = [posixpath.normpath(posixpath.join(base, unquote(path))) for base in (folder, served)]
        if wanted[-1].startswith("../"):  # one step too far up is a slip that occurs; what is meant is at the root
            wanted.append(wanted[-1].lstrip("./"))
        found = next((file for file in map(self._find, wanted) if file is not None), None)
        return None if found is None else self._file(found, fragment, source, target)

    def _on_site(self, rest: str, source: str, target: str) -> str | None:
        parts = urlsplit(rest)
        found = self._find(posixpath.normpath(unquote(parts.path)) if parts.path else "index.md")
        return None if found is None else self._file(found, parts.fragment, source, target)

    def _find(self, path: str) -> str | None:
        """The file below `docs` that a path means: itself, its twin in the other format, or what is served there."""
        stem, suffix = posixpath.splitext(path)
        candidates = [path]
        if suffix in (*_PAGE, ".html"):
            candidates += [stem + other for other in _PAGE]
        candidates += [path + other for other in _PAGE] + [posixpath.join(path, "index" + other) for other in _PAGE]
        for candidate in candidates:
            candidate = posixpath.normpath(candidate)
            if candidate in self.pages or self.docs + candidate in self._files:
                return candidate
        outside = posixpath.normpath(self.docs + path)
        return path if outside in self._files else None

    def _file(self, file: str, fragment: str, source: str, target: str) -> str | None:
        if file in self.pages:
            return self._at(file, fragment, source, target)
        path = posixpath.normpath(self.docs + file)
        if path.endswith(_PICTURE):
            return self._picture(FOLDER + self._add(self.snapshot.file(path)).name)
        return self.blob + path + (f"#{fragment}" if fragment and path.endswith(_PAGE) else "")

    def _at(self, file: str, fragment: str, source: str, target: str) -> str:
        """A page of the edition, at the anchor if it has that; an anchor nobody has is upstream's mistake."""
        page = self.pages[file]
        anchor = unquote(fragment)
        if not anchor or anchor == page.title_id:
            return page.address
        if anchor in page.ids:
            return f"{page.address}#{anchor}"
        known = self._enclosing(anchor)
        if known and self.objects[known] == file:
            return f"{page.address}#{known}"
        if anchor.startswith("__tabbed_") or ("." in anchor and file in self.objects.values()):
            return page.address  # ids that upstream's build makes
        self.broken.append(Broken(source, target))
        return page.address

    def _object(self, name: str) -> str | None:
        """Where the edition tells of an object of the code, or has the one heading of that id."""
        known = self._enclosing(name)
        if known:
            return f"{self.pages[self.objects[known]].address}#{known}"
        holders = [page for page in self.pages.values() if name in page.ids]  # a heading, by its id
        return f"{holders[0].address}#{name}" if len(holders) == 1 else None

    def _enclosing(self, name: str) -> str | None:
        """The object of the code that some page tells of: the one named, or the nearest that holds it."""
        holder = name
        while holder and holder not in self.objects:
            holder = holder.rpartition(".")[0]
        if holder:
            return holder
        # `langgraph.graph.StateGraph` is defined in, and told of as, `langgraph.graph.state.StateGraph`.
        package, *parts = name.split(".")
        alike = [known for known in self.objects if known.split(".")[-1] in parts and known.split(".")[0] == package]
        return alike[0] if len(alike) == 1 else None

    def _picture(self, address: str) -> str | None:
        name = address.removeprefix(FOLDER)
        if name in self.saved:
            self.media[name] = self.saved[name]
        return address if name in self.media else None

    def _add(self, path: Path) -> Media:
        if path not in self._read:
            self._read[path] = read_media(path)
        self.media[self._read[path].name] = path
        return self._read[path]

    def _image(self, image: Image, file: str, source: str) -> str:
        path = self._image_file(image.source, file)
        if path:
            media = self._add(path)
            highest = _HIGHEST.search(image.attributes.get("style", ""))
            sizes = {name: value for name, value in image.attributes.items() if name in ("width", "height")}
            if highest and media.height > int(highest[1]):
                sizes = {"height": highest[1]}
            return write_image(media, image.alt, sizes)
        if urlsplit(image.source).scheme in ("http", "https"):
            text = image.alt or posixpath.basename(urlsplit(image.source).path)
            return text if image.in_link else f"[{text}]({image.source})"
        self.broken.append(Broken(source, image.source))
        return image.alt

    def _image_file(self, written: str, file: str) -> Path | None:
        if written.startswith(FOLDER):
            return self.saved.get(written.removeprefix(FOLDER))
        if self.site_url and written.startswith(self.site_url):
            written = "/" + written[len(self.site_url) :]
        if "://" in written:
            return None
        path = unquote(urlsplit(written).path)
        stem = posixpath.splitext(file)[0]
        bases = ("",) if path.startswith("/") else (posixpath.dirname(file), stem)
        for base in bases:
            found = posixpath.normpath(self.docs + posixpath.join(base, path.lstrip("/")))
            if found in self._files and found.endswith(_PICTURE):
                return self.snapshot.file(found)
        return None
