"""All published numbers that the harness must reproduce, found by folder."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from labharness.testing import references as package
from labharness.testing.samples import Reference


def references() -> Iterator[tuple[str, Reference]]:
    """Yield every reference after the name of the module that holds it."""
    for each in iter_modules(package.__path__):
        module = import_module(f"{package.__name__}.{each.name}")
        for reference in module.REFERENCES:
            yield each.name, reference
