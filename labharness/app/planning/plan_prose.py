"""A plan as prose: every part of it as reasons, which the language words, for window and command line alike.

One stage of a plan as prose.

Fields of a plan in the words of its form: where each stands, and what it holds.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from labharness.analysis.decision.rule import declared_checks, declared_rule, false_alarms
from labharness.analysis.power.power_table import FOLDER, load_table
from labharness.analysis.sampling.catalog import Catalog
from labharness.app.catalog.games import known_table, simulated
from labharness.app.catalog.plan_cache import hours
from labharness.assessment.file_analysis import declared_generator
from labharness.assessment.runs.trust import lenient
from labharness.errors import PlanError
from labharness.games.chapter_standing import standing_reasons
from labharness.language.field_words import choice_words, words_of
from labharness.language.template import flowing
from labharness.model.field import Field, fields_of
from labharness.model.observations import InputKnown, Kind
from labharness.model.reasons.plan import PlanPart, PlanProse, Wording
from labharness.plans.attendance import BenchSetup, PersonNeeded, Presence, laboratory_times, people_needed
from labharness.plans.frozen import FrozenPlan
from labharness.plans.origin import IN_ORDER
from labharness.plans.plan import (
    Acquire,
    Authenticate,
    Citation,
    Count,
    Identify,
    Load,
    NoiseHealth,
    Plan,
    PlannedCheck,
    Stage,
    ValidateCapture,
    stage_models,
)
from labharness.plans.procedures import Inspect, Procedure, StageBase
from labharness.reason import Reason

INPUTS = {
    InputKnown.RESET: PlanProse.INPUT_RESET,
    InputKnown.CHAINED: PlanProse.INPUT_CHAINED,
    InputKnown.READ: PlanProse.INPUT_READ,
    InputKnown.UNKNOWN: PlanProse.INPUT_UNKNOWN,
}
LIMITS = ("timeout_s", "deadline_s", "patience_s")


def stage_prose(stage: Stage, clauses: Mapping[str, str]) -> Iterator[Reason]:
    """Yield what a stage does, and what follows where its result is not as required.

    Parameters
    ----------
    clauses
        Clause of each citation, by its id.
    """
    yield from _what(stage)
    if stage.otherwise == "stop":
        yield PlanProse.STOPS()
    usual = StageBase(name="usual")
    if any(getattr(stage, name) != getattr(usual, name) for name in LIMITS):
        yield PlanProse.PATIENCE(silent_s=stage.timeout_s, call_s=stage.deadline_s, person_s=stage.patience_s)
    if isinstance(stage, Procedure | Inspect) and stage.answers:
        yield PlanProse.ANSWERS(clauses=tuple(clauses.get(each, each) for each in stage.answers))


def presence_reasons(needs: Collection[PersonNeeded]) -> tuple[Reason, ...]:
    """Return who must be at the bench, and when; one reason says it where nobody is needed."""
    stages = {
        when: tuple(dict.fromkeys(need.stage for need in needs if need.when is when)) for when in Presence
    }
    during, before, jam = (stages[when] for when in (Presence.DURING, Presence.BEFORE, Presence.ON_JAM))
    return (
        PlanProse.PERSON_DURING(stages=during) if during else PlanProse.PERSON_NEVER(),
        *((PlanProse.PERSON_BEFORE(stages=before),) if before else ()),
        *((PlanProse.PERSON_ON_JAM(stages=jam),) if jam else ()),
    )


def _what(stage: Stage) -> Iterator[Reason]:
    match stage:
        case Identify() | Load():
            yield PlanProse.IDENTIFY() if isinstance(stage, Identify) else PlanProse.LOAD()
        case Authenticate():
            yield PlanProse.AUTHENTICATE()
            if stage.declared:
                yield PlanProse.DECLARED(modules=len(stage.declared))
        case ValidateCapture():
            yield PlanProse.READER(decks=stage.decks, errors=stage.max_card_errors)
        case Count():
            yield PlanProse.COUNT_BY_HAND() if stage.by == "hand" else PlanProse.COUNT()
        case Acquire():
            yield _recorded(stage)
            yield from _acquired(stage)
        case Procedure():
            yield from _tried(stage)
        case Inspect():
            yield from _inspected(stage)


def _inspected(stage: Inspect) -> Iterator[Reason]:
    yield PlanProse.ITEMS(items=len(stage.items))
    if stage.role == "bench":
        yield PlanProse.OF_BENCH()
    for item in stage.items:
        yield PlanProse.ITEM(text=flowing(item.text), citation=item.citation)
        if item.photograph:
            yield PlanProse.PHOTOGRAPH()


def _recorded(stage: Acquire) -> Reason:
    match stage.observes:
        case Kind.SHUFFLE:
            return PlanProse.SHUFFLES(units=stage.units)
        case Kind.ROUND:
            return PlanProse.ROUNDS(units=stage.units, cards=stage.round_cards)
        case Kind.DEAL:
            return PlanProse.DEALS(units=stage.units, dealing=str(stage.dealing))
        case Kind.DRAW:
            return PlanProse.DRAWS(units=stage.units, selection=str(stage.selection))
        case Kind.BYTES:
            return PlanProse.BYTES(units=stage.units)


def _acquired(stage: Acquire) -> Iterator[Reason]:
    """Yield what a stage declares beyond the usual."""
    if stage.input in INPUTS:
        yield INPUTS[stage.input]()
    if stage.put_in_first:
        yield PlanProse.PUT_IN_FIRST()
    numbers = (
        (stage.batch > 1, PlanProse.BATCH, "units", stage.batch),
        (stage.batches > 1, PlanProse.BATCHES, "batches", stage.batches),
        (stage.rounds > 0, PlanProse.ROUNDS_OF_LOAD, "rounds", stage.rounds),
        (stage.players is not None, PlanProse.PLAYERS, "players", stage.players),
        (stage.independent_reads > 0, PlanProse.INDEPENDENT, "reads", stage.independent_reads),
        (stage.jams_allowed > 0, PlanProse.JAMS, "jams", stage.jams_allowed),
    )
    yield from (code(**{name: value}) for declared, code, name, value in numbers if declared)
    if stage.buffer:
        yield PlanProse.BUFFER(cards=stage.buffer, source=str(stage.buffer_source))
    if stage.health is not None:
        yield _health(stage.health)
    if stage.restart:
        yield PlanProse.RESTART()


def _health(health: NoiseHealth) -> Reason:
    return PlanProse.HEALTH(
        entropy=health.min_entropy, bits=health.bits, source=health.source, exponent=health.exponent
    )


def _tried(stage: Procedure) -> Iterator[Reason]:
    yield PlanProse.TRIALS(trials=stage.trials, instruction=flowing(stage.instruction))
    expected, within = flowing(stage.expects), stage.within_s
    if stage.objects:
        yield PlanProse.MUST_OBJECT(expected=expected, within_s=within)
    else:
        yield PlanProse.MUST_NOT_OBJECT(expected=expected, within_s=within, allowed=stage.false_alarms)
    if stage.restore:
        yield PlanProse.RESTORE(text=flowing(stage.restore))
    if stage.applies_if:
        yield PlanProse.APPLIES_IF(text=flowing(stage.applies_if))
    if stage.photograph:
        yield PlanProse.PHOTOGRAPH()
    if stage.role == "informational":
        yield PlanProse.INFORMATIONAL()


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


BETWEEN = " › "
NOT_SET = "not set"


class FieldTitles:
    """Titles and values of the fields of plans, by the keys of :class:`~labharness.plans.origin.Difference`.

    Parameters
    ----------
    kinds
        Kind of each stage by its name; it tells which fields the stage has.

    Examples
    --------
    >>> titles = FieldTitles({"shuffles": "acquire"})
    >>> titles.title("stages shuffles.units"), titles.title("checks gaps.parameters.most"), titles.title("stages in order")
    ('Stages › shuffles › Units', 'Checks › gaps › Parameters › most', 'Stages, their order')
    >>> titles.value("device_class", "batch_shuffler"), titles.value("game.marked", True), titles.value("id", None)
    ('batch shuffler', 'yes', 'not set')
    """

    def __init__(self, kinds: Mapping[str, str]) -> None:
        self._kinds = kinds

    @classmethod
    def of(cls, *plans: Plan) -> FieldTitles:
        """Return the titles of the fields of these plans."""
        return cls({stage.name: stage.kind for plan in plans for stage in plan.stages})

    def title(self, key: str) -> str:
        """Return where a field stands; what no form has keeps its name."""
        steps = [text for text, _ in self._steps(key.removesuffix(IN_ORDER))]
        return BETWEEN.join(steps) + (", their order" if key.endswith(IN_ORDER) else "")

    def value(self, key: str, value: Any) -> str:
        """Return what a field holds."""
        field = list(self._steps(key))[-1][1]
        match value:
            case None:
                return NOT_SET
            case bool():
                return "yes" if value else "no"
            case str():
                return choice_words(value) if field is not None and value in field.choices else value
            case list() if all(isinstance(each, str) for each in value):
                return "; ".join(value) or "none"
            case _:
                return json.dumps(value, ensure_ascii=False)

    def _steps(self, key: str) -> Iterator[tuple[str, Field | None]]:
        """Yield each step to a field with the field, None where no form has it."""
        model: type[BaseModel] | None = Plan
        for step in key.split("."):
            name, _, entry = step.partition(" ")
            field = next((field for field in fields_of(model) if field.name == name), None) if model else None
            yield (name if field is None else words_of(field).label), field
            model = None if field is None else field.model
            if entry:
                yield entry, None
                if name == "stages":
                    model = stage_models().get(self._kinds.get(entry, ""))


def table_models() -> dict[str, type[BaseModel]]:
    """Return the model of each kind of table of a plan, by its key or, of a stage, by its kind."""
    types: dict[str, type[BaseModel]] = {"plan": Plan, **stage_models()}
    waiting: list[type[BaseModel]] = [*types.values()]
    while waiting:
        for field in fields_of(waiting.pop(0)):
            if field.model is not None and field.name not in types:
                types[field.name] = field.model
                waiting.append(field.model)
    return types
