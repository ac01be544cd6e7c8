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

from labharness.app.settings import read_settings
from labharness.app.workspace import Workspace
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.main_window import LAST
from labharness.model.address import Address, Room
from tests.support.window.display import display

GUI = "import sys; from labharness.gui.main import main; sys.exit(main())"
PATIENCE_S = 120
COLORS = 20
"""Least number of colors in the picture of a window; an empty screen has one."""
RUNS_AT = (84, 214)
"""Where the rail has the entry Runs, in the picture of a window of 1280 by 800."""

pytestmark = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")),
    reason="Xvfb or xdotool is missing: sudo apt-get install xvfb xdotool",
)


@pytest.fixture
def screen():
    with display((1280, 800)) as made:
        yield made


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


def wait_for(what, found):
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        if found():
            return
        time.sleep(0.05)
    raise AssertionError(what)


def colors(screen):
    picture = screen.picture().astype("uint32")
    return {int(value) for value in (picture @ [1, 1 << 8, 1 << 16]).ravel()[::7]}


def still(screen, before):
    """Say whether the picture has changed, and changes no more."""
    one = screen.picture()
    time.sleep(0.2)
    return not (one == before).all() and (one == screen.picture()).all()


def test_the_window_appears_hears_mouse_and_keyboard_and_ends(screen, tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    home = {name: str(tmp_path) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR")}
    blank = screen.picture()
    assert len(colors(screen)) == 1
    with (tmp_path / "said").open("wb") as said:
        program = subprocess.Popen(
            [sys.executable, "-c", GUI, "--workspace", str(space.path)],
            env=os.environ | screen.environment | home,
            stderr=said,
        )
    try:
        wait_for("a window", lambda: drive(screen, "search", "--onlyvisible", "--name", "^labharness"))
        wait_for("a picture", lambda: len(colors(screen)) > COLORS and still(screen, blank))
        shown = screen.picture()
        window = drive(screen, "search", "--onlyvisible", "--name", "^labharness").split()[0]
        drive(screen, "windowfocus", "--sync", window)
        number = [entry.room for entry in ROOMS if entry.under is None].index(Room.PLANS) + 1
        drive(screen, "key", f"alt+{number}")
        wait_for("the plans", lambda: still(screen, shown))
        shown = screen.picture()
        drive(screen, "mousemove", "--window", window, *RUNS_AT, "click", 1)
        wait_for("another room by mouse", lambda: still(screen, shown))
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
