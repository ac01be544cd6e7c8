"""The real ``labharness-gui`` before a real X server: its window appears, hears mouse and keyboard, and ends.

``make flows`` runs every test of the window before such a server.
"""

import os
import shutil
import subprocess
import sys
import time

import pytest
from PySide6.QtCore import QSettings

from labharness.app.workspace.settings import read_settings
from labharness.app.workspace.workspace import Workspace
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.main_window import LAST
from labharness.model.address import Address, Room
from tests.support.window.display import display

GUI = "import sys; from labharness.gui.main import main; sys.exit(main())"
PATIENCE_S = 120
COLORS = 20
"""Least number of colors in the picture of a window; an empty screen has one."""
HOME_AT, PLANS_AT, RUNS_AT = (150, 46), (150, 166), (150, 206)
"""Places beside the words of entries of the rail, in the picture of a window of 1280 by 800."""

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="xvfb or xdotool is not installed"
    ),
]


@pytest.fixture
def screen():
    with display((1280, 800)) as displays:
        yield displays


def drive(screen, *words):
    done = subprocess.run(
        ["xdotool", *map(str, words)],
        env=os.environ | screen.environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    return done.stdout.strip()


def wait_for(what, result):
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        if result():
            return
        time.sleep(0.05)
    raise AssertionError(what)


def colors(screen):
    picture = screen.picture().astype("uint32")
    return {int(value) for value in (picture @ [1, 1 << 8, 1 << 16]).ravel()[::7]}


def ground(screen, at):
    """Return the color of the screen at a point."""
    return tuple(int(each) for each in screen.picture()[at[1], at[0]])


def act_until(what, screen, words, seen):
    """Give the same input until something is seen: the first may come before the window hears it."""

    def given():
        drive(screen, *words)
        until = time.monotonic() + 2
        while not seen() and time.monotonic() < until:
            time.sleep(0.05)
        return seen()

    wait_for(what, given)


def test_the_window_appears_hears_mouse_and_keyboard_and_ends(screen, tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    home = {name: str(tmp_path) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR")}
    assert len(colors(screen)) == 1
    with (tmp_path / "said").open("wb") as text:
        program = subprocess.Popen(
            [sys.executable, "-c", GUI, "--workspace", str(space.path)],
            env=os.environ | screen.environment | home,
            stderr=text,
        )
    try:
        wait_for("a window", lambda: drive(screen, "search", "--onlyvisible", "--name", "^labharness"))
        wait_for("a picture", lambda: len(colors(screen)) > COLORS)
        window = drive(screen, "search", "--onlyvisible", "--name", "^labharness").split()[0]
        wait_for("a marked room", lambda: ground(screen, HOME_AT) != ground(screen, PLANS_AT))
        marked = ground(screen, HOME_AT)
        drive(screen, "windowfocus", window)
        number = [entry.room for entry in ROOMS if entry.under is None].index(Room.PLANS) + 1
        key = ("windowfocus", window, "key", f"alt+{number}")
        act_until("the plans by key", screen, key, lambda: ground(screen, PLANS_AT) == marked)
        click = (
            "mousemove",
            "--window",
            window,
            84,
            RUNS_AT[1],
            "click",
            1,
        )  # the pointer covers what is below it
        act_until("the runs by mouse", screen, click, lambda: ground(screen, RUNS_AT) == marked)
        drive(screen, "key", "ctrl+q")
        assert program.wait(PATIENCE_S) == 0
    finally:
        program.kill()
        program.wait()
    assert (tmp_path / "said").read_text("utf-8") == ""
    kept = QSettings(
        str(tmp_path / "labharness" / f"window-{read_settings(space).id}.ini"), QSettings.Format.IniFormat
    )
    assert kept.value(LAST) == str(Address(Room.RUNS)), "the room that was chosen by mouse"
