"""The lineage of the real releases against pairs of sections that were judged by reading both (lineage.json)."""

from __future__ import annotations

import json
from pathlib import Path

from builder.index.reader import Index

JUDGED = json.loads((Path(__file__).parent / "lineage.json").read_text("utf-8"))["pairs"]


def lineage(site: Path, before: str, after: str) -> tuple[dict[str, str | None], set[str]]:
    """Where each section of the first release went, None if nowhere; and what is new in the second."""
    index = Index.open(site)
    record = index.record(index.manifest["collections"][before.partition("/")[0]]["history"])
    old, new = (record["pages"][record["releases"].index(release)] for release in (before, after))
    there = {row[1]: f"{path}#{row[0]}" for path, rows in new.items() for row in rows}
    went = {f"{path}#{row[0]}": there.get(row[1]) for path, rows in old.items() for row in rows}
    return went, {f"{path}#{row[0]}" for path, rows in new.items() for row in rows if row[2] == "new"}


def test_at_least_a_hundred_pairs_are_judged_over_every_step_and_a_third_of_them_is_not_trivial() -> None:
    pairs = [pair for pairs in JUDGED.values() for pair in pairs]
    assert len(pairs) >= 100 and len(JUDGED) == 8
    assert sum(before != after and None not in (before, after) for before, after in pairs) >= len(pairs) // 5
    assert sum(None in pair for pair in pairs) >= len(pairs) // 4


def test_the_lineage_agrees_with_at_least_97_in_100_of_them(real_site: Path) -> None:
    wrong = []
    for step, pairs in JUDGED.items():
        went, new = lineage(real_site, *step.split())
        for before, after in pairs:
            if before is None:
                if after not in new:
                    wrong.append(f"{step}: {after} is new")
            elif before not in went:
                wrong.append(f"{step}: there is no {before}")
            elif went[before] != after:
                wrong.append(f"{step}: {before} went to {after}, not to {went[before]}")
    count = sum(map(len, JUDGED.values()))
    assert len(wrong) <= 0.03 * count, "\n".join(wrong)
