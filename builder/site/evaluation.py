"""The figures on the page /evaluation/: put where docs/evaluation.md left room for them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import Any

from builder.errors import StrataError
from builder.evaluate.kept import Evaluation
from builder.index.reader import Index
from builder.search.place import Place
from builder.search.verdict import LACKING
from builder.site.charts import Line, bar, lines
from builder.site.sanitize import relative

ADDRESS = "/evaluation/"
REPORT = "evaluation/report.json"  # the same figures for programs, and for the next build
_FIRST = 5  # further results of a question are not listed


class EvaluationPageError(StrataError):
    """The page has no room for what belongs on it."""


def write_evaluation(site: Path, found: Evaluation, peers: Mapping[str, Any] | None) -> None:
    """Fills the page in `site`, and writes the same figures beside it for programs."""
    page = site / ADDRESS.strip("/") / "index.html"
    if not page.is_file():
        return  # docs of another project
    date, own, sets, before = found.date, found.own, found.sets, found.before
    parts = {
        "figures": _figures(date, own, sets),
        "kinds": _groups(sets, "kinds", "kind"),
        "releases": _groups(sets, "releases", "release"),
        "time": _time(date, sets, before),
        "absent": _absent(sets),
        "peers": _peers(peers, sets),
        "questions": _questions(sets, _Texts(Index.open(site)), own),
    }
    html = page.read_text("utf-8")
    for name, part in parts.items():
        room = f'<div id="evaluation-{name}"></div>'
        if room not in html:
            raise EvaluationPageError(f"docs/evaluation.md has no {room}: each part of the figures needs its place.")
        html = html.replace(room, part)
    page.write_text(html, "utf-8")
    report = json.dumps({**asdict(found), "peers": peers}, ensure_ascii=False)
    (site / REPORT).write_text(report + "\n", "utf-8")


class _Texts:
    """What pages and sections are called, by their addresses."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def link(self, place: Place, heading: str | None = None) -> str:
        shard = self._index.lexical(place.edition)
        number = next((n for n, row in enumerate(shard.pages) if row[0] == place.path), None)
        if number is None:
            return f"<code>{escape(place.address)}</code>"
        sections = [(anchor, headings) for page, anchor, headings in shard.sections if page == number]
        trail = [shard.pages[number][1]]
        if heading:  # a label names its section by its heading
            anchor = next((anchor for anchor, headings in sections if headings and headings[-1] == heading), "")
            place = Place(place.edition, place.path, anchor)
            trail.append(heading)
        else:
            trail += next((headings for anchor, headings in sections if anchor == place.anchor), [])[-1:]
        text = " › ".join(trail)
        return f'<a href="{escape(relative(place.address, ADDRESS))}">{escape(text)}</a> <small>{place.edition}</small>'


def _figures(date: str, own: bool, sets: Mapping[str, Any]) -> str:
    rows = []
    for name, one in sets.items():
        overall = one["overall"]
        rows.append(
            [
                escape(_titled(name)), str(overall["n"]), *(_share(overall, f"hit@{k}") for k in (1, 3, 5, 10)),
                _number(overall, "mrr@10"), _number(overall, "ndcg@10"), str(len(one["traps_above"])),
            ]
        )  # fmt: skip
    head = ["Questions", "n", "hit@1", "hit@3", "hit@5", "hit@10", "MRR@10", "nDCG@10", "traps above"]
    said = (
        "Questions that people wrote, with answers that were checked against the docs"
        if own
        else "<strong>The question files that the settings name are not here.</strong> So the corpus asks itself: what "
        "a page says where it links, against the section it links to"
    )
    model = next(iter(sets.values()))["made_of"]
    made = f"model <code>{model['model'][:12]}</code>, parameters <code>{model['parameters'][:12]}</code>"
    left_out = sum(one["left_out"] for one in sets.values())
    lost = f"<p>Left out, since their answers are no longer in the docs: {left_out}.</p>" if left_out else ""
    return f"<p>{said}. Texts of {date}; {made}.</p>{lost}{_table(head, rows)}"


def _groups(sets: Mapping[str, Any], group: str, title: str) -> str:
    parts = [
        '<p class="evaluation-legend"><span class="evaluation-key evaluation-key--first"></span> right at once '
        '<span class="evaluation-key evaluation-key--five"></span> among the first five '
        '<span class="evaluation-key evaluation-key--interval"></span> 95 % interval of that</p>'
    ]
    for name, one in sets.items():
        rows = [
            [
                escape(label), str(row["n"]),
                bar(row["hit@1"], row["hit@5"], row["intervals"]["hit@5"]),
                _share(row, "hit@1"), _share(row, "hit@5"), f"{row['mrr@10']:.2f}", str(row["traps_above"]),
            ]
            for label, row in one[group].items()
        ]  # fmt: skip
        head = [title.capitalize(), "n", "", "hit@1", "hit@5", "MRR@10", "traps above"]
        parts.append(f"<h3>{escape(_titled(name))}</h3>{_table(head, rows, 'evaluation-bars')}")
    return "".join(parts)


