"""Checks and adapters by folder, each loaded when it is asked for."""

import pickle

import pytest

from labharness.app.discovery import Marked, discover


def test_every_module_of_checks_is_found_under_its_name():
    checks = discover().checks
    assert len(checks) == len(list(checks)) > 80
    assert all(cls.__module__.startswith("labharness.checks.") for cls in checks.values())
    assert all(cls.__module__.endswith(f".{name}") for name, cls in checks.items())
    assert "discovery" not in checks
    with pytest.raises(KeyError):
        checks["discovery"]


def test_a_catalogue_goes_to_another_process():
    checks = discover().checks
    assert pickle.loads(pickle.dumps(checks))["gap"] is checks["gap"]


def test_a_class_bears_the_name_of_its_module(tmp_path, monkeypatch):
    package = tmp_path / "somewhere"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "empty.py").write_text("", encoding="utf-8")
    (package / "right.py").write_text(
        "class Right:\n    mark = type('Info', (), {'name': 'wrong'})\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    found = Marked("somewhere", "mark")
    assert "empty" not in found
    with pytest.raises(RuntimeError, match="must hold one class named 'right'"):
        found["right"]
