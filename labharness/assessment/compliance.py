"""The compliance matrix of a dossier: every clause, over all runs that count, with what answers it.

What answers a clause, by what it came to and in which runs, the worst first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from labharness.assessment.dossier import Dossier, Group, SoftwareStanding
from labharness.assessment.invalidations import Decided, decided, plain_decisions
from labharness.assessment.law import MODELED, SEEN, clause_of, wording
from labharness.assessment.obligations import (
    CODE,
    NO_TEST,
    NOT_APPLICABLE,
    NOT_TESTED,
    RESULT,
    SHOWN,
    ClauseAnswer,
    binding_on,
    check_came,
    named,
    obligations,
    of_check,
    of_item,
    of_stage,
    stage_came,
    told_apart,
    verified,
    worst,
)
from labharness.assessment.runs.subject import Subject
from labharness.assessment.settling import counted, cure_of
from labharness.filings.entries.review import Confirmation, Exclusion, ExternalResult
from labharness.games.chapter_standing import standing_reasons
from labharness.games.equipment import Aspect, Obligation
from labharness.games.game import cite
from labharness.model.device import DeviceClass
from labharness.model.reasons.conclusion import Compliance
from labharness.model.results import Outcome
from labharness.model.stages import Result
from labharness.plans.procedures import Inspect, InspectionItem
from labharness.reason import Reason

RELIED_ON = "external result"
"""Answered by another laboratory's result, which the report relies on."""
ORDER = (
    Outcome.FAIL.value,
    NOT_TESTED,
    Outcome.INCONCLUSIVE.value,
    Outcome.PASS.value,
    RELIED_ON,
    NOT_APPLICABLE,
    NO_TEST,
)
"""Results of clauses, the worst first."""
WORDS = (*ORDER, SHOWN)
"""What answers of clauses can come to, the worst first."""
_RANKS = {word: at for at, word in enumerate(WORDS)}


@dataclass(frozen=True, slots=True)
class Proof(ClauseAnswer):
    """What answers a clause, and in which runs it came to that; none where nothing did."""

    runs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerGroup:
    """What came to the same in the same runs."""

    came: str
    runs: tuple[str, ...]
    names: tuple[str, ...]


def grouped(answers: Iterable[Proof]) -> tuple[AnswerGroup, ...]:
    """Return what answers a clause, grouped by result and runs.

    Examples
    --------
    >>> both = Proof("Runs", "PASS", "runs", runs=("a",)), Proof("Frequency", "FAIL", "frequency", runs=("a",))
    >>> [(one.came, one.names) for one in grouped(both)]
    [('FAIL', ('Frequency',)), ('PASS', ('Runs',))]
    """
    result: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for answer in answers:
        result.setdefault((answer.came, answer.runs), []).append(answer.what)
    groups = [AnswerGroup(origin, runs, tuple(names)) for (origin, runs), names in result.items()]
    return tuple(sorted(groups, key=lambda each: _RANKS.get(each.came, len(_RANKS))))


@dataclass(frozen=True, slots=True)
class Row:
    """One clause.

    Parameters
    ----------
    asked
        What it asks, in our words.
    wording
        How sure its wording is; anything but ``seen`` needs the authorizer's confirmation.
    answers
        What tested it, with the runs in which it did.
    came
        The worst of these, after exclusions and results of others; the words of ``obligations`` or
        ``external result``.
    remark
        Why it does not apply, which result is relied on, or which failures are of replaced software.
    """

    clause: str
    asked: str
    wording: str
    answers: tuple[Proof, ...]
    came: str
    remark: Reason | None = None
    confirmation: Confirmation | None = None

    @property
    def answered(self) -> tuple[AnswerGroup, ...]:
        """What answers it, by what that came to and in which runs, the worst first."""
        return grouped(self.answers)

    @property
    def open(self) -> bool:
        """Whether its wording is not confirmed by anybody."""
        return self.wording != SEEN and self.confirmation is None

    @property
    def binding(self) -> bool:
        """Whether it may be said to be violated: its wording is known, and it is about such a device."""
        return self.wording not in MODELED and not self.open


