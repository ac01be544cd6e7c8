"""What a dossier comes to: the verdict over every run, and what stands against a recommendation to approve."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from labharness.model.results import Outcome
from labharness.reporting.compliance import Matrix, Row, matrices
from labharness.reporting.dossier import Dossier, Group, Standing, is_same, reads_the_same, tested_games
from labharness.reporting.examined import unwaived
from labharness.reporting.invalidations import in_short, unfounded, void
from labharness.reporting.law import Disposition, disposition
from labharness.reporting.obligations import NOT_TESTED
from labharness.reporting.renewal import outdated
from labharness.reporting.scope import redrawn
from labharness.submissions.checklist import missing
from labharness.submissions.items import Component, Product, Unit
from labharness.submissions.review import Deficiency, Recommendation, SecurityFinding
from labharness.submissions.submission import Submission

_NAMED = 2
"""So many runs and changes are named in the verdict's sentence; the sections print all."""


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


def conclude(dossier: Dossier) -> Conclusion:
    """Judge a dossier; nothing that is missing is ever a pass."""
    found = matrices(dossier)
    failures = tuple(_failures(dossier, found))
    gaps = tuple(dict.fromkeys(_gaps(dossier, found)))
    outcome = Outcome.FAIL if failures else Outcome.INCONCLUSIVE if gaps else Outcome.PASS
    reasons = (*failures, *gaps)
    objections = tuple(dict.fromkeys((*reasons, *_objections(dossier, found))))
    advice = dossier.submission.recommendation
    kind = disposition(advice.disposition) if advice else None
    without = kind is not None and advice is not None and kind.conditions and not advice.conditions
    late = outdated(dossier)
    if late and (kind is None or kind.approves):
        objections = (*objections, late)
    refused = advice is not None and (
        kind is None or without or bool(late) or (kind.approves and bool(objections))
    )
    sentence = _sentence(dossier, outcome)
    return Conclusion(outcome, sentence, reasons, objections, advice, kind, refused, found, late)


def counted(dossier: Dossier) -> list[Group]:
    """Return the groups that the verdict is over: all but those of software that was replaced.

    A failure of replaced software counts until a closed deficiency says what cured it and which run showed
    that.
    """
    found = []
    for group in dossier.groups:
        replaced = dossier.standing(group) is Standing.REPLACED
        if not replaced or (group.outcome is Outcome.FAIL and dossier.cured_by(group) is None):
            found.append(group)
    return found


def _failures(dossier: Dossier, found: tuple[Matrix, ...]) -> Iterator[str]:
    groups = counted(dossier)
    for group in groups:
        if group.outcome is Outcome.FAIL:
            old = " (software that was replaced, with no closed deficiency that names run and cure)"
            replaced = old if dossier.standing(group) is Standing.REPLACED else ""
            yield f"{_name(group)} failed{replaced}: {group.reasons[0] if group.reasons else 'see its results.'}"
    for row in _rows(found, Outcome.FAIL.value):
        yield f"{row.clause} is not met: {row.asked}"


def _gaps(dossier: Dossier, found: tuple[Matrix, ...]) -> Iterator[str]:
    """Yield what is missing or doubtful of the evidence."""
    groups = counted(dossier)
    if not groups:
        yield "No run of the submitted software is on record."
    for group in groups:
        if group.outcome is Outcome.INCONCLUSIVE:
            why = group.reasons or ("its evidence supports neither a pass nor a failure.",)
            yield from (f"{_name(group)}: {reason}" for reason in why)
        yield from _unproven(dossier, group)
    for run in dossier.runs:
        yield from (f"{run.run}: {fault}" for fault in run.verification.problems)
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
        yield f"{_name(group)}: no unit of model {model} with serial number {named} is on record in the submission."
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


