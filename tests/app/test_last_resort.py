"""Whatever goes wrong with the command line itself: exit code 3 and never 1, which means FAIL."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from labharness.language.catalog import say
from labharness.model.reasons.command import Commands

RNG = "pai-gow-poker-645a-starting-position"
PROGRAM = [sys.executable, "-m", "labharness"]
posix = pytest.mark.skipif(sys.platform == "win32", reason="/dev/full and closed descriptors are POSIX")


def run(*arguments, **settings):
    """Run a command in a process of its own; returns its code and what it said on standard error."""
    done = subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stderr=settings.pop("stderr", subprocess.PIPE),
        stdout=settings.pop("stdout", subprocess.PIPE),
        check=False,
        timeout=60,
        **settings,
    )
    return done.returncode, (done.stderr or b"").decode("utf-8")


@posix
@pytest.mark.parametrize(("form", "unbuffered"), [([], ""), (["--json"], "1")])
def test_output_that_cannot_be_written_is_an_error(workspace, form, unbuffered):
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with Path("/dev/full").open("wb") as full:
        code, text = run("runs", "-w", workspace.path, *form, stdout=full, env=environment)
    assert (code, text.count("\n")) == (3, 1)
    assert text.startswith("The output cannot be written (No space left on device). ")
    assert list((workspace.path / "diagnostics").iterdir()) == []


@posix
def test_an_error_that_cannot_be_said_is_still_one(workspace):
    with Path("/dev/full").open("wb") as full:
        both = {"stdout": full, "stderr": full}
        assert run("show", "nosuch", "-w", workspace.path, "--json", **both)[0] == 3
    assert run("show", "nosuch", "-w", workspace.path, preexec_fn=lambda: os.close(2))[0] == 3
    code, text = run("runs", "-w", workspace.path, "--json", preexec_fn=lambda: os.close(1))
    assert (code, text) == (3, f"{say(Commands.OUTPUT_CLOSED())}\n")


def test_a_workspace_that_cannot_be_looked_at_is_said(cli, good_sentence):
    code, out, err = cli("runs", "-w", "a" * 256)
    assert (code, out) == (3, "")
    assert good_sentence(err.strip())
    assert ": File name too long. Check its name" in err
    assert cli("runs", "-w", "a\0b")[0] == 3


def test_every_console_gets_all_of_the_output():
    environment = {**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    command = [*PROGRAM, "plans", "coverage"]
    done = subprocess.run(command, capture_output=True, check=False, timeout=60, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode("ascii").rstrip().endswith("silent.")


@posix
def test_a_key_press_that_stops_a_command_is_said(tmp_path):
    file = tmp_path / "endless"
    os.mkfifo(file)
    command = [*PROGRAM, "analyze", str(file), "--observes", "bytes"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with (
        subprocess.Popen(command, **pipes) as process,
        file.open("wb", buffering=0) as source,  # opened when the command has come to read
    ):
        source.write(b"x" * 1000)
        # Python hears a signal that arrives just before a read begins at the next one: whoever waits presses again.
        for _ in range(4):
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                text = process.communicate(timeout=20)
                break
    assert (process.returncode, text[0]) == (3, "")
    assert "Stopped from the keyboard." in text[1]


@posix
def test_what_cannot_be_used_is_one_sentence(cli, workspace, tmp_path):
    file, long, folder = tmp_path / "file", "a" * 5000, "Not a directory. Choose another folder."
    file.touch()
    place = ("--workspace", workspace.path)
    for words, text in (
        (("show", long, *place), "cannot be read or written (File name too long)"),
        (("verify", long, *place), "cannot be read or written (File name too long)"),
        (("report", "verify", long), "cannot be read or written (File name too long)"),
        (("plans", "copy", "pai-gow-poker-645a-dealing-shoe", file / "m.toml"), f"{file}/m.toml: {folder}"),
        (("submission", "new", "X", "--out", file / "x"), f"{file}/x: {folder}"),
        (
            ("submission", "import", long, "--why", "x", "--by", "x", *place),
            ": File name too long. Check its",
        ),
        (("selftest", "--out", file / "x"), f"{file}/x: {folder}"),
        (("simulate", "rng", "--seed", "-1"), "A seed is a whole number from 0."),
        (("simulate", "rng", "--usbip", "127.0.0.1:²"), "Not an address: "),
        (("analyze", file, "--observes", "bytes", "--suite", ""), 'Unknown suite "". Choose from: '),
        (("run", RNG, "--device", "usb://1:2", "--run", "", *place), "Write it like usb://"),
    ):
        code, out, err = cli(*words)
        assert (code, out, err.strip().count("\n")) == (3, "", 0)
        assert text in err
        assert list((workspace.path / "diagnostics").iterdir()) == []


def test_a_workspace_whose_empty_folders_were_left_behind(cli, workspace):
    (workspace.path / "runs").rmdir()
    assert cli("runs", "-w", workspace.path)[0] == 0
    code, _, err = cli("show", "x", "-w", workspace.path)
    assert (code, 'has no run "x"' in err) == (3, True)
