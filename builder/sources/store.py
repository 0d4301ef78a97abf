"""Where snapshots are kept: each in a folder named by its content, published in one step."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from builder.sources.http import replace_file
from builder.sources.snapshot import Snapshot, SnapshotError, read_record, write_record

_CURRENT = "current.json"


class SnapshotStore:
    """`folder`/SOURCE/CONTENT-HASH/ holds a snapshot; `folder`/SOURCE/current.json names the one in use."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def current(self, source: str) -> Snapshot | None:
        """The snapshot in use, or None where there is none; raises SnapshotError where it is damaged."""
        name = self.current_name(source)
        return read_record(self.folder / source / name) if name else None

    def current_name(self, source: str) -> str | None:
        """The folder of the snapshot in use; raises SnapshotError where what names it is damaged."""
        pointer = self.folder / source / _CURRENT
        try:
            return str(json.loads(pointer.read_text("utf-8"))["snapshot"])
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError) as error:
            raise SnapshotError(f"{pointer} is damaged ({error}): run `strata mirror` again.") from None

    def intact(self, source: str) -> Snapshot | None:
        """The snapshot in use for a mirror run, which replaces a damaged one as if there were none."""
        try:
            return self.current(source)
        except SnapshotError:
            return None

    @contextmanager
    def staging(self, source: str) -> Iterator[Path]:
        """An empty folder beside the snapshots, gone afterwards unless it was published."""
        parent = self.folder / source
        parent.mkdir(parents=True, exist_ok=True)
        for left in parent.glob(".staging-*"):  # of a run that was killed
            shutil.rmtree(left)
        path = Path(tempfile.mkdtemp(dir=parent, prefix=".staging-"))
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)

    def publish(self, staging: Path, source: str, url: str, revision: str, date: str, files: Sequence[str]) -> Snapshot:
        """Makes a staging folder the current snapshot. Without a `revision` the content's hash is one."""
        content = content_hash(staging, files)
        root = self.folder / source / content[:16]
        snapshot = Snapshot(root, source, url, revision or content, date, tuple(sorted(files)))
        write_record(Snapshot(staging, source, url, snapshot.revision, date, snapshot.files))
        if root.exists():  # known content, perhaps at a new revision or date: the record alone is replaced
            replace_file(root / "snapshot.json", (staging / "snapshot.json").read_bytes())
        else:
            staging.chmod(0o755)
            staging.rename(root)
        pointer = {"snapshot": root.name}
        replace_file(self.folder / source / _CURRENT, (json.dumps(pointer) + "\n").encode())
        return snapshot


def content_hash(root: Path, files: Sequence[str]) -> str:
    """SHA-256 (hex) over the paths and contents of files."""
    total = hashlib.sha256()
    for path in sorted(files):
        total.update(f"{path}\0{hashlib.sha256((root / path).read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()
