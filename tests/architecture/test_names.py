"""Every name says one thing: no two public classes of the product share one."""

import ast
from collections import defaultdict
from pathlib import Path

from tests.support.parsed import parsed

ROOT = Path(__file__).parents[2]
PACKAGES = ("labharness", "device_adapters", "reports")


def public_classes() -> dict[str, list[str]]:
    """Return the modules that define each public class, by its name."""
    places = defaultdict(list)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in parsed(path.read_text("utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places[node.name].append(path.relative_to(ROOT).as_posix())
    return places


def test_no_two_public_classes_have_the_same_name():
    assert {name: places for name, places in public_classes().items() if len(places) > 1} == {}
