"""The command ``labharness doctor``."""

from __future__ import annotations

from dataclasses import asdict

from labharness.app.installation.doctor import examine
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    ERROR,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
)


def command(*, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> int:
    """Check this computer and list what to fix."""
    findings = examine(workspace)
    if as_json:
        print_json([asdict(one) for one in findings])
    else:
        for one in findings:
            screen.print("ok  " if one.good else "look", style="green" if one.good else "red", end=" ")
            screen.print(f"{one.what}: {one.sentence}")
    return 0 if all(one.good or not one.needed for one in findings) else ERROR
