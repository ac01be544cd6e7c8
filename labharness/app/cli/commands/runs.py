"""The command ``labharness runs``."""

from __future__ import annotations

from labharness.app.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    table,
)
from labharness.app.cli.reading import shown_facts
from labharness.app.run_index import listed
from labharness.app.workspace import Workspace
from labharness.language.catalog import say
from labharness.language.recorded import worded
from labharness.language.sample_words import recorded_sample


def command(*, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> None:
    """List the runs of a workspace."""
    rows = [shown_facts(facts) for facts in listed(Workspace.open(workspace))]
    if as_json:
        print_json(rows)
        return
    shown = table("Run, plan", "Verdict, ending", "Recorded")
    for row in rows:
        units = ", ".join(recorded_sample(row["units"], row["observed"]))
        verdict = f"{row['verdict']}, simulated" if row["simulated"] else row["verdict"]
        ending, slip = ("NOT_BEGUN", say(row["not_begun"])) if row["not_begun"] else (row["ending"], "")
        cells = (
            f"{row['run']}\n{row['plan']}",
            f"{verdict}\n{ending}",
            slip or units or worded(row["problems"]),
        )
        shown.add_row(*cells)  # what a foreign ledger names is data, not markup
    screen.print(shown)
    screen.print(
        "Verdicts as recorded. To check the evidence, run 'labharness show RUN' or 'labharness verify RUN'."
    )
