"""Checks and adapters by folder, each loaded when it is asked for."""

import pickle

import pytest

from labharness.app.plug_ins.discovery import discover


def test_every_module_of_checks_is_found_under_its_name():
    checks = discover().checks
    assert len(checks) == len(list(checks)) > 80
    assert all(cls.__module__.startswith("labharness.checks.") for cls in checks.values())
    assert all(cls.__module__.endswith(f".{name}") for name, cls in checks.items())
    assert "discovery" not in checks
    with pytest.raises(KeyError):
        checks["discovery"]


def test_a_catalog_goes_to_another_process():
    checks = discover().checks
    assert pickle.loads(pickle.dumps(checks))["gap"] is checks["gap"]
