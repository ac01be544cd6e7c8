"""Columns of lists: what a command says in its cells, and what of it was untrue before."""

from types import SimpleNamespace

import pytest

from labharness.acts import compare, queue
from labharness.acts.declaring import tr
from labharness.acts.headings import ListHead, listing
from labharness.app.runs.run_comparison import CheckFacts
from labharness.model.results import Outcome, standing_of
from labharness.nights.items import Item, Schedule
from labharness.reason import quoted


def test_columns_of_a_stack_stand_below_each_other_and_those_that_say_nothing_leave_no_line():
    passed = standing_of(Outcome.PASS)
    heads = (
        ListHead("Run", lambda row: row.run),
        ListHead("Verdict", lambda row: row.standing),
        ListHead("Why", lambda row: row.why),
        ListHead("SHA-256", lambda row: row.digest, labeled=True),
    )
    full = SimpleNamespace(run="a", standing=passed, why=quoted("It tore."), digest="0f")
    rows = [full, SimpleNamespace(run="b", standing=None, why=None, digest="")]
    result = listing(rows, heads[0], heads[1:])

    assert result.heads == ("Run", "Verdict, why, SHA-256")
    assert result.rows == (("a", (passed, "\n", "It tore.", "\n", "SHA-256 0f")), ("b", ""))


def test_a_marked_text_says_itself_in_english_and_keeps_what_it_was_made_of():
    text = tr("{hours:,} {hours:hour|hours}", hours=1)
    assert (text, text.template, text.values) == ("1 hour", "{hours:,} {hours:hour|hours}", {"hours": 1})


EVENING = "2026-11-22T23:00:00Z"


@pytest.mark.parametrize(
    ("due", "until", "text"),
    [
        (EVENING, "2026-11-22T23:59:00Z", "Nov 22, 2026, 6:00 p.m. EST until 6:59 p.m."),
        ("2026-11-22T01:00:00Z", EVENING, "Nov 21, 2026, 8:00 p.m. EST until Nov 22, 2026, 6:00 p.m. EST"),
        ("", EVENING, "until Nov 22, 2026, 6:00 p.m. EST"),
        (EVENING, "", "Nov 22, 2026, 6:00 p.m. EST"),
    ],
)
def test_a_window_over_midnight_in_pennsylvania_names_both_days(due, until, text):
    item = Item(id="a", bench="one", device="d", order={}, due=due, until=until)
    assert queue.WINDOW.cell(item) == text


@pytest.mark.parametrize(("hours", "text"), [(0.1, "0.1 hours"), (1.0, "1 hour"), (10.0, "10 hours")])
def test_a_window_of_less_than_an_hour_is_not_none(hours, text):
    assert queue.HOURS.cell(Schedule(id="s", cron="0 18 * * *", zone="UTC", window_h=hours)) == text


def test_a_check_for_information_passes_nothing_also_where_a_command_compares_runs():
    shown = CheckFacts("a", "A", outcome=Outcome.PASS, shown_only=True)
    words = [compare.OUTCOME.cell(each) for each in (shown, CheckFacts("b", "B"), None)]
    assert words == ["For information", "NOT TESTED", "not planned"]
