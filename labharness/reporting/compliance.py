"""The compliance matrix of a dossier: every clause, over all runs that count, with what answers it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from labharness.games.provisions import Aspect, Obligation
from labharness.model.device import DeviceClass
from labharness.model.findings import Result
from labharness.model.results import Outcome
from labharness.plans.procedures import Inspect, Item
from labharness.reporting.decided import Decided, decided, plain_decisions
from labharness.reporting.dossier import Dossier, Group, Standing
from labharness.reporting.law import SEEN, clause_of, wording
from labharness.reporting.obligations import (
    NO_TEST,
    NOT_APPLICABLE,
    NOT_TESTED,
    RESULT,
    Answer,
    binding_on,
    check_came,
    named,
    obligations,
    stage_came,
    verified,
    worst,
)
from labharness.reporting.subject import Subject
from labharness.submissions.papers import ExternalResult
from labharness.submissions.review import Confirmation, Exclusion

RELIED_ON = "external result"
"""Answered by another laboratory's result, which the report relies on."""
CODE = "58 Pa. Code "


@dataclass(frozen=True, slots=True)
class Proof(Answer):
    """What answers a clause, and in which runs it came to that; none where nothing did."""

    runs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One clause.

    Parameters
    ----------
    asked
        What it asks, in our words.
    wording
        How sure its wording is; anything but ``seen`` needs the authoriser's confirmation.
    answers
        What tested it, with the runs in which it did.
    came
        The worst of these, after exclusions and results of others; the words of ``obligations`` or
        ``external result``.
    remark
        Why it does not apply, or which result is relied on.
    """

    clause: str
    asked: str
    wording: str
    answers: tuple[Proof, ...]
    came: str
    remark: str = ""
    confirmation: Confirmation | None = None

    @property
    def open(self) -> bool:
        """Whether its wording is not confirmed by anybody."""
        return self.wording != SEEN and self.confirmation is None


@dataclass(frozen=True, slots=True)
class Matrix:
    """The clauses of one chapter for one product, or those of general law."""

    title: str
    rows: tuple[Row, ...]


@dataclass(slots=True)
class _Clause:
    """What was gathered about a clause: what each check, stage or item came to, and in which run."""

    asked: str
    own: str = SEEN
    approval: bool = False
    came: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    why: dict[str, None] = field(default_factory=dict)

    def take(self, what: str, came: str, run: str, why: str = "") -> None:
        self.came.setdefault(what, []).append((came, run))
        if why:
            self.why[why] = None

    def row(self, dossier: Dossier, clause: str, status: str) -> Row:
        proofs = []
        for what, found in self.came.items():
            over = _over([came for came, _ in found])
            runs = dict.fromkeys(run for came, run in found if came == over != NOT_TESTED and run)
            proofs.append(Proof(what, over, tuple(runs)))
        came = worst(proofs, approval=self.approval)
        remark = "; ".join(self.why) if came == NOT_APPLICABLE else ""
        return _judged(dossier, Row(clause, self.asked, status, tuple(proofs), came, remark))


def matrices(dossier: Dossier) -> tuple[Matrix, ...]:
    """Return the matrix of general law, then one of each product with each game that it was tested for."""
    counted = [group for group in dossier.groups if dossier.standing(group) is not Standing.REPLACED]
    found = [Matrix("General law and the laboratory's requirements", tuple(_general(dossier, counted)))]
    kinds: dict[tuple[str, DeviceClass, str], list[Group]] = {}
    for group in counted:
        frozen, product = group.first.frozen, dossier.product(group)
        model = product.model if product else group.model
        kinds.setdefault((frozen.game.id, frozen.plan.device_class, model), []).append(group)
    for (_, device, model), groups in kinds.items():
        game = groups[0].first.frozen.game
        title = f"{game.title} (chapter {game.chapter}): {device.words}, {model}".removesuffix(", ")
        found.append(Matrix(title, tuple(_chapter(dossier, groups))))
    return tuple(one for one in found if one.rows)


def _chapter(dossier: Dossier, groups: Iterable[Group]) -> Iterator[Row]:
    """Yield the obligations of a game's chapter for one product, over all its groups."""
    merged: dict[str, tuple[Obligation, _Clause]] = {}
    for group in groups:
        made = decided(group)
        for run in group.runs:
            for one in obligations(run, plain_decisions(made)):
                asks = one.obligation
                approval = asks.aspect is Aspect.APPROVAL
                _, clause = merged.setdefault(asks.id, (asks, _Clause(asks.text, approval=approval)))
                for answer in one.answers:
                    _take(clause, answer, run, made)
                for stage, item in _items(run):
                    if not _exact(run, item) and _of_chapter(run, item) == asks.id:
                        _look(clause, run, stage, item)
    for asks, clause in merged.values():
        name = asks.citation if asks.citation.startswith(CODE) else f"{CODE}{asks.citation}"
        # What a game's file says was read in the chapter's own text.
        yield clause.row(dossier, name, SEEN)


