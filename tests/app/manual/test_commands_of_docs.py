"""Every command line of the manual names commands and options that the program has."""

import re
import shlex
import sys
from functools import cache
from pathlib import Path

import pytest

from labharness import acts
from labharness.cli.folder import CommandFolder
from tests.support.pages import EXAMPLES, blocks

ROOT = Path(__file__).parents[3]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PROGRAM = r"(?:\.venv/bin/|\.venv\\Scripts\\)?labharness "


def command_lines(text):
    """Return what a page tells its reader to type after ``labharness``, comments left out."""
    text = text.replace("\\\n", " ")
    parts = text.split("```")
    prose, blocks = "\n".join(parts[::2]), "\n".join(parts[1::2])
    quoted = re.findall(rf"`{PROGRAM}([^`]+)`", prose)
    shown = re.findall(rf"^ *{PROGRAM}(.+)$", blocks, re.MULTILINE)
    shown += re.findall(rf"^ {{4}}{PROGRAM}(.+)$", prose, re.MULTILINE)
    return [re.split(r"\s#|\s{4,}", " ".join(line.split("\n")))[0] for line in (*quoted, *shown)]


@cache
def command_of(*path):
    """Return the command or group of some words, None where there is none; each is built once."""
    if not path:
        return CommandFolder()
    group = command_of(*path[:-1])
    return group.get_command(None, path[-1])


def unknown(line):
    """Return the first word of a command line that the program does not know, None where it knows all."""
    words, path = shlex.split(line), ()
    while words and hasattr(command_of(*path), "get_command") and words[0][0] not in "-…":
        path = (*path, words.pop(0))
        if command_of(*path) is None:
            return path[-1]
    command = command_of(*path)
    options = {name for each in command.params for name in (*each.opts, *each.secondary_opts)} | {
        "--help",
        "-h",
    }
    given = [word.strip("[]").split("=")[0] for word in words if re.match(r"\[?-", word)]
    return next((word for word in given if word not in options), None)


@pytest.fixture
def with_acts_of(tmp_path, monkeypatch):
    """Let the program have the acts that a page shows whole, as if they stood where the page puts them."""

    def added(page):
        if page.name not in EXAMPLES:
            return
        command_of.cache_clear()
        for place, source in zip(EXAMPLES[page.name], blocks(page, "python"), strict=False):
            file = Path(place)
            if file.parent.as_posix() == "labharness/acts":
                (tmp_path / file.name).write_text(source, encoding="utf-8")
                monkeypatch.setitem(sys.modules, f"{acts.__name__}.{file.stem}", None)
                del sys.modules[f"{acts.__name__}.{file.stem}"]
                monkeypatch.setattr(acts, file.stem, None, raising=False)
        folders = [*acts.__path__, str(tmp_path)]
        monkeypatch.setattr(acts, "__path__", folders)
        monkeypatch.setattr(acts.__spec__, "submodule_search_locations", folders)

    yield added
    if len(acts.__path__) > 1:
        command_of.cache_clear()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_program_has_every_command_and_option_of_a_page(page, with_acts_of):
    with_acts_of(page)
    assert {line: unknown(line) for line in command_lines(page.read_text("utf-8")) if unknown(line)} == {}


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("report RUN", "RUN"),
        ("runs --grouped night", "--grouped"),
        ("worker --bench 1", None),
        ("analyze FILE [--observes bits|bytes] [--json]", None),
        ("run … --adapter NAME", None),
    ],
)
def test_an_unknown_word_is_found(line, word):
    assert unknown(line) == word
