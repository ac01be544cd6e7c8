"""The command ``labharness reverify``."""

from __future__ import annotations

from labharness.app.reverify import reverify as do_again
from labharness.app.workspace import Workspace
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
from labharness.language.catalog import say
from labharness.language.values import as_values


def command(
    run: RunArgument, *, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False
) -> int:
    """Repeat a run from its recorded bytes alone: observations, results, verdict and report."""
    folder = any_folder(run, workspace)
    place = plug_in_place(workspace)
    with working("Reverifying", quiet=as_json):
        found = do_again(Workspace(place) if place else None, folder)
    if as_json:
        print_json({**as_values(found), "same": found.same})
        return 0 if found.same else ERROR
    for each in (*found.problems, *found.notes):
        screen.print(say(each))
    counts = f"{found.exchanges:,} exchanges, {found.observations:,} units, {found.results} results"
    state = "reproduced" if found.same else "NOT REPRODUCED"
    screen.print(f"{folder.run}: {state}; the same again: {counts}; report {found.report}.")
    return 0 if found.same else ERROR
