"""What a dossier comes to: the verdict over every run, and what stands against a recommendation to approve.

What the laboratory did not look at: no result speaks of it, so it must not lie silent behind a pass.

What was lifted by the authorizer's word, each with its reason.

Runs set aside, explained data, waivers, exclusions, and chapters not in force.

What the sections of a dossier's report are functions of: the dossier, and what it comes to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from labharness.assessment import authentication, homogeneity
from labharness.assessment.compliance import RELIED_ON, ComplianceMatrix, Row, matrices
from labharness.assessment.dossier import Dossier, Group, SoftwareStanding, reads_the_same, unnamed, untested
from labharness.assessment.headline import headline, lapsed_laws, outdated
from labharness.assessment.homogeneity import GroupComparison, compare_groups, uncompared
from labharness.assessment.invalidations import (
    doubted_explanations,
    ended,
    equal_runs,
    invalidated,
    unfounded,
    void,
)
from labharness.assessment.law import Disposition, disposition, standard
from labharness.assessment.obligations import NOT_APPLICABLE, NOT_TESTED, exercised
from labharness.assessment.runs.subject import Subject
from labharness.assessment.settling import counted, cure_of, doubted
from labharness.filings.entries.checklist import checklist_state, missing
from labharness.filings.entries.events import Component, Equipment, Product
from labharness.filings.entries.review import (
    Deficiency,
    ErrorCondition,
    Exclusion,
    Invalidation,
    Recommendation,
    SecurityFinding,
    Waiver,
    lacking,
)
from labharness.filings.entries.snapshot import Examination, Matter, Submission, read_examinations, waiver_of
from labharness.games.game import cite
from labharness.language.catalog import say
from labharness.language.dates import moment
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.evidence import EqualData
from labharness.model.reasons.register import Invalidations
from labharness.model.reasons.run import members_of
from labharness.model.results import Outcome, Standing, standing_of
from labharness.model.stages import Result
from labharness.plans.procedures import Inspect, InspectionItem
from labharness.reason import Reason, quoted

LEAK_LISTS = ("leak", "ports")
"""Inspections whose items are about what leaves the device."""


@dataclass(frozen=True, slots=True)
class Unexamined:
    """A matter that was not looked at.

    Parameters
    ----------
    reason
        What stands against a recommendation to approve.
    waiver
        The authorizer's word that lifts it, None where there is none.
    """

    matter: Matter
    reason: Reason
    waiver: Waiver | None


def unexamined(dossier: Dossier) -> tuple[Unexamined, ...]:
    """Return everything that was not looked at, waived or not."""
    return tuple(
        Unexamined(each.id, reason, waiver_of(dossier.submission, each.id))
        for each in read_examinations().values()
        for reason in _left(dossier, each)
    )


def unwaived(left: Iterable[Unexamined]) -> list[Reason]:
    """Return why items without a waiver were not inspected."""
    return [each.reason for each in left if each.waiver is None]


def terms(submission: Submission, left: Iterable[Unexamined]) -> Iterator[Reason]:
    """Yield the waivers on which a recommendation rests, each with its person and reason."""
    for each in left:
        if each.waiver is not None:
            yield Conclusions.WAIVED(
                person=submission.person(each.waiver.by),
                date=each.waiver.date.isoformat(),
                what=each.reason,
                why=each.waiver.reason,
                source=each.waiver.source,
            )


def _left(dossier: Dossier, asked: Examination) -> Iterator[Reason]:
    """Yield the open item of an examination where something was left out of it."""
    if asked.id is Matter.EQUIPMENT:
        if not dossier.submission.of(Equipment):
            yield Conclusions.NOT_EXAMINED(objection=asked.objection)
        return
    if things := tuple(dict.fromkeys(_THINGS[asked.id](dossier, asked))):
        yield Conclusions.NOT_EXAMINED_OF(objection=asked.objection, things=things)


def _unlisted(dossier: Dossier, asked: Examination) -> Iterable[str]:
    """Return the products without a list of error conditions."""
    listed = {condition.product for condition in dossier.submission.of(ErrorCondition)}
    return [entry.model for entry in _tested(dossier, asked) if entry.id not in listed]


def _idle(dossier: Dossier, _: Examination) -> Iterable[str]:
    idle = (each for each in dossier.submission.of(ErrorCondition) if not exercised(dossier, each))
    return [f"{each.code}, {each.condition}" for each in idle]


def _leaks(dossier: Dossier, asked: Examination) -> Iterable[str]:
    return [each for entry in _tested(dossier, asked) for each in _unlooked(dossier, entry)]


def _unsearched(dossier: Dossier, _: Examination) -> Iterable[str]:
    return [f"{component.name} {component.version}" for component in unsearched(dossier)]


def _overdue(dossier: Dossier, _: Examination) -> Iterable[str]:
    result = ((equipment, overdue(equipment, dossier.runs)) for equipment in dossier.submission.of(Equipment))
    return [f"{each.name}, {each.identification}, in {', '.join(runs)}" for each, runs in result if runs]


def _powerless(dossier: Dossier, _: Examination) -> Iterable[str]:
    """Return the plans whose runs do not say which defects their samples could have detected."""
    return [run.frozen.plan.id for run in current(dossier) if run.frozen.plan.checks and run.power is None]


def _uncompared(dossier: Dossier, _: Examination) -> Iterable[str]:
    return uncompared(dossier)


def _tested(dossier: Dossier, asked: Examination) -> list[Product]:
    """Return the products that were tested and of which something is asked."""
    result = [product for group in counted(dossier) if (product := dossier.product(group)) is not None]
    return [each for each in dict.fromkeys(result) if each.device_class not in asked.not_for]


def current(dossier: Dossier) -> Iterator[Subject]:
    """Yield the runs that count of software that was not replaced."""
    for group in dossier.groups:
        if dossier.standing(group) is not SoftwareStanding.REPLACED:
            yield from group.counting


def leak_items(run: Subject) -> Iterator[tuple[Inspect, InspectionItem]]:
    """Yield what a plan asks to be looked at of the information that leaves the device."""
    for stage in run.frozen.plan.stages:
        if isinstance(stage, Inspect) and stage.name in LEAK_LISTS:
            yield from ((stage, item) for item in stage.items)


def _unlooked(dossier: Dossier, product: Product) -> Iterator[str]:
    """Yield the product where no run of it looked at anything, else the items that none of them looked at."""
    looked: dict[str, bool] = {}
    for group in dossier.groups:
        if dossier.product(group) is not product or dossier.standing(group) is SoftwareStanding.REPLACED:
            continue
        for run in group.counting:
            for stage, item in leak_items(run):
                result = [each.result for each in run.findings.get(stage.name, ()) if each.item == item.id]
                name = f"{item.id} (in {stage.name})"
                looked[name] = looked.get(name, False) or any(each is not Result.LEFT_OUT for each in result)
    left = [name for name, seen in looked.items() if not seen]
    if len(left) == len(looked):
        yield product.model
    elif left:
        yield f"{product.model}, {', '.join(left)}"


def unsearched(dossier: Dossier) -> list[Component]:
    """Return the submitted components that no finding on security names."""
    named = [finding.component for finding in dossier.submission.of(SecurityFinding)]
    submitted = (part for part in dossier.submission.of(Component) if part.submitted)
    return [part for part in submitted if not any(_names(each, part) for each in named)]


def _names(text: str, part: Component) -> bool:
    return any(reads_the_same(text, name) for name in (part.name, f"{part.name} {part.version}", part.id))


def overdue(equipment: Equipment, runs: Iterable[Subject]) -> list[str]:
    """Return the runs that went on when a calibration was due, or before it was ever done."""
    return [
        run.run
        for run in runs
        if (equipment.due is not None and moment(run.summary.updated).date() > equipment.due)
        or (equipment.calibrated is not None and moment(run.summary.started).date() < equipment.calibrated)
    ]


_THINGS: Mapping[Matter, Callable[[Dossier, Examination], Iterable[str]]] = {
    Matter.ERROR_LIST: _unlisted,
    Matter.ERROR_EXERCISE: _idle,
    Matter.LEAK: _leaks,
    Matter.VULNERABILITIES: _unsearched,
    Matter.CALIBRATION: _overdue,
    Matter.DETECTABLE: _powerless,
    Matter.BASELINE: _uncompared,
}
"""What was left out, by matter; of the equipment as a whole there are no things to name."""


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
        tuple(headline(dossier, outcome, reasons, met=met, relied=relied)),
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
            cure, failed = cure_of(dossier, group), _named(group, _failed(group)) | {"why": _why(group)}
            if cure is not None and cure.lack is not None:
                yield Conclusions.REPLACED_PLAN_FAILED(**failed, uncured=cure.lack)
            else:
                yield Conclusions.PLAN_FAILED(**failed)
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
    yield from homogeneity.open_items(dossier)
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


class ExceptionKind(StrEnum):
    """What can be lifted; the value is how a report names it."""

    RUN = "Run set aside"
    DATA = "Equal data explained"
    EXAMINATION = "Not examined"
    DOCUMENT = "Document waived"
    CLAUSE = "Excluded"
    LAW = "Law in force named"


@dataclass(frozen=True, slots=True)
class Lifted:
    """Things of one kind that were lifted for one reason."""

    kind: ExceptionKind
    things: tuple[Reason, ...]
    reason: str


def exceptions(dossier: Dossier, conclusion: Conclusion) -> tuple[Lifted, ...]:
    """Return what was lifted and why, as far as it has an effect."""
    text: dict[tuple[ExceptionKind, str], list[Reason]] = {}
    for kind, thing, why in _lifted(dossier, conclusion):
        text.setdefault((kind, " ".join(why.split())), []).append(thing)
    return tuple(Lifted(kind, tuple(things), why) for (kind, why), things in text.items())


def _lifted(dossier: Dossier, conclusion: Conclusion) -> Iterator[tuple[ExceptionKind, Reason, str]]:
    """Yield the kind of each, what it is about, and the reason."""
    submission = dossier.submission
    yield from _of_runs(dossier)
    for law in lapsed_laws(dossier):
        if law.named is not None:
            code = Conclusions.LAW_NAMED if law.on_record else Conclusions.LAW_NAMED_UNKNOWN
            yield ExceptionKind.LAW, code(source=law.named.source, clause=law.clause), law.named.reason
    words = {each.matter: each.waiver for each in conclusion.unexamined if each.waiver is not None}
    for matter, word in words.items():
        yield ExceptionKind.EXAMINATION, quoted(read_examinations()[matter].title), word.reason
    for state in checklist_state(submission):
        if state.state == "waived" and state.waiver is not None:
            yield ExceptionKind.DOCUMENT, quoted(state.title), state.waiver.reason
    idle = {
        cite(row.clause) for each in conclusion.matrices for row in each.rows if row.came == NOT_APPLICABLE
    }
    for excluded in submission.grounded(Exclusion):
        if cite(excluded.clause) in idle:
            yield ExceptionKind.CLAUSE, quoted(excluded.clause), excluded.reason


def _of_runs(dossier: Dossier) -> Iterator[tuple[ExceptionKind, Reason, str]]:
    """Yield what was lifted of runs."""
    for each in invalidated(dossier):
        if each.run is not None and not each.counts:
            run = Invalidations.SET_ASIDE(run=each.word.run, ending=ended(each.run))
            yield ExceptionKind.RUN, run, each.word.cause
    for two in equal_runs(dossier):
        if two.word is not None:
            yield ExceptionKind.DATA, EqualData.EXPLAINED(runs=(two.run, two.other)), two.word.cause


@dataclass(frozen=True)
class Case:
    """A dossier with its conclusion, which is reached once.

    Parameters
    ----------
    manifest
        SHA-256 of the manifest that goes with the report, "" where there is none.
    numbered
        Whether sentences name runs by their numbers, as in a document that has a table of them.
    """

    dossier: Dossier
    conclusion: Conclusion
    manifest: str = ""
    numbered: bool = False

    @classmethod
    def of(cls, dossier: Dossier, manifest: str = "", *, numbered: bool = False) -> Case:
        """Judge a dossier."""
        return cls(dossier, conclude(dossier), manifest, numbered)

    def say(self, reason: Reason) -> str:
        """Return the sentence of a reason, in which checks have their titles."""
        return say(reason, self.dossier.titles, self.dossier.run_numbers if self.numbered else None)

    def words(self, reasons: Iterable[Reason]) -> list[str]:
        """Return the sentences of reasons."""
        return [self.say(reason) for reason in reasons]

    @property
    def standing(self) -> Standing:
        """The verdict over all runs with its qualifiers."""
        dossier = self.dossier
        pairs = equal_runs(dossier)
        return standing_of(
            self.conclusion.outcome,
            simulated=bool(dossier.simulated),
            replayed=any(run.replayed for run in dossier.runs),
            specimen=dossier.specimen,
            rescinded_law=any(law.rescinded for law in lapsed_laws(dossier)),
            same_data=any(two.word is None for two in pairs),
            explained_data=any(two.word is not None for two in pairs),
        )

    @property
    def submission(self) -> Submission:
        """What the register holds."""
        return self.dossier.submission
