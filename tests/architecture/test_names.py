"""Every name says one thing: no two public classes of the product share one."""

import ast
from collections import defaultdict

from tests.support.parsed import PRODUCT, house, parsed


def public_classes() -> dict[str, list[str]]:
    """Return the modules that define each public class, by its name."""
    places = defaultdict(list)
    for name, source in house(*PRODUCT).items():
        for node in parsed(source).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(name)
    return places


def test_no_two_public_classes_have_the_same_name():
    assert {name: places for name, places in public_classes().items() if len(places) > 1} == {}
