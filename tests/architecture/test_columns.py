"""A column is declared once, beside the act that lists it; the table of the command and that of the window are made from it."""

import ast
import re
from pathlib import Path

from tests.support.parsed import house, nodes, parsed

ACTS = {Path(name).stem: source for name, source in house("labharness/acts").items()}
GUI = house("labharness/gui")
SHARED = "headings"
COLUMNS = [
    *("Column", "counted", "sized", "lasting", "moment", "time_utc", "p_value", "hashed"),
    "standing_column",
]
"""What makes a column of the window from a title of its own."""
APART = {
    "demo": "runs with their reports, which no table of the window has",
    "devices": "the window offers them in a field",
    "games": "the window offers games in a field and has no odds",
    "morning": "the window has the tasks of a morning in its report",
    "plan_results": "the window has claims, power and versions in the prose of a plan, and names two plans in its heads",
    "settings": "the window has them in a form",
    "settle": "attempts of a device; a submission in the window lists runs by what its report calls them",
    "show": "decisions as recorded; the window lists the checks that were planned",
    "simulate": "the window offers simulations in fields",
    "status": "the window counts how long a matter waits, and has a card for each bench",
    "submission_pages": "the window has a part for each kind of entry",
}
"""Modules of acts that make a table of the command by itself, each with the reason."""


def titles(text, *makers):
    """Return the titles that calls of some functions are given as text, marked or not."""
    return re.findall(rf"""\b(?:{"|".join(makers)})(?:\[[^()]*\])?\(\s*(?:tr\()?["']([^"']+)["']""", text)


def headings(source):
    """Return the names of a module that are a heading or several, each with the titles that stand there."""
    result = {}
    for node in parsed(source).body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            if isinstance(target, ast.Name) and "ListHead" in (value := ast.unparse(node.value)):
                result[target.id] = titles(value, "ListHead")
    return result


def taken(source, modules=ACTS):
    """Return the modules of acts whose headings a module of the window takes, each with their names."""
    aliases, result = {}, {}
    for node in nodes(source):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("labharness.acts"):
            module = node.module.removeprefix("labharness.acts").lstrip(".")
            for each in node.names:
                if module in modules and each.name in headings(modules[module]):
                    result.setdefault(module, set()).add(each.name)
                elif not module and each.name in modules:
                    aliases[each.asname or each.name] = each.name
    for node in nodes(source):
        module = aliases.get(getattr(node.value, "id", "")) if isinstance(node, ast.Attribute) else None
        if module and node.attr in headings(modules[module]):
            result.setdefault(module, set()).add(node.attr)
    return result


def repeated(source, modules=ACTS):
    """Return the titles that a module of the window gives to columns of its own beside a heading of the same text."""
    known = {
        title
        for module in taken(source, modules)
        for each in headings(modules[module]).values()
        for title in each
    }
    return sorted(known & set(titles(source, *COLUMNS)))


def rows_of(source, maker):
    """Return the names of the types whose rows a module gives columns."""
    return set(re.findall(rf"\b{maker}\[(\w+)", source)) - {"Any", "Row"}


def by_itself(source, modules=ACTS):
    """Return the types whose rows a module of the window shows without the headings of the act that lists such rows."""
    listed = {name: rows_of(text, "ListHead") for name, text in modules.items()}
    own = set().union(*(listed[module] for module in taken(source, modules)), set())
    return sorted((rows_of(source, "Column") & set().union(*listed.values())) - own)


def test_no_table_of_the_window_repeats_a_heading_that_it_takes_from_an_act():
    assert {name: again for name, source in GUI.items() if (again := repeated(source))} == {}


def test_rows_that_an_act_lists_have_its_headings_in_the_window():
    assert {name: alone for name, source in GUI.items() if (alone := by_itself(source))} == {}


def test_every_heading_that_is_offered_is_shown_by_the_window_and_by_the_command():
    every = [(module, name) for module, source in ACTS.items() for name in headings(source)]
    offered = {(module, name) for module, name in every if name[0] != "_"}
    shown = {
        (module, name) for text in GUI.values() for module, names in taken(text).items() for name in names
    }
    assert sorted(offered - shown) == []
    for module, name in sorted(offered):
        users = ACTS.values() if module == SHARED else (ACTS[module],)
        names = (node for source in users for node in nodes(source) if isinstance(node, ast.Name))
        uses = sum(node.id == name and isinstance(node.ctx, ast.Load) for node in names)
        assert uses, (module, name)


def test_every_other_table_of_the_command_has_a_reason_to_stand_apart():
    alone = {name for name, source in ACTS.items() if re.search(r"(?<!class )\bListing\(", source)}

    assert alone - {SHARED} == set(APART)


ACT = 'ITEM = ListHead[Item](tr("Item"), lambda item: item.id)\n_BENCH = ListHead(tr("Bench"), str)'


def test_a_repeated_heading_is_recognized():
    modules = {"queue": ACT}
    assert headings(ACT) == {"ITEM": ["Item"], "_BENCH": ["Bench"]}
    for imported, name in (
        ("from labharness.acts import queue", "queue.ITEM"),
        ("from labharness.acts import queue as acts", "acts.ITEM"),
        ("from labharness.acts.queue import ITEM", "ITEM"),
    ):
        taking = f"{imported}\nQUEUE = (shown({name}, 300),"
        assert taken(f"{taking})", modules) == {"queue": {"ITEM"}}
        assert repeated(f'{taking} Column(tr("Why"), str))', modules) == []
        for again in ('Column(tr("Item"), str)', 'Column[Row](tr("Item"), str)', 'moment(tr("Item"), str)'):
            assert repeated(f"{taking} {again})", modules) == ["Item"], again
        assert repeated(f'{taking} Column(tr("Bench"), str))', modules) == ["Bench"]


def test_rows_with_columns_of_their_own_are_recognized():
    taking = "from labharness.acts.queue import ITEM\n"
    for table in ("QUEUE: tuple[Column[Item], ...] = ()", 'QUEUE = (Column[Item](tr("Name"), str),)'):
        assert by_itself(table, {"queue": ACT}) == ["Item"]
        assert by_itself(taking + table, {"queue": ACT}) == []
    assert by_itself("QUEUE: tuple[Column[Other], ...] = ()", {"queue": ACT}) == []
