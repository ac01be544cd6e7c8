"""Every command line of the manual names commands and options that the program has."""

import re
import shlex
from pathlib import Path

import pytest

from labharness.cli.folder import CommandFolder

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


def unknown(line):
    """Return the first word of a command line that the program does not know, None where it knows all."""
    words = shlex.split(line)
    command = CommandFolder()
    while words and hasattr(command, "get_command") and words[0][0] not in "-…":
        command = command.get_command(None, words[0])
        if command is None:
            return words[0]
        del words[0]
    options = {name for each in command.params for name in (*each.opts, *each.secondary_opts)} | {
        "--help",
        "-h",
    }
    given = [word.strip("[]").split("=")[0] for word in words if re.match(r"\[?-", word)]
    return next((word for word in given if word not in options), None)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_program_has_every_command_and_option_of_a_page(page):
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
