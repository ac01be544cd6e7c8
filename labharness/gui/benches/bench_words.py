"""What is said of a bench: how it stands, what its night will be, and that its queue cannot be read."""

from __future__ import annotations

from collections.abc import Sequence

from labharness.app.benches.forecast import Slot
from labharness.app.overview.overview import BenchNow
from labharness.gui.kit.labels.bench_card import state_of
from labharness.gui.kit.labels.bench_progress import plans_of
from labharness.gui.kit.words import tr
from labharness.language.dates import brief, time_of_day
from labharness.language.text import plain

AWAY = tr("Queue not reachable")
GO_ON = tr("Benches go on with what they have taken.")


def standing_words(now: BenchNow) -> str:
    """Return how a bench stands, who holds it, and what to do where it is silent."""
    bench = now.bench
    if not bench.host:
        return tr(
            "No worker yet: items wait until one is started. Start worker here, or on the computer at the bench."
        )
    if now.silent:
        left = (
            " " + tr("It had taken {taken:,} {taken:item|items}.", taken=len(now.taken)) if now.taken else ""
        )
        return tr(
            "Silent: last heard {heard} from {host}, fence {fence}.{left} Its runs may go on. Look at that computer, or take the bench over.",
            heard=brief(bench.heard),
            host=bench.host,
            fence=bench.fence,
            left=left,
        )
    return tr(
        "{state} · {host}, fence {fence}, last heard {heard}",
        state=": ".join(filter(None, (state_of(now), plans_of(now)))),
        host=bench.host,
        fence=bench.fence,
        heard=time_of_day(bench.heard),
    )


def night_words(slots: Sequence[Slot]) -> str:
    """Return what a bench will do, and how many items do not fit their time."""
    if not slots:
        return ""
    ends = max(slot.end for slot in slots if slot.fits) if any(slot.fits for slot in slots) else None
    unfit = sum(not slot.fits for slot in slots)
    count = len(slots)
    text = [
        tr("{items:,} {items:item|items}.", items=count)
        if ends is None
        else tr(
            "{items:,} {items:item|items}, the last one over about {end}.",
            items=count,
            end=brief(ends.isoformat()),
        )
    ]
    if unfit:
        text.append(tr("{items:,} {items:item does|items do} not fit (hatched).", items=unfit))
    return " ".join(text)


def empty_words(bench: str) -> tuple[str, str, str, str]:
    """Return what is said where a bench has no queue, nothing that ended, no schedule, no journal."""
    name = plain(bench, 60)
    return (
        tr("Nothing is queued on {bench}. Queue a run: New run.", bench=name),
        tr("Nothing has ended on {bench} yet.", bench=name),
        tr("No schedule makes items for {bench}.", bench=name),
        tr("Nothing was changed on {bench}.", bench=name),
    )


def away_words(why: str, read_at: str) -> str:
    """Return that the queue cannot be read, since when, and what goes on all the same."""
    known = f"{AWAY}."
    if read_at:
        time = time_of_day(read_at)
        known = tr("{away} since {time}; this is what was known then.", away=AWAY, time=time)
    return f"{known} {GO_ON} {why}".strip()
