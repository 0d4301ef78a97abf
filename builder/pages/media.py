"""Images of a source as files of the site: named by content, with the size they will take."""

from __future__ import annotations

import hashlib
import html
import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from PIL import Image as Picture
from PIL import UnidentifiedImageError

FOLDER = "/assets/media/"
_LENGTH = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(px|em|rem)?\s*$")
_SVG = re.compile(r"<svg\b[^>]*>", re.DOTALL)
_EM = 16  # pixels of the text an image stands in: what browsers and Material start from


@dataclass(frozen=True)
class Media:
    name: str  # HASH.EXT
    path: Path
    width: int  # 0 where the file does not tell
    height: int


def read_media(path: Path) -> Media:
    """A picture of the snapshot under the name of its content."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    suffix = PurePosixPath(path.name).suffix.lower()
    width, height = _svg_size(path) if suffix == ".svg" else _size(path)
    return Media(digest + suffix, path, width, height)


def write_image(media: Media, alt: str, attributes: dict[str, str]) -> str:
    """The `<img>` of a picture; a size that upstream asks for is kept, in proportion."""
    width, height = _scaled(media, _pixels(attributes.get("width", "")), _pixels(attributes.get("height", "")))
    size = f' width="{width}" height="{height}"' if width and height else ""
    return f'<img src="{FOLDER}{media.name}" alt="{html.escape(" ".join(alt.split()))}"{size}>'


def _scaled(media: Media, width: int, height: int) -> tuple[int, int]:
    if not media.width or not media.height:
        return width, height
    if height:
        return max(1, round(media.width * height / media.height)), height
    if width:
        return width, max(1, round(media.height * width / media.width))
    return media.width, media.height


def _pixels(length: str) -> int:
    match = _LENGTH.match(length)
    if not match:
        return 0
    return round(float(match[1]) * (_EM if match[2] in ("em", "rem") else 1))


def _size(path: Path) -> tuple[int, int]:
    try:
        with Picture.open(path) as picture:
            return picture.size
    except (UnidentifiedImageError, OSError, Picture.DecompressionBombError):
        return 0, 0


def _svg_size(path: Path) -> tuple[int, int]:
    opening = _SVG.search(path.read_text("utf-8", errors="replace"))
    if not opening:
        return 0, 0
    values = dict(re.findall(r'\b(width|height|viewBox)="([^"]*)"', opening[0]))
    width, height = _pixels(values.get("width", "")), _pixels(values.get("height", ""))
    if width and height:
        return width, height
    box = re.split(r"[\s,]+", values.get("viewBox", "").strip())
    try:
        return round(float(box[2])), round(float(box[3]))
    except (IndexError, ValueError):
        return 0, 0
