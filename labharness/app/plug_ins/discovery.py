"""Find checks, adapters and report sections: packaged ones, those of installed distributions, and a workspace's own."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from labharness.analysis.sampling import check as check_protocol
from labharness.analysis.sampling.catalog import Catalog
from labharness.app.outside import DATA, KINDS, outside_modules, package_of
from labharness.app.outside.trusted import FOLDER
from labharness.app.plug_ins.plug_in_files import data_files, plug_ins_of, read_data
from labharness.devices import adapter as adapter_protocol
from labharness.errors import PlugInError
from labharness.model.reasons.command import PlugIns

PACKAGED = dict(zip(KINDS, ("labharness.checks", "device_adapters", "reports"), strict=True))
"""Packages of the plug-ins that come with the product, by kind."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A module in which a plug-in may be.

    Parameters
    ----------
    module, file
        Its full name, and where its source is.
    packaged
        Whether it comes with the product.
    """

    module: str
    file: str
    packaged: bool


def leaves(package: str, *, packaged: bool = False) -> Iterator[Leaf]:
    """Yield the modules of a package and its floors, in order; a plain module is its own only leaf.

    Raises
    ------
    PlugInError
        If the package is not installed, or it or a floor does not load.
    """
    try:
        importlib.import_module(package)
        spec = find_spec(package)
    except Exception as error:  # the code of others may raise anything
        raise PlugInError(PlugIns.NOT_LOADED(file=package, why=repr(error))) from error
    assert spec is not None
    if spec.submodule_search_locations is None:
        yield Leaf(package, spec.origin or package, packaged)
        return
    for module in pkgutil.iter_modules(spec.submodule_search_locations, f"{package}."):
        if module.ispkg:
            yield from leaves(module.name, packaged=packaged)
        elif packaged or not module.name.rpartition(".")[2].startswith("_"):
            result = find_spec(module.name)
            yield Leaf(module.name, (result and result.origin) or module.name, packaged)


@cache
def _packaged(package: str) -> tuple[Leaf, ...]:
    """Return the modules of a package of the product; they stay the same while the program runs."""
    return tuple(leaves(package, packaged=True))


def _of_product(package: str) -> Iterator[Leaf]:
    yield from _packaged(package)


def names(package: ModuleType) -> dict[str, str]:
    """Return the full name of each module of a package and its floors, by its last part, sorted.

    Raises
    ------
    RuntimeError
        If two floors hold modules of the same name.
    """
    named: dict[str, str] = {}
    for leaf in leaves(package.__name__, packaged=True):
        last = leaf.module.rpartition(".")[2]
        if named.setdefault(last, leaf.module) != leaf.module:
            raise RuntimeError(f"{leaf.module} and {named[last]} have the same name.")
    return dict(sorted(named.items()))


def modules(package: ModuleType) -> Iterator[ModuleType]:
    """Import and yield every module of a package and its floors, by name."""
    return map(importlib.import_module, names(package).values())


def _outside(folder: Path) -> Iterator[tuple[str, str]]:
    try:
        for module, file in outside_modules(folder, package_of(folder)):
            yield module, str(file)
    except OSError as error:
        raise PlugInError(PlugIns.NOT_LOADED(file=str(folder), why=str(error.strerror))) from error


@dataclass(frozen=True, slots=True)
class FoundModules:
    """Modules of one kind of plug-in.

    Parameters
    ----------
    leaves
        By the last part of the module's name; several where places have the same.
    problems
        Packages that cannot be looked into.
    """

    leaves: Mapping[str, tuple[Leaf, ...]]
    problems: tuple[PlugInError, ...]


def find(kind: str, workspace: Path | None = None) -> FoundModules:
    """Return the modules of a kind: packaged, of installed distributions, and in a workspace's ``plugins`` folder.

    Parameters
    ----------
    workspace
        The one that a person named or opened; never the place of a run, a capture or a report that is read.
    """
    groups: list[Iterator[Leaf]] = [_of_product(PACKAGED[kind])]
    groups += [leaves(name) for name in sorted({point.value for point in plug_ins_of(kind)})]
    if workspace is not None and (folder := (workspace / FOLDER / kind).absolute()).is_dir():
        groups.append(Leaf(*each, packaged=False) for each in _outside(folder))
    named: dict[str, tuple[Leaf, ...]] = {}
    problems = []
    for group in groups:
        try:
            for leaf in group:
                last = leaf.module.rpartition(".")[2]
                named[last] = (*named.get(last, ()), leaf)
        except PlugInError as error:
            problems.append(error)
    return FoundModules(dict(sorted(named.items())), tuple(problems))


def load(name: str, result: tuple[Leaf, ...]) -> ModuleType:
    """Import the module of a name; raises :class:`PlugInError` where there are several or it does not load."""
    if len(result) > 1:
        raise PlugInError(PlugIns.NAMED_TWICE(name=name, files=tuple(each.file for each in result)))
    (leaf,) = result
    try:
        return importlib.import_module(leaf.module)
    except PlugInError:  # nobody trusted it
        raise
    except (Exception, SystemExit) as error:  # the code of others may raise anything
        raise PlugInError(PlugIns.NOT_LOADED(file=leaf.file, why=repr(error))) from error


def section_modules(workspace: Path | None = None) -> Iterator[ModuleType]:
    """Import and yield every section of reports; raises :class:`PlugInError` at the first that cannot be used."""
    result = find("reports", workspace)
    for error in result.problems:
        raise error
    return (load(name, places) for name, places in result.leaves.items())


def discover(workspace: Path | None = None) -> Catalog:
    """Return every check and adapter there is for a workspace that a person named or opened, or for none."""
    return Catalog(
        checks=Marked(find("checks", workspace).leaves, check_protocol.INFO),
        adapters=Marked(find("adapters", workspace).leaves, adapter_protocol.INFO),
    )


def problems(workspace: Path | None = None) -> list[PlugInError]:
    """Return what is wrong with plug-ins, for whoever looks before a plan names them."""
    marks = {"checks": check_protocol.INFO, "adapters": adapter_protocol.INFO}
    wrong: list[PlugInError] = []
    for kind in PACKAGED:
        result = find(kind, workspace)
        wrong += result.problems
        marked = Marked(result.leaves, marks[kind]) if kind in marks else None
        for name, places in result.leaves.items():
            try:
                if marked is None:
                    load(name, places)
                else:
                    marked.get(name)
            except PlugInError as error:
                wrong.append(error)
    for kind in DATA:
        try:
            for name in data_files(kind, workspace):
                read_data(kind, name, workspace)
        except PlugInError as error:
            wrong.append(error)
    return wrong


class Marked(Mapping[str, type[Any]]):
    """Classes under a decorator by the name it gives them, which is that of their module.

    A module is imported when its class is asked for: an analysis takes some of the checks, and loading all
    would take longer than counting a short file.  One that cannot be used is refused when it is asked for, with
    :class:`PlugInError`, and is not among those listed.

    Parameters
    ----------
    modules
        Where they may be, by name; a packaged module may also hold none.
    mark
        What the decorator leaves on a class.
    """

    def __init__(self, modules: Mapping[str, tuple[Leaf, ...]], mark: str) -> None:
        self._mark = mark
        self._found: dict[str, type[Any] | None] = {}
        self._modules = modules

    def __getitem__(self, name: str) -> type[Any]:
        result = self._class(name) if name in self._modules else None
        if result is None:
            raise KeyError(name)
        return result

    def __iter__(self) -> Iterator[str]:
        for name in self._modules:
            with suppress(PlugInError):
                if self._class(name):
                    yield name

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _class(self, name: str) -> type[Any] | None:
        if name not in self._found:
            module = load(name, self._modules[name])
            own = [
                cls
                for _, cls in inspect.getmembers(module, inspect.isclass)
                if cls.__module__ == module.__name__ and self._mark in vars(cls)
            ]
            (leaf,) = self._modules[name]
            named = tuple(str(vars(cls)[self._mark].name) for cls in own)
            if not named and not leaf.packaged:
                raise PlugInError(PlugIns.UNMARKED(file=leaf.file, name=name))
            if named not in ((), (name,)):
                raise PlugInError(PlugIns.MISNAMED(file=leaf.file, name=name, names=named))
            self._found[name] = own[0] if own else None
        return self._found[name]
