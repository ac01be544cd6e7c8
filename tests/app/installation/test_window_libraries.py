"""What the window needs of the system is named before Qt ends the process."""

import ctypes
import re
import sys
from pathlib import Path

import pytest

from labharness.acts.declaring import Seat
from labharness.acts.doctor import doctor
from labharness.app.installation import window_libraries
from labharness.app.installation.window_libraries import ALWAYS, APT, X11, missing_library

CURSOR = "libxcb-cursor.so.0"

EVERYWHERE = {
    f"lib{name}"
    for name in ("c.so.6", "gcc_s.so.1", "m.so.6", "resolv.so.2", "stdc++.so.6", "z.so.1", "zstd.so.1")
}
"""What every system has that runs Python and installs packages."""


@pytest.fixture
def without(monkeypatch):
    """Return a function that lets libraries be missing whose names end so; the loader names what it cannot open."""

    def missing(ending, named=""):
        def load(name):
            if name.endswith(ending):
                raise OSError(f"{named or name}: cannot open shared object file")

        monkeypatch.setattr(window_libraries, "platform", lambda: "linux")
        monkeypatch.setattr(ctypes, "CDLL", load)

    return missing


def test_the_package_is_named_where_x11_is_drawn_on(without):
    without(CURSOR)
    for environment, missing in (
        ({"DISPLAY": ":0"}, True),
        ({"QT_QPA_PLATFORM": "xcb"}, True),
        ({"QT_QPA_PLATFORM": "xcb;wayland", "DISPLAY": ":0"}, True),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, False),
        ({"QT_QPA_PLATFORM": "offscreen", "DISPLAY": ":0"}, False),
        ({}, False),
    ):
        text = missing_library(environment)
        assert (f"{APT} libxcb-cursor0" in text, CURSOR in text) == (missing, missing), environment


def test_the_window_and_the_doctor_name_it(monkeypatch, capsys, tmp_path, without):
    from labharness.gui.main import main

    without(CURSOR)
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    assert main(["--workspace", str(tmp_path)]) == 3
    assert APT in capsys.readouterr().err
    findings = doctor(Seat(None), workspace=tmp_path)
    window = next(each for each in findings if each.what == "Window")
    assert not window.good
    assert f"{APT} libxcb-cursor0" in window.sentence
    assert doctor.code(findings) == 3


def test_all_that_is_missing_is_named_in_one_line(without):
    without("")
    text = missing_library({"DISPLAY": ":0"})
    packages = text.partition(f"{APT} ")[2].split(" ")
    assert sorted(packages) == sorted({*ALWAYS.values(), *X11.values()})
    assert set(missing_library({"WAYLAND_DISPLAY": "wayland-0"}).split(" ")).isdisjoint(X11.values())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Libraries of Linux.")
def test_all_that_the_wheels_of_qt_take_from_the_system_is_looked_for():
    """Read from the files themselves: a wheel that takes more fails here, before a window does on somebody's computer."""
    wheel = Path(pytest.importorskip("PySide6").__file__).parent
    kept = {file.name for file in (*wheel.glob("*.so*"), *wheel.glob("Qt/lib/*"))}
    parts = ("QtCore", "QtDBus", "QtGui", "QtNetwork", "QtPrintSupport", "QtSvg", "QtWidgets")
    files = [wheel / "Qt" / "lib" / f"libQt6{part[2:]}.so.6" for part in parts]
    taken = {name for file in files for name in named(file)} - kept - EVERYWHERE
    assert taken == set(ALWAYS)
    drawing = [wheel / window_libraries.PLUGIN, wheel / "Qt" / "lib" / "libQt6XcbQpa.so.6"]
    assert {name for file in drawing for name in named(file)} - kept - EVERYWHERE - taken == set(X11)


def named(file):
    """Return the libraries that a library names."""
    return {name.decode() for name in re.findall(rb"\0(lib[\w+.-]+\.so(?:\.\d+)+)(?=\0)", file.read_bytes())}


def test_the_tests_install_what_the_window_needs():
    text = (Path(__file__).parents[3] / "Makefile").read_text("utf-8")
    listed = set(re.split(r"[\s|\\]+", text.partition("\ndebian :=")[2].partition("\n\n")[0]))
    assert {*ALWAYS.values(), *X11.values()} <= listed


def test_what_no_list_knows_is_named_as_the_system_names_it(without):
    without("libqxcb.so", "libnew.so.1")
    assert "libnew.so.1" in missing_library({"DISPLAY": ":0"})
    assert missing_library({"QT_QPA_PLATFORM": "offscreen"}) == ""


@pytest.mark.desktop("Qt")
def test_qt_is_tried_where_nothing_is_known_to_be_missing(monkeypatch, tmp_path):
    pytest.importorskip("PySide6")
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert window_libraries.trial() == ""
    monkeypatch.setenv("QT_QPA_PLATFORM", "no-such-platform")
    assert "no-such-platform" in window_libraries.trial()
