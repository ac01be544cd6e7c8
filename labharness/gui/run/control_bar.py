"""What a person may do to the run: pause, resume, close the session, stop, open the report."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from labharness.gui.kit import theme
from labharness.gui.kit.flow_row import WrapRow
from labharness.gui.kit.icons import icon
from labharness.gui.kit.run_standing import RunAction
from labharness.gui.kit.words import tr

_DEEDS = {
    RunAction.PAUSE: (tr("Pause"), "Ctrl+Shift+P", tr("Let the device complete its step, then wait")),
    RunAction.RESUME: (tr("Resume"), "Ctrl+Shift+P", tr("Continue the run")),
    RunAction.CLOSE_SESSION: (
        tr("Close session"),
        "Ctrl+Shift+E",
        tr("End this session; the run continues in the next session"),
    ),
    RunAction.STOP: (
        tr("Stop…"),
        "Ctrl+Shift+S",
        tr("What was recorded is evaluated and printed. A stopped run cannot pass."),
    ),
    RunAction.REPORT: (tr("Open report"), "Ctrl+O", tr("Open the PDF of this run")),
    RunAction.RESULTS: (
        tr("Show results"),
        "Ctrl+Shift+R",
        tr("Show each check of the verdict, down to the recorded bytes"),
    ),
}
_READING = frozenset({RunAction.REPORT, RunAction.RESULTS})
"""What does nothing to the run, and is open to everybody."""


REPORTED = {
    "jam": (tr("A &jam was cleared"), tr("Record that a person cleared a jam of the device")),
    "refill": (tr("Cards were &added by hand"), tr("Record that a person added cards")),
    "door": (tr("The &door was open"), tr("Record that the door of the device was open")),
}
"""What people may put on record while a run is at work, by the command that does."""


class ControlBar(QWidget):
    """One button for each deed; the same actions stand in the menu.

    Attributes
    ----------
    asked
        Emitted with the :class:`RunAction` that somebody wants.
    reported
        Emitted with the command of what somebody saw happen at the device.
    """

    asked = Signal(object)
    reported = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.actions_of: dict[RunAction, QAction] = {}
        self.buttons: dict[RunAction, QToolButton] = {}
        row = WrapRow()
        self.setLayout(row)
        for deed, (text, keys, what) in _DEEDS.items():
            action = QAction(text, self)
            action.setIconText(text)  # without it the button would leave the dots out
            action.setShortcut(QKeySequence(keys))
            action.setToolTip(_hint(action, what))
            action.triggered.connect(partial(self._ask, deed))
            button = QToolButton()
            button.setDefaultAction(action)
            button.setAccessibleName(text.rstrip("…"))
            button.setAccessibleDescription(what)
            button.setProperty("deed", True)  # noqa: FBT003  Qt's call
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.actions_of[deed], self.buttons[deed] = action, button
            row.put(button)
        self.report = QToolButton()
        self.report.setText(tr("Note…"))
        self.report.setAccessibleName(tr("Note what happened at the device"))
        self.report.setProperty("deed", True)  # noqa: FBT003  Qt's call
        self.report.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.report.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.report)
        for command, (text, what) in REPORTED.items():
            menu.addAction(text, partial(self.reported.emit, command)).setToolTip(what)
        self.report.setMenu(menu)
        row.put(self.report)
        self._deeds: frozenset[RunAction] = frozenset(RunAction)
        self._why = ""
        self.allow(frozenset())
        self._paint()

    def fill(self, menu: QMenu) -> None:
        """Put the actions into a menu."""
        menu.addActions(list(self.actions_of.values()))

    def allow(self, deeds: frozenset[RunAction]) -> None:
        """Enable what may be done now; resume also takes up a run whose runner is gone."""
        if deeds != self._deeds:
            self._deeds = deeds
            self._enable()

    def restrict(self, why: str) -> None:
        """Let nobody do anything to the run, and say why; its report may be read."""
        if why != self._why:
            self._why = why
            self._enable()

    def _enable(self) -> None:
        self.report.setEnabled(RunAction.STOP in self._deeds and not self._why)
        self.report.setToolTip(self._why)
        for deed, action in self.actions_of.items():
            acts = deed not in _READING
            now = deed in self._deeds or (deed is RunAction.RESUME and RunAction.RESTART in self._deeds)
            action.setEnabled(now and not (acts and self._why))
            action.setToolTip(self._why if acts and self._why else _hint(action, _DEEDS[deed][2]))

    def _ask(self, deed: RunAction, _checked: bool = False) -> None:
        restart = deed is RunAction.RESUME and RunAction.RESTART in self._deeds
        self.asked.emit(RunAction.RESTART if restart else deed)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the desktop from light to dark."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ApplicationPaletteChange:
            self._paint()

    def _paint(self) -> None:
        for deed, action in self.actions_of.items():
            action.setIcon(icon(deed, theme.current().text))


def _hint(action: QAction, what: str) -> str:
    return f"{what} ({action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)})"
