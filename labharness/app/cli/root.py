"""The root command: help, errors, exit codes."""

from __future__ import annotations

import sys
import tempfile
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer

from labharness import __version__
from labharness.app.cli.console import ERROR, notes, print_json
from labharness.app.workspace import MARKER
from labharness.errors import LabharnessError

MODULES = (
    "workspace",
    "plans",
    "games",
    "running",
    "reading",
    "reporting",
    "settling",
    "submissions",
    "decisions",
    "people",
    "analysing",
    "tools",
    "power",
    "selftest",
    "warming",
)
"""Modules of commands, in the order in which the help names them."""
ALONE = {"analyse": ("analysing",)}
"""What a command needs of them where it should answer at once."""

app = typer.Typer(
    name="labharness",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    help="Certification test harness for card shufflers, dealing shoes and random number generators "
    "(58 Pa. Code § 461a.4).\n\n"
    "Begin with 'labharness demo', then 'labharness init DIR', 'labharness devices', 'labharness plans list' "
    "and 'labharness run PLAN --device URL'.\n\n"
    "Exit codes: 0 pass, 1 fail, 2 inconclusive, 3 error.",
)


def _version(*, value: bool) -> None:
    if value:
        sys.stdout.write(f"labharness {__version__}\n")
        raise typer.Exit


@app.callback()
def root(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print it.")
    ] = False,
) -> None:
    """Certification test harness."""
    del version


def main(arguments: list[str] | None = None) -> None:
    """Run a command and exit with its code; an error is one sentence, whatever happened."""
    arguments = sys.argv[1:] if arguments is None else arguments
    for module in ALONE.get(next(iter(arguments), ""), MODULES):
        import_module(f"labharness.app.cli.{module}")
    try:
        result = app(arguments, standalone_mode=False)
        code = result if isinstance(result, int) else 0
    except LabharnessError as error:
        code = _say(type(error).__name__, str(error), arguments)
    except KeyboardInterrupt:
        code = _say("Interrupted", "Stopped from the keyboard.", arguments)
    except SystemExit:  # the command-line library leaves with 1, our FAIL, when the output's reader has gone
        code = ERROR
    except Exception as error:  # noqa: BLE001  the last resort: one sentence, a file, exit 3
        if hasattr(error, "format_message"):  # usage errors of the command-line library
            message = error.format_message()  # none where no arguments were given: the help is there already
            code = _say("Usage", _misused(error, message), arguments) if message else 0
        else:
            where = _diagnose(error, arguments)
            code = _say(
                type(error).__name__, f"Something unexpected happened; the details are in {where}.", arguments
            )
    sys.exit(code)


def _misused(error: Exception, message: str) -> str:
    """Say what is wrong with the arguments, in plain words, and whose help to read."""
    path = getattr(getattr(error, "ctx", None), "command_path", "")
    words = ["labharness", *path.split()[1:], "--help"]  # the first is the name of the program file
    return f"{message.replace('Value error, ', '')} Try: {' '.join(words)}"


def _say(kind: str, sentence: str, arguments: list[str]) -> int:
    if "--json" in arguments:
        print_json({"error": kind, "sentence": sentence})
    else:
        notes.print(sentence, markup=False)
    return ERROR


def _diagnose(error: BaseException, arguments: list[str]) -> Path:
    """Write what a developer needs into the workspace's diagnostics, or into the system's temporary folder."""
    folder = Path(tempfile.gettempdir())
    for flag, value in pairwise(arguments):
        if flag in ("--workspace", "-w") and (Path(value) / MARKER).is_file():
            folder = Path(value) / "diagnostics"
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    text = "".join(traceback.format_exception(error))
    content = f"labharness {__version__}\npython {sys.version}\narguments {arguments!r}\n\n{text}"
    for place in (folder, Path(tempfile.gettempdir())):
        path = place / f"labharness-{stamp}.txt"
        with suppress(OSError):  # a workspace that cannot be written may be what went wrong
            path.write_text(content, encoding="utf-8")
            return path
    return Path("(not written)")