@dataclass(frozen=True, slots=True)
class ComplianceMatrix:
    """The clauses of one chapter for one product, or those of general law.

    Parameters
    ----------
    title
        What it is of, as a heading.
    standing
        Whether the chapter is temporary, rescinded or replaced; empty for general law.
    """

    title: Reason
    rows: tuple[Row, ...]
    standing: tuple[Reason, ...] = ()

    @property
    def of_law(self) -> bool:
        """Whether its clauses are of the law that the report is for, and count as such."""
        return not self.title.is_a(Compliance.OTHER_SOURCES)


@dataclass(slots=True)
class _Clause:
    """What was gathered about a clause: what each check, stage or item came to, and in which run."""

    asked: str
    own: str = SEEN
    approval: bool = False
    came: dict[tuple[str, str], list[tuple[ClauseAnswer, str]]] = field(default_factory=dict)
    why: dict[Reason, None] = field(default_factory=dict)
    replaced: dict[str, None] = field(default_factory=dict)
    uncured: dict[Reason, None] = field(default_factory=dict)

    def take(self, answer: ClauseAnswer, run: str, why: Reason | None = None) -> None:
        # A check and a stage may have one name; their decisions never do.
        self.came.setdefault((answer.decision, answer.item), []).append((answer, run))
        if why is not None:
            self.why[why] = None

    def row(self, dossier: Dossier, clause: str, status: str) -> Row:
        proofs = []
        for each in self.came.values():
            over = _over([each.came for each, _ in each])
            runs = dict.fromkeys(run for each, run in each if each.came == over != NOT_TESTED and run)
            entry = each[0][0]
            proofs.append(Proof(entry.what, over, entry.decision, entry.stage, entry.item, tuple(runs)))
        origin = worst(proofs, approval=self.approval)
        remark = None
        if origin == NOT_APPLICABLE and self.why:
            remark = Compliance.INAPPLICABLE(items=tuple(self.why))
        elif origin == Outcome.FAIL.value and self.replaced:
            remark = Compliance.UNCURED(runs=tuple(self.replaced), why=tuple(self.uncured))
        return _judged(dossier, Row(clause, self.asked, status, told_apart(proofs), origin, remark))


def matrices(dossier: Dossier) -> tuple[ComplianceMatrix, ...]:
    """Return the matrix of general law, one of each product with each game, then criteria from other sources."""
    groups = counted(dossier)
    general = tuple(_general(dossier, groups))
    of_law = tuple(row for row in general if row.clause.startswith(CODE) or "Pa.C.S." in row.clause)
    result = [ComplianceMatrix(Compliance.GENERAL_LAW(), of_law)]
    kinds: dict[tuple[str, DeviceClass, str], list[Group]] = {}
    for group in groups:
        frozen, product = group.first.frozen, dossier.product(group)
        model = product.model if product else group.model
        kinds.setdefault((frozen.game.id, frozen.plan.device_class, model), []).append(group)
    for (_, device, model), each in kinds.items():
        game = each[0].first.frozen.game
        of_game: dict[str, Any] = {"game": game.title, "chapter": game.chapter, "device": device}
        title = Compliance.OF_PRODUCT(**of_game, product=model) if model else Compliance.OF_GAME(**of_game)
        standing = tuple(standing_reasons(game.chapter, game.standing))
        result.append(ComplianceMatrix(title, tuple(_chapter(dossier, each)), standing))
    others = tuple(row for row in general if row not in of_law)
    result.append(ComplianceMatrix(Compliance.OTHER_SOURCES(), others))
    return tuple(each for each in result if each.rows)


