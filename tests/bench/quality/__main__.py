"""`make bench-quality`: the question sets through the searches of others, over the same pages and scopes."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builder import evaluate, pipeline, settings
from builder.evaluate.questions import QuestionSet
from builder.evaluate.run import judge, run, summary
from builder.evaluate.scoring import Case
from builder.index.embeddings import EmbeddingCache
from builder.index.reader import Index
from builder.model.encoder import Encoder
from builder.search.engine import Engine, Mode
from tests.bench.quality.bm25 import Bm25
from tests.bench.quality.corpus import Corpus, Peer
from tests.bench.quality.material import CODE_WORDS, Material
from tests.bench.quality.nearest import Nearest
from tests.bench.quality.pagefind import Pagefind
from tests.bench.quality.pieces import our_chunks
from tests.conftest import PROJECT

REPORT = Path("bench") / "quality.json"  # in the state folder, where the build finds it for /evaluation/
OURS: tuple[tuple[Mode, str], ...] = (("hybrid", "Strata"), ("keyword", "Strata, keywords only"))
MATERIAL = (
    Material("Material (lunr)", {}, "a site for each scope, its search plugin as it comes"),
    Material(
        "Material (lunr), tuned",
        {"separator": CODE_WORDS, "pipeline": ["stemmer", "stopWordFilter", "trimmer"]},
        "the same with stems, and with the separator that its documentation advises for code",
    ),
)


def measure(work: pipeline.Workspace, questions: list[Path]) -> dict[str, Any]:
    """A report of every peer for each question set, by its name."""
    index, encoder = Index.open(work.site), Encoder.bundled()
    cache = EmbeddingCache(work.state / "bench", encoder.model_hash, encoder.dimensions)
    editions = pipeline.editions(work, pipeline.snapshots(work))
    snapshots = {entry["id"]: entry["commit"] for entry in index.editions}
    report: dict[str, Any] = {"snapshots": snapshots, "peers": {}, "sets": {}}
    for one in evaluate.read(work.site, questions):
        collections = {question.scope.partition("@")[0] for question in one.questions}
        corpus = Corpus([edition for edition in editions if edition.id.collection in collections], index)
        rows: dict[str, Any] = {}
        engine = Engine(index, encoder)
        for mode, name in OURS:
            _tell(f"{one.name}: {name}")
            rows[name] = _row(run(engine, [one], mode, 10, lambda amount: None), "all links")
        for peer in _peers(corpus, encoder, cache, work.settings.chunk_tokens):
            _tell(f"{one.name}: {peer.name}")
            report["peers"][peer.name] = {"version": peer.version, "how": peer.how, "cannot": peer.cannot}
            readings = peer.answers(corpus, one.questions)
            read = {name: _cases(one, answers) for name, answers in readings.items()}
            rows[peer.name] = max((_row(cases, name) for name, cases in read.items()), key=_mrr)
        report["sets"][one.name] = {"questions": one.sha256, "rows": rows}
    return report


def _peers(corpus: Corpus, encoder: Encoder, cache: EmbeddingCache, budget: int) -> Iterator[Peer]:
    yield from MATERIAL
    yield Pagefind()
    yield Bm25(our_chunks(corpus, encoder, budget))
    if any(edition.id.collection == "langgraph" for edition in corpus.editions):
        yield Nearest(encoder, cache, lambda amount: _tell(f"embedded {amount} more"))


def _cases(one: QuestionSet, answers: list[Any]) -> list[Case]:
    return [judge(question, results) for question, results in zip(one.questions, answers, strict=True)]


def _row(cases: list[Case], read: str) -> dict[str, Any]:
    found = summary(cases)
    nothing = [case.id for case in cases if case.answerable and not case.results]
    silent_about = [case.id for case in cases if case.decline and (not case.results or case.state == "unknown")]
    return {
        "read": read,
        **{name: found[name] for name in ("overall", "kinds", "traps_above", "verdict")},
        "nothing_found": nothing,
        "declined": silent_about,
        "to_decline": sum(case.decline for case in cases),
    }


def _mrr(row: dict[str, Any]) -> float:
    return float(row["overall"]["mrr@10"])


def table(report: dict[str, Any]) -> str:
    """The report as Markdown."""
    lines: list[str] = []
    for name, one in report["sets"].items():
        rows = one["rows"]
        n = next(iter(rows.values()))["overall"]["n"]
        kinds = list(next(iter(rows.values()))["kinds"])
        lines += [
            f"{name}, {n} answerable questions",
            "",
            "| | hit@1 | hit@5 | MRR | traps above | found nothing | absences told | declined | read by |",
            "| --- |" + " --- |" * 8,
        ]
        for peer, row in rows.items():
            overall, verdict = row["overall"], row["verdict"]
            told = f"{verdict['recall']:.0%} of {verdict['absent']}" if verdict["absent"] else "never"
            lines.append(
                f"| {peer} | {overall['hit@1']:.2f} | {overall['hit@5']:.2f} | {overall['mrr@10']:.2f} | "
                f"{len(row['traps_above'])} | {len(row['nothing_found'])} | {told} | "
                f"{len(row['declined'])} of {row['to_decline']} | {row['read']} |"
            )
        lines += [
            "",
            "hit@1 / hit@5 / MRR by kind:",
            "",
            "| | " + " | ".join(f"{kind} ({next(iter(rows.values()))['kinds'][kind]['n']})" for kind in kinds) + " |",
            "| --- |" + " --- |" * len(kinds),
        ]
        for peer, row in rows.items():
            cells = (row["kinds"][kind] for kind in kinds)
            by = " | ".join(f"{c['hit@1']:.2f} / {c['hit@5']:.2f} / {c['mrr@10']:.2f}" for c in cells)
            lines.append(f"| {peer} | {by} |")
        lines.append("")
    for peer, about in report["peers"].items():
        lines += [f"- **{peer}** ({about['version']}): {about['how']}. It cannot {about['cannot']}."]
    return "\n".join(lines) + "\n"


def _tell(said: str) -> None:
    print(said, file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.quality", description=(__doc__ or "").strip())
    parser.add_argument("--site", type=Path, default=Path(os.environ.get("STRATA_SITE") or PROJECT / "site"))
    parser.add_argument("--questions", type=Path, action="append", help="Default: the bundled sets.")
    arguments = parser.parse_args()
    state = Path(os.environ.get("STRATA_STATE") or PROJECT / ".strata")
    work = pipeline.Workspace(settings.load(PROJECT / "strata.toml"), arguments.site.resolve(), state)
    report = measure(work, arguments.questions or work.settings.question_files)
    file = work.state / REPORT
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    print(table(report))
    _tell(f"All figures: {file}. The next build shows them on /evaluation/.")


if __name__ == "__main__":
    main()
