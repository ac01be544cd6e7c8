"""Find checks, adapters and report sections by folder."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import device_adapters
from labharness import checks
from labharness.analysis import check as check_protocol
from labharness.analysis.catalogue import Catalogue
from labharness.devices import adapter as adapter_protocol


def modules(package: ModuleType) -> Iterator[ModuleType]:
    """Import and yield every module of a package, by name."""
    for found in sorted(pkgutil.iter_modules(package.__path__), key=lambda one: one.name):
        yield importlib.import_module(f"{package.__name__}.{found.name}")


def discover() -> Catalogue:
    """Return every packaged check and adapter."""
    return Catalogue(
        checks=dict(_marked(checks, check_protocol.INFO)),
        adapters=dict(_marked(device_adapters, adapter_protocol.INFO)),
    )


def _marked(package: ModuleType, mark: str) -> Iterator[tuple[str, type]]:
    for module in modules(package):
        for _, cls in inspect.getmembers(module, inspect.isclass):
            if cls.__module__ == module.__name__ and mark in vars(cls):
                yield vars(cls)[mark].name, cls