def _time(date: str, sets: Mapping[str, Any], before: Sequence[Any]) -> str:
    now = {"date": date, "sets": {name: one["overall"] for name, one in sets.items()}}
    parts = []
    for name in sets:
        points = [one for one in (*before, now) if name in one["sets"]]
        if len(points) < 2:
            continue
        dates = [one["date"] for one in points]
        drawn = [Line(what, [one["sets"][name][what] for one in points]) for what in ("hit@5", "hit@1")]
        about = f"{_titled(name)}: " + "; ".join(
            f"{line.name} from {line.values[0]:.0%} to {line.values[-1]:.0%}" for line in drawn
        )
        head = ["Texts of", "n", "hit@1", "hit@5", "MRR@10"]
        rows = [
            [one["date"], str(figures["n"]), _percent(figures["hit@1"]), _percent(figures["hit@5"]),
             f"{figures['mrr@10']:.3f}"]
            for one in points for figures in (one["sets"][name],)
        ]  # fmt: skip
        legend = (
            '<p class="evaluation-legend"><span class="evaluation-key evaluation-key--five"></span> hit@5 '
            '<span class="evaluation-key evaluation-key--first"></span> hit@1</p>'
        )
        parts.append(
            f"<h3>{escape(_titled(name))}</h3>{legend}{lines(dates, drawn, about)}"
            f"<details><summary>As numbers</summary>{_table(head, rows)}</details>"
        )
    if not parts:
        return "<p>This is the first evaluation that was kept. The next one will stand beside it.</p>"
    return "".join(parts)


def _absent(sets: Mapping[str, Any]) -> str:
    rows = []
    for name, one in sets.items():
        verdict, declines = one["verdict"], one["declines"]
        if verdict["absent"]:
            right, to_decline = len(declines["right"]), len(declines["right"]) + len(declines["missed"])
            rows.append(
                [
                    escape(_titled(name)), f"{verdict['recall']:.0%} of {verdict['absent']}",
                    f"{verdict['precision']:.0%}", f"{verdict['release_right']:.0%}",
                    f"{len(verdict['false_alarms'])} of {verdict['covered']}", f"{right} of {to_decline}",
                    str(len(declines["wrong"])),
                ]
            )  # fmt: skip
    if not rows:
        return "<p>These questions do not ask for what a release lacks.</p>"
    head = ["Questions", "absences told", "of those told, right", "release named rightly", "false alarms", "declined",
            "declined wrongly"]  # fmt: skip
    return (
        "<p>Whether the search says so where the release asked about does not have something, names the release that "
        f"does, and declines what the docs do not speak of at all.</p>{_table(head, rows)}"
    )


def _peers(peers: Mapping[str, Any] | None, sets: Mapping[str, Any]) -> str:
    if peers is None:
        return (
            "<p>The same questions, scopes and pages through other searches. This build has no such report: "
            "<code>make bench-quality</code> makes one, and the next build shows it.</p>"
        )
    parts = ["<p>The same questions, scopes and pages through other searches, each as well set up as it allows.</p>"]
    head = ["Search", "", "hit@1", "hit@5", "MRR@10", "traps above", "found nothing", "absences told", "declined"]
    for name, one in peers["sets"].items():
        rows = []
        for peer, row in one["rows"].items():
            overall, verdict = row["overall"], row["verdict"]
            told = f"{verdict['recall']:.0%} of {verdict['absent']}" if verdict["absent"] else "cannot"
            rows.append(
                [
                    escape(peer), bar(overall["hit@1"], overall["hit@5"], overall["intervals"]["hit@5"]),
                    _share(overall, "hit@1"), _share(overall, "hit@5"), f"{overall['mrr@10']:.2f}",
                    str(len(row["traps_above"])), str(len(row["nothing_found"])), told,
                    f"{len(row['declined'])} of {row['to_decline']}",
                ]
            )  # fmt: skip
        parts.append(f"<h3>{escape(_titled(name))}</h3>{_table(head, rows, 'evaluation-bars')}")
        parts.append(_peer_kinds(one["rows"]))
        if name in sets and sets[name]["made_of"]["snapshots"] != peers["snapshots"]:
            parts.append("<p>Measured on an earlier revision of these docs.</p>")
    about = "".join(
        f"<li><strong>{escape(peer)}</strong> ({escape(one['version'])}): {escape(one['how'])}. "
        f"It cannot {escape(one['cannot'])}.</li>"
        for peer, one in peers["peers"].items()
    )
    return f"{''.join(parts)}<ul>{about}</ul>"


