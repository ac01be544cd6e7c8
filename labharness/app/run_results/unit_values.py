"""Counts of a check for each unit of its sample, which lead to the unusual units."""

from __future__ import annotations

from pathlib import Path

from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.evaluation import planned_samples
from labharness.analysis.sampling.sample import blocks
from labharness.analysis.sampling.tally import Tally
from labharness.app.plug_ins.discovery import discover
from labharness.evidence.folder import RunFolder
from labharness.model.observations import Kind, units
from labharness.plans.frozen import frozen_plan

MOST_UNITS = 5_000
"""Units that are counted one by one."""
_MANY = (Kind.DRAW, Kind.BYTES)
"""Kinds of which a single unit says nothing."""


def unit_values(folder: RunFolder, check: str, workspace: Path | None = None) -> dict[int, int]:
    """Return what a check counts in each unit, by the index of the unit within its stage.

    Empty for a check without a number for each unit: a check of several units together, of outcomes or of bits. Empty also
    for a sample of more than :data:`MOST_UNITS`. Units that the check omits have no number.

    Parameters
    ----------
    workspace
        The one that a person named or opened, whose plug-ins may count.

    Raises
    ------
    LabharnessError
        If the run or a check of its plan cannot be read.
    """
    frozen = frozen_plan(folder)
    catalog = discover(workspace)
    planned = next((entry for entry in frozen.plan.checks if entry.id == check), None)
    info = catalog.check_info(planned.check) if planned is not None else None
    if info is None or info.look_back:
        return {}
    sample = next(sample for sample in planned_samples(frozen, catalog) if check in sample.checks)
    if sample.population.kind in _MANY or sample.stage.units > MOST_UNITS:
        return {}
    numbers = dict[int, int]()
    for block in blocks(folder.records(), sample.stage.name, sample.population, 0, lambda _: ()):
        for at, observation in enumerate(block.observations):
            if units(observation) != 1:
                return {}
            unit = Block(block.population, block.index + at, (observation,), block.provenance)
            tally = sample.checks[check].tally(unit)
            if not _gives_numbers(tally, counting=info.counting):
                return {}
            if info.counting:
                numbers[block.index + at] = tally.number("violations")
            elif (counts := tally.sums["histogram"]).sum() == 1:
                numbers[block.index + at] = int(counts.argmax())
    return numbers


def _gives_numbers(tally: Tally, *, counting: bool) -> bool:
    """Say whether a tally of one unit holds a number: of violations, or its place in a histogram."""
    if counting:
        return "violations" in tally.sums
    return "histogram" in tally.sums and tally.sums["histogram"].ndim == 1
