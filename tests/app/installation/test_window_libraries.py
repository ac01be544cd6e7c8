"""What the window needs of the system is named before Qt ends the process."""

import ctypes

import pytest

from labharness.app.cli.commands.doctor import command as doctor_command
from labharness.app.installation import doctor, window_libraries
from labharness.app.installation.window_libraries import APT, CURSOR, missing_library


@pytest.fixture
def without_cursor(monkeypatch):
    def load(name):
        if name == CURSOR:
            raise OSError(f"{name}: cannot open shared object file")

    monkeypatch.setattr(window_libraries, "platform", lambda: "linux")
    monkeypatch.setattr(ctypes, "CDLL", load)


@pytest.mark.usefixtures("without_cursor")
@pytest.mark.parametrize(
    ("environment", "missing"),
    [
        ({"DISPLAY": ":0"}, True),
        ({"QT_QPA_PLATFORM": "xcb"}, True),
        ({"QT_QPA_PLATFORM": "xcb;wayland", "DISPLAY": ":0"}, True),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, False),
        ({"QT_QPA_PLATFORM": "offscreen", "DISPLAY": ":0"}, False),
        ({}, False),
    ],
)
def test_the_package_is_named_where_x11_is_drawn_on(environment, missing):
    said = missing_library(environment)
    assert (f"{APT} libxcb-cursor0" in said) is missing
    assert (CURSOR in said) is missing


@pytest.mark.usefixtures("without_cursor")
def test_the_window_and_the_doctor_name_it(monkeypatch, capsys, tmp_path):
    from labharness.gui.main import main

    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    assert main(["--workspace", str(tmp_path)]) == 3
    assert APT in capsys.readouterr().err
    found = next(each for each in doctor.examine(tmp_path) if each.what == "Window")
    assert not found.good
    assert f"{APT} libxcb-cursor0" in found.sentence
    assert doctor_command(workspace=tmp_path) == 3


def test_all_that_is_missing_is_named_in_one_line(monkeypatch):
    def load(name):
        raise OSError(name)

    monkeypatch.setattr(window_libraries, "platform", lambda: "linux")
    monkeypatch.setattr(ctypes, "CDLL", load)
    said = missing_library({"DISPLAY": ":0"})

    assert said.endswith(f"{APT} {' '.join(window_libraries.X11.values())}")


def test_qt_is_tried_where_nothing_is_known_to_be_missing(monkeypatch, tmp_path):
    pytest.importorskip("PySide6")
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert window_libraries.trial() == ""
    monkeypatch.setenv("QT_QPA_PLATFORM", "no-such-platform")
    assert "no-such-platform" in window_libraries.trial()
