"""Plans and drafts of one workspace, as :class:`labharness.gui.plans.services.PlanServices`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from labharness.analysis.power.defects.named import Defect
from labharness.analysis.power.detection import Power
from labharness.analysis.power.power_table import PowerTable
from labharness.analysis.sampling.catalog import Catalog
from labharness.app.catalog.plan_entry import PlanOrigin
from labharness.app.catalog.plan_index import PlanIndex, plan_index
from labharness.app.planning import plan_drafts as kept_drafts
from labharness.app.planning.estimates import (
    SimulatorPool,
    alarms_of,
    cost_of,
    defects_of,
    known_powers,
    table_of,
)
from labharness.app.planning.field_titles import FieldTitles
from labharness.app.planning.plan_drafts import StoredDraft
from labharness.app.planning.plan_prose import plan_prose
from labharness.app.planning.plan_versions import (
    Saved,
    SavedVersion,
    history,
    named,
    of_product,
    own_files,
    problems_of_save,
    read_version,
    save_version,
)
from labharness.app.plug_ins.discovery import discover
from labharness.app.services import load_plan
from labharness.app.workspace import Workspace
from labharness.assessment.runs.stated_levels import lenient
from labharness.errors import FileRefused, LabharnessError, PlanError
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.games.data import parse
from labharness.gui.kit.words import tr
from labharness.gui.plans.services import ComparedPlans, Examined, ReadPlan
from labharness.model.reasons.inputs import Inputs
from labharness.plans.frozen import FrozenPlan
from labharness.plans.plan import Plan
from labharness.plans.plan_comparison import differences
from labharness.plans.written.mistakes import Mistake, find_mistakes

WHERE = "draft.toml"
"""What messages call a plan at work; :func:`problems_of_save` gives it this name."""


class PlanDesk:
    """Plans and drafts."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace, self._place = workspace, workspace.path
        self._simulators = SimulatorPool()
        self._tables: dict[str, PowerTable | None] = {}

    @cached_property
    def _catalog(self) -> Catalog:
        return discover(self._place)

    def index(self) -> PlanIndex:
        """Return all games and plans."""
        return plan_index(self._place / "plans")

    def read(self, name: str) -> ReadPlan:
        """Return a plan by id, ``ID@HASH`` or file, as prose."""
        frozen = read_version(name, self._catalog, self._place)
        plan, current = frozen.plan, frozen.sha256
        own = {plan_id: file for file, plan_id in own_files(self._place)}
        product, runs_as = of_product(plan.id), plan.id
        if not product:
            file = own.get(plan.id)
            runs_as = str(file) if file is not None else name if name.endswith(".toml") else plan.id
        if "@" in name:
            current = read_version(plan.id, self._catalog, self._place).sha256
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
            sections=plan_prose(frozen, self._catalog, self._place),
        )

    def mistakes(self, file: Path) -> tuple[Mistake, ...]:
        """Return every mistake of a plan file with key and line."""
        try:
            content = read_outside(file, SizeLimit.WRITTEN)
        except OSError as error:
            problem = Inputs.FILE_UNREADABLE(path=str(file), why=str(error.strerror))
            return (Mistake((), None, problem),)
        except FileRefused as error:
            return (Mistake((), None, error.reasons[0]),)
        try:
            load_plan(str(file), self._catalog, workspace=self._place)
        except LabharnessError as error:
            return find_mistakes(error.reasons, content, file.name)
        return ()

    def compare(self, first: str, second: str) -> ComparedPlans:
        """Compare two plans field by field."""
        one, other = (read_version(name, self._catalog, self._place) for name in (first, second))
        return _compared(_called(one), one.plan, _called(other), other.plan)

    def compare_draft(self, base: str, content: bytes) -> ComparedPlans:
        """Compare a plan with a draft of it, which may not be fit for a run yet."""
        one = read_version(base, self._catalog, self._place)
        draft = parse(Plan, content, WHERE)
        called = tr("{id} version {version} (your draft)", id=draft.id, version=draft.version)
        return _compared(_called(one), one.plan, called, draft)

    def history(self, plan_id: str) -> Sequence[SavedVersion]:
        """Return the saved versions of a plan."""
        return history(plan_id, self._place)

    def free_id(self, base: str) -> str:
        """Return an id for a copy that no plan bears."""
        return kept_drafts.free_id(base, self._place)

    def begin(self, base: str, plan_id: str) -> StoredDraft:
        """Begin a copy, or go on with the draft of that id."""
        return kept_drafts.begin_draft(base, plan_id, self._place, self._catalog)

    def drafts(self) -> Sequence[StoredDraft]:
        """Return the drafts of the person at this account."""
        return kept_drafts.drafts(self._place)

    def draft(self, name: str) -> StoredDraft:
        """Return one of them."""
        return kept_drafts.read_draft(name, self._place)

    def keep(self, draft: StoredDraft) -> None:
        """Keep a draft as it stands."""
        kept_drafts.write_draft(draft, self._place)

    def discard(self, name: str) -> None:
        """Take a draft away."""
        kept_drafts.discard_draft(name, self._place)

    def examine(self, content: bytes, base: str) -> Examined:
        """Check a plan at work and say what it takes."""
        problems = problems_of_save(content, self._place, self._catalog)
        mistakes = find_mistakes(problems, content, WHERE)
        try:
            frozen = load_plan("draft", self._catalog, content)
        except LabharnessError:
            return Examined(None, mistakes)
        return Examined(
            frozen,
            mistakes,
            lenient(frozen.plan),
            alarms_of(frozen, self._catalog),
            cost_of(frozen, self._workspace, base.partition("@")[0]),
            defects_of(frozen),
            known_powers(frozen, self._catalog, self._place, self._table(base)),
        )

    def base_powers(self, base: str) -> Sequence[Power]:
        """Return the table of the plan that a draft was begun from."""
        table = self._table(base)
        return () if table is None else table.rows

    def _table(self, base: str) -> PowerTable | None:
        if base not in self._tables:
            try:
                frozen = read_version(base, self._catalog, self._place)
                self._tables[base] = table_of(frozen, self._catalog, self._place)
            except PlanError:  # the file that it was begun from is gone
                self._tables[base] = None
        return self._tables[base]

    def powers(
        self,
        frozen: FrozenPlan,
        defects: Sequence[Defect],
        replicates: int,
        given_up: threading.Event,
        on_done: Callable[[int], None],
    ) -> Iterator[Power]:
        """Yield the detection rate of each defect, until given up."""
        yield from self._simulators.powers(frozen, self._catalog, defects, replicates, given_up, on_done)

    def save(self, draft: StoredDraft, reason: str) -> Saved:
        """Save a draft as the next version; it is a draft no more."""
        saved = save_version(draft.content, reason, self._place, self._catalog, based_on=draft.based_on)
        kept_drafts.discard_draft(draft.name, self._place)
        return saved

    def close(self) -> None:
        """Let go of the processes that simulate."""
        self._simulators.close()


def _compared(called: str, plan: Plan, other_called: str, other: Plan) -> ComparedPlans:
    return ComparedPlans(called, other_called, differences(plan, other), FieldTitles.of(plan, other))


def _called(frozen: FrozenPlan) -> str:
    return tr("{id} version {version}", id=frozen.plan.id, version=frozen.plan.version)
