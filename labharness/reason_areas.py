"""Import of the module that declares the reasons of an area, when a code of it is first met."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

AREAS, CHECKS = "labharness.model.reasons", "labharness.checks"
"""Packages with the enumerations of the product, one module an area, and with the checks, some with their own."""


@cache
def import_area(area: str) -> None:
    """Import the module that declares an area: one of the product's, or the check of that name."""
    rooms = getattr(find_spec(CHECKS), "submodule_search_locations", None)
    floors = (
        f"{CHECKS}.{path.parent.name}" for room in rooms or () for path in Path(room).glob(f"*/{area}.py")
    )
    for package in (AREAS, *floors) if area.isidentifier() else ():
        if find_spec(f"{package}.{area}") is not None:
            import_module(f"{package}.{area}")