@dataclass(frozen=True, slots=True)
class _Taking:
    """A run whose answers are taken, with what was decided over all attempts of its group.

    Parameters
    ----------
    replaced
        Whether its software was replaced: then only its failures say anything.
    uncured
        Why such a failure is not cured.
    """

    run: Subject
    made: Mapping[str, Decided]
    replaced: bool
    uncured: Reason | None

    def take(self, clause: _Clause, answer: ClauseAnswer) -> None:
        """Take an answer: of a check only where it was decided, of a stage whatever was seen in it."""
        entry, run = self.made.get(answer.decision), self.run
        decided_here = entry is not None and entry.run == run.run
        value = answer.came
        if not answer.stage:
            if entry is not None and not decided_here:
                return
        elif not answer.item:
            seen = {each.result for each in run.findings.get(answer.stage, ())}
            if entry is not None and decided_here and entry.decision.outcome is Outcome.FAIL:
                value = Outcome.FAIL.value  # a later session does not undo it
            elif value == NOT_TESTED and Result.NOT_AS_EXPECTED in seen:
                value = Outcome.INCONCLUSIVE.value  # it was broken off after something was wrong
        if self.replaced and value != Outcome.FAIL.value:
            return
        if self.replaced:
            clause.replaced[run.run] = None
            if self.uncured is not None:
                clause.uncured[self.uncured] = None
        clause.take(replace(answer, came=value), run.run, _why(run, answer))

    def look(self, clause: _Clause, stage: Inspect, item: InspectionItem) -> None:
        """Take what was found of an item that no obligation of its own id asks for."""
        result = [each for each in self.run.findings.get(stage.name, ()) if each.item == item.id]
        origin = verified(self.run, RESULT[result[-1].result]) if result else NOT_TESTED
        self.take(clause, of_item(stage, item, origin))


def _takings(dossier: Dossier, groups: Iterable[Group]) -> Iterator[_Taking]:
    for group in groups:
        result, replaced = decided(group), dossier.standing(group) is SoftwareStanding.REPLACED
        cure = cure_of(dossier, group)
        lack = cure.lack if cure else None
        yield from (_Taking(run, result, replaced, lack) for run in group.counting)


def _chapter(dossier: Dossier, groups: Sequence[Group]) -> Iterator[Row]:
    """Yield the obligations of a game's chapter for one product, over all its groups."""
    merged: dict[str, tuple[Obligation, _Clause]] = {}
    standing = groups[0].first.frozen.game.standing
    for each in _takings(dossier, groups):
        for tested in obligations(each.run, plain_decisions(each.made)):
            asks = tested.obligation
            approval = asks.aspect is Aspect.APPROVAL
            _, clause = merged.setdefault(asks.id, (asks, _Clause(asks.text, approval=approval)))
            for answer in tested.answers:
                each.take(clause, answer)
            for stage, item in _items(each.run):
                if not _exact(each.run, item) and asks.id in _of_chapter(each.run, item):
                    each.look(clause, stage, item)
    for asks, clause in merged.values():
        name = asks.citation if asks.citation.startswith(CODE) else f"{CODE}{asks.citation}"
        name = cite(name, standing)
        # What a game's file says was read in the chapter's own text.
        yield clause.row(dossier, name, SEEN)


def _general(dossier: Dossier, groups: Iterable[Group]) -> Iterator[Row]:
    """Yield what plans and inspections cite beside the chapter of their game."""
    merged: dict[str, _Clause] = {}
    chapters = {group.first.frozen.game.chapter for group in dossier.groups}
    for each in _takings(dossier, groups):
        run = each.run
        binding = binding_on(run.frozen)
        asked = {each.id for each in binding}
        for citation in run.frozen.plan.citations:
            if citation.id in asked or named(binding, citation.clause):
                continue
            clause = merged.setdefault(citation.clause, _Clause(citation.text))
            clause.own = clause.own if citation.status == SEEN else citation.status
            for answer in _cited(run, citation.id, each.made):
                each.take(clause, answer)
        for stage, item in _items(run):
            if _of_chapter(run, item):
                continue
            kept = clause_of(item.citation)
            name, text = (kept.clause, kept.text) if kept else (item.citation, item.text)
            each.look(merged.setdefault(name, _Clause(text)), stage, item)
    for name, clause in merged.items():
        # Of a game's own chapter, the plan's word is as good as the game file's.
        read = clause.own == SEEN and any(f"§ {chapter}." in name for chapter in chapters)
        yield clause.row(dossier, cite(name), SEEN if read else wording(name, clause.own))


