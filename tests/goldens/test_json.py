"""The JSON of every command, by its shape: keys, nesting and types; a story is the commands of one workspace, in order.

A reason is written as its code: its parameters belong to the code, which other tests hold.
"""

import getpass
import io
import json
import shlex
from collections import defaultdict
from contextlib import redirect_stderr, redirect_stdout

import pytest

from labharness.app.workspace.workspace import Workspace
from labharness.cli import main
from tests.goldens.test_help import COMMANDS
from tests.support.goldens import GOLDENS, hold
from tests.support.signing_factory import PASSPHRASE
from tests.support.window import places

STORIES = {
    path.stem: list(filter(None, path.read_text("utf-8").splitlines()))
    for path in sorted((GOLDENS / "stories").glob("*.txt"))
}
NOT_TRIED = dict(line.split(": ", 1) for line in STORIES.pop("not-tried"))
"""Commands that no story has, and why."""
SPEAK = {
    " ".join(path): path
    for path, each in COMMANDS.items()
    if any("--json" in row.opts for row in each.params)
}
TOLD = [shlex.split(line) for story in STORIES.values() for line in story]
STORIES["filled"] += sorted(
    name
    for name, path in SPEAK.items()
    if name not in NOT_TRIED and list(path) not in [line[: len(path)] for line in TOLD]
)
"""A command that is new ends the longest story, without arguments, until somebody gives it a line with what it needs."""
REASON = {"code", "parameters", "sentence"}
SILENT = "! "
"""Begins a line of a story whose command has no JSON."""


def filled(place):
    """Leave a reported submission, the released runs, and a queue with a run at work, whose writer is returned."""
    places.filed(place)
    places.released(place)
    return places.night(place)


WORKSPACES = {"filled": filled, "empty": places.empty, "damaged": places.damaged}


def shape(value, path, rows):
    """Collect the types of a JSON value by their paths; elements of a list are one."""
    match value:
        case dict() if value.keys() == REASON:
            rows[path].add("reason")
        case dict():
            rows[path].add("object")
            for key, each in value.items():
                shape(each, f"{path}.{key}", rows)
        case list():
            rows[path].add("array")
            for each in value:
                shape(each, f"{path}[]", rows)
        case _:
            rows[path].add("null" if value is None else type(value).__name__)
    return rows


def spoken(line, names):
    """Run a command and return its exit code and the shape of its JSON, or the codes of its refusal."""
    with (
        redirect_stdout(io.StringIO()) as out,
        redirect_stderr(io.StringIO()),
        pytest.raises(SystemExit) as end,
    ):
        main([*shlex.split(line.removeprefix(SILENT).format(**names)), *(["--json"] * (SILENT not in line))])
    value = json.loads(out.getvalue()) if SILENT not in line else None
    if isinstance(value, dict) and "error" in value:
        shown = [f"{value['error']}: {', '.join(each['code'] for each in value['problems'])}"]
    else:
        rows = shape(value, "", defaultdict(set))
        shown = [f"{path or '.'}: {' | '.join(sorted(types))}" for path, types in sorted(rows.items())]
    return "\n    ".join([f"$ {line}", f"exit {end.value.code}", *shown]) + "\n"


@pytest.mark.parametrize("story", WORKSPACES)
def test_shape_of_the_json(story, simulated, tmp_path, monkeypatch):
    space = Workspace.init(tmp_path / "workspace")
    at_work = WORKSPACES[story](space.path)
    (tmp_path / "store").mkdir()
    (tmp_path / "draws.txt").write_text("1 2 3 4 5 6 " * 200, encoding="ascii")
    monkeypatch.setenv("LABHARNESS_WORKSPACE", str(space.path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.setenv("USER", "administrator")
    monkeypatch.setattr(getpass, "getpass", lambda _="": PASSPHRASE)
    names = {"space": space.path, "tmp": tmp_path, "released": places.RELEASED, "device": "tcp://127.0.0.1:9"}
    if at_work is not None:
        names["device"] = simulated("rng", seed=4614)
    hold(f"json/{story}.txt", "\n".join(spoken(line, names) for line in STORIES[story]))
    if at_work is not None:
        at_work.close()


def test_what_is_not_tried_is_a_command_with_json_that_no_story_has():
    tried = {name for name, path in SPEAK.items() if list(path) in [line[: len(path)] for line in TOLD]}
    assert NOT_TRIED.keys() <= SPEAK.keys() - tried
