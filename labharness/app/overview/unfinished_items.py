"""Items of a queue with a missing run folder, and due items without a working bench."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from labharness.app.overview.attention import is_silent
from labharness.app.settings import read_settings
from labharness.app.shared_store.receipts import Receipts
from labharness.app.workspace import Workspace
from labharness.evidence.begun import was_begun
from labharness.model.reasons.night import Nights
from labharness.nights.items import Bench, Closing, Item, State
from labharness.reason import Reason


def with_losses(workspace: Workspace, items: Iterable[Item]) -> tuple[Item, ...]:
    """Return items; an item whose run was begun on this computer and has no folder is LOST.

    A run folder may be removed after the run has arrived in the laboratory's store.
    """
    found, receipts = list[Item](), None
    for item in items:
        path = workspace.path / "runs" / item.id
        if item.closing in (Closing.RAN, Closing.LEFT_OPEN) and not path.is_dir() and was_begun(path):
            receipts = receipts or Receipts.of(workspace, read_settings(workspace))
            if not receipts.knows(item.id):
                found.append(replace(item, closing=Closing.LOST, reason=Nights.VANISHED(run=item.id)))
                continue
        found.append(item)
    return tuple(found)


def not_begun(
    workspace: Workspace, items: Iterable[Item], benches: Mapping[str, Bench], now: datetime
) -> Iterator[tuple[str, Reason]]:
    """Yield the id of each due item whose bench does not work, and the reason.

    Parameters
    ----------
    items
        Items of the night.
    benches
        Benches that have had a worker, by name.
    """
    from labharness.nights.store.audit import now_utc

    for item in items:
        if item.state not in (State.WAITING, State.TAKEN) or item.added > now_utc(now):
            continue
        if was_begun(workspace.path / "runs" / item.id):
            continue  # its run says where it stands
        bench = benches.get(item.bench)
        if bench is None or not bench.heard:
            yield item.id, Nights.NO_WORKER(bench=item.bench)
        elif is_silent(bench, now):
            yield item.id, Nights.BENCH_SILENT(bench=item.bench, heard=bench.heard)
        elif bench.paused:
            yield item.id, Nights.BENCH_PAUSED(bench=item.bench)
