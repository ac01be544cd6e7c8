"""A plan: what is done to which device with which cards, and how the results are decided."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from labharness.games.data import Data, Slug, Text
from labharness.model.device import DeviceClass
from labharness.model.results import Tail, reads_decision, stage_decision
from labharness.plans.procedures import Inspect, Procedure
from labharness.plans.stages import Acquire, Stage

Level = Annotated[float, Field(gt=0, lt=1)]


class Citation(Data):
    """A rule that the plan answers.

    Parameters
    ----------
    status
        How sure we are of its wording: ``seen``, ``sister`` (another state's text), ``remembered`` or
        ``inferred``; printed in the report.
    confidence
        Level that the rule states, for example 0.95, or absent where it states none.
    names
        Whether it names one statistical test, several, or none.
    tail
        Which tail the named test looks at.
    """

    id: Slug
    clause: Text
    text: Text
    status: Literal["seen", "sister", "remembered", "inferred"]
    confidence: Level | None = None
    names: Literal["one", "several", "none"] = "none"
    tail: Tail = Tail.RIGHT

    @model_validator(mode="after")
    def _stated(self) -> Citation:
        if (self.names == "none") != (self.confidence is None):
            raise ValueError(
                "a citation that names tests states a confidence, and one that names none does not"
            )
        return self


class Retest(Data):
    """How the level of one citation is split between the first sample and its one retest.

    Parameters
    ----------
    cites
        The citation.
    fail_below
        The first sample fails below this p-value; from there to the citation's own level it is
        inconclusive, and the retest decides.
    retest_below
        The retest fails below this p-value.
    """

    cites: Slug
    fail_below: Level
    retest_below: Level


class DecisionRule(Data):
    """Levels of the decision rule.

    Parameters
    ----------
    laboratory_level
        Family-wise level of the laboratory's own checks (Holm, two-sided).
    fail_fraction
        A cited test fails outright below this fraction of its own level; between the two it is
        inconclusive until one retest of the same unit, software and plan.
    retest_fraction
        The retest fails below this fraction of the citation's level; 1 passes no test that failed twice.
    retests
        Citations whose level is split otherwise.
    informational_level
        False discovery rate (Benjamini-Hochberg) at which informational checks are pointed out.
    """

    laboratory_level: Level = 0.01
    fail_fraction: Level = 0.5
    retest_fraction: Annotated[float, Field(gt=0, le=1)] = 1.0
    retests: tuple[Retest, ...] = ()
    informational_level: Level = 0.05


class PlannedCheck(Data):
    """A check of one stage's sample.

    Parameters
    ----------
    cites
        The citation that it answers, whose level it shares.
    also_cites
        Further citations that it answers; they have no say in its level.
    """

    id: Slug
    check: Annotated[str, Field(pattern=r"^[a-z0-9_]{1,60}$")]
    stage: Slug
    role: Literal["required", "informational"] = "required"
    cites: Slug | None = None
    also_cites: tuple[Slug, ...] = ()
    parameters: dict[str, Any] = Field(default_factory=dict)

    @property
    def answers(self) -> tuple[str, ...]:
        """All citations that it answers."""
        return (*(one for one in (self.cites,) if one), *self.also_cites)


class GameUse(Data):
    """Which game, with which of its sets.

    Parameters
    ----------
    marked
        Whether equal cards bear marks, so that the reader tells the copies of several decks apart.
    """

    id: Slug
    set: Slug = "base"
    decks: Annotated[int, Field(ge=1, le=64)] | None = None
    marked: bool = False


class Plan(Data):
    """A whole test plan."""

    schema_: Literal[1] = Field(alias="schema")
    id: Slug
    version: Annotated[int, Field(ge=1)]
    title: Text
    purpose: Text
    device_class: DeviceClass
    game: GameUse
    orientation: Text = "not applicable"
    sessions: Annotated[int, Field(ge=1, le=1000)] = 1
    interruptions_allowed: Annotated[int, Field(ge=0)] = 0
    sample_size_reason: Text
    citations: tuple[Citation, ...] = ()
    decision: DecisionRule = DecisionRule()
    stages: Annotated[tuple[Stage, ...], Field(min_length=1)]
    checks: tuple[PlannedCheck, ...] = ()

    @model_validator(mode="after")
    def _refer(self) -> Plan:
        problems = []
        for label, names in (
            ("stage", [stage.name for stage in self.stages]),
            ("check", [one.id for one in self.checks]),
            ("citation", [one.id for one in self.citations]),
        ):
            problems += [
                f"{label} {name!r} occurs twice" for name in {n for n in names if names.count(n) > 1}
            ]
        acquired = {stage.name for stage in self.acquisitions}
        problems += [
            f"stage {name!r} acquires what no check reads"
            for name in acquired - {c.stage for c in self.checks}
        ]
        if not acquired and not self.trials:
            problems.append("no stage acquires, tries or inspects anything")
        cited = {one.id: one for one in self.citations}
        taken = {name(stage.name) for stage in self.stages for name in (stage_decision, reads_decision)}
        problems += [
            f"check {one.id!r} bears the name of the decision about a stage; give it another id"
            for one in self.checks
            if one.id in taken
        ]
        for one in self.checks:
            if one.stage not in acquired:
                problems.append(f"check {one.id!r} reads stage {one.stage!r}, which acquires nothing")
            problems += [
                f"check {one.id!r} cites {name!r}, which is not among the citations"
                for name in one.answers
                if name not in cited
            ]
        places = [place for place, stage in enumerate(self.stages) if isinstance(stage, Acquire)]
        between = self.stages[places[0] : places[-1]] if places else ()
        problems += [
            f"stage {stage.name!r} stands between stages that acquire; put it before or after all of them"
            for stage in between
            if not isinstance(stage, Acquire)
        ]
        problems += [
            f"stage {stage.name!r} cites {name!r}, which is not among the citations"
            for stage in self.trials
            for name in stage.answers
            if name not in cited
        ]
        for citation in self.citations:
            users = [one for one in self.checks if one.cites == citation.id]
            if citation.names == "one" and len(users) > 1:
                problems.append(f"citation {citation.id!r} names one test, but {len(users)} checks cite it")
        problems += self._split_levels(cited)
        if problems:
            raise ValueError("; ".join(sorted(problems)))
        return self

    def _split_levels(self, cited: dict[str, Citation]) -> list[str]:
        """Say which retests split a level that is not there, twice, or beyond what it is."""
        found, seen = [], set[str]()
        for one in self.decision.retests:
            rule = cited.get(one.cites)
            if rule is None or rule.confidence is None:
                found.append(f"retest of {one.cites!r}: no citation of that id states a confidence")
            elif max(one.fail_below, one.retest_below) > 1 - rule.confidence + 1e-12:
                found.append(
                    f"retest of {one.cites!r}: fail_below and retest_below are at most 1 - confidence"
                )
            if one.cites in seen:
                found.append(f"retest of {one.cites!r} is declared twice")
            seen.add(one.cites)
        return found

    @property
    def acquisitions(self) -> tuple[Acquire, ...]:
        """Stages that acquire a sample."""
        return tuple(stage for stage in self.stages if isinstance(stage, Acquire))

    @property
    def trials(self) -> tuple[Procedure | Inspect, ...]:
        """Stages that people carry out."""
        return tuple(stage for stage in self.stages if isinstance(stage, Procedure | Inspect))

    def citation(self, check: PlannedCheck) -> Citation | None:
        """Return the citation that a check answers, if any."""
        return next((one for one in self.citations if one.id == check.cites), None)
