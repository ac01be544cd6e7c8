"""The command ``labharness lti check``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.app.workspace import Workspace
from labharness.cli.console import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption, print_json, screen
from labharness.cli.trust import workspace_or_none

_STYLES = {"pass": "green", "fail": "red", "not tried": "yellow", "not applicable": "dim"}


def command(
    url: Annotated[str, typer.Argument(help="URL of a device that speaks the interface.")],
    *,
    pdf: Annotated[Path | None, typer.Option(help="Write a PDF for the submission to this file.")] = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Test every numbered rule of the Lab Test Interface on a device.

    Exit code 0: every rule that concerns the device passed. 1: the device breaks a rule. 2: a rule was not tried.
    """
    from labharness.app.lti_check import as_json as values
    from labharness.app.lti_check import check_url
    from labharness.devices.lti.conformance.check import exit_status
    from labharness.devices.lti.conformance.record import counts
    from labharness.language.catalog import say

    place = workspace_or_none(workspace)
    record = check_url(url, Workspace(place) if place is not None else None)
    if pdf is not None:
        from labharness.app.reports import put
        from labharness.reporting.documents.conformance import build_conformance

        put(pdf, build_conformance(record))
    if as_json:
        print_json({**values(record), "exit": exit_status(record.findings)})
        return exit_status(record.findings)
    device = record.identity
    screen.print(f"{device.manufacturer} {device.model}, serial number {device.serial}, {device.hardware}")
    for each in record.components:
        screen.print(f"{each.name} {each.version} {each.algorithm} {each.digest}")
    for finding in record.findings:
        screen.print(f"{finding.result.value:14} ", style=_STYLES[finding.result.value], end="")
        screen.print(f"{finding.rule.id}  {say(finding.rule())}")
        screen.print(f"{'':15}{say(finding.seen)}", style="dim")
    screen.print(", ".join(f"{number} {result}" for result, number in counts(record.findings).items()))
    return exit_status(record.findings)