def _peer_kinds(rows: Mapping[str, Any]) -> str:
    kinds = list(next(iter(rows.values()))["kinds"])
    body = [[escape(peer), *(_percent(row["kinds"][kind]["hit@5"]) for kind in kinds)] for peer, row in rows.items()]
    table = _table(["hit@5", *(escape(kind) for kind in kinds)], body)
    return f"<details><summary>By kind of question</summary>{table}</details>"


def _questions(sets: Mapping[str, Any], texts: _Texts, own: bool) -> str:
    if not own:
        return "<p>The questions are sentences of the docs themselves, some hundreds; they are not listed.</p>"
    parts = ["<p>Those that were not answered first, and then the others.</p>"]
    for name, one in sets.items():
        failed = [case for case in one["cases"] if _failed(case)]
        failed.sort(key=lambda case: -(case["rank"] or 99))
        good = [case for case in one["cases"] if not _failed(case)]
        parts.append(f"<h3>{escape(_titled(name))}</h3>")
        parts += [_question(case, texts) for case in failed]
        parts.append(f"<details><summary>{len(good)} answered as they should be</summary>")
        parts += [_question(case, texts) for case in good]
        parts.append("</details>")
    return "".join(parts)


def _failed(case: Mapping[str, Any]) -> bool:
    if case["answerable"]:
        return bool(case["rank"] != 1)
    if case["decline"]:
        return bool(case["verdict"] != "unknown")
    return case["covered"] is False and case["verdict"] not in LACKING


def _question(case: Mapping[str, Any], texts: _Texts) -> str:
    wanted = [Place(edition, path, "") for edition, path, _ in case["expected"]]
    links = [texts.link(place, label[2]) for place, label in zip(wanted, case["expected"], strict=True)]
    found = [texts.link(_place(id)) for id in case["results"][:_FIRST]]
    said = f"; the verdict was <em>{escape(case['verdict'])}</em>" if case["verdict"] else ""
    return (
        f'<details class="evaluation-question"><summary><span class="evaluation-rank">{_rank(case)}</span> '
        f"{escape(case['query'])}</summary>"
        f"<p>{escape(case['kind'])}, asked in {escape(case['scope'])}{said}.</p>"
        f"{_list('Right', links, ordered=False)}{_list('Found', found, ordered=True)}</details>"
    )


def _rank(case: Mapping[str, Any]) -> str:
    if case["answerable"]:
        return f"rank {case['rank']}" if case["rank"] else "not in ten"
    return "not so" if _failed(case) else "right"


def _list(title: str, items: Sequence[str], ordered: bool) -> str:
    if not items:
        return ""
    tag = "ol" if ordered else "ul"
    return f"<p>{title}:</p><{tag}>{''.join(f'<li>{item}</li>' for item in items)}</{tag}>"


def _place(id: str) -> Place:
    """Of a chunk's id, EDITION/PATH#ANCHOR~ORDINAL."""
    page, _, rest = id.partition("#")
    collection, release, *path = page.split("/")
    return Place(f"{collection}/{release}", "/".join(path), rest.rpartition("~")[0])


def _titled(name: str) -> str:
    """mcp-dev.json -> mcp-dev"""
    return name.removesuffix(".json")


def _share(row: Mapping[str, Any], name: str) -> str:
    low, high = row["intervals"][name]
    return f"{_percent(row[name])} <small>[{100 * low:.0f}–{100 * high:.0f}]</small>"


def _number(row: Mapping[str, Any], name: str) -> str:
    low, high = row["intervals"][name]
    return f"{row[name]:.2f} <small>[{low:.2f}–{high:.2f}]</small>"


def _percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def _table(head: Iterable[str], rows: Iterable[Sequence[str]], style: str = "") -> str:
    """Cells are HTML; the first of a row is its header."""
    titles = "".join(f'<th scope="col">{cell}</th>' if cell else "<td></td>" for cell in head)
    body = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>' for first, *rest in rows
    )
    return (
        '<div class="table-wrap" tabindex="0" role="region" aria-label="Figures">'
        f'<table class="evaluation-table {style}">'
        f"<thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table></div>"
    )
