"""The keyboard of a control that can no longer be used: it stays near, and never on an act that nobody chose."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QPushButton, QToolButton, QWidget

from labharness.gui.kit.page import Page
from labharness.gui.shell.focus import stops


class KeptFocus(QObject):
    """Takes the keyboard from where Qt puts it when a control is disabled or hidden: on the next one, whatever that does.

    The keyboard goes to the first field that is nearest to the control, or to a table with a row that somebody chose, else
    to the page or the dialog itself.
    A page that gives the keyboard to something by itself does so afterwards, and is followed.
    """

    def __init__(self, application: QApplication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        application.focusChanged.connect(self._follow)

    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        del now
        if before is not None and not (before.isEnabled() and before.isVisible()):
            place = _place(before)
            if place is not None:
                place.setFocus(Qt.FocusReason.OtherFocusReason)


def _place(lost: QWidget) -> QWidget | None:
    """Return what is to have the keyboard of a control; None where all that it stood in is gone."""
    around = _around(lost)
    for part in around:
        if part.isVisible() and part.isEnabled():
            found = next((stop for stop in stops(part) if not _acts(stop)), None)
            if found is not None:
                return found
    whole = around[-1] if around else None
    return whole if whole is not None and whole.isVisible() and whole.isEnabled() else None


def _acts(stop: QWidget) -> bool:
    """Say whether a control does something by a key that was meant for another, or by the keyboard that comes to it."""
    if isinstance(stop, QAbstractItemView):
        return not stop.currentIndex().isValid()  # Qt would choose its first row
    return isinstance(stop, QPushButton | QToolButton)


def _around(lost: QWidget) -> list[QWidget]:
    """Return what a control stands in, the nearest first: up to its page, or the window of one without a page."""
    found, end, above = list[QWidget](), 0, lost.parentWidget()
    while above is not None and not lost.isWindow():
        found.append(above)
        if isinstance(above, Page):
            end = len(found)
        if above.isWindow():
            break
        above = above.parentWidget()
    return found[: end or None]
