"""Look up the report on which a submission builds, in the reports of the workspace."""

from __future__ import annotations

import hashlib

from labharness.app.bundle import Bundle
from labharness.app.register import open_register
from labharness.app.submission.dossier_records import read_conclusion, read_record
from labharness.app.submission.earlier import last_hashes
from labharness.app.workspace import Workspace
from labharness.assessment.law import disposition
from labharness.errors import IntegrityError, WorkspaceError
from labharness.filings.entries.former import FormerReport, former_deficiencies, former_items
from labharness.filings.entries.snapshot import Submission
from labharness.model.reasons.dossier import Dossiers
from labharness.signing.archive_conformance import described
from labharness.signing.signer import is_signed


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
