"""What a night lacks: runs of a queue without a folder, due items whose bench did not work, and benches elsewhere."""

from __future__ import annotations

import socket
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from labharness.app.overview.attention import is_silent
from labharness.app.settings import read_settings
from labharness.app.shared_store.receipts import Receipts
from labharness.app.workspace import Workspace
from labharness.evidence.begun import was_begun
from labharness.evidence.glimpse import glimpse
from labharness.model.reasons.night import Nights
from labharness.nights.items import Bench, Closing, Item, State
from labharness.reason import Reason

if TYPE_CHECKING:  # the database takes its time, and is not for everybody who asks for losses
    from labharness.nights.store.past import Past


def with_losses(workspace: Workspace, items: Iterable[Item]) -> tuple[Item, ...]:
    """Return items; an item whose run was begun on this computer and has no folder is LOST.

    A run folder may be removed after the run has arrived in the laboratory's store.
    """
    result, receipts = list[Item](), None
    for item in items:
        path = workspace.path / "runs" / item.id
        if item.closing in (Closing.RAN, Closing.LEFT_OPEN) and not path.is_dir() and was_begun(path):
            receipts = receipts or Receipts.of(workspace, read_settings(workspace))
            if not receipts.knows(item.id):
                result.append(replace(item, closing=Closing.LOST, reason=Nights.VANISHED(run=item.id)))
                continue
        result.append(item)
    return tuple(result)


def not_begun(
    workspace: Workspace, items: Iterable[Item], benches: Mapping[str, Bench], past: Past, end: datetime
) -> Iterator[tuple[str, Reason]]:
    """Yield the id of each due item whose bench did not work at the end of a night, and the reason.

    Parameters
    ----------
    items
        Items of the night, as they stood at its end.
    benches
        Benches that have had a worker, by name, as they are now.
    past
        What the records of the queue say of that end.
    """
    for item in items:
        if item.state not in (State.WAITING, State.TAKEN) or _had_begun(workspace, item.id, end):
            continue  # its run says where it stands
        now, then = benches.get(item.bench, Bench(name=item.bench)), past.bench(item.bench)
        if not now.heard:
            yield item.id, Nights.NO_WORKER(bench=item.bench)
        elif not then.started:
            yield item.id, Nights.HAD_NO_WORKER(bench=item.bench, until=past.until)
        elif is_silent(now, end):
            yield item.id, Nights.BENCH_SILENT(bench=item.bench, heard=now.heard)
        elif then.waits is not None:
            since, why = then.waits
            yield item.id, Nights.BENCH_WAITED(bench=item.bench, since=since, why=why)
        elif then.paused:
            paused, was_paused = Nights.BENCH_PAUSED, Nights.WAS_PAUSED
            yield (
                item.id,
                paused(bench=now.name) if now.paused else was_paused(bench=now.name, until=past.until),
            )
        elif then.restarted:
            gap = {"since": then.last, "until": then.restarted}
            yield item.id, Nights.WORKER_WAS_OFF(bench=item.bench, **gap)


def runs_elsewhere(benches: Iterable[Bench], here: str = "") -> tuple[Reason, ...]:
    """Return one reason for each other computer that works on the queue: its runs are in a workspace of its own.

    Parameters
    ----------
    here
        Name of this computer; the system's where left out.
    """
    own, result = here or socket.gethostname(), dict[str, list[str]]()
    for bench in benches:
        if bench.host not in ("", own):
            result.setdefault(bench.host, []).append(bench.name)
    return tuple(
        Nights.RUNS_ELSEWHERE(computer=computer, benches=tuple(sorted(names)))
        for computer, names in sorted(result.items())
    )


def _had_begun(workspace: Workspace, run: str, end: datetime) -> bool:
    path = workspace.path / "runs" / run
    began = glimpse(path).began
    return was_begun(path) if began is None else began <= end
