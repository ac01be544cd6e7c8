"""Every command has its place in the window, or a reason why it has none; the table of the manual is the one that is checked."""

import ast
import re
from functools import cache
from pathlib import Path

import labharness.gui
from labharness.acts.declaring import WindowControl
from labharness.cli.folder import every_command
from labharness.gui.rooms import ROOMS
from tests.support.every_act import every_act
from tests.support.parsed import parsed

GUI = Path(labharness.gui.__file__).parent
TABLE = Path(__file__).parents[2] / "docs" / "commands-and-window.md"
PACKAGES = {
    "Live": ("run",),
    "New run": ("starting",),
    "Results": ("results",),
    "Submissions": ("filings", "filing_dialogs"),
}
"""Packages of a room where they have not its name."""
LEAST_REASON = 40


def rows():
    for line in TABLE.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == 4 and cells[0] not in ("command", "---"):
            yield tuple(cells)


def commands(sources=None, before=()):
    for name, source in (sources or every_command()).items():
        if source.function:
            yield " ".join((*before, name)).strip()
        else:
            yield from commands(source.within(), (*before, name))


@cache
def words(package):
    """Return what the controls of a package say: the texts of its code, documentation left out."""
    result, sources = set(), [file.read_text("utf-8") for file in (GUI / package).rglob("*.py")]
    for source in sources:
        nodes = list(ast.walk(parsed(source)))
        documented = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}  # stand by themselves
        result |= {
            node.value.replace("&", "").partition("{")[0].strip().rstrip("…")
            for node in nodes
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documented
        }
    source = "".join(sources)
    named = set(re.findall(r"\b(\w+)(?=\.(\w+))", source))
    acts = dict(re.findall(r"^from labharness\.acts import (\w+) as (\w+)$", source, re.MULTILINE))
    for module, alias in acts.items():
        result |= headings(module, {name for of, name in named if of == alias})
    controls = (act for act in every_act() if isinstance(act.window, WindowControl))
    return result | {act.control.words for act in controls if _places(act) & named}


def headings(module, names):
    """Return the texts of the columns that an act's module declares, for the command and for a room that has these names."""
    tree = parsed((GUI.parent / "acts" / f"{module}.py").read_text("utf-8"))
    declared = [node for node in tree.body if isinstance(node, ast.AnnAssign) and node.target.id in names]
    texts = [each for node in declared for each in ast.walk(node) if isinstance(each, ast.Constant)]
    return {each.value for each in texts if isinstance(each.value, str)}


def _places(act):
    """Return how code names an act: by its module, or as the act that is meant there."""
    return {(of, act.do.__name__) for of in ("acts", act.do.__module__.rpartition(".")[2])}


def test_an_act_says_where_the_window_has_it():
    table = {name: rest for name, *rest in rows()}
    for act in every_act():
        control = act.window
        text = [control.room, control.words, ""] if isinstance(control, WindowControl) else ["", "", control]
        assert table[act.name] == text, act.name


def test_the_table_has_every_command_once():
    assert sorted(name for name, *_ in rows()) == sorted(commands())


def test_a_command_has_a_control_of_a_room():
    titles = {entry.title for entry in ROOMS} | {"Results"}
    placed = [row for row in rows() if row[1]]
    assert [row for row in placed if row[1] not in titles or row[3]] == []
    for row in placed:
        packages = PACKAGES.get(row[1], (row[1].lower(),))
        assert row[2].rstrip("…") in set().union(*map(words, packages)), row


def test_what_has_no_place_in_the_window_has_a_reason():
    without = {name: reason for name, room, control, reason in rows() if not room and not control}

    assert {name for name, reason in without.items() if len(reason) < LEAST_REASON} == set()
    assert len(without) < 15, "a power without a place in the window is the exception"


def test_no_text_of_the_window_sends_to_the_command_line():
    """A person at the window is told where the window does it."""
    groups = {name.split()[0] for name in commands()}
    result = [
        text
        for folder in GUI.iterdir()
        if folder.is_dir()
        for text in words(folder.name)
        if any(f"labharness {group} " in f"{text} " for group in groups)
    ]
    assert result == []
