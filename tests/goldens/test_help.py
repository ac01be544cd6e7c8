"""The help of every command, and its parameters in rows that no wrapping hides."""

import io
import re
from contextlib import redirect_stdout
from enum import Enum
from pathlib import PurePath
from typing import get_args

import pytest
from typer.main import get_command

from labharness.cli.root import app
from tests.support.goldens import hold, hold_files

STYLES = re.compile(r"\x1b\[[0-9;]*m")
TRAITS = ("required", "multiple", "is_flag", "count", "hidden", "is_eager", "envvar", "secondary_opts")


def commands(group, path=()):
    yield path, group
    for name in group.list_commands(None) if hasattr(group, "list_commands") else ():
        yield from commands(group.get_command(None, name), (*path, name))


COMMANDS = dict(commands(get_command(app)))
GROUPS = {path[0] for path in COMMANDS if len(path) > 1}


def group_of(path):
    """Return the group whose file has a command: its own, or labharness for those that stand alone."""
    return path[0] if path and path[0] in GROUPS else "labharness"


def written(value):
    if isinstance(value, PurePath):
        return value.as_posix()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(written, value))}]"
    return repr(value.value if isinstance(value, Enum) else value)


def kind(parameter):
    """Return the type of a parameter: its name, its choices and its bounds."""
    annotation = parameter.type_descriptor.annotation
    (single,) = get_args(annotation) or (annotation,)
    choices = [each.value for each in single] if issubclass(single, Enum) else []
    bounds = (parameter.min, parameter.max)
    return "|".join(choices) or single.__name__ + ("" if bounds == (None, None) else f" in {bounds}")


def row(parameter):
    """Return all that a parameter takes, in one line."""
    traits = [
        name if value is True else f"{name}={written(value)}"
        for name in TRAITS
        if (value := getattr(parameter, name, None))
    ]
    default = [] if parameter.default is None else [f"default={written(parameter.default)}"]
    count = [] if parameter.nargs == 1 else [f"nargs={parameter.nargs}"]
    return "  ".join(["parameter:", " ".join(parameter.opts), kind(parameter), *traits, *default, *count])


def page(path):
    """Return what ``--help`` of a command says on 120 columns, and its parameters."""
    with redirect_stdout(io.StringIO()) as shown:
        app([*path, "--help"], prog_name="labharness", standalone_mode=False)
    lines = [line.rstrip() for line in STYLES.sub("", shown.getvalue()).strip().splitlines()]
    title = " ".join(("$ labharness", *path, "--help"))
    return "\n".join([title, "", *lines, "", *map(row, COMMANDS[path].params), ""])


@pytest.mark.parametrize("group", sorted({*GROUPS, "labharness"}))
def test_help_and_parameters(group, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    hold(f"help/{group}.txt", "\n".join(page(path) for path in COMMANDS if group_of(path) == group))


def test_every_group_has_its_file():
    hold_files("help", [f"{group}.txt" for group in {*GROUPS, "labharness"}])
