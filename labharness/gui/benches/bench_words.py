"""What is said of a bench: how it stands, what its night will be, and that its queue cannot be read."""

from __future__ import annotations

from collections.abc import Sequence

from labharness.app.benches.forecast import Slot
from labharness.app.overview.overview import BenchNow
from labharness.gui.kit.labels.bench_card import state_of
from labharness.language.dates import brief, time_of_day
from labharness.language.numbers import amount

AWAY = "Queue not reachable"


def standing_words(now: BenchNow) -> str:
    """Return how a bench stands, who holds it, and what to do where it is silent."""
    bench = now.bench
    if not bench.host:
        return "No worker yet: items wait until one is started. Start worker here, or on the computer at the bench."
    if now.silent:
        left = f" It had taken {amount(len(now.taken), 'item')}." if now.taken else ""
        return (
            f"Silent: last heard {brief(bench.heard)} from {bench.host}, fence {bench.fence}.{left} Its runs may go on. "
            f"Look at that computer, or take the bench over."
        )
    return f"{state_of(now)} · {bench.host}, fence {bench.fence}, last heard {time_of_day(bench.heard)}"


def night_words(slots: Sequence[Slot]) -> str:
    """Return what a bench will do, and how many items do not fit their time."""
    if not slots:
        return ""
    ends = max(slot.end for slot in slots if slot.fits) if any(slot.fits for slot in slots) else None
    unfit = sum(not slot.fits for slot in slots)
    until = f", the last one over about {brief(ends.isoformat())}" if ends is not None else ""
    rest = f". {amount(unfit, 'item')} {'does' if unfit == 1 else 'do'} not fit (hatched)" if unfit else ""
    return f"{amount(len(slots), 'item')}{until}{rest}."


def away_words(why: str, read_at: str) -> str:
    """Return that the queue cannot be read, since when, and what goes on all the same."""
    known = f" since {time_of_day(read_at)}. This is what was known then" if read_at else ""
    return f"{AWAY}{known}. Benches go on with what they have taken. {why}".strip()
