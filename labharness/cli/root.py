"""The root command: help, errors, exit codes."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import Annotated

import typer

from labharness import __version__
from labharness.cli.console import ERROR, notes, print_json
from labharness.cli.folder import CommandFolder
from labharness.errors import LabharnessError
from labharness.language.catalog import CatalogError, explain
from labharness.reason import Reason

UNWRITTEN = (errno.ENOSPC, errno.EBADF)
"""What the system says of output that goes nowhere."""
REFUSED = (
    errno.ENAMETOOLONG,
    errno.EACCES,
    errno.EPERM,
    errno.EROFS,
    errno.ENOSPC,
    errno.ENOTDIR,
    errno.ELOOP,
)
"""What it says of a file whose name, place or permissions are at fault, and no program."""
INTERRUPTED = 130
"""What the command-line library makes of a key press that stops a command."""

app = typer.Typer(
    name="labharness",
    cls=CommandFolder,
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
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Certification test harness."""
    del version


def main(arguments: list[str] | None = None) -> None:
    """Run a command and exit with its code; an error is one sentence, whatever happened."""
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        code = _run(arguments)
        _flush()
    except BaseException:  # noqa: BLE001  not even the sentence could be said; 1 would mean FAIL
        code = ERROR
        _let_go()
    sys.exit(code)


def _run(arguments: list[str]) -> int:
    try:
        code = _call(arguments)
    except LabharnessError as error:
        code = _say(type(error).__name__, explain(error), arguments, error.reasons)
    except KeyboardInterrupt:
        code = _say("Interrupted", "Stopped from the keyboard.", arguments)
    except SystemExit:  # the command-line library leaves with 1, our FAIL, when the output's reader has gone
        code = ERROR
    except typer.Abort:
        code = _say("InputError", "The input ended too early. Answer every question.", arguments)
    except Exception as error:  # noqa: BLE001  the last resort: one sentence, a file, exit 3
        code = _unforeseen(error, arguments)
    return code


def _unforeseen(error: Exception, arguments: list[str]) -> int:
    if hasattr(error, "format_message"):  # usage errors of the command-line library
        message = error.format_message()  # none where no arguments were given: the help is there already
        return _say("Usage", _misused(error, message), arguments) if message else 0
    if isinstance(error, OSError) and error.errno in UNWRITTEN and error.filename is None:
        code = _say("StorageError", _lost(error), arguments)
        _let_go()
        return code
    if isinstance(error, OSError) and error.errno in REFUSED:
        return _say("StorageError", _refused(error), arguments)
    if isinstance(error, CatalogError):
        return _say(type(error).__name__, str(error), arguments)
    from labharness.cli.console import diagnose

    where = diagnose(error, arguments)
    sentence = f"An unexpected error occurred. Details: {where}."
    return _say(type(error).__name__, sentence, arguments)


def _call(arguments: list[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a console or a file that lacks a sign shows its number
            stream.reconfigure(errors="backslashreplace")
    result = app(arguments, prog_name="labharness", standalone_mode=False)  # however Python was started
    if result == INTERRUPTED:
        raise KeyboardInterrupt
    return result if isinstance(result, int) else 0


def _misused(error: Exception, message: str) -> str:
    """Say what is wrong with the arguments, in plain words, and whose help to read."""
    path = getattr(getattr(error, "ctx", None), "command_path", "")
    words = ["labharness", *path.split()[1:], "--help"]  # the first is the name of the program
    return f"{message.replace('Value error, ', '')} Try: {' '.join(words)}"


def _say(kind: str, sentence: str, arguments: list[str], reasons: tuple[Reason, ...] = ()) -> int:
    if "--json" in arguments:
        with suppress(OSError, LabharnessError):  # what takes the output may be what went wrong
            print_json({"error": kind, "sentence": sentence, "problems": reasons})
            return ERROR
    notes.print(sentence)
    return ERROR


def _lost(error: OSError) -> str:
    return f"The output cannot be written ({error.strerror}). Check the disk or the program that reads the output."


def _refused(error: OSError) -> str:
    name = str(error.filename or "A file")
    name = name if len(name) <= 160 else f"{name[:80]}…{name[-40:]}"
    return (
        f"{name} cannot be read or written ({error.strerror}). Check its name, its permissions and the disk."
    )


def _flush() -> None:
    """Write what is left, while a refusal still counts: at the interpreter's end it would not be ours to say."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):  # a reader that has gone wants to hear no more
            notes.print(_lost(error))
        raise


def _let_go() -> None:
    """Leave nothing that the interpreter would try to write at its end, and fail."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
