"""What a dossier comes to: the verdict over every run, and what stands against a recommendation to approve."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from labharness.assessment.compliance import UNCURED, Matrix, Row, counted, matrices
from labharness.assessment.dossier import Dossier, Group, Standing, is_same, reads_the_same, tested_games
from labharness.assessment.examined import Unexamined, unexamined, unwaived
from labharness.assessment.headline import headline
from labharness.assessment.invalidations import unfounded, void
from labharness.assessment.law import Disposition, disposition
from labharness.assessment.obligations import NOT_TESTED
from labharness.assessment.renewal import outdated
from labharness.filings.entries.checklist import missing
from labharness.filings.entries.grounds import lacking
from labharness.filings.entries.items import Component, Product, Unit
from labharness.filings.entries.review import Deficiency, Invalidation, Recommendation, SecurityFinding
from labharness.filings.entries.snapshot import Submission
from labharness.language.catalogue import clause, say
from labharness.language.numbers import amount
from labharness.language.recorded import worded
from labharness.model.results import Outcome

_MOST = 5
"""So many reasons of one failure stand in one line; the results of its runs print all."""


@dataclass(frozen=True)
class Conclusion:
    """What a report concludes.

    Parameters
    ----------
    outcome
        PASS only where everything that is asked was tested, completely, and passed.
    sentence
        The same in one sentence.
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
        What is newer than the recommendation, "" where nothing is.
    unexamined
        What the laboratory did not look at, with the words that lift it.
    specimen
        Whether it is that of a rehearsal.
    """

    outcome: Outcome
    sentence: str
    reasons: tuple[str, ...]
    objections: tuple[str, ...]
    recommendation: Recommendation | None
    disposition: Disposition | None
    refused: bool
    matrices: tuple[Matrix, ...]
    outdated: str = ""
    unexamined: tuple[Unexamined, ...] = ()
    specimen: bool = False

    @property
    def given(self) -> str:
        """Title of the recommendation that the report gives, "" where it gives none."""
        return self.disposition.title if self.disposition is not None and not self.refused else ""


def conclude(dossier: Dossier) -> Conclusion:
    """Judge a dossier; nothing that is missing is ever a pass."""
    found = matrices(dossier)
    failures = tuple(_failures(dossier, found))
    gaps = tuple(dict.fromkeys(_gaps(dossier, found)))
    outcome = Outcome.FAIL if failures else Outcome.INCONCLUSIVE if gaps else Outcome.PASS
    reasons = (*failures, *gaps)
    left = unexamined(dossier)
    objections = tuple(dict.fromkeys((*reasons, *_objections(dossier, found, unwaived(left)))))
    advice = dossier.submission.recommendation
    kind = disposition(advice.disposition) if advice else None
    without = kind is not None and advice is not None and kind.conditions and not advice.conditions
    late = outdated(dossier)
    if late and (kind is None or kind.approves):
        objections = (*objections, late)
    refused = advice is not None and (
        kind is None or without or bool(late) or (kind.approves and bool(objections))
    )
    met = any(_rows(found, Outcome.PASS.value))
    return Conclusion(
        outcome,
        headline(dossier, outcome, reasons, met=met),
        reasons,
        objections,
        advice,
        kind,
        refused,
        found,
        late,
        left,
        dossier.specimen,
    )


def _failures(dossier: Dossier, found: tuple[Matrix, ...]) -> Iterator[str]:
    groups = counted(dossier)
    for group in groups:
        if group.outcome is Outcome.FAIL:
            replaced = f" ({UNCURED})" if dossier.standing(group) is Standing.REPLACED else ""
            yield f"{_name(group)} failed{replaced}: {_why(group)}"
    for row in _rows(found, Outcome.FAIL.value):
        yield f"{row.clause} is not met: {row.asked}"


def _why(group: Group) -> str:
    """Say why a group failed: what was counted wrong is plainer than any probability, so it comes first."""
    verdicts = (run.summary.verdict for run in group.runs if run.summary.verdict is not None)
    decisions = [*group.decisions, *(one for each in verdicts for one in each.decisions)]
    fallen = [one for one in decisions if one.outcome is Outcome.FAIL]
    fallen.sort(key=lambda one: one.family != "counting")
    reasons = group.reasons
    first = [why for one in fallen if (why := group.first.say(one.reason)) in reasons]
    told = list(dict.fromkeys([*first, *reasons]))
    rest = [f"And {amount(len(told) - _MOST, 'more reason')}, with its results."] if len(told) > _MOST else []
    return " ".join([*told[:_MOST], *rest]) or "see its results."


def _gaps(dossier: Dossier, found: tuple[Matrix, ...]) -> Iterator[str]:
    """Yield what is missing or doubtful of the evidence."""
    groups = counted(dossier)
    if dossier.simulated and not dossier.specimen:
        named = ", ".join(dossier.simulated)
        yield f"The device was a simulator, which is no evidence about a product, in: {named}."
    if not groups:
        yield "No run of the submitted software is on record."
    for group in groups:
        if group.outcome is Outcome.INCONCLUSIVE:
            why = group.reasons or ("its evidence supports neither a pass nor a failure.",)
            yield from (f"{_name(group)}: {reason}" for reason in why)
        yield from _unproven(dossier, group)
    for run in dossier.runs:
        yield from (f"{run.run}: {say(fault)}" for fault in run.verification.problems)
    yield from unfounded(dossier)
    yield from _untested(dossier, groups)
    yield from (
        f"Run {name} was reported or named before and is not there any more." for name in _lost(dossier)
    )
    yield from dossier.faults
    for row in _rows(found, NOT_TESTED):
        yield f"{NOT_TESTED}: {row.clause}, {row.asked}"
    for row in _rows(found, Outcome.INCONCLUSIVE.value):
        yield f"Inconclusive: {row.clause}, {row.asked}"


def _lost(dossier: Dossier) -> Iterator[str]:
    """Yield runs that events of the register or deficiencies name and that are not there."""
    present = {run.run for run in dossier.runs}
    named = (name for one in dossier.submission.of(Deficiency) for name in (*one.runs, *one.retests))
    yield from dict.fromkeys((*dossier.lost, *(name for name in named if name not in present)))


def _unproven(dossier: Dossier, group: Group) -> Iterator[str]:
    """Say where a group may have tested something else than what was submitted."""
    if dossier.unit(group) is None:
        named = group.serial or "not known"
        model = group.model or "not known"
        yield f"{_name(group)}: no unit on record has the model and the serial number that the device names: {model}, {named}."
    elif dossier.standing(group) is Standing.UNKNOWN:
        yield f"{_name(group)}: the device names software that is not on record in the submission."


def _untested(dossier: Dossier, groups: list[Group]) -> Iterator[str]:
    """Yield the units and versions that no run tested, and the games for which none did."""
    submission = dossier.submission
    tested = {one.id for group in groups if (one := dossier.unit(group)) is not None}
    for unit in submission.of(Unit):
        if unit.use == "tested" and unit.id not in tested:
            yield f"The unit with serial number {unit.serial} was not tested."
    for product in submission.of(Product):
        own = [group for group in groups if dossier.product(group) is product]
        ran = tested_games(own)
        for game in product.games or submission.filing.games:
            if (game, product.device_class.value) not in ran:
                yield f"No run tested {product.model} for the game {game}."
        yield from _versions(submission, product, own)


def _versions(submission: Submission, product: Product, groups: list[Group]) -> Iterator[str]:
    """Yield submitted versions in whose place the device of every run named another one."""
    said = {part for group in groups for part in group.software}
    for one in submission.of(Component):
        asked = one.product == product.id and one.submitted
        named = any(reads_the_same(one.name, part.name) for part in said)
        if asked and named and not any(is_same(one, part) for part in said):
            yield f"No run of {product.model} was of {one.name} {one.version}, for which approval is asked."


def _objections(dossier: Dossier, found: tuple[Matrix, ...], unlooked: Sequence[str]) -> Iterator[str]:
    """Yield what forbids a recommendation to approve beside the verdict; ``unlooked`` is what nobody looked at."""
    submission = dossier.submission
    if any(run.replayed for run in dossier.runs):
        yield "A run replayed recorded bytes: no device was tested in it."
    groups = counted(dossier)
    for group in groups:
        yield from _doubts(dossier, group)
    yield from void(dossier, groups)
    for one in submission.entries:
        if not isinstance(one, Invalidation) and (lack := next(lacking(one), None)):
            yield f"{one.kind.capitalize()} {one.id} has no effect: {clause(lack)}."
    yield from _unnamed(dossier)
    yield from unlooked
    yield from (f"Document missing: {one.title}." for one in missing(submission))
    for row in (row for each in found for row in each.rows if row.open):
        yield f"The wording of {row.clause} is not confirmed ({row.wording})."
    yield from _open(submission)
    yield from map(say, submission.dangling())


def _unnamed(dossier: Dossier) -> Iterator[str]:
    """Yield submitted software that nothing shows to have been in a device that was tested."""
    submission, groups = dossier.submission, counted(dossier)
    held = {name for group in groups if (unit := dossier.unit(group)) is not None for name in unit.holds}
    for one in submission.of(Component):
        own = [group for group in groups if (made := dossier.product(group)) and made.id == one.product]
        named = any(one.digest.casefold() == part.digest.casefold() for each in own for part in each.software)
        if one.submitted and any(each.software for each in own) and not named and one.id not in held:
            yield f"{one.name} {one.version}: no device named it, and no tested unit is on record as holding it."


def _open(submission: Submission) -> Iterator[str]:
    """Yield what the laboratory itself has not done with."""
    for one in submission.of(Deficiency):
        if one.status == "open":
            yield f"Deficiency {one.id} is open: {one.found}"
    for finding in submission.of(SecurityFinding):
        if finding.status == "open":
            yield f"Security finding {finding.id} is open: {finding.title}"
    for part in submission.of(Component):
        if part.submitted and part.taken_over:
            yield f"{part.name} {part.version}: its hash is the device's own word; the laboratory obtained none."
        if part.submitted and part.rebuilt == "yes, different":
            yield f"{part.name} {part.version}: what was rebuilt from the source is not what was delivered."
    if submission.filing.complete is None:
        yield "The submission is not complete: no date of completion is on record."


def _doubts(dossier: Dossier, group: Group) -> Iterator[str]:
    """Yield what weakens the evidence of a group."""
    if dossier.standing(group) is Standing.NOT_NAMED:
        yield f"{_name(group)}: the device does not name its software; which version ran is not proven."
    for run in group.counting:
        yield from (f"{run.run}: deviation from the plan: {worded(each)}" for each in run.summary.deviations)
        if run.alteration:
            yield f"{run.run}: {run.alteration}."
        if gaps := len(run.summary.gaps):
            yield f"{run.run} was interrupted {gaps} time{'s' * (gaps != 1)}."


def _rows(found: tuple[Matrix, ...], came: str) -> Iterator[Row]:
    yield from (row for each in found for row in each.rows if row.came == came)


def _name(group: Group) -> str:
    runs = ", ".join(run.run for run in group.runs)
    return f"Plan {group.first.frozen.plan.id} ({runs})"
