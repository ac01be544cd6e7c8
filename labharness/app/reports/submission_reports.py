"""Build the reports of a submission into bundles, and amend one that was signed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from labharness.app.people.staff import permitted
from labharness.app.plug_ins.discovery import section_modules
from labharness.app.submission.baselines import signed_before
from labharness.app.submission.dossiers import gather_dossier, written
from labharness.app.workspace.bundle import Bundle, write_bundle
from labharness.app.workspace.file_change import FileChange, finish_changes
from labharness.app.workspace.manifest import kept
from labharness.app.workspace.register import (
    ISSUED,
    REHEARSED,
    SIGNED,
    acting,
    claim_number,
    open_register,
    record,
)
from labharness.app.workspace.settings import identity
from labharness.app.workspace.workspace import Workspace
from labharness.assessment.conclusion import Case
from labharness.assessment.dossier import PDF, SPECIMEN, SPECIMEN_PDF, Amendment, Dossier
from labharness.errors import InputError, NotPermitted
from labharness.filings.entries.entry import Person, Role
from labharness.filings.entries.events import ReportAmended, SubmissionReported
from labharness.filings.store.file_store import refusals_recorded
from labharness.model.device import TESTING
from labharness.model.reasons.conduct import Doing
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.report import Reports
from labharness.model.results import Qualifier
from labharness.reason import OnStep, unheard
from labharness.reporting.build import build_dossier
from labharness.reporting.layout import read_layout, sections_of
from labharness.signing.signer import is_signed

AMENDED = "report amended"
"""Event of the register."""


@dataclass(frozen=True, slots=True)
class ReportKind:
    """A kind of report of a submission.

    Parameters
    ----------
    file
        Its layout in the reports folder.
    series
        Letter before the revision in the report's number.
    pdf
        Name of its file.
    """

    file: str
    series: str
    pdf: str = PDF

    @property
    def specimen(self) -> bool:
        """Whether it is a rehearsal and no report."""
        return self.series == SPECIMEN


LAYOUTS: Mapping[str, ReportKind] = {
    "approval": ReportKind("pa_461a_4.toml", "r"),
    "deficiency": ReportKind("deficiency_report.toml", "d"),
    "rehearsal": ReportKind("pa_461a_4.toml", SPECIMEN, SPECIMEN_PDF),
}


@dataclass(frozen=True, slots=True)
class Issued:
    """A report that was built.

    Parameters
    ----------
    case
        What it says.
    """

    bundle: Bundle
    case: Case

    @property
    def number(self) -> str:
        """Its number."""
        return self.case.dossier.number


def build_submission_report(
    workspace: Workspace,
    submission: str,
    layout: str = "approval",
    by: str | None = None,
    on_step: OnStep = unheard,
) -> Issued:
    """Build a report of a submission; one that not signed is built anew in its place.

    A rehearsal that was signed stays; the next one has the next number.

    Raises
    ------
    InputError
        If the layout is not known, a run is still going on, the latest report was signed, or a run of a real device
        would be in a rehearsal.
    NotPermitted
        If the person has no role in a test; the attempt is then on record.
    """
    kind = _layout(layout)
    by = permitted(workspace, TESTING, by, submission).who
    finish_changes(workspace)
    _refuse_lost(workspace, submission)
    latest = _latest(workspace, submission, kind)
    revision = latest[0] if latest else 1
    if latest and kind.specimen:
        revision += _signed(latest[1], kind)
    elif latest and _signed(latest[1], kind):
        raise InputError(Reports.SIGNED(report=latest[1].name))
    dossier = gather_dossier(workspace, submission, on_step, kind.series, revision)
    real = [run.run for run in dossier.runs if not run.simulated]
    if kind.specimen and real:
        raise InputError(Reports.REHEARSAL_OF_REAL(runs=tuple(real)))
    if revision > 1 and not kind.specimen:  # the amendment is on record
        dossier = replace(dossier, amends=_recorded_amendment(workspace, dossier))
    return _issue(workspace, dossier, kind, by, on_step)


def amend_report(
    workspace: Workspace, number: str, why: str, by: str | None = None, on_step: OnStep = unheard
) -> Issued:
    """Build the report that replaces a signed one, and says what changed and why.

    Raises
    ------
    InputError
        If there is no such report, it is not the latest, nobody signed it, or the person may not.
    """
    submission, kind, revision = _parted(number)
    with open_register(workspace) as register:
        who = acting(register, by)
        with refusals_recorded(register.note, submission, who):
            _refuse_others(register.people(), who)
    if kind.specimen:
        raise InputError(Reports.REHEARSAL_NOT_AMENDED(report=number))
    finish_changes(workspace)
    _refuse_lost(workspace, submission)
    latest = _latest(workspace, submission, kind)
    if latest is None or latest[0] < revision:
        raise InputError(Reports.UNKNOWN(report=number))
    if latest[0] > revision:
        raise InputError(Reports.AMENDED(report=number, latest=latest[1].name))
    if not _signed(latest[1], kind):
        raise InputError(Reports.NOT_SIGNED(report=number))
    if not why.strip():
        raise InputError(Reports.WHY_NEEDED())
    digest = hashlib.sha256(kept(latest[1], PDF)).hexdigest()
    body = {"report": number, "sha256": digest, "by": who}
    if not _is_on_record(workspace, submission, body, why):
        record(workspace, AMENDED, body, why, submission, who)
    dossier = gather_dossier(workspace, submission, on_step, kind.series, revision + 1)
    dossier = replace(dossier, amends=_recorded_amendment(workspace, dossier))
    return _issue(workspace, dossier, kind, who, on_step)


def _is_on_record(workspace: Workspace, submission: str, body: Mapping[str, str], why: str) -> bool:
    """Say whether an amendment is on record whose report was not built, as something interrupted that."""
    with open_register(workspace) as register:
        changes = [
            change for change in register.changes(submission) if change.what in (AMENDED, ISSUED, SIGNED)
        ]
    last = changes[-1]  # a signed report was built
    return (last.what, last.why) == (AMENDED, why) and body.items() <= (last.after or {}).items()


def submission_of(number: str) -> str:
    """Return the submission that a report's number names."""
    return _parted(number)[0]


