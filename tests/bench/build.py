"""How long builds take and what they need: `make bench-build`, or `python -m tests.bench.build --help`.

Works on the snapshots of a state folder that `strata mirror` has filled, in a temporary state of its own, through the
command line as a user has it. Prints a table and writes the figures as JSON, with the machine's load.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from builder import pipeline, settings
from builder.index.chunks import chunks
from builder.model.encoder import BUNDLED, MODEL_FILE, TOKENIZER_FILE, Encoder
from builder.sources.store import SnapshotStore

PROJECT = Path(__file__).resolve().parents[2]
_TEXTS = 400  # of the real chunks, evenly spread: enough for a steady rate
_PLAIN_BATCH = 32  # texts a run, padded to the longest: what a first attempt with ONNX Runtime looks like


@dataclass(frozen=True)
class Run:
    what: str
    seconds: float
    processor_seconds: float  # of all processes: over the wall time, how many cores were used
    peak_megabytes: float  # of all processes together, shared memory counted once
    load: float  # of the machine in the last minute, this run included
    said: str


def measured(what: str, environment: dict[str, str], *arguments: str) -> Run:
    """Runs `strata` and watches it and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "builder.cli", *arguments],
        cwd=PROJECT, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    peak = Peak(process.pid)
    said, _ = process.communicate()
    seconds = time.monotonic() - started
    if process.returncode != 0:
        raise SystemExit(f"strata {' '.join(arguments)} ended with {process.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    run = Run(what, round(seconds, 1), round(used, 1), round(peak.stop() / 1e6), round(os.getloadavg()[0], 1), said)
    print(f"{what}: {run.seconds} s", file=sys.stderr)
    return run


class Peak(threading.Thread):
    """The most memory that a process and its descendants have held together, looked at ten times a second."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._pid, self._peak, self._over = pid, 0, threading.Event()
        self.start()

    def run(self) -> None:
        while not self._over.wait(0.1):
            self._peak = max(self._peak, sum(map(_proportional_set, _tree(self._pid))))

    def stop(self) -> int:
        """Bytes."""
        self._over.set()
        self.join()
        return self._peak


def _tree(pid: int) -> list[int]:
    try:
        threads = list(Path(f"/proc/{pid}/task").iterdir())
        children = [int(child) for thread in threads for child in (thread / "children").read_text().split()]
    except OSError:
        return []
    return [pid, *(inner for child in children for inner in _tree(child))]


def _proportional_set(pid: int) -> int:
    """Bytes of memory, what several processes share divided among them (proc(5), smaps_rollup)."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def edit_one_page(state: Path) -> str:
    """Publishes the first source's snapshot anew, one page of it with a sentence more; returns the page."""
    source = settings.load(PROJECT / "strata.toml").sources[0]
    store = SnapshotStore(state / "snapshots")
    current = store.current(source.name)
    assert current
    pages = [file for file in current.files if file.endswith((".mdx", ".md")) and "/specification/" in file]
    page = pages[len(pages) // 2]
    with store.staging(source.name) as staging:
        for file in current.files:
            (staging / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(current.root / file, staging / file)
        with (staging / page).open("a", encoding="utf-8") as text:
            text.write("\n\nOne sentence that the last revision did not have.\n")
        store.publish(staging, source.name, current.url, "0" * 40, current.date, current.files)
    return page


def texts(state: Path) -> list[str]:
    """Some of what a build of the real docs embeds, in their order."""
    work = pipeline.Workspace(settings.load(PROJECT / "strata.toml"), state / "site", state)
    encoder = Encoder.bundled()
    found = [
        chunk.embedded
        for edition in pipeline.editions(work, pipeline.snapshots(work))
        for chunk in chunks(edition, encoder.count, work.settings.chunk_tokens)
    ]
    distinct = list(dict.fromkeys(found))
    return distinct[:: max(1, len(distinct) // _TEXTS)][:_TEXTS]


def throughput(embedded: Sequence[str]) -> dict[str, float]:
    """Chunks a second: our encoder, and ONNX Runtime as its documentation has it, padded batches in their order."""
    encoder = Encoder.bundled()
    encoder.encode(embedded[:8])  # loads
    started = time.monotonic()
    ours = encoder.encode(embedded)
    our_rate = len(embedded) / (time.monotonic() - started)

    import onnxruntime
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(BUNDLED / TOKENIZER_FILE))
    tokenizer.enable_truncation(encoder.max_tokens)
    tokenizer.enable_padding()
    session: Any = onnxruntime.InferenceSession(str(BUNDLED / MODEL_FILE), providers=["CPUExecutionProvider"])
    rows = []
    started = time.monotonic()
    for first in range(0, len(embedded), _PLAIN_BATCH):
        batch = tokenizer.encode_batch(list(embedded[first : first + _PLAIN_BATCH]))
        ids = np.array([one.ids for one in batch], np.int64)
        mask = np.array([one.attention_mask for one in batch], np.int64)
        rows.append(session.run(["sentence_embedding"], {"input_ids": ids, "attention_mask": mask})[0])
    plain_rate = len(embedded) / (time.monotonic() - started)
    alike = float(np.einsum("ij,ij->i", ours, np.concatenate(rows)).min())
    return {
        "texts": len(embedded),
        "chunks_per_second": round(our_rate, 1),
        "plain_onnxruntime_chunks_per_second": round(plain_rate, 1),
        "smallest_cosine_between_them": round(alike, 4),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--state", type=Path, default=PROJECT / ".strata", help="where `strata mirror` has put snapshots"
    )
    parser.add_argument("--skip-cold", action="store_true", help="take embeddings and editions from there too")
    out = PROJECT / ".strata" / "bench" / "build.json"
    parser.add_argument("--out", type=Path, default=out, help="figures as JSON")
    options = parser.parse_args()
    if not (options.state / "snapshots").is_dir():
        raise SystemExit(f"There are no snapshots in {options.state}: run `strata mirror` first.")
    with tempfile.TemporaryDirectory(prefix="strata-bench-") as folder:
        state = Path(folder) / "state"
        for name in ("snapshots", *(("embeddings", "editions") if options.skip_cold else ())):
            if (options.state / name).is_dir():
                shutil.copytree(options.state / name, state / name)
        environment = {"STRATA_STATE": str(state), "STRATA_SITE": str(Path(folder) / "site")}
        first = "with cached embeddings" if options.skip_cold else "cold, from local snapshots"
        runs = [measured(first, environment, "build"), measured("nothing changed", environment, "build")]
        assert "Nothing has changed" in runs[1].said
        runs.append(measured(f"one page changed ({edit_one_page(state)})", environment, "build"))
        runs.append(measured("check of the built site", environment, "check"))
        embedding = throughput(texts(state))
    report = {"processors": os.cpu_count(), "runs": [asdict(run) for run in runs], "embedding": embedding}
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    width = max(len(run.what) for run in runs)
    print(f"{'':{width}}  seconds  processor s  peak MB  load")
    for run in runs:
        figures = f"{run.seconds:7.1f}  {run.processor_seconds:11.1f}  {run.peak_megabytes:7.0f}  {run.load:4.1f}"
        print(f"{run.what:{width}}  {figures}")
    print(
        f"Embedding: {embedding['chunks_per_second']} chunks/s; plain ONNX Runtime "
        f"{embedding['plain_onnxruntime_chunks_per_second']} chunks/s for the same {embedding['texts']} texts"
    )
    print(f"{os.cpu_count()} processors. Figures: {options.out}")


if __name__ == "__main__":
    main()
