"""A plan as prose: every part of it as reasons, which the language words, for window and command line alike."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from labharness.analysis.decision.declared import declared_checks, declared_rule
from labharness.analysis.decision.false_alarms import false_alarms
from labharness.analysis.power.power_table import FOLDER, load_table
from labharness.analysis.sampling.catalog import Catalog
from labharness.app.catalog.plan_entry import hours
from labharness.app.catalog.power_tables import known_table, simulated
from labharness.app.planning.stage_prose import presence_reasons, stage_prose
from labharness.assessment.declared_generator import declared_generator
from labharness.assessment.runs.stated_levels import lenient
from labharness.errors import PlanError
from labharness.games.chapter_standing import standing_reasons
from labharness.language.text import flowing
from labharness.model.reasons.plan_prose import PlanPart, PlanProse, Wording
from labharness.plans.frozen import FrozenPlan
from labharness.plans.handling import laboratory_times
from labharness.plans.plan import Citation, PlannedCheck
from labharness.plans.presence import BenchSetup, people_needed
from labharness.reason import Reason


@dataclass(frozen=True, slots=True)
class PlanSection:
    """One section of a plan.

    Parameters
    ----------
    name
        Name of the stage, id of the check or of the citation; "" where the section is the whole part.
    sentences
        What it says.
    """

    part: PlanPart
    name: str
    sentences: tuple[Reason, ...]


def plan_prose(
    frozen: FrozenPlan, catalog: Catalog, workspace: Path | None = None
) -> tuple[PlanSection, ...]:
    """Return everything that a plan says, in the order in which it is read.

    Parameters
    ----------
    workspace
        Whose handling times and tables of power hold; the product's where left out.
    """
    plan = frozen.plan
    clauses = {citation.id: citation.clause for citation in plan.citations}
    return (
        PlanSection(PlanPart.PURPOSE, "", tuple(_purpose(frozen))),
        PlanSection(PlanPart.SUBJECT, "", tuple(_subject(frozen))),
        PlanSection(PlanPart.CONDUCT, "", tuple(_conduct(frozen, workspace))),
        *(
            PlanSection(PlanPart.STAGES, stage.name, tuple(stage_prose(stage, clauses)))
            for stage in plan.stages
        ),
        *(
            PlanSection(PlanPart.CHECKS, check.id, tuple(_check(check, catalog, clauses)))
            for check in plan.checks
        ),
        PlanSection(PlanPart.DECISION, "", tuple(_decision(frozen, catalog))),
        PlanSection(PlanPart.POWER, "", tuple(_power(frozen, catalog, workspace))),
        *(
            PlanSection(PlanPart.CITATIONS, citation.id, tuple(_citation(citation)))
            for citation in plan.citations
        ),
    )


def _purpose(frozen: FrozenPlan) -> Iterator[Reason]:
    plan = frozen.plan
    yield PlanProse.QUESTION(text=flowing(plan.purpose))
    yield PlanProse.PLAN(plan=plan.id, version=plan.version)
    yield PlanProse.SAMPLE_SIZE(text=flowing(plan.sample_size_reason))


def _subject(frozen: FrozenPlan) -> Iterator[Reason]:
    plan, game = frozen.plan, frozen.game
    yield PlanProse.GAME(game=game.title, chapter=game.chapter, device=plan.device_class)
    yield from standing_reasons(game.chapter, game.standing)
    if frozen.cards is not None and plan.game.decks is not None:
        yield PlanProse.CARDS(set=plan.game.set, decks=plan.game.decks, cards=frozen.cards.size)
        yield PlanProse.ORIENTATION(text=flowing(plan.orientation))
    if plan.game.marked:
        yield PlanProse.MARKED()
    if (declared := declared_generator(frozen)) is not None:
        yield declared


def _conduct(frozen: FrozenPlan, workspace: Path | None) -> Iterator[Reason]:
    plan, times = frozen.plan, None
    if workspace is not None:
        try:
            times = laboratory_times(workspace)
        except PlanError:  # which the list of plans says
            times = None
    yield PlanProse.PEOPLE(hours=hours(frozen, times))
    port, hand = (
        presence_reasons(people_needed(plan.stages, BenchSetup(by_hand=by_hand))) for by_hand in (False, True)
    )
    if port == hand:
        yield from port
    else:
        yield PlanProse.WITH_PORT(reasons=port)
        yield PlanProse.FED_BY_HAND(reasons=hand)
    yield PlanProse.SESSIONS(sessions=plan.sessions)
    yield PlanProse.INTERRUPTIONS(interruptions=plan.interruptions_allowed, reconnect_s=plan.reconnect_s)
    yield PlanProse.REPEATS(repeats=plan.repeats_allowed)


def _check(check: PlannedCheck, catalog: Catalog, clauses: dict[str, str]) -> Iterator[Reason]:
    try:
        info = catalog.check_info(check.check)
    except PlanError:
        yield PlanProse.UNKNOWN_CHECK(check=check.check, id=check.id, stage=check.stage)
    else:
        title, hypothesis = info.title, flowing(info.hypothesis)
        yield PlanProse.CHECK(title=title, id=check.id, stage=check.stage, hypothesis=hypothesis)
    if check.parameters:
        written = json.dumps(check.parameters, ensure_ascii=False, default=str)
        yield PlanProse.PARAMETERS(values=written[1:-1])
    if check.role == "informational":
        yield PlanProse.CHECK_INFORMATIONAL()
    for limit in check.limits:
        yield PlanProse.LIMIT(gainer=limit.gainer, below=limit.below, unit=limit.unit, reason=limit.reason)
    if check.answers:
        yield PlanProse.ANSWERS(clauses=tuple(clauses.get(each, each) for each in check.answers))


def _decision(frozen: FrozenPlan, catalog: Catalog) -> Iterator[Reason]:
    plan, rule = frozen.plan, frozen.plan.decision
    yield from (PlanProse.LENIENT(reason=each) for each in lenient(plan))
    yield PlanProse.LABORATORY_LEVEL(level=rule.laboratory_level)
    if any(citation.confidence is not None for citation in plan.citations):
        yield PlanProse.CITED(fail=rule.fail_fraction, retest=rule.retest_fraction)
    for retest in rule.retests:
        yield PlanProse.SPLIT(citation=retest.cites, fail=retest.fail_below, retest=retest.retest_below)
    if any(check.role == "informational" for check in plan.checks):
        yield PlanProse.INFORMATIONAL_LEVEL(level=rule.informational_level)
    if plan.monitoring is not None:
        yield PlanProse.MONITORED(share=plan.monitoring.share)
    try:
        planned = declared_checks(plan, catalog)
    except PlanError:  # a check is not installed, which its own section says
        return
    if planned:
        rates = false_alarms(planned, declared_rule(plan), plan.monitored_level)
        yield PlanProse.FALSE_ALARM(fail=rates.fail_at_most, not_passed=rates.not_passed_at_most)


def _power(frozen: FrozenPlan, catalog: Catalog, workspace: Path | None) -> Iterator[Reason]:
    if not simulated(frozen):
        yield PlanProse.NO_TABLE() if frozen.plan.acquisitions else PlanProse.NO_SAMPLE()
        return
    folder = None if workspace is None else workspace / "plans" / FOLDER
    try:
        content = known_table(frozen, catalog, folder)
    except PlanError:
        content = None
    if content is None:
        yield PlanProse.NO_TABLE()
        return
    table = load_table(content)
    yield PlanProse.REPLICATES(replicates=table.replicates)
    for row in table.rows:
        passed = row.not_passed
        yield PlanProse.DEFECT(defect=row.title, share=passed.share, low=passed.low, high=passed.high)


def _citation(citation: Citation) -> Iterator[Reason]:
    yield PlanProse.CITATION(
        clause=citation.clause, text=flowing(citation.text), wording=Wording(citation.status)
    )
    if citation.confidence is not None:
        code = PlanProse.CONFIDENCE_ONE if citation.names == "one" else PlanProse.CONFIDENCE_SEVERAL
        yield code(confidence=citation.confidence, tail=citation.tail)
