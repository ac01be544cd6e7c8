"""Progress of a table of power: one bar for each defect."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from labharness.analysis.power.defects.named import Defect
from labharness.cli.console import notes


@contextmanager
def power_bars(
    defects: Sequence[Defect], replicates: int, *, quiet: bool
) -> Iterator[Callable[[str, int], None]]:
    """Show bars while a table is computed, and give what moves them."""
    columns = (
        TextColumn("{task.description:<24}", markup=False),
        BarColumn(28),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
    )
    with Progress(*columns, console=notes, disable=quiet) as progress:
        bars = {one.name: progress.add_task(one.name, total=replicates) for one in defects}
        yield lambda name, done: progress.update(bars[name], completed=done)
