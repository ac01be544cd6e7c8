"""Families of generators, found by folder."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from labharness.analysis.identification.generator import KnownGenerator

FAMILIES = "labharness.analysis.generators"
"""One file a family; it stands above this floor, so that no engine can depend on a family."""

SHUFFLES = f"{FAMILIES}.shuffles"
"""Those that are tried on orders of cards only."""


@cache
def families(folder: str = FAMILIES) -> tuple[KnownGenerator, ...]:
    """Return every family of a folder, in the order of the search: by stage, then by the name of its file."""
    leaves = pkgutil.iter_modules(import_module(folder).__path__)
    names = sorted(leaf.name for leaf in leaves if not (leaf.ispkg or leaf.name.startswith("_")))
    known = [import_module(f"{folder}.{name}").GENERATOR for name in names]
    return tuple(sorted(known, key=lambda family: family.stage))


def place_of(family: KnownGenerator) -> tuple[str, int]:
    """Return the folder in which a family is found, and its place there."""
    folder = FAMILIES if family in families() else SHUFFLES
    return folder, families(folder).index(family)


def at(folder: str, place: int) -> KnownGenerator:
    """Return the family of a place."""
    return families(folder)[place]
