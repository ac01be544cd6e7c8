"""Which paragraph of the manual explains a control, and the key F1 that opens it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWhatsThis, QWidget

from labharness.app.manual.place import Manual
from labharness.errors import LabharnessError
from labharness.language.catalog import explain
from labharness.language.text import plain
from labharness.model.address import Address, Room

_PROPERTY = "explained"
INDEX = "index"
LONGEST = 900
MORE = "The room Help has the whole page."
ROOMS: Mapping[Room, str] = {
    Room.HOME: "user-guide-window#home-and-benches",
    Room.BENCHES: "user-guide-window#home-and-benches",
    Room.SUBMISSIONS: "user-guide-window#submissions",
    Room.RUNS: "user-guide-window#runs-and-results",
    Room.NEW_RUN: "user-guide-window#a-new-run",
    Room.LIVE: "user-guide-window#a-live-run",
    Room.COMPARE: "user-guide-window#runs-and-results",
    Room.PLANS: "user-guide-window#plans",
    Room.SETTINGS: "settings",
    Room.REPORTS: "user-guide-window#reports",
    Room.EVIDENCE: "user-guide-window#evidence",
    Room.ANALYZE: "user-guide-window#analyzing-a-file",
    Room.HELP: "user-guide-window#help",
    Room.TOUR: "user-guide-window#the-tour",
}
"""What explains a room where the control at hand declares nothing; a page of the manual, or page#heading."""

Control = TypeVar("Control", bound=QWidget)


def explained_by(control: Control, reference: str) -> Control:
    """Let F1 on a control, and on what it holds, open a paragraph of the manual (``page#heading``)."""
    control.setProperty(_PROPERTY, reference)
    return control


def explanation(control: QWidget | None) -> str:
    """Return what a control or the nearest that holds it declares, "" where none does."""
    while control is not None:
        if found := control.property(_PROPERTY):
            return str(found)
        control = control.parentWidget()
    return ""


def help_address(reference: str) -> Address:
    """Return the address of a paragraph of the manual."""
    page, _, heading = reference.partition("#")
    return Address(Room.HELP, (page, heading) if heading else (page,))


def show_here(dialog: QWidget, manual: Callable[[], Manual], reference: str) -> None:
    """Show a paragraph of the manual over a dialog, which the room Help would be blocked by."""
    try:
        heading, text = manual().paragraph(reference)
        shown = f"<h3>{escape(heading)}</h3><p>{escape(plain(text, LONGEST))}</p><p>{escape(MORE)}</p>"
    except LabharnessError as error:
        shown = escape(explain(error))
    QWhatsThis.showText(dialog.mapToGlobal(dialog.rect().center()), shown, dialog)


class HelpKey(QObject):
    """F1 anywhere in the program.

    Attributes
    ----------
    wanted
        Emitted with what the control at hand declares, "" for nothing.
    """

    wanted = Signal(str)

    def __init__(self, application: QApplication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        """Take F1 before the control does."""
        del watched
        if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.KeyPress:
            return False
        if event.key() != Qt.Key.Key_F1 or event.modifiers() != Qt.KeyboardModifier.NoModifier:
            return False
        self.wanted.emit(explanation(QApplication.focusWidget()))
        return True
