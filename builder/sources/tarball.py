"""A GitHub tarball -> files in a folder; nothing in it is trusted."""

from __future__ import annotations

import gzip
import tarfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from builder.errors import StrataError

# What all files together may take once inflated.
_MOST_BYTES = 1_000_000_000
_PIECE = 1 << 20


class TarballError(StrataError):
    """A tarball that is damaged or tries to write outside its folder."""


def unpack(tarball: Path, target: Path, keep: Sequence[str], url: str) -> list[str]:
    """Unpacks the files whose paths begin with one of `keep`, and returns those paths, sorted.

    The top folder of the tarball is stripped; links are left out, since real tarballs hold some that lead
    nowhere. Raises TarballError naming `url` where the archive is damaged or holds a path that leaves it.
    """
    plain = tarball.with_suffix(".tar")
    _inflate(tarball, plain, url)
    found = []
    try:
        with tarfile.open(plain, "r:") as archive:
            for member, path in _files(archive, url):
                if not path.startswith(tuple(keep)):
                    continue
                content = archive.extractfile(member)
                if content is None:
                    continue
                place = target / path
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content.read())
                found.append(path)
    except tarfile.TarError as error:
        raise TarballError(f"{url} is no readable tarball ({error}). Nothing of it is used; try again.") from None
    finally:
        plain.unlink(missing_ok=True)
    return sorted(found)


def _inflate(tarball: Path, plain: Path, url: str) -> None:
    """Inflates the whole stream before anything of it is used, so that its checksum speaks first:
    tarfile alone reads damaged gzip without an error."""
    size = 0
    try:
        with gzip.open(tarball, "rb") as source, plain.open("wb") as out:
            while piece := source.read(_PIECE):
                size += len(piece)
                if size > _MOST_BYTES:
                    raise TarballError(f"{url} inflates to more than {_MOST_BYTES:,} bytes: refused.")
                out.write(piece)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise TarballError(f"{url} is damaged ({error}). Nothing of it is used; run `strata mirror` again.") from None


def _files(archive: tarfile.TarFile, url: str) -> Iterator[tuple[tarfile.TarInfo, str]]:
    for member in archive:
        parts = PurePosixPath(member.name).parts
        if member.name.startswith("/") or ".." in parts or "\\" in member.name:
            raise TarballError(f"{url} holds the path {member.name!r}, which leaves its folder: refused.")
        if member.isfile() and len(parts) > 1:
            yield member, "/".join(parts[1:])
