"""The tables of the manual, written from the checks, acts and kits: ``make manual``."""

import ast
import re
from pathlib import Path

import numpy as np

import labharness.checks
from labharness.acts.declaring import WindowControl
from labharness.analysis.identification.generator import families
from labharness.analysis.identification.stream import Stream
from labharness.analysis.sampling.check import INFO, info_of
from labharness.app.plug_ins.discovery import modules
from labharness.assessment.file_analysis import fewest, needs
from labharness.model.observations import Kind
from labharness.model.reasons.game import Effort
from tests.support.every_act import every_act

DOCS = Path(__file__).parents[2] / "docs"
STATISTICS, PAGES = DOCS / "statistics.md", DOCS / "checks"
INDEX, IDENTIFIED = PAGES / "README.md", PAGES / "identified_generator.md"
REACH, LENGTH = DOCS / "generators.md", 250_000
COMMANDS, KITS = DOCS / "commands-and-window.md", DOCS / "kits.md"

CLASSES = {
    info_of(value).name: value
    for module in modules(labharness.checks)
    for value in vars(module).values()
    if isinstance(value, type) and INFO in vars(value)
}
_TABLE = re.compile(r"(<!-- checks of (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_FAMILIES = re.compile(r"(<!-- families -->\n).*?(<!-- end of families -->)", re.DOTALL)
_REACH = re.compile(r"(<!-- reach -->\n).*?(<!-- end of reach -->)", re.DOTALL)
_ACTS = re.compile(r"(<!-- acts -->\n).*?(<!-- end of acts -->)", re.DOTALL)
_KIT = re.compile(r"(## `([\w.]+\.kit)`\n\n)(?:\|.*\n)+")
_RULE = re.compile(r"58 Pa\. Code § 810a\.5\(c\)\((\d+)\), \*(.*?)\*")


HEADINGS = [
    "In the rule",
    "Definition",
    "Law and conditions",
    "How to read it",
    "What it cannot see",
    "Reference",
]
"""Of the page of a check of outcomes."""


def floor(check):
    """Return the folder of a check: what it reads."""
    return check.__module__.split(".")[-2]


def statistics(text):
    """Return the statistics manual with the table of each floor written anew."""
    return _TABLE.sub(lambda result: result[1] + "\n" + _checks_of(result[2]) + "\n" + result[3], text)


def index(text):
    """Return the index of the pages with its table written anew."""
    return _TABLE.sub(lambda result: result[1] + "\n" + _pages() + "\n" + result[3], text)


def generators(text):
    """Return the page of known generators with the table of families written anew."""
    return _FAMILIES.sub(lambda result: result[1] + "\n" + _families() + "\n" + result[2], text)


def reach(text):
    """Return the page of generators with the table of outcomes needed written anew."""
    return _REACH.sub(lambda place: place[1] + "\n" + _needs() + "\n" + place[2], text)


def acts(text):
    """Return the page of commands and the window with its table written anew."""
    rows = [
        (act.name, act.window.room, act.control.words, "")
        if isinstance(act.window, WindowControl)
        else (act.name, "", "", act.window)
        for act in every_act()
    ]
    heads = ("command", "room", "control or part", "reason where there is none")
    table = _table(heads, rows).replace("|  |", "| |").replace("|  |", "| |")
    return _ACTS.sub(lambda place: f"{place[1]}\n{table}\n{place[2]}", text)


def kits(text):
    """Return the page of the kits with their tables written anew, by the place where each name is defined."""
    return _KIT.sub(lambda place: place[1] + _table(("where", "names"), _kit(place[2])), text)


def _kit(module):
    source = (DOCS.parent / module.replace(".", "/")).with_suffix(".py").read_text("utf-8")
    names = {}
    for node in ast.walk(next(each for each in ast.parse(source).body if isinstance(each, ast.If))):
        if isinstance(node, ast.ImportFrom):
            where = node.module.removeprefix("labharness.").replace(".", " › ")
            names.setdefault(where, []).extend(each.asname or each.name for each in node.names)
    for where, offered in sorted(names.items()):
        yield where, ", ".join(f"`{name}`" for name in sorted(offered, key=str.casefold))


def _needs():
    """Return a row for each family: how many outcomes in a row prove it, by the call that needs the fewest to the one that needs the most."""
    streams = [Stream.of((np.arange(LENGTH) * 2_654_435_761 >> 16) % n, n) for n in (2, 7, 52)]
    rows = []
    for family in sorted(families(), key=lambda family: family.name.casefold()):
        rows.append((family.name, *(_reach(family, stream) for stream in streams)))
    return _table(("generator", "2 outcomes", "7 outcomes", "52 outcomes"), rows)


def _reach(family, stream):
    by_call = needs(family, stream).values()
    reached = sorted({fewest(family, stream), *by_call} - {None})
    if not reached:
        return "out of reach"
    assert reached[-1] <= LENGTH
    return " to ".join(f"{need:,}" for need in dict.fromkeys((reached[0], reached[-1]))) + " †" * (
        None in by_call
    )


def _families():
    """Return a row for each family, its calls with the strides that the default and the full effort try."""
    rows = []
    for family in sorted(families(), key=lambda family: family.name.casefold()):
        calls = "; ".join(f"`{call.name}`" for call in family.calls)
        strides = " / ".join(_span(family.strides(effort)) for effort in Effort)
        rows.append((family.name, calls, strides, family.source))
    return _table(("generator", "calls", "strides, default / full", "source"), rows)


def _span(numbers):
    return f"{min(numbers)} … {max(numbers)}" if len(numbers) > 1 else str(*numbers)


def _checks_of(wanted):
    infos = [info_of(check) for check in CLASSES.values() if floor(check) == wanted]
    rows = [
        (
            f"`{info.name}`",
            ", ".join(sorted(info.observes)),
            info.hypothesis,
            info.null_law,
            info.applies_from,
            info.reference,
        )
        for info in sorted(infos, key=lambda info: info.name)
    ]
    return _table(("check", "reads", "null hypothesis", "null law", "applies from", "source"), rows)


def _pages():
    """Return the pages of the checks of outcomes by the test of the rule that each defines; the others last."""
    rows = []
    for name in (name for name, check in CLASSES.items() if Kind.DRAW in info_of(check).observes):
        page = PAGES / f"{name}.md"
        text = page.read_text(encoding="utf-8") if page.is_file() else ""
        title, (_, _, rule) = re.match(r"# (.*) \(`", text), text.partition(f"## {HEADINGS[0]}\n\n")
        if not (title and rule):
            raise SystemExit(f"Write {page}: # Title (`{name}`), then the headings {', '.join(HEADINGS)}.")
        named = _RULE.match(rule)
        number, test = (int(named[1]), f"({named[1]}) {named[2]}") if named else (99, "–")
        rows.append((number, name, (test, f"[{title[1]}]({name}.md)", f"`{name}`")))
    return _table(("in the rule", "page", "`check` in a plan"), [row for _, _, row in sorted(rows)])


def _table(heads, rows):
    lines = [f"| {' | '.join(cells)} |" for cells in (heads, *rows)]
    return "\n".join([lines[0], "|" + "---|" * len(heads), *lines[1:], ""])


if __name__ == "__main__":
    texts = [
        (page, tables(page.read_text(encoding="utf-8")))
        for page, tables in (
            (STATISTICS, statistics),
            (INDEX, index),
            (IDENTIFIED, generators),
            (REACH, reach),
            (COMMANDS, acts),
            (KITS, kits),
        )
    ]
    for page, text in texts:
        page.write_text(text, encoding="utf-8")
