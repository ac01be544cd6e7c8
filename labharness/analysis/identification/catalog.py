"""Families of generators, found by folder."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from labharness.analysis.identification.generator import KnownGenerator

FAMILIES = "labharness.analysis.generators"
"""One file a family; it stands above this floor, so that no engine can depend on a family."""


@cache
def families() -> tuple[KnownGenerator, ...]:
    """Return every family, in the order of the search: by stage, then by the name of its file."""
    places = import_module(FAMILIES).__path__
    names = sorted(leaf.name for leaf in pkgutil.iter_modules(places) if not leaf.name.startswith("_"))
    known = [import_module(f"{FAMILIES}.{name}").GENERATOR for name in names]
    return tuple(sorted(known, key=lambda family: family.stage))
