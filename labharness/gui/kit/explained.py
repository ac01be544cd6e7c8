"""Which paragraph of the manual explains a control, and the key F1 that opens it."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWhatsThis, QWidget

from labharness.app.manual.place import Manual
from labharness.errors import LabharnessError
from labharness.gui.kit.run_standing import explain
from labharness.gui.kit.words import tr
from labharness.language.template import plain
from labharness.model.address import Address, Room

_PROPERTY = "explained"
INDEX = "index"
LONGEST = 900
KEY_HELP = tr("Explain the control at hand: its paragraph of the manual")
MORE = tr("The room Help has the whole page.")

Control = TypeVar("Control", bound=QWidget)


def explained_by(control: Control, reference: str) -> Control:
    """Let F1 on a control, and on what it holds, open a paragraph of the manual (``page#heading``)."""
    control.setProperty(_PROPERTY, reference)
    return control


def explanation(control: QWidget | None) -> str:
    """Return what a control or the nearest that holds it declares, "" where none does."""
    while control is not None:
        if result := control.property(_PROPERTY):
            return str(result)
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
    """F1 in every window and dialog of the program.

    Each window gets the key when one of its controls first has the keyboard. A filter of all events of the application
    would enter Python for each of them.
    """

    wanted = Signal(str)
    """Emitted with what the control at hand declares, "" for nothing."""

    def __init__(self, application: QApplication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        application.focusChanged.connect(self._follow)

    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        """Give the window of the control at hand its key."""
        del before
        if now is None:
            return
        window = now.window()
        if not window.findChildren(_Key, options=Qt.FindChildOption.FindDirectChildrenOnly):
            _Key(window).activated.connect(self._emit)

    def _emit(self) -> None:
        self.wanted.emit(explanation(QApplication.focusWidget()))


class _Key(QShortcut):
    """The key of one window."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(QKeySequence(Qt.Key.Key_F1), window)
        self.setWhatsThis(KEY_HELP)
