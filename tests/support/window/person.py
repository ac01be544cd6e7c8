"""A person before the window: presses, writes, chooses and drops by real events, and counts what it takes.

The time is that of the keystroke-level model (Card, Moran and Newell, Communications of the ACM 23 (1980), 396-410).
"""

from dataclasses import dataclass, field

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox

from tests.support.window.hands import FREE, hands, written

POINT_S, BUTTON_S, KEY_S, HAND_S, THINK_S = 1.1, 0.2, 0.28, 0.4, 1.35
"""To point at something, to press a button of the mouse, to type a key, to change between both, and to think before a step."""
MOST_TABS = 60


@dataclass
class Person:
    """Counts clicks, keys, drops, and fields that were filled in."""

    qtbot: object
    keys: bool = False
    clicks: int = 0
    strokes: int = 0
    drops: int = 0
    fields: int = 0
    seconds: float = 0.0
    at_mouse: bool = True
    hands: object = field(init=False)

    def __post_init__(self):
        self.hands = hands(self.qtbot)

    def reset(self):
        """Begin to count a flow anew; the time goes on."""
        self.clicks = self.strokes = self.drops = self.fields = 0

    @property
    def steps(self):
        """Clicks, drops and fields."""
        return self.clicks + self.drops + self.fields

    def press(self, button):
        """Press a button once it can be pressed."""
        self.qtbot.waitUntil(lambda: button.isVisible() and button.isEnabled())
        if self.keys:
            self._tab_to(button)
            self._stroke(button, Qt.Key.Key_Space)
            self.clicks += 1
        else:
            self.click(button)

    def click(self, widget, place=None, held=FREE):
        """Click on a place of a widget."""
        self._hand(mouse=True)
        self.seconds += THINK_S + POINT_S + BUTTON_S
        self.hands.click(widget, place, held)
        self.clicks += 1

    def drag(self, table, start, end):
        """Drag a row of a table to another one."""
        self.hands.drag(table, start, end)
        self.clicks += 1

    def pick(self, view, at):
        """Choose a row of a list or a table."""
        model = view.model()
        self.qtbot.waitUntil(lambda: view.isVisible() and model.rowCount() > at)
        if self.keys:
            self._tab_to(view)
            while (before := view.currentIndex().row()) != at:
                self._stroke(view, Qt.Key.Key_Down if before < at else Qt.Key.Key_Up)
                assert view.currentIndex().row() != before
            self.clicks += 1
        else:
            index = model.index(at, 0)
            view.scrollTo(index)
            self.click(view.viewport(), view.visualRect(index).center())
        assert view.currentIndex().row() == at

    def pick_key(self, table, key):
        """Choose the row of a key, wherever the table shows it."""
        index = table.rows.index(table.rows.place(key), 0)
        self.pick(table, table.shown.mapFromSource(index).row())

    def turn(self, tabs, at):
        """Choose a tab."""
        bar = tabs.tabBar()
        if self.keys:
            self._tab_to(bar)
            while bar.currentIndex() != at:
                self._stroke(bar, Qt.Key.Key_Right if bar.currentIndex() < at else Qt.Key.Key_Left)
            self.clicks += 1
        else:
            self.click(bar, bar.tabRect(at).center())
        assert tabs.currentIndex() == at

    def enter(self, form, **values):
        """Fill in fields of a form: choose where there is a choice, else write."""
        for name, text in values.items():
            target = form.rows[name].editor.target
            if isinstance(target, QComboBox) and not target.isEditable():
                self.choose(target, text)
            else:
                self.write(target, text)

    def write(self, field, text):
        """Write a text into a field, in the place of what stands there."""
        widget = field.lineEdit() if isinstance(field, QComboBox) else field
        self.qtbot.waitUntil(lambda: widget.isVisible() and widget.isEnabled())
        self._go(widget)
        widget.selectAll()
        self.hands.write(widget, text)
        self._typed(len(text))
        assert written(widget) == text
        self.fields += 1

    def choose(self, box, text):
        """Choose what begins with a text, by the arrow keys."""
        self.qtbot.waitUntil(lambda: box.isVisible() and box.isEnabled())
        at = box.findText(text, Qt.MatchFlag.MatchStartsWith)
        assert at >= 0, [box.itemText(each) for each in range(box.count())]
        self._go(box)
        while box.currentIndex() != at:
            self._stroke(box, Qt.Key.Key_Down if box.currentIndex() < at else Qt.Key.Key_Up)
        assert box.currentIndex() == at
        self.fields += 1

    def key(self, widget, key, modifier=FREE):
        """Type one key."""
        self._attend(widget)
        self._hand(mouse=False)
        self._stroke(widget, key, modifier)

    def drop(self, widget, *paths):
        """Drag files from the desktop to a widget."""
        self.hands.drop(widget, paths)
        self._hand(mouse=True)
        self.seconds += THINK_S + 2 * (POINT_S + BUTTON_S)
        self.drops += 1

    def _go(self, widget):
        """Bring the keyboard to a field; a click of the mouse, or Tab where a field stands beside the last."""
        if self.keys:
            self._tab_to(widget)
            return
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        self._hand(mouse=False)
        self.seconds += THINK_S
        self._typed(1)

    def _tab_to(self, widget):
        """Walk to a widget by Tab, as far as a person would."""
        self._hand(mouse=False)
        self.seconds += THINK_S
        way = []
        for _ in range(MOST_TABS):
            now = self._attend(widget)
            way.append(now.accessibleName() or type(now).__name__)
            if now is widget or now is widget.focusProxy():
                return
            self._stroke(now, Qt.Key.Key_Tab)
        raise AssertionError(f"{widget.accessibleName()} is not reached by Tab: {way}")

    def _attend(self, widget):
        """Return what has the keyboard, in the window that a window manager would have brought to the front."""
        if QApplication.activeWindow() is not widget.window():
            widget.window().activateWindow()
            self.qtbot.waitUntil(lambda: QApplication.activeWindow() is widget.window())
        return QApplication.focusWidget() or QApplication.activeWindow()

    def _stroke(self, widget, key, modifier=FREE):
        self.hands.key(widget, key, modifier)
        self._typed(1)

    def _typed(self, count):
        self.strokes += count
        self.seconds += count * KEY_S

    def _hand(self, *, mouse):
        if mouse is not self.at_mouse:
            self.seconds += HAND_S
            self.at_mouse = mouse