def drawing(series: str) -> Callable[[Dossier, str], bytes]:
    """Return what draws the reports of a series, from a dossier and the SHA-256 of the manifest.

    Raises
    ------
    InputError
        If there is no such series, or its layout names a section that is not there.
    """
    kind = next((each for each in LAYOUTS.values() if each.series == series), None)
    if kind is None:
        raise InputError(
            Inputs.UNKNOWN(
                what=Noun.SERIES, name=series[:80], known=tuple(each.series for each in LAYOUTS.values())
            )
        )
    layout, sections = read_layout(name=kind.file), sections_of(section_modules())
    return lambda dossier, manifest: build_dossier(dossier, sections, layout, manifest)


def _issue(
    workspace: Workspace, dossier: Dossier, kind: ReportKind, by: str | None, on_step: OnStep
) -> Issued:
    path = workspace.path / "reports" / dossier.number
    with FileChange(workspace, path) as change:
        if (path / kind.pdf).is_file() and _signed(path, kind):
            raise InputError(Reports.SIGNED(report=path.name))
        claim_number(workspace, dossier.number, dossier.submission.id, by or "")
        on_step(Doing.DRAWING())
        bundle, case = _drawn(workspace, dossier, kind, change.draft(path))
        body = {
            "report": dossier.number,
            "layout": kind.file,
            "sha256": hashlib.sha256(bundle.pdf).hexdigest(),
            "head": dossier.head,
            "runs": [run.run for run in dossier.runs],
            "starts": [run.folder.start().hash for run in dossier.runs],
            "heads": [run.head for run in dossier.runs],
            "outcome": case.conclusion.outcome.value,
            "qualifiers": [qualifier.value for qualifier in case.standing.qualifiers],
            "given": case.conclusion.given,
            "versions": dict(dossier.versions),
        }
        what, asked = (REHEARSED, "rehearsal") if kind.specimen else (ISSUED, "report")
        why = f"A {asked} of the submission was asked for."
        # One that is there is not signed, and its hash stays on record.
        change.commit(what, body, why, dossier.submission.id, by or "")
    return Issued(Bundle(path, bundle.file), case)


