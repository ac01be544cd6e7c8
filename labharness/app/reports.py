"""Build a run's report into the workspace and put the build on record."""

from __future__ import annotations

import hashlib
from pathlib import Path

from labharness.app.discovery import modules
from labharness.app.register import BUILT, record
from labharness.app.versions import versions
from labharness.app.workspace import Workspace
from labharness.errors import InputError
from labharness.evidence.folder import RunFolder
from labharness.evidence.verify import verify

LAYOUTS = {"run": ("run_report.toml", ""), "run-summary": ("run_summary.toml", ".summary")}
"""Layouts of reports of one run, and what their files' names end in."""


def render(folder: RunFolder, layout: str = "run") -> bytes:
    """Return a report of a run; the same bytes for the same run and library versions."""
    import reports
    from labharness.reporting.build import build_report
    from labharness.reporting.layout import read_layout
    from labharness.reporting.section import sections_of

    if layout not in LAYOUTS:
        raise InputError(f"There is no layout {layout!r} for a run; choose {', '.join(LAYOUTS)}.")
    return build_report(folder, sections_of(modules(reports)), read_layout(name=LAYOUTS[layout][0]))


def build(workspace: Workspace, folder: RunFolder, layout: str = "run") -> Path:
    """Write a report of a run and record its hash in the register's audit chain.

    Raises
    ------
    InputError
        If a runner is still at work on the run, or the layout is not one of a run.
    """
    if folder.alive:
        raise InputError(f"{folder.run} is still going on; build its report when it has ended.")
    content = render(folder, layout)
    path = workspace.report(folder)
    path = path.with_name(f"{folder.run}{LAYOUTS[layout][1]}.pdf")
    if not verify(folder.path).clean:  # the report that was issued stays beside it
        path = path.with_name(f"{path.stem}.does-not-verify.pdf")
    draft = path.with_suffix(".part")
    draft.write_bytes(content)
    draft.replace(path)
    head = ""
    for line in folder.records():
        head = line.hash
    digest = hashlib.sha256(content).hexdigest()
    body = {"run": folder.run, "layout": layout, "head": head, "sha256": digest, "versions": versions()}
    record(workspace, BUILT, body, "A report of the run was asked for.")
    return path
