"""The window and the command line decide the same about submissions, and whom they let decide is what entries declare."""

from importlib import import_module

from labharness.filings.entries.snapshot import MAY

DECISIONS = {
    "recommendation": "recommend",
    "waiver": "waive",
    "exclusion": "exclude",
    "confirmation": "confirm",
    "invalidation": "invalidate",
    "explanation": "explain",
}
OF_THE_WINDOW = {
    "plan_approval": "on the command line the folder of TOML files has it",
    "opinion": "as a plan's approval",
}
"""Kinds without a command, each with the reason."""


def test_every_decision_of_the_window_has_a_command_or_a_reason_for_none():
    from labharness.gui.filings.decision_dialog import ACTS

    assert set(ACTS) == DECISIONS.keys() | OF_THE_WINDOW.keys()


def test_whoever_decides_has_the_role_that_the_entry_declares():
    acts = import_module("labharness.acts.submission")
    assert {kind: getattr(acts, name).gate.roles for kind, name in DECISIONS.items()} == {
        kind: (MAY[kind],) for kind in DECISIONS
    }
