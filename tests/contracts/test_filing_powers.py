"""The window and the command line decide the same about submissions, and whom they let decide is what entries declare."""

from labharness.acts import submission as acts
from labharness.filings.entries.snapshot import MAY
from labharness.gui.filings.tabs.decisions_tab import KINDS

DECISIONS = {
    "recommendation": acts.recommend,
    "waiver": acts.waive,
    "exclusion": acts.exclude,
    "confirmation": acts.confirm,
    "invalidation": acts.invalidate,
    "explanation": acts.explain,
}
OF_THE_WINDOW = {
    "plan_approval": "on the command line the folder of TOML files has it",
    "opinion": "as a plan's approval",
}
"""Kinds without a command, each with the reason."""


def test_every_decision_of_the_window_has_a_command_or_a_reason_for_none():
    assert set(KINDS) == DECISIONS.keys() | OF_THE_WINDOW.keys()


def test_whoever_decides_has_the_role_that_the_entry_declares():
    assert {kind: act.gate.roles for kind, act in DECISIONS.items()} == {
        kind: (MAY[kind],) for kind in DECISIONS
    }
