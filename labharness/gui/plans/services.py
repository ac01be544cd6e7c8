"""What the room of plans asks of the product."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from labharness.analysis.decision.false_alarms import FalseAlarms
from labharness.analysis.power.defects.named import Defect
from labharness.analysis.power.detection import Power
from labharness.app.catalog.plan_entry import PlanOrigin
from labharness.app.catalog.plan_index import PlanIndex
from labharness.app.planning.estimates import Cost
from labharness.app.planning.field_titles import FieldTitles
from labharness.app.planning.plan_drafts import StoredDraft
from labharness.app.planning.plan_prose import PlanSection
from labharness.app.planning.plan_versions import Saved, SavedVersion
from labharness.plans.frozen import FrozenPlan
from labharness.plans.plan_comparison import Difference
from labharness.plans.written.mistakes import Mistake
from labharness.reason import Reason


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


class PlanServices(Protocol):
    """Plans and drafts of one workspace.

    Each may take seconds and is called on another thread; each may raise
    :class:`labharness.errors.LabharnessError`, whose sentence is shown.
    """

    def index(self) -> PlanIndex:
        """Return all games and plans."""
        ...

    def read(self, name: str) -> ReadPlan:
        """Return a plan by id, ``ID@HASH`` or file, as prose."""
        ...

    def mistakes(self, file: Path) -> tuple[Mistake, ...]:
        """Return every mistake of a plan file with key and line."""
        ...

    def compare(self, first: str, second: str) -> ComparedPlans:
        """Compare two plans field by field."""
        ...

    def compare_draft(self, base: str, content: bytes) -> ComparedPlans:
        """Compare a plan with a draft of it."""
        ...

    def history(self, plan_id: str) -> Sequence[SavedVersion]:
        """Return the saved versions of a plan."""
        ...

    def free_id(self, base: str) -> str:
        """Return an id for a copy that no plan bears."""
        ...

    def begin(self, base: str, plan_id: str) -> StoredDraft:
        """Begin a copy, or go on with the draft of that id."""
        ...

    def drafts(self) -> Sequence[StoredDraft]:
        """Return the drafts of the person at this account."""
        ...

    def draft(self, name: str) -> StoredDraft:
        """Return one of them."""
        ...

    def keep(self, draft: StoredDraft) -> None:
        """Keep a draft as it stands."""
        ...

    def discard(self, name: str) -> None:
        """Take a draft away."""
        ...

    def examine(self, content: bytes, base: str) -> Examined:
        """Check a plan at work and say what it takes."""
        ...

    def base_powers(self, base: str) -> Sequence[Power]:
        """Return the table of the plan that a draft was begun from."""
        ...

    def powers(
        self,
        frozen: FrozenPlan,
        defects: Sequence[Defect],
        replicates: int,
        given_up: threading.Event,
        on_done: Callable[[int], None],
    ) -> Iterable[Power]:
        """Yield the detection rate of each defect, until given up."""
        ...

    def save(self, draft: StoredDraft, reason: str) -> Saved:
        """Save a draft as the next version; it is a draft no more."""
        ...

    def close(self) -> None:
        """Let go of the processes that simulate."""
        ...
