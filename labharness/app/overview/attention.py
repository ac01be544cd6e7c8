"""What needs a person now, each with the address of its cause; a matter is gone when its cause is gone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from labharness.app.bench_work.prompt_forms import reading_of
from labharness.app.overview.run_watch import OpenRun
from labharness.language.dates import day_and_time
from labharness.model.address import Address, Room
from labharness.model.reasons.attention import Attention
from labharness.model.reasons.night import Nights
from labharness.nights.items import Bench, Closing, Item
from labharness.reason import Code, Reason

SILENT = timedelta(minutes=3)
"""A bench that was not heard of for so long is silent."""
LEAST_FREE = 10 << 30
"""Bytes of free disk below which somebody should know before the night."""


@dataclass(frozen=True, slots=True)
class OpenMatter:
    """One thing that needs a person.

    Parameters
    ----------
    reason
        What it is.
    address
        Where a person deals with it.
    since, until
        Moments in UTC: from when on, and when it is too late; "" where nobody knows or nothing ends it.
    """

    reason: Reason
    address: Address
    since: str = ""
    until: str = ""

    @property
    def code(self) -> str:
        """Which kind of matter it is."""
        return self.reason.code


def matters_of_runs(runs: Iterable[OpenRun]) -> Iterator[OpenMatter]:
    """Yield what the runs that have not ended need."""
    for open_run in runs:
        run, summary = open_run.folder.run, open_run.summary
        live, record = Address(Room.LIVE, (run,)), Address(Room.RUNS, (run,))
        if open_run.problem is not None:
            yield OpenMatter(Attention.UNREADABLE(run=run, why=open_run.problem.reasons), record)
        elif open_run.behind:
            continue  # it may have ended
        elif not open_run.alive:
            yield OpenMatter(_left(open_run)(run=run), live, summary.updated)
        elif summary.broken:
            yield OpenMatter(Attention.DEVICE_LOST(run=run, why=summary.broken), live, summary.updated)
        elif summary.open_prompts:
            prompts = summary.open_prompts
            # An entry of two people answers the reader's prompt: that is one matter, not two.
            entered = [reading_of(prompt, prompts.values()) for prompt in prompts.values()]
            for number, prompt in prompts.items():
                if prompt in entered:
                    continue
                asked = open_run.asked.get(number, "")
                until = _after(asked, prompt.timeout_s)
                yield OpenMatter(Attention.ANSWER(run=run, asks=prompt.asks), live, asked, until)
        elif summary.paused:
            yield OpenMatter(Attention.PAUSED(run=run), live, summary.updated)


def _left(open_run: OpenRun) -> Code:
    """Return what is the matter with a run without a runner."""
    if open_run.summary.awaits_judgment:
        return Attention.NOT_JUDGED
    return Attention.SESSION_CLOSED if open_run.summary.session_closed else Attention.RUNNER_GONE


def matters_of_benches(
    benches: Sequence[Bench], open_items: Sequence[Item], now: datetime
) -> Iterator[OpenMatter]:
    """Yield benches whose worker is silent although they have work."""
    busy = {item.bench for item in open_items}
    for bench in benches:
        if bench.name in busy and is_silent(bench, now):
            reason = Attention.BENCH_SILENT(bench=bench.name, heard=day_and_time(bench.heard))
            yield OpenMatter(reason, Address(Room.BENCHES, (bench.name,)), bench.heard)


def is_silent(bench: Bench, now: datetime) -> bool:
    """Say whether a bench had a worker that is not heard of any more."""
    return bool(bench.heard) and now - datetime.fromisoformat(bench.heard) > SILENT


def matters_of_items(ended: Iterable[Item], runs: Collection[str]) -> Iterator[OpenMatter]:
    """Yield items that ended without a run that has an end.

    Parameters
    ----------
    runs
        Names of runs that are at work or that have ended: somebody resumed them since, and they say where they stand.
    """
    for item in ended:
        where = Address(Room.BENCHES, (item.bench, "item", item.id))
        if item.closing is Closing.LEFT_OPEN and item.id not in runs:
            yield OpenMatter(Attention.LEFT_OPEN(item=item.id), where, item.over)
        elif item.closing is Closing.LOST:
            yield OpenMatter(Attention.RUN_LOST(item=item.id), where, item.over)
        elif item.closing is Closing.NOT_RUN and not (item.withdrawn or _is_given_back(item)):
            why = () if item.reason is None else (item.reason,)
            yield OpenMatter(Attention.NOT_RUN(item=item.id, why=why), where, item.over)


def _is_given_back(item: Item) -> bool:
    return item.reason is not None and item.reason.is_a(Nights.GIVEN_BACK)


def in_order(matters: Iterable[OpenMatter]) -> tuple[OpenMatter, ...]:
    """Return matters by their deadlines, those without one last, the oldest first."""
    return tuple(sorted(matters, key=lambda each: (each.until or "9", each.since)))


def _after(utc: str, seconds: float) -> str:
    if not utc:
        return ""
    try:
        return (datetime.fromisoformat(utc) + timedelta(seconds=seconds)).astimezone(UTC).isoformat()
    except (ValueError, OverflowError):
        return ""