def _objections(dossier: Dossier, found: tuple[Matrix, ...]) -> Iterator[str]:
    """Yield what forbids a recommendation to approve beside the verdict."""
    submission = dossier.submission
    if dossier.simulated:
        yield "A device was a simulator: nothing here is evidence about a product."
    if any(run.replayed for run in dossier.runs):
        yield "A run replayed recorded bytes: no device was tested in it."
    groups = counted(dossier)
    for group in groups:
        yield from _doubts(dossier, group)
    yield from void(dossier, groups)
    yield from _unnamed(dossier)
    yield from (f"Document missing: {one.title}." for one in missing(submission))
    for row in (row for each in found for row in each.rows if row.open):
        yield f"The wording of {row.clause} is not confirmed ({row.wording})."
    yield from unwaived(dossier)
    yield from _open(submission)
    yield from (f"{line[0].upper()}{line[1:]}." for line in submission.dangling())


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
        if part.submitted and part.rebuilt == "yes, different":
            yield f"{part.name} {part.version}: what was rebuilt from the source is not what was delivered."
    if submission.filing.complete is None:
        yield "The submission is not complete: no date of completion is on record."


def _doubts(dossier: Dossier, group: Group) -> Iterator[str]:
    """Yield what weakens the evidence of a group."""
    if dossier.standing(group) is Standing.NOT_NAMED:
        yield f"{_name(group)}: the device does not name its software; which version ran is not proven."
    for run in group.counting:
        yield from (f"{run.run}: deviation from the plan: {text}" for text in run.summary.deviations)
        if run.alteration:
            yield f"{run.run}: {run.alteration}."
        if gaps := len(run.summary.gaps):
            yield f"{run.run} was interrupted {gaps} time{'s' * (gaps != 1)}."


def _sentence(dossier: Dossier, outcome: Outcome) -> str:
    runs = len(dossier.runs)
    over = f"over {runs} run{'s' * (runs != 1)}, every one of the submission"
    if outcome is Outcome.PASS:
        said = f"Every clause that binds the items was met, {over}{_cured(dossier)}{_left(dossier)}."
    elif outcome is Outcome.FAIL:
        said = f"The items do not meet what is asked, {over}."
    else:
        said = f"The evidence supports neither a pass nor a failure, {over}."
    return f"{said}{_aside(dossier)}{_redrawn(dossier)}"


def _cured(dossier: Dossier) -> str:
    """Say that runs failed before the software was replaced."""
    failed = [group for group in dossier.groups if group.outcome is Outcome.FAIL]
    runs = [run.run for group in failed for run in group.runs if run.outcome is Outcome.FAIL]
    cures = [cure for group in failed if (cure := dossier.cured_by(group)) is not None]
    named = dict.fromkeys(one.id for one in cures)
    if not runs:
        return ""
    return f"; {_few(runs)} failed with software that was replaced (deficiency {_few(list(named))})"


def _left(dossier: Dossier) -> str:
    """Say which runs of replaced software neither failed nor passed; the verdict is not over them."""
    runs = [
        run.run
        for group in dossier.groups
        if dossier.standing(group) is Standing.REPLACED and group.outcome is Outcome.INCONCLUSIVE
        for run in group.runs
    ]
    return f"; {_few(runs)} did not pass, with software that was replaced" if runs else ""


def _aside(dossier: Dossier) -> str:
    """Say which runs the authoriser set aside, and for which cause."""
    found = in_short(dossier)
    return f" Set aside by the authoriser: {_few(found, '; ')}." if found else ""


def _redrawn(dossier: Dossier) -> str:
    """Say what of the scope was changed after a run had failed."""
    found = redrawn(dossier)
    return f" After a run had failed: {_few(found)}." if found else ""


def _few(names: Sequence[str], between: str = ", ") -> str:
    """Name the first, and say how many more there are: the sentence must find room on the first page."""
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{between.join(names[:_NAMED])}{more}"


def _rows(found: tuple[Matrix, ...], came: str) -> Iterator[Row]:
    yield from (row for each in found for row in each.rows if row.came == came)


def _name(group: Group) -> str:
    runs = ", ".join(run.run for run in group.runs)
    return f"Plan {group.first.frozen.plan.id} ({runs})"
