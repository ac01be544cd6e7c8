"""What mouse and keyboard do: events of Qt's own, or those of an X server, which know nothing of the program."""

import os
import select
import shutil
import subprocess
import sys
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QScrollArea

from tests.support.window.drag_source import SIDE

LEFT = Qt.MouseButton.LeftButton
FREE = Qt.KeyboardModifier.NoModifier
PRESSED = {QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride, QEvent.Type.Shortcut}
"""A key arrives as one of these: a shortcut takes it from whoever has the keyboard."""
RELEASED = {QEvent.Type.MouseButtonRelease, QEvent.Type.NonClientAreaMouseButtonRelease}
DROPPED = {QEvent.Type.Drop}
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


def fill(form, **values):
    """Enter values into fields of a form, or of what holds it, as a person does."""
    for name, value in values.items():
        editor = getattr(form, "form", form).rows[name].editor
        editor.show_value(value)
        editor.changed.emit()


class QtHands:
    """Events that Qt's own library of tests makes."""

    def __init__(self, qtbot):
        self.qtbot = qtbot

    def click(self, widget, place=None, held=FREE):
        self.qtbot.mouseClick(widget, LEFT, held, place if place is not None else QPoint())

    def drag(self, table, start, end):
        """Drag a row of a table to another one; Qt has no events that begin it."""
        self.click(table.viewport(), start)
        assert table.currentIndex().flags() & Qt.ItemFlag.ItemIsDragEnabled, "Qt begins no drag of this row"
        data = table.carried()
        table.dropEvent(QDropEvent(QPointF(end), table.defaultDropAction(), data, LEFT, FREE))

    def drop(self, widget, paths):
        """Drop files in the middle of a widget; whatever lies there takes them."""
        shown(widget)
        window, data = widget.window(), QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        data.setText("\n".join(map(str, paths)))  # as programs that show files do
        at = widget.mapTo(window, widget.rect().center())
        with_files = (Qt.DropAction.CopyAction, data, LEFT, FREE)
        for event in (
            QDragEnterEvent(at, *with_files),
            QDragMoveEvent(at, *with_files),
            QDropEvent(at, *with_files),
        ):
            event.setAccepted(
                not isinstance(event, QDragEnterEvent)
            )  # as Qt passes on what was said of the last one
            QApplication.sendEvent(window.windowHandle(), event)
            assert event.isAccepted()

    def key(self, widget, key, modifier=FREE):
        self.qtbot.keyClick(widget, key, modifier)

    def write(self, widget, text):
        self.qtbot.keyClicks(widget, text)


class XHands:
    """Events of the X server: what lies over a button takes its click, and keys go to the window that has the keyboard."""

    def __init__(self, qtbot):
        self.qtbot = qtbot

    def click(self, widget, place=None, held=FREE):
        at = self._place(widget, place)
        keys = names_of(held)
        down, up = ([word for key in keys for word in (verb, key)] for verb in ("keydown", "keyup"))
        self._give(RELEASED, "mousemove", at.x(), at.y(), *down, "click", 1, *up)

    def drag(self, table, start, end):
        """Drag a row of a table to another one, by steps that are far enough to begin it."""
        self._drag(*(self._place(table.viewport(), place) for place in (start, end)))

    def drop(self, widget, paths):
        """Drag files from another program to the middle of a widget."""
        end = self._place(widget)
        start = QGuiApplication.primaryScreen().geometry().bottomRight() - QPoint(SIDE, SIDE) / 2
        command = [sys.executable, "-m", "tests.support.window.drag_source", *map(str, paths)]
        with (
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as source,
            listening(DROPPED) as heard,
        ):
            self.qtbot.waitUntil(lambda: bool(select.select([source.stdout], [], [], 0)[0]))
            self._drag(start, end)
            self.qtbot.waitUntil(lambda: heard.anything)
            source.stdin.close()

    def _drag(self, start, end):
        way = [
            word
            for at in (start, (start + end) / 2, end, end)
            for word in ("mousemove", at.x(), at.y(), "sleep", "0.1")
        ]
        self._run(*way[:5], "mousedown", 1, *way[5:], "mouseup", 1)

    def _place(self, widget, place=None):
        """Return where a control comes to rest on the screen, as whoever points sees it, before all other windows."""
        at = None
        widget.window().raise_()
        while at != (at := self._seen(widget, place)):
            self.qtbot.wait(EYES_MS)
        return at

    def _seen(self, widget, place):
        shown(widget)
        return widget.mapToGlobal(place if place is not None else widget.rect().center())

    def key(self, widget, key, modifier=FREE):
        if QApplication.activeWindow() is not widget.window():
            widget.window().activateWindow()
            self.qtbot.waitUntil(widget.isActiveWindow)
        name = NAMES.get(key) or chr(key.value).lower()
        self._give(PRESSED, "key", "+".join((*names_of(modifier), name)))

    def write(self, widget, text):
        if QApplication.activeWindow() is not widget.window() or QApplication.focusWidget() is not widget:
            self.click(widget)
        widget.selectAll()
        with subprocess.Popen(["xdotool", "type", "--delay", "2", "--", text], env=os.environ) as given:
            self.qtbot.waitUntil(lambda: given.poll() is not None and written(widget) == text)

    def _give(self, kinds, *words):
        """Give input, and wait until a window has heard of it."""
        with listening(kinds) as heard:
            self._run(*words)
            self.qtbot.waitUntil(lambda: heard.anything)

    def _run(self, *words):
        with subprocess.Popen(["xdotool", *map(str, words)], env=os.environ) as given:
            self.qtbot.waitUntil(lambda: given.poll() is not None)
        assert given.returncode == 0, words


class Heard(QObject):
    """Listens for what windows are told."""

    def __init__(self, kinds):
        super().__init__()
        self.kinds, self.anything = kinds, False

    def eventFilter(self, watched, event):
        self.anything |= event.type() in self.kinds and watched.isWindowType()
        return False


@contextmanager
def listening(kinds):
    """Listen for what windows are told."""
    heard = Heard(kinds)
    QApplication.instance().installEventFilter(heard)
    try:
        yield heard
    finally:
        QApplication.instance().removeEventFilter(heard)


def names_of(held):
    """Return the keys that are held, as X calls them."""
    return [word for each, word in HELD.items() if each & held]


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


def place_of(table, key):
    """Return where the row of a key is seen."""
    index = table.rows.index(table.rows.place(key), 0)
    return table.visualRect(table.shown.mapFromSource(index)).center()
