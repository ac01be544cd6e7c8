"""Look up the report on which a submission builds, in the reports of the workspace.

What is on record from before, against what is there now: signed reports, runs as they were reported, their order.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from labharness.app.submission.decisions import RECORD, RegisterRecord, read_conclusion, read_record
from labharness.app.workspace.bundle import DOSSIER, Bundle
from labharness.app.workspace.manifest import kept, parsed
from labharness.app.workspace.register import ISSUED, SIGNED, open_register
from labharness.app.workspace.workspace import Workspace
from labharness.assessment.dossier import PDF
from labharness.assessment.law import disposition
from labharness.assessment.settling import Member
from labharness.errors import EvidenceError, IntegrityError, WorkspaceError
from labharness.filings.entries.events import Component, RunBegun, SignatureRecorded, SubmissionReported
from labharness.filings.entries.snapshot import (
    Change,
    FormerReport,
    Submission,
    former_deficiencies,
    former_items,
)
from labharness.model.reasons.conclusion import Dossiers
from labharness.model.results import Outcome
from labharness.reason import Reason
from labharness.signing.archive_conformance import described
from labharness.signing.signer import is_signed


def contradictions(workspace: Workspace, snapshot: Submission, members: Sequence[Member]) -> Iterator[Reason]:
    """Yield where runs, register or signed reports are not any more what they were.

    Parameters
    ----------
    snapshot
        With the events of reports.
    members
        Every run of the submission that can be read.
    """
    yield from _set_back(snapshot.changes, members)
    heads = dict[tuple[str, str], str]()
    for change in snapshot.changes:
        drawn = change.event(SubmissionReported) if change.what == ISSUED else None
        if drawn is not None and drawn.heads:
            heads |= dict.fromkeys(zip(drawn.runs, drawn.heads, strict=True), drawn.report)
    hashes = {change.hash for change in snapshot.changes}
    latest = last_hashes(snapshot.changes)
    for folder in _signed_reports(workspace, snapshot.id):
        number = folder.name
        try:
            altered = latest.get(number, "") != hashlib.sha256(kept(folder, PDF)).hexdigest()
            heads |= dict.fromkeys(Bundle(folder).heads().items(), number)
            recorded = parsed(RegisterRecord, {RECORD: kept(folder, f"{DOSSIER}/{RECORD}")}, RECORD).changes
        except EvidenceError:
            yield Dossiers.REPORT_UNREADABLE(report=number)
            continue
        if altered:
            yield Dossiers.REPORT_ALTERED(report=number)
        if unknown := [each for each in recorded if each.hash not in hashes]:
            yield Dossiers.RECORDS_MISSING(report=number, records=len(unknown))
    yield from _altered(heads, members)


def last_hashes(changes: Iterable[Change]) -> dict[str, str]:
    """Return the SHA-256 of each report as the register has it: as it was built last, or as it was signed last."""
    events = (change.event(SubmissionReported) or change.event(SignatureRecorded) for change in changes)
    return {event.report: event.sha256 for event in events if event is not None}


def signed_before(changes: Iterable[Change]) -> frozenset[str]:
    """Return the numbers of the reports that somebody signed, by the register."""
    signatures = (change.event(SignatureRecorded) for change in changes if change.what == SIGNED)
    return frozenset(signature.report for signature in signatures if signature is not None)


def failed_elsewhere(member: Member, submission: Submission) -> bool:
    """Whether a run, assigned to another submission, did not pass with the software for which approval is asked here."""
    verdict = member.summary.verdict
    if member.untouched or (verdict is not None and verdict.outcome is Outcome.PASS):
        return False
    asked = {component.digest.casefold() for component in submission.of(Component) if component.submitted}
    result = {each.digest.casefold() for answer in member.summary.software for each in answer}
    return result <= asked  # a device that names none may have run it


def _set_back(changes: Iterable[Change], members: Sequence[Member]) -> Iterator[Reason]:
    """Yield attempts on one device whose dates are not in the order in which they were put on record."""
    by_start = {member.origin: member for member in members}
    begun = [event.start for change in changes if (event := change.event(RunBegun))]
    ordered = [by_start[start] for start in dict.fromkeys(begun) if start in by_start]
    for at, later in enumerate(ordered):
        for before in ordered[:at]:
            if later.summary.started < before.summary.started and not later.differs(before):
                yield Dossiers.CLOCK_SET_BACK(run=later.run, earlier=before.run)


def _altered(heads: Mapping[tuple[str, str], str], members: Sequence[Member]) -> Iterator[Reason]:
    """Yield runs that do not hold the last record with which they were reported; one may have gone on since."""
    present = {member.summary.run: member for member in members}
    for (name, head), number in heads.items():
        member = present.get(name)
        if member is None or member.summary.head == head:
            continue
        try:
            held = any(record.hash == head for record in member.folder.records())
        except IntegrityError:
            continue  # said already
        if not held:
            yield Dossiers.RUN_ALTERED(run=name, report=number)


def _signed_reports(workspace: Workspace, submission: str) -> Iterator[Path]:
    """Yield the folders of the submission's reports that somebody signed, or that hold no readable report."""
    for folder in sorted((workspace.path / "reports").glob(f"{submission}-*")):
        if folder.name.removeprefix(f"{submission}-")[1:].isdecimal() and os.path.lexists(folder / PDF):
            try:
                signed = is_signed(kept(folder, PDF))
            except EvidenceError:
                signed = True
            if signed:
                yield folder


def former_report(workspace: Workspace, submission: Submission) -> FormerReport | None:
    """Return the report that the filing names as its baseline; None where the workspace does not hold it.

    Raises
    ------
    IntegrityError
        If its folder was altered or cannot be read.
    """
    number = submission.filing.baseline
    folder = workspace.path / "reports" / number
    if not number or folder.parent != workspace.path / "reports" or not folder.is_dir():
        return None
    try:
        bundle = Bundle.open(folder)
    except WorkspaceError:
        return None
    pdf = bundle.pdf
    try:
        manifest = described(pdf)[1].manifest
    except Exception as error:  # a damaged file breaks its readers in ways nobody has listed
        raise IntegrityError(Dossiers.REPORT_UNREADABLE(report=number)) from error
    files = bundle.dossier(manifest)
    earlier, concluded = read_record(files), read_conclusion(files)
    kind = disposition(concluded.recommendation or "")
    digest = hashlib.sha256(pdf).hexdigest()
    return FormerReport(
        number=number,
        sha256=digest,
        proven=is_signed(pdf) and not concluded.specimen and _registered(workspace, number) == digest,
        outcome=concluded.outcome,
        approves=kind is not None and kind.approves and not concluded.refused,
        items=tuple(former_items(earlier)),
        deficiencies=tuple(former_deficiencies(earlier)),
    )


def _registered(workspace: Workspace, number: str) -> str:
    """Return the SHA-256 of a report as the register has it last, "" where it names no such report."""
    with open_register(workspace) as register:
        return last_hashes(register.changes()).get(number, "")
