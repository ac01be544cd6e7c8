"""Which stage asks a person next, for a run that works alone meanwhile."""

from __future__ import annotations

from collections.abc import Collection

from labharness.app.preflight import OPERATOR
from labharness.evidence.records.course import StartBody
from labharness.plans.plan import Plan
from labharness.plans.procedures import Inspect, Procedure
from labharness.plans.stages import Count, Stage, ValidateCapture


def works_alone(start: StartBody) -> bool:
    """Say whether device and reader answer by themselves: then a person is asked in some stages only."""
    by_hand = OPERATOR in (start.device, start.reader)
    return not by_hand and not start.adapter.device.source.independent


def next_asking(plan: Plan, waiting: Collection[str]) -> str:
    """Return the first stage, of those that wait, that asks a person whatever happens; "" for none."""
    return next((stage.name for stage in plan.stages if stage.name in waiting and _asks(stage)), "")


def _asks(stage: Stage) -> bool:
    return isinstance(stage, Procedure | Inspect | ValidateCapture) or (
        isinstance(stage, Count) and stage.by == "hand"
    )
