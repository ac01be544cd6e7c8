"""Who must be at the bench of a run that is ordered or at work, and which stage asks next."""

from __future__ import annotations

from collections.abc import Collection

from labharness.app.preflight import OPERATOR, RunOrder
from labharness.evidence.records.course import StartBody
from labharness.plans.plan import Plan
from labharness.plans.presence import BenchSetup, people_needed, waits_for_person
from labharness.runner.reconnecting import REPLAYED


def setup_of(run: RunOrder | StartBody, *, independent: bool) -> BenchSetup:
    """Return what decides, besides the plan, who must be at the bench.

    Parameters
    ----------
    independent
        Whether the adapter of the device takes what people write down.
    """
    recorded = run.device.startswith(REPLAYED)
    return BenchSetup(
        by_hand=independent or run.device == OPERATOR,
        reader=run.reader is not None and not run.reader.startswith(REPLAYED),
        solid=not run.simulated and not recorded,
        recorded=recorded,
    )


def next_asking(plan: Plan, setup: BenchSetup, waiting: Collection[str], current: str = "") -> str:
    """Return the first stage, of those that have not begun, that waits for a person.

    Parameters
    ----------
    current
        The stage at work, "" for none.

    Returns
    -------
    str
        "" for none, and where the stage at work may ask at any unit itself.
    """
    needed = waits_for_person(people_needed(plan.stages, setup))
    return "" if current in needed else next((name for name in needed if name in waiting), "")
