"""Kills a build at moments spread evenly over its duration, and holds what is left against a whole build.

    python -m tests.publish.kills --times 50

The build starts each time without built editions, snapshots or embeddings, so that there is something to do at every
moment; every second time only the parent is killed, and its workers have to end by themselves.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from builder.pages.mkdocs import IMAGES

PROJECT = Path(__file__).resolve().parents[2]
_WORKERS_END = 20.0  # seconds after their parent, on a busy machine


@dataclass(frozen=True)
class Kill:
    """What was found after one kill; `problems` is empty where all was as it must be."""

    seconds: float
    of: float  # seconds that the build takes
    whole_group: bool
    ended: bool  # the build was over before
    left: str  # what lay half-made beside finished things, under names of its own
    problems: tuple[str, ...]

    def __str__(self) -> str:
        who = "all processes" if self.whole_group else "the parent alone"
        state = "had ended" if self.ended else f"left {self.left or 'nothing half-made'}"
        return f"{self.seconds:5.1f} of {self.of:.1f} s, {who}: {state}; {'; '.join(self.problems) or 'site whole'}"


def hashes(folder: Path) -> dict[str, str]:
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def kills(folder: Path, times: int) -> Iterator[Kill]:
    """Builds the sample into `folder`/site and again over it, killed `times` times, then once to its end."""
    site, state = folder / "site", folder / "state"
    environment = os.environ | {"STRATA_SITE": str(site), "STRATA_STATE": str(state)}
    started = time.monotonic()
    assert _build(environment).wait() == 0
    duration = time.monotonic() - started
    expected, finished = hashes(site), hashes(state / "editions") | hashes(state / "snapshots")
    # Not in their order, so that a run that is stopped early has still seen the whole duration.
    for number in sorted(range(times), key=lambda number: number * 7 % times):
        for made in ("editions", "snapshots", "embeddings"):
            shutil.rmtree(state / made, ignore_errors=True)
        moment = duration * (number + 0.5) / times
        process = _build(environment)
        time.sleep(moment)
        ended = process.poll() is not None
        group = number % 2 == 0
        if not ended:
            (os.killpg if group else os.kill)(process.pid, signal.SIGKILL)
            process.wait()
        yield Kill(moment, duration, group, ended, *_found(folder, process.pid, expected, finished))
    assert _build(environment).wait() == 0
    problems = [] if hashes(site) == expected else ["the next build gave another site"]
    problems += [f"{path} was not cleared away" for path in _hidden(folder) if path.startswith(".site")]
    yield Kill(duration, duration, False, True, "", tuple(problems))


def _build(environment: dict[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "builder.cli", "build", "--sample", "--force"],
        cwd=PROJECT, env=environment, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def _found(
    folder: Path, session: int, expected: dict[str, str], finished: dict[str, str]
) -> tuple[str, tuple[str, ...]]:
    problems = []
    if not _all_end(session):
        problems.append("workers went on without their parent")
    if hashes(folder / "site") != expected:
        problems.append("the site is not whole")
    for name in ("editions", "snapshots"):
        for file, digest in hashes(folder / "state" / name).items():
            hidden = any(part.startswith(".") for part in Path(file).parts)
            if not hidden and file in finished and finished[file] != digest:
                problems.append(f"{name}/{file} is half-made")
        for made in (folder / "state" / name).glob("*" if name == "editions" else "*/*"):
            own = f"{made.relative_to(folder / 'state' / name)}/"
            wanted = {file for file in finished if file.startswith(own)}
            if made.suffix == IMAGES:
                continue  # filled file by file
            if made.is_dir() and not made.name.startswith(".") and wanted != {own + file for file in hashes(made)}:
                problems.append(f"{name}/{own} is incomplete")
    return ", ".join(sorted({_sort(path) for path in _hidden(folder)})), tuple(problems)


def _hidden(folder: Path) -> Sequence[str]:
    places = [folder, folder / "state" / "editions", *(folder / "state" / "snapshots").glob("*")]
    return [path.name for place in places if place.is_dir() for path in place.iterdir() if path.name.startswith(".")]


def _sort(name: str) -> str:
    return name.rpartition("-")[0]


def _all_end(session: int) -> bool:
    """Whether every process of a session is gone, soon."""
    until = time.monotonic() + _WORKERS_END
    while alive(session):
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


def alive(session: int) -> list[int]:
    """The processes of a session."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()  # proc(5): state, parent, group, session
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=50)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="strata-kills-") as folder:
        bad = 0
        for kill in kills(Path(folder), options.times):
            print(kill, flush=True)
            bad += bool(kill.problems)
    sys.exit(f"{bad} of {options.times} went wrong" if bad else 0)


if __name__ == "__main__":
    main()
