"""One run as an attempt on a device: what it tested, and whether another run is of the same."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.errors import InputError, IntegrityError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.history.summary import RunSummary
from labharness.evidence.verify import verify
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.run import Runs, Trait
from labharness.plans.frozen import GAME, PLAN
from labharness.reason import Reason

INTRODUCTIONS = ("identify", "authenticate")
"""Kinds of stages in which a device only says what it is."""


@dataclass(frozen=True, slots=True)
class Member:
    """One run, and what must be the same in every other attempt."""

    folder: RunFolder
    history: RunHistory

    @classmethod
    def of(cls, folder: RunFolder) -> Member:
        """Read a run; raises :class:`IntegrityError` where its records cannot be trusted."""
        try:
            return cls(folder, RunHistory.of(folder))
        except IntegrityError as error:
            raise IntegrityError(Runs.UNREADABLE(run=folder.run, why=error.reasons)) from error

    def admit(self) -> None:
        """Refuse a run that is still going on, or of which any line or byte is not as it was written."""
        if self.folder.alive:
            raise InputError(Runs.AT_WORK(run=self.run))
        faults = verify(self.folder.path).problems
        if faults:
            raise IntegrityError(Evidence.DAMAGED(run=self.run, problem=faults[0]))

    @property
    def summary(self) -> RunSummary:
        """Where it stands."""
        return self.history.summary

    @property
    def origin(self) -> str:
        """Hash of its start record, which no two runs share."""
        return self.summary.origin

    @property
    def run(self) -> str:
        """Its name."""
        return self.folder.run

    @property
    def plan(self) -> tuple[str, ...]:
        """Hashes of the plan and of the game."""
        files = self.summary.start.files if self.summary.start else {}
        return tuple(files.get(name, "") for name in (PLAN, GAME))

    @property
    def unit(self) -> tuple[str, ...]:
        """Manufacturer, model and serial number; empty where the device never said them."""
        identity = self.summary.identity
        return (identity.manufacturer, identity.model, identity.serial) if identity else ()

    @property
    def software(self) -> tuple[str, ...]:
        """Every component with its digest, as first reported."""
        first = self.summary.software[0] if self.summary.software else ()
        return tuple(sorted(f"{each.name} {each.version} {each.algorithm}:{each.digest}" for each in first))

    @property
    def untouched(self) -> bool:
        """Whether it ended before anything was done with the device."""
        stages = self.summary.stages.values()
        return all(stage.status == "waiting" for stage in stages if stage.kind not in INTRODUCTIONS)

    @property
    def slip(self) -> Reason | None:
        """Why it was not begun and is no attempt, None where it is one."""
        return self.history.beginning.slip

    def differs(self, other: Member) -> list[Trait]:
        """Return the traits that are known to differ from ``other``; what a run does not record does not differ."""
        traits = [Trait.PLAN] * (self.plan != other.plan)
        for trait, mine, theirs in (
            (Trait.UNIT, self.unit, other.unit),
            (Trait.SOFTWARE, self.software, other.software),
        ):
            if mine and theirs and mine != theirs:
                traits.append(trait)
        return traits
