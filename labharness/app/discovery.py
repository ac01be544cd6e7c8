"""Find checks, adapters and report sections by folder."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

import device_adapters
from labharness import checks
from labharness.analysis.sampling import check as check_protocol
from labharness.analysis.sampling.catalogue import Catalogue
from labharness.devices import adapter as adapter_protocol


def names(package: ModuleType) -> dict[str, str]:
    """Return the full name of each module of a package and its floors, by its last part, sorted.

    Raises
    ------
    RuntimeError
        If two floors hold modules of the same name.
    """
    named: dict[str, str] = {}
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        last = module.name.rpartition(".")[2]
        if not module.ispkg and named.setdefault(last, module.name) != module.name:
            raise RuntimeError(f"{module.name} and {named[last]} have the same name.")
    return dict(sorted(named.items()))


def modules(package: ModuleType) -> Iterator[ModuleType]:
    """Import and yield every module of a package and its floors, by name."""
    return map(importlib.import_module, names(package).values())


def discover() -> Catalogue:
    """Return every packaged check and adapter."""
    return Catalogue(
        checks=Marked(checks.__name__, check_protocol.INFO),
        adapters=Marked(device_adapters.__name__, adapter_protocol.INFO),
    )


class Marked(Mapping[str, type[Any]]):
    """Classes under a decorator by the name it gives them, which is that of their module.

    A module is imported when its class is asked for: an analysis takes some of the checks, and loading all
    would take longer than counting a short file.

    Parameters
    ----------
    package
        Where they are; a module may also hold none.
    mark
        What the decorator leaves on a class.
    """

    def __init__(self, package: str, mark: str) -> None:
        self._mark = mark
        self._found: dict[str, type[Any] | None] = {}
        self._modules = names(importlib.import_module(package))

    def __getitem__(self, name: str) -> type[Any]:
        found = self._class(name) if name in self._modules else None
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._modules if self._class(name))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _class(self, name: str) -> type[Any] | None:
        if name not in self._found:
            module = importlib.import_module(self._modules[name])
            own = [
                cls
                for _, cls in inspect.getmembers(module, inspect.isclass)
                if cls.__module__ == module.__name__ and self._mark in vars(cls)
            ]
            named = [vars(cls)[self._mark].name for cls in own]
            if named not in ([], [name]):
                raise RuntimeError(f"{module.__name__} must hold one class named {name!r}, not {named}.")
            self._found[name] = own[0] if own else None
        return self._found[name]
