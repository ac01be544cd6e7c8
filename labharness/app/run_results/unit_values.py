"""What a check counts in each unit of its sample, to find the units that it is about."""

from __future__ import annotations

from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.evaluation import planned_samples
from labharness.analysis.sampling.sample import blocks
from labharness.analysis.sampling.tally import Tally
from labharness.app.plug_ins.discovery import catalog_of
from labharness.evidence.folder import RunFolder
from labharness.model.observations import Kind, units
from labharness.plans.frozen import frozen_plan

MOST_UNITS = 5_000
"""Units that are counted one by one."""
_MANY = (Kind.DRAW, Kind.BYTES)
"""Kinds of which a single unit says nothing."""


def unit_values(folder: RunFolder, check: str) -> dict[int, int]:
    """Return what a check counts in each unit, by the index of the unit within its stage.

    It is empty for a check that gives no unit a number of its own (one that reads several units together, outcomes or
    bits), and for a sample of more than :data:`MOST_UNITS`. A unit that the check leaves out has no number.

    Raises
    ------
    LabharnessError
        If the run or a check of its plan cannot be read.
    """
    frozen = frozen_plan(folder)
    catalog = catalog_of(folder)
    planned = next((one for one in frozen.plan.checks if one.id == check), None)
    info = catalog.check_info(planned.check) if planned is not None else None
    if info is None or info.look_back:
        return {}
    sample = next(one for one in planned_samples(frozen, catalog) if check in one.checks)
    if sample.population.kind in _MANY or sample.stage.units > MOST_UNITS:
        return {}
    found = dict[int, int]()
    for block in blocks(folder.records(), sample.stage.name, sample.population, 0, lambda _: ()):
        for at, observation in enumerate(block.observations):
            if units(observation) != 1:
                return {}
            one = Block(block.population, block.index + at, (observation,), block.provenance)
            value = _value(sample.checks[check].tally(one), counting=info.counting)
            if value is not None:
                found[block.index + at] = value
    return found


def _value(tally: Tally, *, counting: bool) -> int | None:
    """Return the number of the only unit of a tally, None where the check leaves it out or gives none."""
    if counting:
        return tally.number("violations") if "violations" in tally.sums else None
    counts = tally.sums.get("histogram")
    if counts is None or counts.ndim != 1 or counts.sum() != 1:
        return None
    return int(counts.argmax())
