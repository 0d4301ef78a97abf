"""The command line: arguments in, text or JSON out; the work is done by the pipeline and the engine."""

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape

from builder import faults, report, settings
from builder.errors import StrataError
from builder.progress import steps

if TYPE_CHECKING:  # each command loads what it needs, so that `--help` does not wait for all of it
    from builder import pipeline

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    help="Mirror every release of versioned docs, build a site of it, and search the right release.\n\n"
    "Begin with `strata build --sample` (no network needed) or `strata mirror` and `strata build`, "
    "then `strata serve`.",
)
out, err = Console(), Console(stderr=True)
_PROJECT = Path(__file__).resolve().parent.parent

Sample = Annotated[bool, typer.Option("--sample", help="Use the small sample corpus that comes with the project.")]
Config = Annotated[Path | None, typer.Option("--config", help="Settings file. Default: the project's strata.toml.")]
Site = Annotated[Path | None, typer.Option("--site", help="Folder of the built site. Default: $STRATA_SITE or site/.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def _work(sample: bool, config: Path | None, site: Path | None) -> pipeline.Workspace:
    from builder import pipeline

    if sample and config:
        raise StrataError("--sample and --config exclude each other: the sample has settings of its own.")
    path = config or (_PROJECT / "tests" / "sample" / "strata.toml" if sample else _PROJECT / "strata.toml")
    state = Path(os.environ.get("STRATA_STATE") or _PROJECT / ".strata")
    return pipeline.Workspace(settings.load(path), _site(site), state)


def _site(site: Path | None) -> Path:
    return (site or Path(os.environ.get("STRATA_SITE") or _PROJECT / "site")).resolve()


@app.command()
def mirror(
    sample: Sample = False,
    config: Config = None,
    accept_fewer_pages: Annotated[
        bool, typer.Option(help="Believe a site that lists over a tenth fewer pages than last time.")
    ] = False,
) -> None:
    """Download what changed upstream.

    Every source in `strata.toml` becomes a snapshot below `.strata/`; one that fails keeps its last.
    Set `GITHUB_TOKEN` to raise GitHub's limit, and `STRATA_GITHUB_API`, `STRATA_CODELOAD`, `STRATA_DOCS`
    to ask other hosts.
    """
    from builder import pipeline
    from builder.sources.hosts import Hosts

    work = _work(sample, config, None)
    with steps(err) as step:
        found = pipeline.mirror(work, step, Hosts.of(), accept_fewer_pages)
    for snapshot in found:
        out.print(f"{snapshot.source}: {snapshot.revision[:12]} of {snapshot.date[:10]}, {len(snapshot.files)} files")


@app.command()
def build(
    sample: Sample = False,
    config: Config = None,
    site: Site = None,
    force: Annotated[bool, typer.Option("--force", help="Build even if nothing has changed.")] = False,
    accept_fewer_pages: Annotated[
        bool, typer.Option("--accept-fewer-pages", help="Believe a source that has lost over a tenth of its pages.")
    ] = False,
    summary: Annotated[
        Path | None, typer.Option("--summary", help="Add what is new to this file, as Markdown.")
    ] = None,
) -> None:
    """Build the site and its search index from the snapshots.

    The new site is built beside the old one and takes its place only when it is whole; what did not
    change is taken from the last build. Tells which releases and pages are new.
    """
    from builder import news, pipeline
    from builder.sources.hosts import Hosts

    work = _work(sample, config, site)
    with steps(err) as step:
        if sample:
            pipeline.mirror(work, step, Hosts.of())
        built = pipeline.build(work, step, force, accept_fewer_pages)
    said = f"Nothing has changed: {work.site} is up to date." if built.unchanged else ""
    if summary:
        with summary.open("a", encoding="utf-8") as file:
            file.write(f"{said}\n" if said else news.markdown(built.news))
    if said:
        out.print(said, soft_wrap=True)
        return
    pages = sum(edition["pages"] for edition in built.manifest["editions"])
    out.print(
        f"Built {work.site}: {len(built.manifest['editions'])} editions, {pages:,} pages. See it with `strata serve`.",
        soft_wrap=True,
    )
    for line in news.lines(built.news):
        out.print(line, markup=False, highlight=False, soft_wrap=True)


@app.command()
def clean(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
    sample: Sample = False,
    config: Config = None,
    site: Site = None,
) -> None:
    """Remove what nothing refers to any more from `.strata/`.

    Old snapshots and editions, embeddings of other models, answers that are no longer asked for, and what stopped runs
    left. What the settings in use, other mirrored settings files and built sites refer to stays: a build in which
    nothing has changed still does nothing.
    """
    from builder import clean as cleaning

    work = _work(sample, config, site)
    with steps(err) as step:
        found = cleaning.clean(work.settings, work.site, work.state, dry_run, lambda said: step(said, 0))
    for line in cleaning.lines(found, dry_run):
        out.print(line, markup=False, highlight=False, soft_wrap=True)


@app.command()
def check(as_json: AsJson = False, site: Site = None) -> None:
    """Check the built site, as every build does before it is published.

    Every link, anchor, image and redirect must lead somewhere, no source syntax may be left in text, nothing may be
    asked of other hosts, and every file must be what the search manifest says. Exits with 1 on any problem.
    """
    from builder import check as checks

    found = checks.check(_site(site))
    if as_json:
        sys.stdout.write(json.dumps(checks.as_json(found), ensure_ascii=False, indent=1) + "\n")
    else:
        for line in checks.lines(found):
            out.print(line, markup=False, highlight=False, soft_wrap=True)
    if found.problems:
        raise typer.Exit(1)


@app.command()
def serve(
    site: Site = None,
    port: Annotated[int, typer.Option(help="Port to listen on.", min=0, max=65535)] = 8000,
    prefix: Annotated[str, typer.Option(help="Serve below a path, as GitHub Pages does: /strata/.")] = "/",
) -> None:
    """Serve the built site on this machine, at http://localhost:8000.

    Ctrl-C ends it.
    """
    from builder.site.serve import serve as run_server

    folder = _site(site)

    def told(address: str) -> None:
        err.print(f"Serving {folder} at {address} (Ctrl-C ends it)", highlight=False, soft_wrap=True)

    run_server(folder, port, told, prefix=prefix)


@app.command()
def search(
    query: Annotated[str, typer.Argument(help='What to look for; "quotes" hold a phrase together.')],
    scope: Annotated[
        str, typer.Option("--scope", "-s", help="mcp@2025-06-18 (with its version-independent pages), mcp@all, or all.")
    ] = "all",
    k: Annotated[int, typer.Option("--k", "-k", help="How many results.", min=1, max=100)] = 10,
    mode: Annotated[str, typer.Option(help="hybrid, keyword or vector.")] = "hybrid",
    kind: Annotated[list[str] | None, typer.Option(help="Only this kind, such as Specification. Repeatable.")] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Show ranks and scores of each retriever, and times.")] = False,
    as_json: AsJson = False,
    site: Site = None,
) -> None:
    """Search the built index, as the site does.

    Example: `strata search "how do I cancel a request" --scope mcp@2025-06-18`
    """
    from builder.index.reader import Index
    from builder.model.encoder import Encoder
    from builder.search.engine import MODES, Engine

    if mode not in MODES:
        raise StrataError(f"--mode is '{mode}', expected {', '.join(MODES)}.")
    index = Index.open(_site(site))
    engine = Engine(index, None if mode == "keyword" else Encoder.bundled())
    answer = engine.search(query, scope, k, mode, kind or ())
    if as_json:
        sys.stdout.write(json.dumps(report.answer_json(answer), ensure_ascii=False, indent=1) + "\n")
    else:
        report.print_answer(out, answer, trace)


@app.command(name="eval")
def evaluate(
    questions: Annotated[
        list[Path] | None,
        typer.Option(help="File of questions with their answers. Repeatable. Default: the bundled sets."),
    ] = None,
    config: Annotated[
        str, typer.Option("--config", help="What to measure: hybrid, keyword, vector or rrf.")
    ] = "hybrid",
    compare: Annotated[str, typer.Option(help="Measure several and compare each with the first: hybrid,keyword.")] = "",
    k: Annotated[int, typer.Option("--k", help="How many results to ask for.", min=10, max=100)] = 10,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write the report here; never overwrites.")] = None,
    misses: Annotated[bool, typer.Option("--misses", help="List the questions that were not answered first.")] = False,
    silver: Annotated[
        bool, typer.Option("--silver", help="Ask what the docs say where they link, some hundreds of questions.")
    ] = False,
    written: Annotated[
        bool, typer.Option("--written", help="Ask the queries written for sections of the docs, some hundreds.")
    ] = False,
    site: Site = None,
) -> None:
    """Measure the search with questions whose answers are known.

    Runs every question through the same engine as everything else and gives hit rates, MRR and nDCG over
    all, by kind of question, release and language, with intervals; `--compare` adds paired differences.
    """
    from builder import evaluate as evaluation

    names = tuple(name.strip() for name in (compare or config).split(","))
    if json_file and json_file.exists():
        raise StrataError(f"{json_file} exists and is never overwritten: name another file.")
    with steps(err) as step:
        if silver or written:
            from builder import pipeline
            from builder.evaluate.silver import silver as silver_set
            from builder.evaluate.written import written_set

            work = _work(False, None, site)
            found = pipeline.snapshots(work)
            read = pipeline.editions(work, found, step("Reading pages", len(found)))
            sets = [made(read) for made, wanted in ((silver_set, silver), (written_set, written)) if wanted]
        else:
            files = questions or settings.load(_PROJECT / "strata.toml").question_files
            if not files:
                raise StrataError(
                    "The question files that strata.toml names are not here: name one with --questions FILE, or let "
                    "the corpus ask itself with --silver."
                )
            sets = evaluation.read(_site(site), files)
        reports = evaluation.evaluate(_site(site), sets, names, k, step)
    report.print_evaluation(out, reports, misses)
    if json_file:
        data = json.dumps(reports if compare else reports[0], ensure_ascii=False, indent=1)
        json_file.write_text(data + "\n", "utf-8")


@app.command()
def status(
    as_json: AsJson = False,
    as_hash: Annotated[
        bool, typer.Option("--hash", help="Print one SHA-256 over all files, equal for equal sites.")
    ] = False,
    site: Site = None,
) -> None:
    """What the built site holds: editions, pages, chunks, bytes, commits and dates."""
    from builder.index.reader import Index
    from builder.publish import digest

    index = Index.open(_site(site))
    if as_hash:
        sys.stdout.write(digest(_site(site)) + "\n")
    elif as_json:
        sys.stdout.write(json.dumps(report.status_json(index.manifest), ensure_ascii=False, indent=1) + "\n")
    else:
        report.print_status(out, index.manifest)


@app.command()
def mcp(
    site: Annotated[
        str | None, typer.Option("--site", help="Folder of the built site, or its https:// address. Default: site/.")
    ] = None,
    configuration: Annotated[
        str, typer.Option(help="Print the configuration of a host (claude, cursor or vscode) and end.")
    ] = "",
) -> None:
    """Serve the built docs to an assistant, as an MCP server over stdio.

    An editor starts this; `strata mcp --configuration vscode` prints what its settings need.
    """
    place = site if site and site.startswith(("https://", "http://")) else str(_site(Path(site) if site else None))
    if configuration:
        from builder.assistants.configuration import configuration as written

        sys.stdout.write(written(configuration, place) + "\n")
        return
    from builder.assistants.library import Library
    from builder.assistants.stdio import serve as run_assistants

    # Installed as a package there is no project folder to keep downloads in.
    home = _PROJECT / ".strata" if (_PROJECT / "strata.toml").is_file() else Path.home() / ".cache" / "strata"
    run_assistants(Library(place, Path(os.environ.get("STRATA_STATE") or home)))


def run() -> None:
    """The command `strata`: errors that a user can act on are printed without a traceback and exit 1."""
    try:
        app()
    except StrataError as error:
        err.print(f"[bold red]Error:[/] {error}", soft_wrap=True, highlight=False)
        sys.exit(1)
    except (OSError, BrokenExecutor) as error:
        if not (said := faults.explained(error)):
            raise
        err.print(f"[bold red]Error:[/] {escape(said)}", soft_wrap=True, highlight=False)
        sys.exit(1)
    except KeyboardInterrupt:
        err.print("Stopped.")
        sys.exit(130)


if __name__ == "__main__":
    run()
