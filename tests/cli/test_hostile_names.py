"""Names in a foreign ledger are data: neither markup nor commands to the terminal."""

import pytest

from labharness.app.workspace.workspace import Workspace
from labharness.cli.console import harmless, screen, table
from labharness.cli.root import main
from tests.support.runs import altered, forge, tiny_run


def test_a_plan_named_like_markup_does_not_stop_the_list_of_runs(tmp_path, capsys):
    space = Workspace.init(tmp_path / "space")
    run = tiny_run(space.path / "runs" / "foreign")
    records = list(run.records())
    records[0] = altered(records[0], plan=run.begun().plan.model_copy(update={"id": "[/red]\x1b[2J"}))
    forge(run, records)
    with pytest.raises(SystemExit) as left:
        main(["runs", "--workspace", str(space.path)])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    assert "[/red]" in shown
    assert "\x1b[2J" not in shown


def test_controls_are_shown_and_not_obeyed():
    assert harmless("a\x1b]0;b\x07\nc") == "aU+001B]0;bU+0007\nc"


def test_a_cell_of_a_table_is_no_markup(capsys):
    shown = table("Device")
    shown.add_row("[/red] :bomb: \x1b[2J")
    screen.print(shown)
    out = capsys.readouterr().out
    assert "[/red] :bomb: U+001B[2J" in out


def test_a_line_is_no_markup(capsys):
    screen.print("[/red] :bomb: [bold]x[/bold]", style="bold")
    assert "[/red] :bomb: [bold]x[/bold]" in capsys.readouterr().out
