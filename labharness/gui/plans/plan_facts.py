"""What the room of plans shows: one plan as prose, two beside each other, and a plan at work with what it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from labharness.acts.declaring import Seat
from labharness.analysis.decision.false_alarms import FalseAlarms
from labharness.analysis.power.defects.named import Defect
from labharness.analysis.power.detection import Power
from labharness.analysis.power.power_table import PowerTable
from labharness.analysis.sampling.catalog import Catalog
from labharness.app.catalog.plan_entry import PlanOrigin
from labharness.app.planning.estimates import (
    Cost,
    SimulatorPool,
    alarms_of,
    cost_of,
    defects_of,
    known_powers,
    table_of,
)
from labharness.app.planning.field_titles import FieldTitles
from labharness.app.planning.plan_prose import PlanSection, plan_prose
from labharness.app.planning.plan_versions import named, of_product, own_files, problems_of_save, read_version
from labharness.app.plug_ins.discovery import discover
from labharness.app.services import load_plan
from labharness.assessment.runs.stated_levels import lenient
from labharness.errors import LabharnessError, PlanError
from labharness.games.data import parse
from labharness.gui.kit.words import tr
from labharness.plans.frozen import FrozenPlan
from labharness.plans.plan import Plan
from labharness.plans.plan_comparison import Difference, differences
from labharness.plans.written.mistakes import Mistake, find_mistakes
from labharness.reason import Reason

WHERE = "draft.toml"
"""What messages call a plan at work; :func:`problems_of_save` gives it this name."""


@dataclass(frozen=True, slots=True)
class ReadPlan:
    """One plan to read.

    Parameters
    ----------
    name
        What finds it again: ``ID@HASH``, or the path of a file that is not in the workspace.
    runs_as
        What a new run is told.
    latest
        Whether new runs of its id take this version.
    """

    name: str
    runs_as: str
    id: str
    version: int
    title: str
    sha256: str
    origin: PlanOrigin
    latest: bool
    sections: tuple[PlanSection, ...]


@dataclass(frozen=True, slots=True)
class ComparedPlans:
    """Two plans field by field, each with what to call it and its fields."""

    first: str
    second: str
    differences: tuple[Difference, ...]
    titles: FieldTitles


@dataclass(frozen=True, slots=True)
class Examined:
    """What a plan at work is.

    Parameters
    ----------
    frozen
        The plan, None where it has mistakes.
    mistakes
        Every mistake, and everything that prevents a save.
    lenient
        Where it is more lenient than the rule.
    """

    frozen: FrozenPlan | None
    mistakes: tuple[Mistake, ...] = ()
    lenient: tuple[Reason, ...] = ()
    alarms: FalseAlarms | None = None
    cost: Cost | None = None
    defects: tuple[Defect, ...] = field(default=())
    known: tuple[Power, ...] = field(default=())


class PlanFacts:
    """The plans of a workspace; each question may take seconds and is asked on another thread.

    Attributes
    ----------
    place
        Folder of the workspace.
    simulators
        Processes that compute detection rates.
    """

    def __init__(self, seat: Seat) -> None:
        self.seat, self.place = seat, seat.workspace.path
        self.simulators = SimulatorPool()
        self._tables: dict[str, PowerTable | None] = {}

    @cached_property
    def catalog(self) -> Catalog:
        """The checks and adapters that plans may name."""
        return discover(self.place)

    def read(self, name: str) -> ReadPlan:
        """Return a plan by id, ``ID@HASH`` or file, as prose."""
        frozen = read_version(name, self.catalog, self.place)
        plan, current = frozen.plan, frozen.sha256
        own = {plan_id: file for file, plan_id in own_files(self.place)}
        product, runs_as = of_product(plan.id), plan.id
        if not product:
            file = own.get(plan.id)
            runs_as = str(file) if file is not None else name if name.endswith(".toml") else plan.id
        if "@" in name:
            current = read_version(plan.id, self.catalog, self.place).sha256
        mine = PlanOrigin.OWN if plan.id in own or name.endswith(".toml") else PlanOrigin.PLUG_IN
        return ReadPlan(
            name=name if name.endswith(".toml") and plan.id not in own else named(frozen),
            runs_as=runs_as,
            id=plan.id,
            version=plan.version,
            title=plan.title,
            sha256=frozen.sha256,
            origin=PlanOrigin.BUREAU if product else mine,
            latest=current == frozen.sha256,
            sections=plan_prose(frozen, self.catalog, self.place),
        )

    def compare(self, first: str, second: str) -> ComparedPlans:
        """Compare two plans field by field."""
        before, after = (read_version(name, self.catalog, self.place) for name in (first, second))
        return _compared(_called(before), before.plan, _called(after), after.plan)

    def compare_draft(self, base: str, content: bytes) -> ComparedPlans:
        """Compare a plan with a draft of it, which may not be fit for a run yet."""
        before = read_version(base, self.catalog, self.place)
        draft = parse(Plan, content, WHERE)
        called = tr("{id} version {version} (your draft)", id=draft.id, version=draft.version)
        return _compared(_called(before), before.plan, called, draft)

    def examine(self, content: bytes, base: str) -> Examined:
        """Check a plan at work and say what it takes."""
        problems = problems_of_save(content, self.place, self.catalog)
        mistakes = find_mistakes(problems, content, WHERE)
        try:
            frozen = load_plan("draft", self.catalog, content)
        except LabharnessError:
            return Examined(None, mistakes)
        return Examined(
            frozen,
            mistakes,
            lenient(frozen.plan),
            alarms_of(frozen, self.catalog),
            cost_of(frozen, self.seat.workspace, base.partition("@")[0]),
            defects_of(frozen),
            known_powers(frozen, self.catalog, self.place, self._table(base)),
        )

    def base_powers(self, base: str) -> Sequence[Power]:
        """Return the table of the plan that a draft was begun from."""
        table = self._table(base)
        return () if table is None else table.rows

    def _table(self, base: str) -> PowerTable | None:
        if base not in self._tables:
            try:
                frozen = read_version(base, self.catalog, self.place)
                self._tables[base] = table_of(frozen, self.catalog, self.place)
            except PlanError:  # the file that it was begun from is gone
                self._tables[base] = None
        return self._tables[base]


def _compared(called: str, plan: Plan, other_called: str, other: Plan) -> ComparedPlans:
    return ComparedPlans(called, other_called, differences(plan, other), FieldTitles.of(plan, other))


def _called(frozen: FrozenPlan) -> str:
    return tr("{id} version {version}", id=frozen.plan.id, version=frozen.plan.version)
