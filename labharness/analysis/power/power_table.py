"""What the sample of a plan could show, computed beforehand and kept beside the plan or in a workspace."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from labharness.analysis.decision.declared import declared_checks, declared_rule
from labharness.analysis.decision.false_alarms import FalseAlarms, false_alarms
from labharness.analysis.decision.levels import DeclaredCheck
from labharness.analysis.power.detection import Power
from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.monitors.monitoring import VERSION
from labharness.analysis.sampling.sample import population_of
from labharness.errors import InputError
from labharness.evidence.codec import dump, load
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.model.reasons.simulation import Simulations
from labharness.plans.frozen import FrozenPlan

FILE = "power.json"
"""Name of the table in a run folder."""
FOLDER = "power"
"""Folder of the tables beside the packaged plans, and under a workspace's plans."""


@dataclass(frozen=True, slots=True)
class PowerTable:
    """What one plan would do with devices of known defects.

    Parameters
    ----------
    sha256
        Hash of the plan file that it was computed for.
    design
        Hash of all that the figures depend on: samples, checks with their parameters and levels, rule. Empty in
        tables of earlier versions, which hold for the file of their hash alone.
    samples
        Hash of what plan and game declare the units of each stage to be drawn from.
    checks
        Version of each check, by name.
    false_alarms
        What the rule may do with a fair device, by its levels alone.
    versions
        What computed it.
    """

    plan: str
    version: int
    sha256: str
    samples: str
    checks: dict[str, int]
    replicates: int
    seed: int
    false_alarms: FalseAlarms
    rows: tuple[Power, ...]
    versions: dict[str, str]
    schema: int = 1
    design: str = ""


def power_table(
    frozen: FrozenPlan, catalog: Catalog, rows: Sequence[Power], versions: dict[str, str]
) -> PowerTable:
    """Return the table of a plan from what :func:`~labharness.analysis.power.detection.powers` found."""
    plan = frozen.plan
    return PowerTable(
        plan.id,
        plan.version,
        frozen.sha256,
        _samples(frozen),
        _checks(frozen, catalog),
        rows[0].replicates,
        rows[0].seed,
        false_alarms(declared_checks(plan, catalog), declared_rule(plan), plan.monitored_level),
        tuple(rows),
        versions,
        design=_design(frozen, catalog),
    )


def file_name(frozen: FrozenPlan) -> str:
    """Return the name of a plan's table among others."""
    return f"{frozen.plan.id}-v{frozen.plan.version}.json"


def dump_table(table: PowerTable) -> bytes:
    """Return a table as it is kept."""
    return (json.dumps(dump(table), indent=1) + "\n").encode()


def load_table(content: bytes) -> PowerTable:
    """Read a table; raises :class:`InputError` for anything else."""
    try:
        table = load(PowerTable, json.loads(content))
    except ValueError as error:
        raise InputError(Simulations.NOT_A_TABLE()) from error
    if table.schema != 1 or not table.rows:
        raise InputError(Simulations.OTHER_TABLE())
    return table


def fits(table: PowerTable, frozen: FrozenPlan, catalog: Catalog) -> bool:
    """Say whether a table is that of this plan's design, of its game's sets, and of the checks that there are.

    Notes
    -----
    Words of a plan, its procedures and its inspections have no part in the figures: a table outlives them.
    """
    if (table.samples, table.checks) != (_samples(frozen), _checks(frozen, catalog)):
        return False
    if not table.design:
        return table.sha256 == frozen.sha256
    return table.design == _design(frozen, catalog)


def find_table(frozen: FrozenPlan, catalog: Catalog, folder: Path | None = None) -> bytes | None:
    """Return the table that fits a plan, as it is kept: one of a workspace first, then a packaged one."""
    for content in _kept(file_name(frozen), folder):
        try:
            if fits(load_table(content), frozen, catalog):
                return content
        except InputError:
            continue  # whoever computes it anew replaces it
    return None


def _kept(name: str, folder: Path | None) -> Iterable[bytes]:
    if folder is not None and (folder / name).is_file():
        yield read_outside(folder / name, SizeLimit.KEPT)
    packaged = resources.files("test_plans").joinpath(FOLDER, name)
    if packaged.is_file():
        yield packaged.read_bytes()


LATER = (("batches", 1), ("determinant", False))
"""Fields of a population that were added, with the value that means what was meant without them."""


def _samples(frozen: FrozenPlan) -> str:
    # What came later counts only where it says something, so that tables computed before still fit.
    declared = {
        stage.name: {
            name: value
            for name, value in dump(population_of(frozen, stage)).items()
            if (name, value) not in LATER
        }
        for stage in frozen.plan.acquisitions
    }
    return hashlib.sha256(json.dumps(declared, sort_keys=True).encode()).hexdigest()


def _design(frozen: FrozenPlan, catalog: Catalog) -> str:
    """Return the hash of all that :mod:`labharness.analysis.power.detection` takes from a plan."""
    plan = frozen.plan
    taken = {
        "samples": _samples(frozen),
        "stages": [(each.name, each.observes, each.units, each.input) for each in plan.acquisitions],
        "marked": plan.game.marked,
        "checks": [(check.id, check.check, check.stage, check.parameters) for check in plan.checks],
        "declared": [_declared(check) for check in declared_checks(plan, catalog)],
        "rule": dump(declared_rule(plan)),
    }
    if plan.monitoring is not None:
        taken["monitoring"] = (plan.monitored_level, VERSION)
    return hashlib.sha256(json.dumps(taken, sort_keys=True).encode()).hexdigest()


def _declared(planned: DeclaredCheck) -> dict[str, Any]:
    """Return what the rule takes of a check; limits count only where there are some, as tables know none."""
    values: dict[str, Any] = dump(planned)
    return values if values["limits"] else {name: value for name, value in values.items() if name != "limits"}


def _checks(frozen: FrozenPlan, catalog: Catalog) -> dict[str, int]:
    names = sorted({check.check for check in frozen.plan.checks})
    return {name: catalog.check_info(name).version for name in names}
