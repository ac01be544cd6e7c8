"""What mouse and keyboard do: events of Qt's own, or those of an X server, which know nothing of the program."""

import os
import shutil
import subprocess

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QScrollArea

LEFT = Qt.MouseButton.LeftButton
PRESSED = {QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride, QEvent.Type.Shortcut}
"""A key arrives as one of these: a shortcut takes it from whoever has the keyboard."""
RELEASED = {QEvent.Type.MouseButtonRelease, QEvent.Type.NonClientAreaMouseButtonRelease}
NAMES = {
    Qt.Key.Key_Space: "space",
    Qt.Key.Key_Tab: "Tab",
    Qt.Key.Key_Return: "Return",
    Qt.Key.Key_Escape: "Escape",
    Qt.Key.Key_Backspace: "BackSpace",
    Qt.Key.Key_Up: "Up",
    Qt.Key.Key_Down: "Down",
    Qt.Key.Key_Left: "Left",
    Qt.Key.Key_Right: "Right",
}
"""Keys as X calls them; letters and digits are called what they are."""
EYES_MS = 100
HELD = {
    Qt.KeyboardModifier.AltModifier: "alt",
    Qt.KeyboardModifier.ControlModifier: "ctrl",
    Qt.KeyboardModifier.ShiftModifier: "shift",
}


def hands(qtbot):
    """Return those of the X server where there is one, else those of Qt."""
    there = QGuiApplication.platformName() == "xcb" and shutil.which("xdotool")
    return XHands(qtbot) if there else QtHands(qtbot)


class QtHands:
    """Events that Qt's own library of tests makes."""

    def __init__(self, qtbot):
        self.qtbot = qtbot

    def click(self, widget, place=None):
        self.qtbot.mouseClick(widget, LEFT, pos=place if place is not None else QPoint())

    def key(self, widget, key, modifier=Qt.KeyboardModifier.NoModifier):
        self.qtbot.keyClick(widget, key, modifier)

    def write(self, widget, text):
        self.qtbot.keyClicks(widget, text)


class XHands:
    """Events of the X server: what lies over a button takes its click, and keys go to the window that has the keyboard."""

    def __init__(self, qtbot):
        self.qtbot = qtbot

    def click(self, widget, place=None):
        at = None
        while at != (at := self._place(widget, place)):
            self.qtbot.wait(EYES_MS)  # whoever points sees where a control comes to rest
        self._give(RELEASED, "mousemove", at.x(), at.y(), "click", 1)

    def _place(self, widget, place):
        shown(widget)
        return widget.mapToGlobal(place if place is not None else widget.rect().center())

    def key(self, widget, key, modifier=Qt.KeyboardModifier.NoModifier):
        if QApplication.activeWindow() is not widget.window():
            widget.window().activateWindow()
            self.qtbot.waitUntil(widget.isActiveWindow)
        name = NAMES.get(key) or chr(key.value).lower()
        held = [word for one, word in HELD.items() if one & modifier]
        self._give(PRESSED, "key", "+".join((*held, name)))

    def write(self, widget, text):
        if QApplication.activeWindow() is not widget.window() or QApplication.focusWidget() is not widget:
            self.click(widget)
        widget.selectAll()
        with subprocess.Popen(["xdotool", "type", "--delay", "2", "--", text], env=os.environ) as given:
            self.qtbot.waitUntil(lambda: given.poll() is not None and written(widget) == text)

    def _give(self, kinds, *words):
        """Give input, and wait until a window has heard of it."""
        heard = Heard(kinds)
        QApplication.instance().installEventFilter(heard)
        try:
            with subprocess.Popen(["xdotool", *map(str, words)], env=os.environ) as given:
                self.qtbot.waitUntil(lambda: given.poll() is not None and heard.anything)
            assert given.returncode == 0, words
        finally:
            QApplication.instance().removeEventFilter(heard)


class Heard(QObject):
    """Listens for what windows are told."""

    def __init__(self, kinds):
        super().__init__()
        self.kinds, self.anything = kinds, False

    def eventFilter(self, watched, event):
        self.anything |= event.type() in self.kinds and watched.isWindowType()
        return False


def written(field):
    """Return what stands in a field."""
    return field.toPlainText() if isinstance(field, QPlainTextEdit) else field.text()


def shown(widget):
    """Scroll to a widget, as a person would with the wheel."""
    around = widget.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea) and around.widget().isAncestorOf(widget):
            around.ensureWidgetVisible(widget)
        around = around.parentWidget()