def _cited(run: Subject, citation: str, result: Mapping[str, Decided]) -> Iterator[ClauseAnswer]:
    outcomes = {name: each.decision.outcome for name, each in result.items()}
    plan = run.frozen.plan
    for check in plan.checks:
        if citation in check.answers:
            yield of_check(run, check, check_came(run, check, outcomes))
    for stage in plan.trials:
        if citation in stage.answers:
            yield of_stage(stage, stage_came(run, stage))


def _why(run: Subject, answer: ClauseAnswer) -> Reason | None:
    """Return why an item, or the trials of a stage, do not apply; None for anything else."""
    for each in run.findings.get(answer.stage, ()):
        if answer.item in ("", each.item) and each.result is Result.NOT_APPLICABLE:
            if not each.comment:
                return Compliance.WITHOUT_REASON(item=answer.what, run=run.run)
            return Compliance.ITEM_INAPPLICABLE(item=answer.what, why=each.comment, run=run.run)
    return None


def _items(run: Subject) -> Iterator[tuple[Inspect, InspectionItem]]:
    """Yield what was to be looked at of the device; what concerns the bench answers no clause."""
    for stage in run.frozen.plan.stages:
        if isinstance(stage, Inspect) and stage.role != "bench":
            yield from ((stage, item) for item in stage.items)


def _of_chapter(run: Subject, item: InspectionItem) -> tuple[str, ...]:
    """Return the ids of the obligations that an item answers, none where it is of no chapter."""
    return (item.id,) if _exact(run, item) else named(binding_on(run.frozen), item.citation)


def _exact(run: Subject, item: InspectionItem) -> bool:
    """Whether an item is an obligation of the chapter itself, id and citation."""
    asked = {(obligation.id, f"{CODE}{obligation.citation}") for obligation in binding_on(run.frozen)}
    return (item.id, item.citation) in asked


def _over(texts: Sequence[str]) -> str:
    """Return what one check or item comes to over several runs: a run that did not make it hides no other."""
    for word in (Outcome.FAIL.value, Outcome.INCONCLUSIVE.value, Outcome.PASS.value):
        if word in texts:
            return word
    result = [each for each in texts if each != NOT_TESTED]
    return result[0] if result else NOT_TESTED


def _judged(dossier: Dossier, row: Row) -> Row:
    """Add what the authorizer and other laboratories say of a clause; neither undoes a failure."""
    submission = dossier.submission
    confirmed = [kind for kind in submission.grounded(Confirmation) if cite(kind.clause) == cite(row.clause)]
    row = replace(row, confirmation=confirmed[-1] if confirmed else None)
    if row.came in (Outcome.FAIL.value, Outcome.INCONCLUSIVE.value, Outcome.PASS.value, NO_TEST):
        return row
    for excluded in submission.grounded(Exclusion):
        if cite(excluded.clause) == cite(row.clause):
            remark = Compliance.EXCLUDED(
                why=excluded.reason, person=submission.person(excluded.by), date=str(excluded.date)
            )
            return replace(row, came=NOT_APPLICABLE, remark=remark)
    if row.came == NOT_TESTED:
        for result in submission.of(ExternalResult):
            if cite(row.clause) in map(cite, result.clauses):
                remark = Compliance.RELIED_ON(
                    provider=result.provider, number=result.number, date=str(result.date)
                )
                return replace(row, came=RELIED_ON, remark=remark)
    return row
