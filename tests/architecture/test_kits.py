"""The kits that plug-ins are written with: every name is there, is described, and costs nothing before it is used."""

import ast
import json
import re
import subprocess
import sys
from importlib import import_module

import pytest

from tests.support.parsed import ROOT, house, nodes

KITS = {
    "labharness.analysis.kit": "labharness.checks",
    "labharness.devices.kit": "device_adapters",
    "labharness.reporting.kit": "reports",
}
HEAVY = {"numba", "scipy", "flint", "PySide6", "sqlalchemy", "pikepdf", "pyhanko", "usb", "serial"}


def loaded(program):
    """Names of the modules that a program has loaded when it ends."""
    command = [sys.executable, "-c", f"{program}\nimport json, sys; print(json.dumps(list(sys.modules)))"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, encoding="utf-8")
    return set(json.loads(done.stdout))


def used(package):
    """Names that the modules of a package take from their kit."""
    for source in house(package.replace(".", "/")).values():
        for node in nodes(source):
            if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "kit":
                yield node.attr


def test_every_name_is_there_and_a_plug_in_uses_it_or_a_page_shows_it():
    for name, users in KITS.items():
        kit = import_module(name)
        pages = " ".join(path.read_text("utf-8") for path in (ROOT / "docs").glob("adding-*.md"))
        shown = set(re.findall(r"\bkit\.(\w+)", pages))

        assert kit.VERSION == 1, name
        with pytest.raises(AttributeError):
            _ = kit.nothing_of_that_name
        assert all(getattr(kit, each) is not None for each in dir(kit)), name
        assert set(dir(kit)) - {*used(users), *shown} == set(), name


def test_a_kit_loads_nothing_before_it_is_used():
    ours = {each for each in loaded(f"import {', '.join(KITS)}") if each.startswith("labharness.")}

    assert ours == {"labharness.lazy_names", *KITS, *(name.removesuffix(".kit") for name in KITS)}


def test_plug_ins_load_no_heavy_library():
    modules = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for package in KITS.values()
        for path in (ROOT / package.replace(".", "/")).rglob("*.py")
        if path.stem != "__init__"
    ]
    libraries = {each.partition(".")[0] for each in loaded(f"import {', '.join(modules)}")}

    assert libraries & HEAVY == set()
