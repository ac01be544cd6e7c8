"""The window asks before code of its workspace runs, and shows what files there are."""

import sys
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from labharness.acts.declaring import Seat
from labharness.acts.doctor import doctor
from labharness.app.outside.trusted import CodeStanding, code_files, trust
from labharness.app.workspace.workspace import Workspace
from labharness.errors import WorkspaceError
from labharness.gui.settings.computer_section import ComputerSection
from labharness.gui.settings.plug_ins_dialog import PlugInsDialog
from labharness.gui.shell.starting_up import ask_for_trust
from labharness.model.reasons.inputs import Inputs


@pytest.fixture
def space(tmp_path, monkeypatch):
    """A workspace with code that nobody trusted."""
    monkeypatch.setenv({"win32": "APPDATA"}.get(sys.platform, "XDG_CONFIG_HOME"), str(tmp_path / "settings"))
    space = Workspace.init(tmp_path / "space")
    (space.path / "plugins" / "checks").mkdir(parents=True)
    (space.path / "plugins" / "checks" / "own.py").write_text("raise ValueError\n", "utf-8")
    return space


@pytest.fixture
def main_widget(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    return widget


class UnexaminedSeat(Seat):
    """Whose computer nobody looks at, which takes a second."""

    def do(self, act, *args, **named):
        return () if act is doctor else super().do(act, *args, **named)


def standings(space):
    return [file.standing for file in code_files(space.path)]


def test_a_workspace_with_new_code_is_asked_about_when_it_is_opened(space, qtbot, main_widget):
    ask_for_trust(main_widget, space)
    asked = main_widget.findChild(PlugInsDialog)
    (file,) = code_files(space.path)
    assert file.sha256 in asked.text.toPlainText()
    qtbot.keyClick(asked, Qt.Key.Key_Return)
    assert standings(space) == [CodeStanding.NEW], "the return key does not trust"

    ask_for_trust(main_widget, space)
    asked = main_widget.findChildren(PlugInsDialog)[-1]
    with qtbot.waitSignal(asked.trusted):
        qtbot.mouseClick(asked.agree, Qt.MouseButton.LeftButton)
    assert standings(space) == [CodeStanding.TRUSTED]
    count = len(main_widget.findChildren(PlugInsDialog))
    ask_for_trust(main_widget, space)
    assert len(main_widget.findChildren(PlugInsDialog)) == count, "code that is trusted is not asked about"


def test_what_changed_after_it_was_shown_is_not_trusted(space, qtbot, main_widget):
    asked = PlugInsDialog(space.path, code_files(space.path), partial(trust, space.path), main_widget)
    (space.path / "plugins" / "checks" / "own.py").write_text("import os\n", "utf-8")
    asked.open()
    qtbot.mouseClick(asked.agree, Qt.MouseButton.LeftButton)
    assert standings(space) == [CodeStanding.CHANGED]


def test_a_list_that_cannot_be_written_is_said(space, qtbot, main_widget):
    def refuse(_):
        raise WorkspaceError(Inputs.UNWRITABLE(path="plug-ins.json", why="full"))

    asked = PlugInsDialog(space.path, code_files(space.path), refuse, main_widget)
    asked.open()
    qtbot.mouseClick(asked.agree, Qt.MouseButton.LeftButton)
    assert "plug-ins.json" in asked.problem.text()
    assert asked.isVisible()
    asked.close()


def test_the_settings_ask_as_well(space, qtbot):
    section = ComputerSection(UnexaminedSeat(space))
    qtbot.addWidget(section)
    section.show()
    qtbot.mouseClick(section.trust, Qt.MouseButton.LeftButton)
    asked = section.findChild(PlugInsDialog)
    with qtbot.waitSignal(asked.trusted):
        qtbot.mouseClick(asked.agree, Qt.MouseButton.LeftButton)
    assert standings(space) == [CodeStanding.TRUSTED]
    qtbot.waitUntil(lambda: not section._work.busy)
    section.stop()
