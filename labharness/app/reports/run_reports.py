"""Build a run's report into the workspace and put the build on record."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from labharness.app.plug_ins.check_titles import titles_for
from labharness.app.plug_ins.discovery import section_modules
from labharness.app.plug_ins.plug_in_files import data_files, drawn_with, read_data, versions
from labharness.app.workspace.file_change import FileChange
from labharness.app.workspace.register import BUILT, has_register, open_register
from labharness.app.workspace.workspace import Workspace
from labharness.assessment.runs.subject import Subject
from labharness.errors import InputError
from labharness.evidence.folder import RunFolder
from labharness.filings.entries.entry import Laboratory
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.run import Runs

LAYOUTS = {"run": ("run_report.toml", ""), "run-summary": ("run_summary.toml", ".summary")}
"""Layouts of reports of one run, and what their files' names end in."""
REPORTS_SHA256 = "reports_sha256"
"""Name, among versions on record, of the hash over the reports folder."""


@dataclass(frozen=True, slots=True)
class BuiltReport:
    """A report of a run that was built.

    Parameters
    ----------
    verifies
        Whether the run was as it was written when the report read it.
    """

    path: Path
    verifies: bool


def render(
    folder: RunFolder,
    layout: str = "run",
    laboratory: Laboratory | None = None,
    workspace: Path | None = None,
) -> bytes:
    """Return a report of a run; the same bytes for the same run, laboratory and library versions.

    Parameters
    ----------
    workspace
        The one that a person named or opened: its plug-ins may hold the layout, sections and titles of checks.

    Raises
    ------
    IntegrityError
        If the run has no start record or no readable plan; every other fault is printed in the report.
    """
    return _drawn(Subject.of(folder, titled=titles_for(workspace)), layout, laboratory, workspace)


def _drawn(subject: Subject, layout: str, laboratory: Laboratory | None, workspace: Path | None) -> bytes:
    from labharness.reporting.build import build_report
    from labharness.reporting.layout import read_layout, sections_of

    if layout in LAYOUTS:
        packaged = read_layout(name=LAYOUTS[layout][0])
        return build_report(subject, sections_of(section_modules()), packaged, laboratory)
    own = read_data("layouts", layout, workspace)
    if own is None:
        known = (*LAYOUTS, *data_files("layouts", workspace))
        raise InputError(Inputs.UNKNOWN(what=Noun.LAYOUT, name=layout, known=known))
    return build_report(subject, sections_of(section_modules(workspace)), read_layout(*own), laboratory)


def report_files(workspace: Workspace, run: str, layout: str) -> tuple[Path, Path]:
    """Return where a report of a run is written, and where one of evidence that does not verify."""
    name = f"{run}{LAYOUTS[layout][1] if layout in LAYOUTS else f'.{layout}'}"
    folder = workspace.path / "reports"
    return folder / f"{name}.pdf", folder / f"{name}.does-not-verify.pdf"


def laboratory_of(workspace: Workspace) -> Laboratory | None:
    """Return the laboratory that the workspace's register has on record, if any."""
    if not has_register(workspace):
        return None
    with open_register(workspace) as register:
        return register.laboratory()


def build(workspace: Workspace, folder: RunFolder, layout: str = "run") -> BuiltReport:
    """Write a report of a run and record its hash in the register's audit chain.

    The run is read and verified once; name, bytes and record of the report say the same of it.

    Raises
    ------
    InputError
        If a runner is still at work on the run, or the layout is not one of a run.
    IntegrityError
        If the run has no start record or no readable plan.
    StorageError
        If it cannot be written.
    """
    if folder.alive:
        raise InputError(Runs.AT_WORK(run=folder.run))
    laboratory = laboratory_of(workspace)
    subject = Subject.of(folder, titled=titles_for(workspace.path))
    content = _drawn(subject, layout, laboratory, workspace.path)
    verifies = subject.verification.clean
    good, broken = report_files(workspace, folder.run, layout)
    path = good if verifies else broken  # the report that was issued stays beside it
    digest = hashlib.sha256(content).hexdigest()
    body = {
        "run": folder.run,
        "layout": layout,
        "head": subject.head,
        "sha256": digest,
        "versions": drawing_versions(workspace.path),
        # The register may name another one by the time that the report is drawn again.
        "laboratory": laboratory.model_dump(mode="json") if laboratory else None,
    }
    with FileChange(workspace, path, wait=True) as change:
        change.put(path, content)
        change.commit(BUILT, body, "A report of the run was asked for.")
    return BuiltReport(path, verifies)


def drawing_versions(workspace: Path) -> dict[str, str]:
    """Return the versions that a report's bytes depend on: also one hash over sections, layouts, texts and fonts."""
    files = json.dumps(drawn_with()).encode()
    return {**versions(workspace), REPORTS_SHA256: hashlib.sha256(files).hexdigest()}
