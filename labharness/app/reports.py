"""Build a run's report into the workspace and put the build on record."""

from __future__ import annotations

import hashlib
from pathlib import Path

from labharness.app.discovery import modules
from labharness.app.versions import versions
from labharness.app.workspace import Workspace
from labharness.errors import InputError
from labharness.evidence.folder import RunFolder
from labharness.evidence.records import RecordType
from labharness.evidence.verify import verify


def render(folder: RunFolder) -> bytes:
    """Return the report of a run; the same bytes for the same run and library versions."""
    import reports
    from labharness.reporting.build import build_report
    from labharness.reporting.section import sections_of

    return build_report(folder, sections_of(modules(reports)))


def build(workspace: Workspace, folder: RunFolder) -> Path:
    """Write a run's report and record its hash in the workspace's audit chain.

    Raises
    ------
    InputError
        If a runner is still at work on the run.
    """
    if folder.alive:
        raise InputError(f"{folder.run} is still going on; build its report when it has ended.")
    content = render(folder)
    path = workspace.report(folder)
    if not verify(folder.path).clean:  # the report that was issued stays beside it
        path = path.with_name(f"{folder.run}.does-not-verify.pdf")
    draft = path.with_suffix(".part")
    draft.write_bytes(content)
    draft.replace(path)
    head = ""
    for record in folder.records():
        head = record.hash
    digest = hashlib.sha256(content).hexdigest()
    body = {"run": folder.run, "head": head, "sha256": digest, "versions": versions()}
    workspace.audit(RecordType.REPORT_BUILT, body)
    return path
