"""What is on record from before, against what is there now: signed reports, runs as they were reported, their order."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from labharness.app.bundle import DOSSIER, Bundle
from labharness.app.manifest import kept, parsed
from labharness.app.register import ISSUED, SIGNED
from labharness.app.submission.dossier_records import RECORD, RegisterRecord
from labharness.app.workspace import Workspace
from labharness.assessment.attempts.attempt import Member
from labharness.assessment.dossier import PDF
from labharness.errors import EvidenceError, IntegrityError
from labharness.filings.entries.events import RunBegun, SignatureRecorded, SubmissionReported
from labharness.filings.entries.items import Component
from labharness.filings.entries.snapshot import Change, Submission
from labharness.model.reasons.dossier import Dossiers
from labharness.model.results import Outcome
from labharness.reason import Reason
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
