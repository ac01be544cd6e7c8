"""Every module of the product is reached by the product: what only tests use belongs to the tests."""

import ast
import tomllib
from functools import cache
from pathlib import Path

import pytest

from tests.support.parsed import PRODUCT, ROOT, house, nodes

BY_FOLDER = (
    "device_adapters",
    "labharness.acts",
    "labharness.analysis.generators",
    "labharness.checks",
    "labharness.devices.transports",
    "labharness.filings.store.migrations",
    "labharness.games.outcomes",
    "labharness.model.reasons",
    "labharness.nights.store.lease_migrations",
    "labharness.nights.store.migrations",
    "labharness.simulators.faults",
    "labharness.simulators.machines",
    "labharness.testing.references",
    "reports",
)
"""Packages whose modules the product finds by their folder."""
FOR_AUTHORS = ("labharness.api", "labharness.testing.adapter_kit", "labharness.testing.samples")
"""What scripts and authors of plug-ins import; the manual describes it."""


def sources():
    """Text of every module by its name."""
    return {
        ".".join(Path(name).with_suffix("").parts).removesuffix(".__init__"): source
        for name, source in house(*PRODUCT).items()
    }


@cache
def named(source):
    """Names that a module imports, or writes as the name of a module to import."""
    names = set()
    for node in nodes(source):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.update([node.module, *(f"{node.module}.{alias.name}" for alias in node.names)])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.add(node.value.partition(":")[0])
    return names


def entries():
    """Modules that something outside the packages starts: commands of the installed program, and what packages it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    scripts = {**project["scripts"], **project["gui-scripts"]}
    yield from (target.partition(":")[0] for target in scripts.values())
    for file in (ROOT / "docs" / "packaging").glob("*.py"):
        yield from named(file.read_text("utf-8"))


def unreached(modules):
    """Modules that neither the installed commands, nor a folder, nor a module reached by them, leads to."""
    found_by_folder = [
        name
        for name, source in modules.items()
        if name.startswith(tuple(f"{package}." for package in BY_FOLDER))
        or (name.rpartition(".")[0] == "labharness.gui" and "\nROOM = " in source)
    ]
    programs = [name for name in modules if name.endswith(".__main__")]
    open_names = [*entries(), *found_by_folder, *programs, *FOR_AUTHORS]
    reached = set()
    while open_names:
        name = open_names.pop()
        if name in reached or name not in modules:
            continue
        reached.add(name)
        open_names += [name.rpartition(".")[0], *named(modules[name])]
    return {name for name in set(modules) - reached if modules[name].count("\n") > 1}


def test_every_module_is_reached_by_the_product():
    assert unreached(sources()) == set()


def test_a_package_found_by_folder_exists():
    modules = sources()

    assert [package for package in (*BY_FOLDER, *FOR_AUTHORS) if package not in modules] == []


@pytest.mark.parametrize(
    ("name", "reason"),
    [("labharness.simulators.planted", "nobody"), ("labharness.checks.planted.planted", "folder")],
)
def test_a_planted_module_is_named_unless_its_folder_is_searched(name, reason):
    planted = sources() | {name: '"""Planted."""\n\nVALUE = 1\n'}

    assert unreached(planted) == ({name} if reason == "nobody" else set())
