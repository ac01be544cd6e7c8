"""Tables of commands: whole words on every console, as a table or as one block of lines for each row."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.text import Text

from labharness.cli.console import table

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


@pytest.mark.parametrize("width", range(20, 160, 7))
def test_no_width_breaks_a_word(width):
    shown = printed(width, ROW)
    assert all(word in shown for word in (PLAN, "waiting", "INCONCLUSIVE", "Verdict"))


def test_a_table_without_rows_prints_on_every_width():
    assert printed(10) == ""
    assert "State" in printed(80)
