"""Import of the module that declares the reasons of an area, when a code of it is first met."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

AREAS, CHECKS = "labharness.model.reasons", "labharness.checks"
"""Packages with the enumerations of the product, by subject, and with the checks, some with their own."""


@cache
def import_area(area: str) -> None:
    """Import the module that declares an area: one of the product's, or the check of that name."""
    rooms = getattr(find_spec(CHECKS), "submodule_search_locations", None)
    floors = (
        f"{CHECKS}.{path.parent.name}" for room in rooms or () for path in Path(room).glob(f"*/{area}.py")
    )
    for name in (_declaring().get(area), *(f"{floor}.{area}" for floor in floors if area.isidentifier())):
        if name is not None:
            import_module(name)


@cache
def _declaring() -> dict[str, str]:
    """Return the modules of the product's reasons by the areas that their enumerations name."""
    folders = getattr(find_spec(AREAS), "submodule_search_locations", None) or ()
    return {
        area: f"{AREAS}.{path.stem}"
        for folder in folders
        for path in sorted(Path(folder).glob("*.py"))
        for area in re.findall(r'^class \w+\(Code, area="(\w+)"\):', path.read_text("utf-8"), re.MULTILINE)
    }
