"""The command ``labharness verify``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.plug_ins.plug_in_files import changed_since
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    ERROR,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    working,
)
from labharness.cli.reading import RunArgument, any_folder, plug_in_place
from labharness.evidence.verify import verify as check_folder
from labharness.language.catalog import say
from labharness.language.values import as_values


def command(
    run: RunArgument,
    *,
    head: Annotated[str | None, typer.Option(help="Head hash from the footer of the report.")] = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Verify every line and byte of a run, and name the first alteration."""
    folder = any_folder(run, workspace)
    with working("Verifying", quiet=as_json):
        found = check_folder(folder.path, head)
    changed = changed_since(folder, plug_in_place(workspace)) if found.clean else ()
    if as_json:
        print_json({**as_values(found), "plug_ins": changed})
        return 0 if found.clean else ERROR
    for line in (*found.problems, *found.notes, *changed):
        screen.print(say(line))
    state = "integrity verified" if found.clean else "INTEGRITY NOT VERIFIED"
    size = f"{found.records:,} records, {found.raw_bytes:,} raw bytes"
    screen.print(f"{folder.run}: {state} ({size}), ending {found.ending.value}, head {found.head}")
    if head is None and found.clean:
        screen.print(
            "To prove that the record is complete, give --head with the hash from the report's footer."
        )
    return 0 if found.clean else ERROR
