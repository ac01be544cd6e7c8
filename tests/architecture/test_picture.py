"""The picture of the packages in docs/architecture.md is drawn from the imports; ``make goldens`` draws it again."""

import ast
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.support.goldens import WRITING
from tests.support.parsed import PRODUCT, ROOT, house, nodes

PAGE = ROOT / "docs" / "architecture.md"
BLOCK = re.compile(r"(<!-- packages, .*?-->\n```\n)(.*?)(```\n<!-- end -->)", re.DOTALL)


def part_of(name):
    """Return the package that a module belongs to, a module at the top for itself; "" of another product."""
    top, *inner = name.split(".")
    if top == "labharness":
        return inner[0] if inner else ""
    return top if top in ("device_adapters", "reports") else ""


def arrows():
    """Return which packages each package imports, at any place of its modules."""
    graph = {}
    for name, source in house(*PRODUCT).items():
        part = part_of(".".join(Path(name).with_suffix("").parts).removesuffix(".__init__"))
        if part and part != "__main__":
            graph.setdefault(part, set()).update(map(part_of, imports(source)))
    return {part: (targets & graph.keys()) - {part} for part, targets in graph.items()}


def imports(source):
    """Yield the names that a module imports."""
    for node in nodes(source):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def drawn(graph):
    """Draw packages in rows, each above all that it imports; an arrow that others imply is left out."""
    below, rows = {}, {}
    for part in TopologicalSorter(graph).static_order():
        below[part] = graph[part].union(*(below[lower] for lower in graph[part]))
        rows[part] = 1 + max((rows[lower] for lower in graph[part]), default=-1)
    longest = max(map(len, graph))
    lines = []
    for level in range(max(rows.values()), -1, -1):
        for part in sorted(name for name, row in rows.items() if row == level):
            implied = set().union(*(below[lower] for lower in graph[part]))
            targets = sorted(graph[part] - implied, key=lambda name: (-rows[name], name))
            lines.append(
                f"{level:>2}  {part:<{longest}}  {'─► ' if targets else ''}{', '.join(targets)}".rstrip()
            )
    return "\n".join(lines) + "\n"


def test_the_picture_is_that_of_the_imports():
    page = PAGE.read_text("utf-8")
    picture = drawn(arrows())
    if WRITING:
        PAGE.write_text(BLOCK.sub(lambda block: block[1] + picture + block[3], page), "utf-8", newline="\n")
        return
    assert BLOCK.search(page)[2] == picture, "draw it again with make goldens"


def test_a_row_lies_above_what_it_imports_and_implied_arrows_are_left_out():
    graph = {"top": {"middle", "floor"}, "middle": {"floor"}, "floor": set(), "alone": set()}

    assert drawn(graph).splitlines() == [
        " 2  top     ─► middle",
        " 1  middle  ─► floor",
        " 0  alone",
        " 0  floor",
    ]


def test_a_circle_is_no_picture():
    with pytest.raises(CycleError):
        drawn({"here": {"there"}, "there": {"here"}})
