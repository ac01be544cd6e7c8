"""Examples in what modules say of themselves hold; those of checks are held by their contract."""

import doctest
from importlib import import_module

import pytest

MODULES = [
    "games.outcomes.registry", "games.outcomes.rule", "plans.attendance", "plans.written.edits",
    "simulators.fault", "testing.adapter_kit", "testing.samples",
]  # fmt: skip


@pytest.mark.parametrize("module", MODULES)
def test_examples_hold(module):
    result = doctest.testmod(import_module(f"labharness.{module}"))
    assert (result.attempted > 0, result.failed) == (True, 0)