def _drawn(workspace: Workspace, dossier: Dossier, kind: ReportKind, place: Path) -> tuple[Bundle, Case]:
    from labharness.app.people.authority import TrialAuthority

    draw, case = drawing(kind.series), Case.of(dossier)
    roots = TrialAuthority.of(workspace.path).certificates
    bundle = write_bundle(
        place,
        dossier.revision,
        written(dossier, case.conclusion),
        [run.folder for run in dossier.runs],
        lambda manifest: draw(dossier, manifest),
        roots,
        dossier.file,
        dossier.number,
    )
    return bundle, case


def _layout(name: str) -> ReportKind:
    if name not in LAYOUTS:
        raise InputError(Inputs.UNKNOWN(what=Noun.LAYOUT, name=name, known=tuple(LAYOUTS)))
    return LAYOUTS[name]


def _parted(number: str) -> tuple[str, ReportKind, int]:
    match = re.fullmatch(r"([a-z0-9][a-z0-9-]*)-([a-z])([1-9][0-9]{0,3})", number)
    kind = next((each for each in LAYOUTS.values() if match and each.series == match[2]), None)
    if match is None or kind is None:
        raise InputError(Reports.NOT_A_NUMBER(number=number))
    return match[1], kind, int(match[3])


def _latest(workspace: Workspace, submission: str, kind: ReportKind) -> tuple[int, Path] | None:
    """Return revision and folder of the newest report of a kind."""
    result = []
    for path in (workspace.path / "reports").glob(f"{submission}-{kind.series}*"):
        rest = path.name.removeprefix(f"{submission}-{kind.series}")
        if rest.isdecimal() and (path / kind.pdf).is_file():
            result.append((int(rest), path))
    return max(result, default=None)


def _signed(path: Path, kind: ReportKind) -> bool:
    return is_signed(kept(path, kind.pdf))


def _recorded_amendment(workspace: Workspace, dossier: Dossier) -> Amendment:
    """Return what the register says of the latest amendment, with everything that was changed since the report."""
    with open_register(workspace) as register:
        changes = list(register.changes(dossier.submission.id))
    asked, amended = [(change, event) for change in changes if (event := change.event(ReportAmended))][-1]
    number = amended.report
    reports = [
        (change, drawn)
        for change in changes
        if change.what == ISSUED and (drawn := change.event(SubmissionReported))
    ]
    built, old = [(each, drawn) for each, drawn in reports if drawn.report == number][-1]
    since, before = built.number, set(old.runs)
    text = [
        f"{change.what} {change.kind} {change.entry}: {change.why}"
        for change in changes
        if change.number > since and change.kind
    ]
    text += [f"run {run.run} was added" for run in dossier.runs if run.run not in before]
    return Amendment(
        number,
        amended.sha256,
        asked.why,
        asked.who,
        tuple(text),
        old.outcome,
        old.given,
        tuple(each for each in Qualifier if each.value in old.qualifiers),
    )


def _refuse_lost(workspace: Workspace, submission: str) -> None:
    """Raise :class:`InputError` where a report that was signed is gone: its number is never given again."""
    here = identity(workspace)
    with open_register(workspace) as register:
        own = (
            change
            for change in register.changes(submission)
            if (change.after or {}).get("workspace", here) == here
        )
        numbers = sorted(signed_before(own))
    for number in numbers:
        path = workspace.path / "reports" / number
        if not (path / PDF).is_file() or not is_signed(kept(path, PDF)):
            raise InputError(Reports.LOST(report=number))


def _refuse_others(people: tuple[Person, ...], who: str) -> None:
    person = next((person for person in people if person.id == who and person.active), None)
    if person is None or Role.AUTHORIZER not in person.roles:
        raise NotPermitted(Reports.AMENDING_ROLE(person=who))
