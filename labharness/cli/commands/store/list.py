"""The command ``labharness store list``."""

from __future__ import annotations

from labharness.app.shared_store.content import content_of
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    ERROR,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    shown_standing,
    table,
)
from labharness.language.catalog import say
from labharness.language.dates import day_and_time


def command(*, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> int:
    """List the runs of all benches in the store, and the runs of this workspace that wait to be copied."""
    found = content_of(Workspace.open(workspace))
    runs, problems = found.runs, found.problems
    waits = {one.run: one.reasons for one in found.waiting}
    if as_json:
        shown = [
            run.model_dump(mode="json", exclude={"files", "schema_"})
            | {"bytes": run.size, "verdict": run.standing.verdict, "standing": run.standing}
            for run in runs
        ]
        print_json({"store": found.shown, "runs": shown, "waiting": waits, "problems": problems})
        return ERROR if problems else 0
    listed = table("Run, plan", "Verdict, ending", "Computer, ended, head")
    for run in runs:
        listed.add_row(
            f"{run.run}\n{run.plan}",
            shown_standing(run.standing).append(f"\n{run.ending}", "not bold default"),
            f"{run.host}\n{day_and_time(run.ended)}\n{run.head}",
        )
    screen.print(listed)
    for problem in problems:
        screen.print(say(problem))
    for name, reasons in waits.items():
        screen.print(f"{name}: {' '.join(map(say, reasons))}")
    screen.print("Verdicts as recorded. To use a run here, fetch it with: labharness store fetch RUN")
    return ERROR if problems else 0
