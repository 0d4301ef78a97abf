"""Files on this machine as a snapshot: how the sample is read."""

from __future__ import annotations

import shutil
from pathlib import Path

from builder.settings import SourceSettings
from builder.sources.snapshot import Snapshot, SnapshotError
from builder.sources.store import SnapshotStore


def mirror(source: SourceSettings, base: Path, store: SnapshotStore) -> Snapshot:
    """A copy of the folder that the source names, relative to `base`; links are left out."""
    folder = base / source.folder
    if not folder.is_dir():
        raise SnapshotError(f"There is no folder {folder}, which the source {source.name} names.")
    files = [p.relative_to(folder).as_posix() for p in sorted(folder.rglob("*")) if p.is_file() and not p.is_symlink()]
    with store.staging(source.name) as staging:
        for path in files:
            (staging / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(folder / path, staging / path)
        return store.publish(staging, source.name, source.upstream, "", source.date, files)
