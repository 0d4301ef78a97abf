"""Answers and states as text for people and as JSON for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from builder.search.place import Place

if TYPE_CHECKING:  # the engine takes longer to load than `strata mcp` may
    from builder.search.engine import Answer, Result
    from builder.search.verdict import Verdict


def answer_json(answer: Answer) -> dict[str, Any]:
    """An answer as `strata search --json` prints it."""
    return {
        "query": answer.query.text,
        "phrases": list(answer.query.phrases),
        "corrections": [{"from": old, "to": new} for old, new in answer.query.corrections],
        "scope": answer.scope,
        "editions": list(answer.editions),
        "mode": answer.mode,
        "total": answer.total,
        "verdict": _verdict_json(answer.verdict) if answer.verdict else None,
        "results": [_result_json(result) for result in answer.results],
        "milliseconds": answer.milliseconds,
    }


def _verdict_json(verdict: Verdict) -> dict[str, Any]:
    return {
        "edition": verdict.edition,
        "state": verdict.state,
        "first": verdict.first,
        "last": verdict.last,
        "after": verdict.after,
        "says": sentence(verdict),
        "evidence": [
            {
                "role": found.role,
                "edition": found.edition,
                "address": Place(found.edition, found.path, found.anchor).address,
                "title": found.title,
                "headings": list(found.headings),
                "score": found.score,
            }
            for found in verdict.evidence
        ],
        "scores": dict(verdict.scores),
        "timelines": [
            {"name": one.name, "address": timeline_address(next(iter(verdict.scores)), one.id)} for one in verdict.named
        ],
    }


def timeline_address(edition: str, id: str) -> str:
    """Where the site shows when an identifier came, changed and went; `edition` is any of its collection."""
    return f"/changes/{edition.partition('/')[0]}/identifiers/#{id}"


def sentence(verdict: Verdict) -> str:
    """A verdict in plain words; empty where the release covers the subject."""
    release, first, last, after = (
        (name or "").partition("/")[2] for name in (verdict.edition, verdict.first, verdict.last, verdict.after)
    )
    match verdict.state:
        case "partly":
            added = [] if verdict.first == next(iter(verdict.scores)) else [f"added in {first}"]
            removed = [f"removed in {after}"] if after else []
            covers = f"Only {first} covers" if first == last else f"{first} to {last} cover"
            became = f"{' and '.join(added + removed).capitalize()}. " if added or removed else ""
            return f"{became}{covers} this."
        case "not yet":
            return f"{release} does not cover this. It first appears in {first}."
        case "removed":
            return f"{release} no longer covers this. {last} is the last release that does."
        case "unsure":
            closer = first if first == last else f"{first} to {last}"
            return f"{release} may not cover this: texts closer to it stand in {closer}."
        case "unknown":
            return "The docs do not seem to speak of this, in any release. The nearest sections:"
        case _:
            return ""


def _result_json(result: Result) -> dict[str, Any]:
    scores = result.scores
    return {
        "id": result.id,
        "edition": result.place.edition,
        "path": result.place.path,
        "anchor": result.place.anchor,
        "address": result.place.address,
        "title": result.title,
        "headings": list(result.headings),
        "kind": result.kind,
        "text": result.text,
        "same": [{"edition": place.edition, "address": place.address} for place in result.same],
        "scores": {
            "score": scores.score,
            "keyword": scores.keyword,
            "keyword_rank": scores.keyword_rank,
            "cosine": scores.cosine,
            "vector_rank": scores.vector_rank,
            "prior": scores.prior,
        },
    }


def print_answer(console: Console, answer: Answer, trace: bool) -> None:
    """Results one below the other, with release, kind, heading, address and an excerpt."""
    for old, new in answer.query.corrections:
        console.print(f"[yellow]Searched for {escape(new)}: nothing matches {escape(old)}.[/]", highlight=False)
    if answer.verdict and (says := sentence(answer.verdict)):
        console.print(f"[bold yellow]{escape(says)}[/]", highlight=False)
        for named in answer.verdict.named:
            address = timeline_address(next(iter(answer.verdict.scores)), named.id)
            console.print(f"   {escape(named.name)} through the releases: {escape(address)}", highlight=False)
        for found in answer.verdict.evidence:
            if found.role != "asked":
                place = Place(found.edition, found.path, found.anchor)
                console.print(f"   see {escape(place.address)}", highlight=False, soft_wrap=True)
    for number, result in enumerate(answer.results, 1):
        path = " › ".join((result.title, *result.headings))
        console.print(f"[bold]{number}. {escape(path)}[/]", highlight=False)
        console.print(
            f"   [cyan]{result.place.edition}[/] · [green]{result.kind}[/] · {escape(result.place.address)}",
            highlight=False, soft_wrap=True,
        )  # fmt: skip
        if result.same:
            also = ", ".join(dict.fromkeys(place.edition for place in result.same))
            console.print(f"   [dim]word for word also in {also}[/]", highlight=False, soft_wrap=True)
        console.print(f"   {escape(_excerpt(result.text))}", highlight=False)
        if trace:
            console.print(f"   [dim]{_trace(result)}[/]", highlight=False, soft_wrap=True)
    if not answer.results:
        console.print(f"Nothing found in {answer.scope}. Try other words, or a wider --scope such as all.")
    elif trace:
        times = ", ".join(f"{step} {ms:.1f}" for step, ms in answer.milliseconds.items())
        console.print(f"[dim]{answer.total} results; milliseconds: {times}[/]", highlight=False, soft_wrap=True)


def _excerpt(text: str, length: int = 220) -> str:
    line = " ".join(text.split())
    return line if len(line) <= length else line[:length].rsplit(" ", 1)[0] + " …"


def _trace(result: Result) -> str:
    s = result.scores
    keyword = f"keyword {s.keyword:.3f} (rank {s.keyword_rank or '-'})"
    vector = "" if s.cosine is None else f", vector {s.cosine:.3f} (rank {s.vector_rank or '-'})"
    return f"score {s.score:.3f} = {keyword}{vector}, kind {s.prior:+.2f}"


def status_json(manifest: dict[str, Any]) -> dict[str, Any]:
    """What `strata status --json` prints."""
    fields = ("id", "pages", "chunks", "bytes", "commit", "date")
    model = manifest["model"]
    return {
        "editions": [{name: edition[name] for name in fields} for edition in manifest["editions"]],
        "model": {name: model[name] for name in ("name", "hash", "dimensions", "max_tokens")},
        "format": manifest["format"],
    }


def print_status(console: Console, manifest: dict[str, Any]) -> None:
    table = Table(box=None, pad_edge=False)
    for name in ("edition", "pages", "chunks", "search data", "revision", "date"):
        table.add_column(name, justify="right" if name in ("pages", "chunks", "search data") else "left")
    for edition in manifest["editions"]:
        table.add_row(
            edition["id"], f"{edition['pages']:,}", f"{edition['chunks']:,}", f"{edition['bytes'] / 1000:,.0f} kB",
            edition["commit"][:12], edition["date"][:10],
        )  # fmt: skip
    console.print(table)
    model = manifest["model"]
    console.print(
        f"model {model['name']} {model['hash'][:12]}, {model['dimensions']} dimensions; format {manifest['format']}",
        highlight=False,
    )


def print_evaluation(console: Console, reports: list[dict[str, Any]], misses: bool) -> None:
    """A table of figures for each configuration, by kind of question."""
    for one in reports:
        overall = one["overall"]
        table = Table(box=None, pad_edge=False, title=f"{one['configuration']}, {overall['n']} answerable questions")
        table.title_justify = "left"
        names = ("n", "hit@1", "hit@3", "hit@5", "hit@10", "mrr@10", "ndcg@10")
        for name in ("", *names):
            table.add_column(name, justify="right" if name else "left")
        rows = {
            "all": overall,
            **one["kinds"],
            **{f"release {name}": row for name, row in one["releases"].items()},
            **{f"language {name}": row for name, row in one["languages"].items()},
        }
        for label, row in rows.items():
            table.add_row(label, *(str(row[name]) if name == "n" else f"{row[name]:.3f}" for name in names))
        console.print(table)
        low, high = overall["intervals"]["hit@5"]
        times = one["latency_ms"]
        console.print(
            f"hit@5 95 % interval {low:.2f} to {high:.2f}; traps above: {_names(one['traps_above'])}; "
            f"results of one page {one['one_page']:.0%}; "
            f"ms p50 {times['p50']}, p95 {times['p95']}, cold {times['cold']}",
            highlight=False,
        )
        judged, declines = one["verdict"], one["declines"]
        if judged["absent"] and one["mode"] != "keyword":
            console.print(
                f"verdict: {judged['recall']:.0%} of {judged['absent']} absences found, "
                f"precision {judged['precision']:.0%}, release right {judged['release_right']:.0%}; "
                f"false alarms: {_names(judged['false_alarms'])}; missed: {_names(judged['missed'])}; "
                f"unsure: {_names(judged['unsure'])}",
                highlight=False,
            )
            console.print(
                f"declined: {len(declines['right'])} rightly; not: {_names(declines['missed'])}; "
                f"wrongly: {_names(declines['wrong'])}",
                highlight=False,
            )
        if change := one.get("difference"):
            parts = (
                f"{name} {change[name]['mean']:+.3f} "
                f"({'more than' if change[name]['more_than_chance'] else 'within'} chance, p {change[name]['p']:.2f})"
                for name in ("hit@1", "hit@5", "mrr@10")
            )
            console.print(f"Against {reports[0]['configuration']}: {', '.join(parts)}", highlight=False)
            console.print(
                f"won {', '.join(change['won']) or '-'}; lost {', '.join(change['lost']) or '-'}", highlight=False
            )
        if misses:
            for case in one["cases"]:
                if case["rank"] is None or case["rank"] > 1:
                    console.print(f"  {case['id']} ({case['kind']}): rank {case['rank']}", highlight=False)
        console.print()


def _names(ids: list[str]) -> str:
    return ", ".join(ids) or "none"
