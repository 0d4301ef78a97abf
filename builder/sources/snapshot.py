"""One immutable download of a source at a revision."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from builder.errors import StrataError

RECORD = "snapshot.json"


class SnapshotError(StrataError):
    """A snapshot that is not there, or a file that is not in it."""


@dataclass(frozen=True)
class Snapshot:
    """Files of a source below `root`, by paths as upstream has them ("docs/docs.json")."""

    root: Path
    source: str  # SourceSettings.name
    url: str  # a page a reader can open: the repository at the commit, or the site
    revision: str  # commit, or the content hash where the source has no commits
    date: str  # ISO 8601
    files: tuple[str, ...]  # sorted

    def text(self, path: str) -> str:
        """A file as UTF-8 text; raises SnapshotError naming it."""
        try:
            return self.file(path).read_text("utf-8")
        except UnicodeDecodeError as error:
            raise SnapshotError(f"{path} of {self.source} at {self.revision[:12]} is not UTF-8: {error}.") from None

    def file(self, path: str) -> Path:
        """Where a file is on disk; raises SnapshotError if the snapshot has none of that path."""
        if path not in self.files:
            raise SnapshotError(f"{self.source} at {self.revision[:12]} has no file {path}.")
        return self.root / path


def write_record(snapshot: Snapshot) -> None:
    record = {key: value for key, value in asdict(snapshot).items() if key != "root"}
    (snapshot.root / RECORD).write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")


def read_record(root: Path) -> Snapshot:
    """The snapshot in a folder; raises SnapshotError if its record is missing or damaged."""
    try:
        record = json.loads((root / RECORD).read_text("utf-8"))
        return Snapshot(root=root, **{**record, "files": tuple(record["files"])})
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise SnapshotError(f"{root} holds no readable snapshot ({error}): run `strata mirror` again.") from None