def _general(dossier: Dossier, groups: Iterable[Group]) -> Iterator[Row]:
    """Yield what plans and inspections cite beside the chapter of their game."""
    merged: dict[str, _Clause] = {}
    chapters = {group.first.frozen.game.chapter for group in dossier.groups}
    for group in groups:
        made = decided(group)
        for run in group.runs:
            binding = binding_on(run.frozen)
            asked = {one.id for one in binding}
            for citation in run.frozen.plan.citations:
                if citation.id in asked or named(binding, citation.clause):
                    continue
                clause = merged.setdefault(citation.clause, _Clause(citation.text))
                clause.own = clause.own if citation.status == SEEN else citation.status
                for answer in _cited(run, citation.id, made):
                    _take(clause, answer, run, made)
            for stage, item in _items(run):
                if _of_chapter(run, item):
                    continue
                kept = clause_of(item.citation)
                name, text = (kept.clause, kept.text) if kept else (item.citation, item.text)
                _look(merged.setdefault(name, _Clause(text)), run, stage, item)
    for name, clause in merged.items():
        # Of a game's own chapter, the plan's word is as good as the game file's.
        read = clause.own == SEEN and any(f"§ {chapter}." in name for chapter in chapters)
        yield clause.row(dossier, name, SEEN if read else wording(name, clause.own))


def _cited(run: Subject, citation: str, made: Mapping[str, Decided]) -> Iterator[Answer]:
    outcomes = {name: one.decision.outcome for name, one in made.items()}
    plan = run.frozen.plan
    for check in plan.checks:
        if check.cites == citation:
            yield Answer(check.id, check_came(run, check, outcomes))
    for stage in plan.trials:
        if stage.cites == citation:
            yield Answer(stage.name, stage_came(run, stage))


def _take(clause: _Clause, answer: Answer, run: Subject, made: Mapping[str, Decided]) -> None:
    """Take an answer of a run: of a check only where it was decided, of a stage whatever was seen in it."""
    what, came = answer.what, answer.came
    if what in {check.id for check in run.frozen.plan.checks}:
        if what not in made or made[what].run == run.run:
            clause.take(what, came, run.run)
        return
    stage = made.get(f"stage-{what}")
    seen = {one.result for one in run.findings.get(what, ())}
    if stage is not None and stage.run == run.run and stage.decision.outcome is Outcome.FAIL:
        came = Outcome.FAIL.value  # a later session does not undo it
    elif came == NOT_TESTED and Result.NOT_AS_EXPECTED in seen:
        came = Outcome.INCONCLUSIVE.value  # it was broken off after something was wrong
    clause.take(what, came, run.run, _why(run, what))


def _look(clause: _Clause, run: Subject, stage: Inspect, item: Item) -> None:
    """Take what a run found of an item that no obligation of its own id asks for."""
    found = [one for one in run.findings.get(stage.name, ()) if one.item == item.id]
    came = verified(run, RESULT[found[-1].result]) if found else NOT_TESTED
    what = f"{item.id} (in {stage.name})"
    clause.take(what, came, run.run, _why(run, what))


def _why(run: Subject, what: str) -> str:
    """Say why an item was found not to apply; nothing for anything else."""
    item, _, stage = what.removesuffix(")").partition(" (in ")
    for one in run.findings.get(stage, ()):
        if one.item == item and one.result is Result.NOT_APPLICABLE:
            return f"{what}: {one.comment or 'no reason is on record'} ({run.run})"
    return ""


def _items(run: Subject) -> Iterator[tuple[Inspect, Item]]:
    """Yield what was to be looked at of the device; what concerns the bench answers no clause."""
    for stage in run.frozen.plan.stages:
        if isinstance(stage, Inspect) and stage.role != "bench":
            yield from ((stage, item) for item in stage.items)


def _of_chapter(run: Subject, item: Item) -> str:
    """Return the id of the obligation that an item answers, "" where it is of no chapter."""
    return item.id if _exact(run, item) else named(binding_on(run.frozen), item.citation)


def _exact(run: Subject, item: Item) -> bool:
    """Whether an item is an obligation of the chapter itself, id and citation."""
    asked = {(one.id, f"{CODE}{one.citation}") for one in binding_on(run.frozen)}
    return (item.id, item.citation) in asked


def _over(came: Sequence[str]) -> str:
    """Return what one check or item comes to over several runs: a run that did not make it hides no other."""
    for word in (Outcome.FAIL.value, Outcome.INCONCLUSIVE.value, Outcome.PASS.value):
        if word in came:
            return word
    made = [one for one in came if one != NOT_TESTED]
    return made[0] if made else NOT_TESTED


def _judged(dossier: Dossier, row: Row) -> Row:
    """Add what the authoriser and other laboratories say of a clause; neither undoes a failure."""
    submission = dossier.submission
    confirmed = [one for one in submission.of(Confirmation) if one.clause == row.clause]
    row = replace(row, confirmation=confirmed[-1] if confirmed else None)
    if row.came in (Outcome.FAIL.value, Outcome.INCONCLUSIVE.value, Outcome.PASS.value, NO_TEST):
        return row
    for excluded in submission.of(Exclusion):
        if excluded.clause == row.clause:
            remark = f"{excluded.reason} ({submission.person(excluded.by)}, {excluded.date})"
            return replace(row, came=NOT_APPLICABLE, remark=remark)
    if row.came == NOT_TESTED:
        for result in submission.of(ExternalResult):
            if row.clause in result.clauses:
                remark = f"{result.provider}, {result.number}, {result.date}"
                return replace(row, came=RELIED_ON, remark=remark)
    return row
