"""Tables of commands: whole words on every console, as a table or as one block of lines for each row."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.text import Text

from labharness.app.workspace.workspace import Workspace
from labharness.cli.console import harmless, screen, table
from labharness.cli.root import main
from tests.support.runs import altered, forge, tiny_run

PLAN = "pai-gow-poker-645a-automated-dealing-shoe-exercises"
HASH = "584e63a38689eba65f74e8d4448c91bca7f92c5692be8238e2e2d54b32a820dd"


def printed(width, *rows):
    result = table("Item, plan", "Bench,\ndevice", "State", "Verdict", "Hash")
    for row in rows:
        result.add_row(*row)
    written = io.StringIO()
    Console(file=written, width=width, soft_wrap=True, highlight=False).print(result)
    return written.getvalue()


ROW = (f"night\n{PLAN}", "one\nusb://1", "waiting", Text("INCONCLUSIVE", style="bold"), HASH)


def test_a_table_that_does_not_fit_becomes_blocks_of_lines():
    assert printed(80, ROW, ("second", "", "", "", "")).splitlines() == [
        "night",
        PLAN,
        "    Bench, device: one, usb://1",
        "    State: waiting",
        "    Verdict: INCONCLUSIVE",
        f"    Hash: {HASH}",
        "second",
    ]


def test_a_table_that_fits_stays_a_table():
    assert "━" in printed(120, ROW)
    assert "━" in printed(80, ("night", *ROW[1:])), "a hash is folded"


def test_no_width_breaks_a_word():
    for width in range(20, 160, 7):
        shown = printed(width, ROW)
        assert all(word in shown for word in (PLAN, "waiting", "INCONCLUSIVE", "Verdict")), width


def test_a_table_without_rows_prints_on_every_width():
    assert printed(10) == ""
    assert "State" in printed(80)


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


def test_controls_are_shown_and_not_obeyed_and_neither_cell_nor_line_is_markup(capsys):
    assert harmless("a\x1b]0;b\x07\nc") == "aU+001B]0;bU+0007\nc"
    shown = table("Device")
    shown.add_row("[/red] :bomb: \x1b[2J")
    screen.print(shown)
    assert "[/red] :bomb: U+001B[2J" in capsys.readouterr().out
    screen.print("[/red] :bomb: [bold]x[/bold]", style="bold")
    assert "[/red] :bomb: [bold]x[/bold]" in capsys.readouterr().out
