"""What a long step says while it runs: a bar on a terminal, a line a step elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

Advance = Callable[[int], None]
Step = Callable[[str, int], Advance]  # (what is done, how many; 0 where nobody knows) -> what to call with each advance


@contextmanager
def steps(console: Console) -> Iterator[Step]:
    """A `Step` that shows itself on `console` (stderr, so that stdout stays for answers)."""
    if not console.is_terminal:
        yield _plain(console)
        return
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn()
    )  # fmt: skip
    with Progress(*columns, console=console) as progress:

        def step(what: str, total: int) -> Advance:
            task = progress.add_task(what, total=total or None)
            return lambda amount: progress.advance(task, amount)

        yield step


def _plain(console: Console) -> Step:
    def step(what: str, total: int) -> Advance:
        console.print(f"{what} ({total:,})" if total else what, highlight=False)
        return lambda amount: None

    return step


def silent(what: str, total: int) -> Advance:
    """A `Step` that shows nothing."""
    return lambda amount: None
