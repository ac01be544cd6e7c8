"""What a dossier comes to: the verdict over every run, and what stands against a recommendation to approve."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from labharness.assessment import authentication, baseline
from labharness.assessment.attempts.curing import counted, cure_of, doubted
from labharness.assessment.attempts.explanations import doubted_explanations
from labharness.assessment.attempts.invalidations import unfounded, void
from labharness.assessment.clauses.answered import RELIED_ON
from labharness.assessment.clauses.compliance import ComplianceMatrix, Row, matrices
from labharness.assessment.clauses.obligations import NOT_TESTED
from labharness.assessment.dossier import Dossier, Group, SoftwareStanding
from labharness.assessment.examined import Unexamined, unexamined, unwaived
from labharness.assessment.headline import headline
from labharness.assessment.homogeneity import GroupComparison, compare_groups
from labharness.assessment.lapsed_law import lapsed_laws
from labharness.assessment.law import Disposition, disposition, standard
from labharness.assessment.renewal import outdated
from labharness.assessment.tested import unnamed, untested
from labharness.filings.entries.checklist import missing
from labharness.filings.entries.grounds import lacking
from labharness.filings.entries.items import Component
from labharness.filings.entries.review import Deficiency, Invalidation, Recommendation, SecurityFinding
from labharness.filings.entries.snapshot import Submission
from labharness.model.reasons.attempts import members_of
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.results import Outcome
from labharness.reason import Reason

_MOST = 5
"""So many reasons of one failure stand in one line; the results of its runs print all."""


@dataclass(frozen=True)
class Conclusion:
    """What a report concludes.

    Parameters
    ----------
    outcome
        PASS only where everything that is asked was tested, completely, and passed.
    sentences
        The verdict in short: over how many runs, what was lifted or replaced, and the first reason.
    reasons
        Every reason for its being no pass.
    objections
        What stands against a recommendation to approve, the reasons first.
    recommendation, disposition
        What is on record, and what kind of recommendation it is; None where nothing is.
    refused
        Whether it would approve although something stands against it, or is older than what it rests on: then
        it is not printed as one.
    outdated
        What is newer than the recommendation, None where nothing is.
    unexamined
        What the laboratory did not look at, with the words that lift it.
    specimen
        Whether it is that of a rehearsal.
    comparisons
        Of its units, versions, card sets and sessions with each other.
    """

    outcome: Outcome
    sentences: tuple[Reason, ...]
    reasons: tuple[Reason, ...]
    objections: tuple[Reason, ...]
    recommendation: Recommendation | None
    disposition: Disposition | None
    refused: bool
    matrices: tuple[ComplianceMatrix, ...]
    outdated: Reason | None = None
    unexamined: tuple[Unexamined, ...] = ()
    specimen: bool = False
    comparisons: tuple[GroupComparison, ...] = ()

    @property
    def given(self) -> str:
        """Title of the recommendation that the report gives, "" where it gives none."""
        return self.disposition.title if self.disposition is not None and not self.refused else ""


def conclude(dossier: Dossier) -> Conclusion:
    """Judge a dossier; nothing that is missing is ever a pass."""
    result = matrices(dossier)
    beside = compare_groups(dossier)
    failures = tuple(_failures(dossier, result))
    gaps = tuple(dict.fromkeys((*_gaps(dossier, result), *_differing(beside))))
    outcome = Outcome.FAIL if failures else Outcome.INCONCLUSIVE if gaps else Outcome.PASS
    reasons = (*failures, *gaps)
    left = unexamined(dossier)
    objections = tuple(dict.fromkeys((*reasons, *_objections(dossier, result, unwaived(left)))))
    advice = dossier.submission.recommendation
    kind = disposition(advice.disposition) if advice else None
    without = kind is not None and advice is not None and kind.conditions and not advice.conditions
    late = outdated(dossier)
    if late is not None and (kind is None or kind.approves):
        objections = (*objections, late)
    refused = advice is not None and (
        kind is None or without or late is not None or (kind.approves and bool(objections))
    )
    of_law = [each for each in result if each.of_law]
    met = any(_rows(of_law, Outcome.PASS.value))
    relied = sum(1 for _ in _rows(of_law, RELIED_ON))
    return Conclusion(
        outcome,
        headline(dossier, outcome, reasons, met=met, relied=relied),
        reasons,
        objections,
        advice,
        kind,
        refused,
        result,
        late,
        left,
        dossier.specimen,
        beside,
    )


def _failures(dossier: Dossier, result: tuple[ComplianceMatrix, ...]) -> Iterator[Reason]:
    for group in counted(dossier):
        if group.outcome is Outcome.FAIL:
            cure = cure_of(dossier, group)
            if cure is not None and cure.lack is not None:
                yield Conclusions.REPLACED_PLAN_FAILED(
                    **_named(group, _failed(group)), why=_why(group), uncured=cure.lack
                )
            else:
                yield Conclusions.PLAN_FAILED(**_named(group, _failed(group)), why=_why(group))
    for row in _rows(result, Outcome.FAIL.value):
        code = Conclusions.CLAUSE_NOT_MET if row.binding else Conclusions.CRITERION_NOT_MET
        yield code(clause=row.clause, asked=row.asked)


def _why(group: Group) -> tuple[Reason, ...]:
    """Return why a group failed: what was counted wrong is plainer than any probability, so it comes first."""
    verdicts = (run.summary.verdict for run in group.runs if run.summary.verdict is not None)
    decisions = [*group.decisions, *(decision for each in verdicts for decision in each.decisions)]
    fallen = [decision for decision in decisions if decision.outcome is Outcome.FAIL]
    fallen.sort(key=lambda each: each.family != "counting")
    places = {each.reason: at for at, each in reversed(list(enumerate(fallen)))}
    failed = _failed(group)
    every = sorted(group.reasons, key=lambda each: places.get(members_of(each)[1], len(fallen)))
    named = [members_of(each)[1] if members_of(each)[0] == failed else each for each in every]
    more = (Conclusions.MORE(number=len(named) - _MOST),) if len(named) > _MOST else ()
    return (*named[:_MOST], *more) or (Conclusions.SEE_RESULTS(),)


def _failed(group: Group) -> tuple[str, ...]:
    return tuple(run.run for run in group.failed)


def _gaps(dossier: Dossier, result: tuple[ComplianceMatrix, ...]) -> Iterator[Reason]:
    """Yield what is missing or doubtful of the evidence."""
    groups = counted(dossier)
    if dossier.simulated and not dossier.specimen:
        yield Conclusions.SIMULATED_DEVICE(runs=dossier.simulated)
    if all(dossier.standing(group) is SoftwareStanding.REPLACED for group in dossier.groups):
        yield Conclusions.NO_RUN()
    yield from (Conclusions.CURE_DOUBTED(**_named(group), why=lack) for group, lack in doubted(dossier))
    for group in groups:
        if group.outcome is Outcome.INCONCLUSIVE:
            for runs, why in map(members_of, group.reasons or (Conclusions.UNDECIDED(),)):
                yield Conclusions.PLAN_DOUBTED(**_named(group, runs), why=why)
        yield from _unproven(dossier, group)
    for run in dossier.runs:
        for fault in run.verification.problems:
            yield Conclusions.RUN_DOUBTED(run=run.run, why=fault)
    yield from unfounded(dossier)
    yield from untested(dossier)
    yield from _lost(dossier)
    yield from dossier.faults
    for row in _rows(result, NOT_TESTED):
        yield Conclusions.CLAUSE_NOT_TESTED(clause=row.clause, asked=row.asked)
    for row in _rows(result, Outcome.INCONCLUSIVE.value):
        yield Conclusions.CLAUSE_INCONCLUSIVE(clause=row.clause, asked=row.asked)


def _differing(result: Sequence[GroupComparison]) -> Iterator[Reason]:
    """Yield groups that do not behave alike: what one showed is no evidence for another."""
    for each in result:
        if each.required and each.rejects and each.largest is not None and each.adjusted is not None:
            yield Conclusions.NOT_HOMOGENEOUS(
                factors=each.factors,
                plan=each.plan,
                stage=each.stage,
                groups=each.groups,
                largest=each.largest,
                adjusted=each.adjusted,
                level=standard().homogeneity_level,
            )


def _lost(dossier: Dossier) -> Iterator[Reason]:
    """Yield runs that are missing, and those that deficiencies name and the report does not cover."""
    yield from dossier.lost
    known = {run.run for run in dossier.runs} | {str(reason["run"]) for reason in dossier.lost}
    for deficiency in dossier.submission.of(Deficiency):
        for name in dict.fromkeys((*deficiency.runs, *deficiency.retests)):
            if name not in known:
                yield Conclusions.RUN_NOT_COVERED(deficiency=deficiency.id, run=name)


def _unproven(dossier: Dossier, group: Group) -> Iterator[Reason]:
    """Yield why a group may have tested something else than what was submitted."""
    if dossier.unit(group) is None:
        yield Conclusions.UNIT_UNKNOWN(
            **_named(group), model=group.model or None, serial=group.serial or None
        )
    elif dossier.standing(group) is SoftwareStanding.UNKNOWN:
        yield Conclusions.SOFTWARE_UNKNOWN(**_named(group))


def _objections(
    dossier: Dossier, result: tuple[ComplianceMatrix, ...], unlooked: Sequence[Reason]
) -> Iterator[Reason]:
    """Yield open items beside the verdict; ``unlooked`` are the examinations not made."""
    submission = dossier.submission
    yield from (law.open_item for law in lapsed_laws(dossier) if law.named is None)
    if any(run.replayed for run in dossier.runs):
        yield Conclusions.REPLAYED()
    groups = counted(dossier)
    for group in groups:
        yield from _doubts(dossier, group)
    yield from void(dossier, groups)
    yield from doubted_explanations(dossier)
    for entry in submission.entries:
        if not isinstance(entry, Invalidation) and (lack := next(lacking(entry), None)):
            yield Conclusions.WITHOUT_EFFECT(kind=entry.kind, entry=entry.id, why=lack)
    yield from unnamed(dossier)
    yield from baseline.open_items(dossier)
    yield from authentication.differing(submission)
    yield from unlooked
    yield from (Conclusions.DOCUMENT_MISSING(title=each.title) for each in missing(submission))
    for row in (row for each in result for row in each.rows if row.open):
        yield Conclusions.WORDING_UNCONFIRMED(clause=row.clause, wording=row.wording)
    yield from _open(submission)
    yield from submission.dangling()


def _open(submission: Submission) -> Iterator[Reason]:
    """Yield what the laboratory itself has not done with."""
    for deficiency in submission.of(Deficiency):
        if deficiency.status == "open":
            yield Conclusions.DEFICIENCY_OPEN(deficiency=deficiency.id, finding=deficiency.found)
    for finding in submission.of(SecurityFinding):
        if finding.status == "open":
            yield Conclusions.SECURITY_OPEN(finding=finding.id, title=finding.title)
    for part in submission.of(Component):
        if part.submitted and part.taken_over:
            yield Conclusions.HASH_UNVERIFIED(component=part.name, version=part.version)
        if part.submitted and part.rebuilt == "yes, different":
            yield Conclusions.REBUILD_DIFFERS(component=part.name, version=part.version)
    if submission.filing.complete is None:
        yield Conclusions.INCOMPLETE()


def _doubts(dossier: Dossier, group: Group) -> Iterator[Reason]:
    """Yield what weakens the evidence of a group."""
    if dossier.standing(group) is SoftwareStanding.NOT_NAMED:
        yield Conclusions.SOFTWARE_UNNAMED(**_named(group))
    for run in group.counting:
        yield from (Conclusions.DEVIATION(run=run.run, why=tuple(each)) for each in run.summary.deviations)
        if run.alteration:
            yield Conclusions.PLAN_ALTERED(run=run.run, changes=run.alteration)
        if gaps := len(run.summary.gaps):
            yield Conclusions.RUN_INTERRUPTED(run=run.run, times=gaps)


def _rows(result: Iterable[ComplianceMatrix], text: str) -> Iterator[Row]:
    yield from (row for each in result for row in each.rows if row.came == text)


def _named(group: Group, runs: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the plan, and the runs that a reason is true of: all of the group where none are given."""
    return {"plan": group.first.frozen.plan.id, "runs": runs or tuple(run.run for run in group.runs)}
