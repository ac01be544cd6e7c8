"""Run every planned check over a run's recorded samples."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.check import Check
from labharness.analysis.sampling.fold import Tallies, fold
from labharness.analysis.sampling.sample import Decode, blocks, population_of
from labharness.evidence.records.line import Record
from labharness.model.counted import Counted
from labharness.model.observations import OF_KIND
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult
from labharness.plans.frozen import FrozenPlan

Folded = Callable[[Mapping[str, Check], Iterable[Block]], Tallies]
"""Counts a whole sample, wherever it does: :func:`labharness.analysis.sampling.fold.fold`, or a cluster."""


def evaluate(
    frozen: FrozenPlan,
    catalog: Catalog,
    records: Callable[[], Iterable[Record]],
    decode: Decode,
    on_step: Callable[[str], None] = lambda _: None,
    folded: Folded = fold,
) -> dict[str, CheckResult]:
    """Return the result of every planned check, by its id, in the plan's order.

    Parameters
    ----------
    records
        Gives the run's records afresh at each call.
    decode
        Decodes the raw bytes of an exchange again.
    on_step
        Told what is being computed, for people who wait.
    folded
        Counts a sample.

    Notes
    -----
    A sample that is not complete has no p-value that decides: when it ended may have been chosen. What was
    recorded of it is judged for information, see ``interim``. Violations in it stay violations, for one is one.
    """
    found: dict[str, CheckResult] = {}
    for stage in frozen.plan.acquisitions:
        population = population_of(frozen, stage)
        mine = [planned for planned in frozen.plan.checks if planned.stage == stage.name]
        built = {planned.id: catalog.build(planned) for planned in mine}
        on_step(f"counting {stage.name}")
        look_back = max((catalog.check_info(planned.check).look_back for planned in mine), default=0)
        sample = blocks(records(), stage.name, population, look_back, decode) if built else iter(())
        tallies, units = _counted(built, sample, folded)
        for name, check in built.items():
            on_step(f"judging {name}")
            result = check.judge(tallies[name], population) if units else CheckResult(units=0)
            found[name] = (
                result
                if units == stage.units
                else _unfinished(result, units, stage.units, OF_KIND[stage.observes])
            )
    return {planned.id: found[planned.id] for planned in frozen.plan.checks}


def _counted(checks: Mapping[str, Check], sample: Iterator[Block], folded: Folded) -> tuple[Tallies, int]:
    """Return what a sample adds up to, and how many units it has."""
    units = 0

    def passing() -> Iterator[Block]:
        nonlocal units
        for block in sample:
            units += block.units
            yield block

    return folded(checks, passing()), units


def _unfinished(result: CheckResult, units: int, planned: int, what: Counted) -> CheckResult:
    why = Sample.INCOMPLETE(recorded=units, planned=planned, what=what)
    interim = {} if result.not_applicable else result.p
    return replace(
        result,
        p={},
        effect=None,
        violations=result.violations or None,
        not_applicable=why,
        interim=interim,
        bounds=None,
    )
