"""File the analysis of a file with a submission: as a document outside the checklist, which decides nothing."""

from __future__ import annotations

import tempfile
from pathlib import Path

from labharness.app.file_analysis.file_report import write_report
from labharness.app.register import acting, open_register, store
from labharness.app.workspace import Workspace
from labharness.assessment.file_analysis import ExaminedFile
from labharness.filings.entries.papers import Document
from labharness.filings.store.refusals import refusals_recorded
from labharness.filings.store.rules import refuse_unpermitted
from labharness.model.eastern_time import today

ITEM = "file-analysis"
TITLE = "Analysis of a file (not evidence of the device)"
DIGITS = 8


def attach_analysis(
    workspace: Workspace, submission: str, examined: ExaminedFile, by: str | None = None, why: str = ""
) -> str:
    """Store the report of an analysis with a submission; the same file has one document, the latest report the last.

    Returns
    -------
    str
        Id of the document.

    Raises
    ------
    RegisterError
        If there is no such submission, or nobody on the list acts.
    """
    sha256 = examined.analysis.sha256
    id_ = f"{ITEM}-{sha256[:DIGITS]}"
    with open_register(workspace) as register:
        who, snapshot = acting(register, by), register.snapshot(submission)
        with refusals_recorded(register.note, submission, who):
            refuse_unpermitted(register.people(), who, ())  # before the report was drawn
        before = snapshot.named(Document, id_)
        with tempfile.TemporaryDirectory(prefix="labharness-") as folder:
            file = Path(folder) / f"analysis-{sha256[:DIGITS]}.pdf"
            write_report(examined, file)
            kept = store(workspace).add(file)
        earlier = tuple(file for file in (before.files if before else ()) if file.sha256 != kept.sha256)
        document = Document(
            id=id_,
            item=ITEM,
            title=TITLE,
            status="received",
            received=today(),
            files=(*earlier, kept),
        )
        last = register.last_changes(submission).get((Document.kind, id_), 0)
        reason = why or f"Analysis of a file with the SHA-256 {sha256[:12]}."
        register.put(submission, document, who, reason, last)
    return id_
