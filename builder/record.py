"""What runs leave for the next one in the state folder: which sources they mirrored, what their sites are made of."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from builder.sources.http import replace_file

FILE = "build.json"


@dataclass(frozen=True)
class Mirrored:
    """The last mirror run of a settings file."""

    sources: list[str]
    answers: list[str]  # what it kept of upstream's answers, by the names of the files


@dataclass(frozen=True)
class BuiltSite:
    """The last build of a site."""

    key: str  # hash of all that went into it; empty while it is being put in its place
    snapshots: dict[str, str]  # by source, the folder of its snapshot
    pages: dict[str, int]  # by source
    editions: list[str]  # folders of the cache of built editions
    embeddings: str  # file of the cache of embeddings


@dataclass(frozen=True)
class Record:
    """Nothing is lost without it: a run that finds none, or a damaged one, does all its work."""

    mirrored: dict[str, Mirrored] = field(default_factory=dict)  # by settings file
    built: dict[str, BuiltSite] = field(default_factory=dict)  # by the site's folder

    def with_mirrored(self, settings: Path, run: Mirrored) -> Record:
        return Record({**self.mirrored, str(settings): run}, self.built)

    def with_built(self, site: Path, run: BuiltSite) -> Record:
        return Record(self.mirrored, {**self.built, str(site): run})


def read(state: Path) -> Record:
    try:
        data = json.loads((state / FILE).read_text("utf-8"))
        return Record(
            {name: Mirrored(**run) for name, run in data["mirrored"].items()},
            {name: BuiltSite(**run) for name, run in data["built"].items()},
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Record()


def write(state: Path, record: Record) -> None:
    state.mkdir(parents=True, exist_ok=True)
    replace_file(state / FILE, (json.dumps(asdict(record), indent=1, sort_keys=True) + "\n").encode())
