"""The keyboard of a control that can no longer be used: it stays near, and never on an act that nobody chose."""

from __future__ import annotations

from collections.abc import Callable
from weakref import ref

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QAbstractItemView, QApplication, QPushButton, QToolButton, QWidget
from shiboken6 import isValid

from labharness.gui.kit.page import Page
from labharness.gui.shell.focus import stops


class KeptFocus(QObject):
    """Takes the keyboard from where Qt puts it when a control is disabled or hidden: on the next one, whatever that does.

    The keyboard goes to the first field that is nearest to the control, or to a table with a row that somebody chose, else
    to the page or the dialog itself.
    A page that gives the keyboard to something by itself is followed.
    """

    def __init__(self, application: QApplication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._last = self._lost = self._put = _known(None)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._restore)
        application.focusChanged.connect(self._note)

    def _note(self) -> None:
        """Note where the keyboard is, without the widgets of the signal: the former one may be half destroyed."""
        before, now = self._last(), QApplication.focusWidget()
        self._last = _known(now)
        if _is_lost(before):
            self._lost, self._put = _known(before), self._last
            self._later.start()
        else:
            self._later.stop()  # a page or a person has put it there

    def _restore(self) -> None:
        before = self._lost()
        if before is None or not isValid(before) or QApplication.focusWidget() is not self._put():
            return
        place = _place(before)
        if place is not None:
            place.setFocus(Qt.FocusReason.OtherFocusReason)


def _known(widget: QWidget | None) -> Callable[[], QWidget | None]:
    """Return what gives a widget as long as there is one, and keeps none alive."""
    return (lambda: None) if widget is None else ref(widget)


def _is_lost(widget: QWidget | None) -> bool:
    return widget is not None and isValid(widget) and not (widget.isEnabled() and widget.isVisible())


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
