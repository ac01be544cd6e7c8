"""Editors of one value: a line, prose, a date, a yes or no, a choice, or the name of something on record."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QDate, QEvent, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCalendarWidget,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QWidget,
    QWidgetAction,
)

from labharness.gui.kit.files import FileField
from labharness.gui.kit.layouts import follow_text
from labharness.gui.kit.parts import menu_button, text_field
from labharness.gui.kit.words import tr
from labharness.language.field_words import choice_words
from labharness.language.template import plain

Offer = tuple[str, str]
"""A value and what people call it."""
LINE_HEIGHT = 32
PROSE_HEIGHT = 76
CHOOSE = tr("Choose…")


class Editor(QWidget):
    """Edits one value.

    Attributes
    ----------
    target
        What the keyboard goes to.
    changed
        Emitted when a person changes the value; never by :meth:`show_value`.
    """

    changed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(4)
        self.setAccessibleName(name)
        # focusProxy() of PySide 6.11 ties the lives of both wrappers, so it is never asked.
        self.target: QWidget | None = None

    def hold(self, widget: QWidget, stretch: int = 1) -> None:
        """Put a widget into the row; the first of them takes the focus of the editor."""
        self.row.addWidget(widget, stretch)
        if self.target is None:
            self.target = widget
            self.setFocusProxy(widget)
            widget.setAccessibleName(self.accessibleName())
            if isinstance(widget, QComboBox):
                widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
                widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        """Let the wheel scroll the form, and never change a choice that nobody stands on."""
        if event.type() is QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    @property
    def value(self) -> Any:
        """What is entered, as a form's value."""
        return ""

    def show_value(self, value: Any) -> None:
        """Show a value."""

    def show_offers(self, offers: Sequence[Offer]) -> None:
        """Offer what there is to be named."""

    def hint(self, example: str) -> None:
        """Show an example while nothing is entered."""

    def describe(self, text: str) -> None:
        """Say aloud what belongs there, and what is wrong."""
        if self.target is not None:
            self.target.setAccessibleDescription(text)
            self.target.setToolTip(text)


class LineEditor(Editor):
    """One line of text."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.line = QLineEdit()
        self.line.setMinimumHeight(LINE_HEIGHT)
        self.line.textEdited.connect(lambda _: self.changed.emit())
        self.hold(self.line)

    @property
    def value(self) -> Any:
        """The text."""
        return self.line.text()

    def show_value(self, value: Any) -> None:
        """Show a text; the cursor stays where a person types."""
        if self.line.text() != str(value):
            self.line.setText(str(value))

    def hint(self, example: str) -> None:
        """Show an example while nothing is entered."""
        self.line.setPlaceholderText(example)


class ProseEditor(Editor):
    """Text of several lines, or of several values, one a line."""

    def __init__(self, name: str, height: int = PROSE_HEIGHT) -> None:
        super().__init__(name)
        self.text = text_field("", changed=self._change)
        follow_text(self.text, lambda scale: self.text.setFixedHeight(round(height * scale)))
        self._showing = False
        self.hold(self.text)

    @property
    def value(self) -> Any:
        """The text."""
        return self.text.toPlainText()

    def show_value(self, value: Any) -> None:
        """Show a text."""
        if self.text.toPlainText() != str(value):
            self._showing = True
            self.text.setPlainText(str(value))
            self._showing = False

    def hint(self, example: str) -> None:
        """Show an example while nothing is entered."""
        self.text.setPlaceholderText(example)

    def _change(self) -> None:
        if not self._showing:
            self.changed.emit()


class LinesEditor(ProseEditor):
    """Several values, one a line; known ones are taken from a menu."""

    def __init__(self, name: str) -> None:
        super().__init__(name, PROSE_HEIGHT - 18)
        self.add = menu_button(tr("Add ▾"), tr("Add: {name}", name=name))
        self.add.hide()
        self.row.addWidget(self.add, 0, Qt.AlignmentFlag.AlignTop)

    @property
    def value(self) -> Any:
        """The lines that are not empty."""
        return [line for line in self.text.toPlainText().split("\n") if line.strip()]

    def show_value(self, value: Any) -> None:
        """Show values, one a line; what is being typed stays as it is."""
        if self.value != list(value):
            super().show_value("\n".join(map(str, value)))

    def show_offers(self, offers: Sequence[Offer]) -> None:
        """Offer what there is to be named."""
        self.add.setVisible(bool(offers))
        menu = QMenu(self.add)
        for value, words in offers:
            menu.addAction(plain(words, 90), partial(self._add, value))
        old = self.add.menu()
        self.add.setMenu(menu)
        if old is not None:
            old.deleteLater()

    def _add(self, value: str) -> None:
        if value not in self.value:
            self.text.setPlainText("\n".join([*self.value, value]))


class DateEditor(LineEditor):
    """A date, typed or chosen from a calendar, which is made when it is first opened."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        follow_text(self.line, lambda scale: self.line.setMaximumWidth(round(210 * scale)))
        follow_text(self.line, lambda scale: self.line.setMinimumWidth(round(112 * scale)))
        self.calendar: QCalendarWidget | None = None
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._open)
        self.button = menu_button("▾", tr("Calendar: {name}", name=name))
        self.button.setMenu(self._menu)
        self.button.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.row.addWidget(self.button)
        self.row.addStretch(1)

    def _open(self) -> None:
        if self.calendar is None:
            self.calendar = QCalendarWidget()
            self.calendar.clicked.connect(self._take)
            action = QWidgetAction(self)
            action.setDefaultWidget(self.calendar)
            self._menu.addAction(action)
        day = QDate.fromString(self.line.text(), Qt.DateFormat.ISODate)
        self.calendar.setSelectedDate(day if day.isValid() else QDate.currentDate())

    def _take(self, day: QDate) -> None:
        self.line.setText(day.toString(Qt.DateFormat.ISODate))
        self._menu.close()
        self.changed.emit()


class FolderEditor(Editor):
    """A folder, typed or chosen."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.file = FileField(name, "", "", Path.home(), folders=True)
        self.file.line.setMinimumHeight(LINE_HEIGHT)
        self.file.line.textChanged.connect(self._change)
        self._shown = ""
        self.hold(self.file)

    @property
    def value(self) -> Any:
        """The whole path."""
        return self.file.text

    def show_value(self, value: Any) -> None:
        """Show a path."""
        self._shown = str(value)
        self.file.line.setText(self._shown)

    def hint(self, example: str) -> None:
        """Show an example while nothing is entered."""
        self.file.line.setPlaceholderText(example)

    def describe(self, text: str) -> None:
        """Say aloud what belongs there, and what is wrong."""
        self.file.line.setAccessibleDescription(text)

    def _change(self, text: str) -> None:
        if text != self._shown:
            self._shown = text
            self.changed.emit()


class FlagEditor(Editor):
    """Yes or no, as a check box."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.box = QCheckBox(tr("Yes"))
        self.box.setMinimumHeight(LINE_HEIGHT)
        self.box.clicked.connect(lambda _: self.changed.emit())
        self.hold(self.box)

    @property
    def value(self) -> Any:
        """Whether it is checked."""
        return self.box.isChecked()

    def show_value(self, value: Any) -> None:
        """Show whether it is checked."""
        self.box.setChecked(value is True)


class ChoiceEditor(Editor):
    """One of some values; none is chosen before a person chooses, which ``empty`` says."""

    def __init__(self, name: str, choices: Sequence[Offer], empty: str = "") -> None:
        super().__init__(name)
        self.box = QComboBox()
        self.box.setMinimumHeight(LINE_HEIGHT)
        self.box.addItem(empty or CHOOSE, "")
        for value, words in choices:
            self.box.addItem(plain(words, 90), value)
        self.box.activated.connect(lambda _: self.changed.emit())
        self.hold(self.box, 0)
        self.row.addStretch(1)

    @property
    def value(self) -> Any:
        """The value that is chosen, "" for none."""
        return self.box.currentData()

    def show_value(self, value: Any) -> None:
        """Show a value; one that is no choice is added, so that it is not lost."""
        at = self.box.findData(value)
        if at < 0:
            self.box.addItem(plain(value, 90), value)
            at = self.box.count() - 1
        self.box.setCurrentIndex(at)


class AnswerEditor(ChoiceEditor):
    """Yes or no, unanswered at first."""

    def __init__(self, name: str) -> None:
        super().__init__(name, (("yes", tr("Yes")), ("no", tr("No"))))

    @property
    def value(self) -> Any:
        """The answer as a truth value, "" for none."""
        return {"yes": True, "no": False}.get(self.box.currentData(), "")

    def show_value(self, value: Any) -> None:
        """Show an answer."""
        super().show_value({True: "yes", False: "no"}.get(value, "") if isinstance(value, bool) else "")


class NameEditor(Editor):
    """The id of something on record: chosen from what there is, or typed."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.box = QComboBox()
        self.box.setEditable(True)
        self.box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.box.setMinimumHeight(LINE_HEIGHT)
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.setMinimumContentsLength(12)
        self._offers: tuple[Offer, ...] = ()
        line = self.box.lineEdit()
        assert line is not None
        line.setAccessibleName(name)
        self._line = line
        line.textEdited.connect(lambda _: self.changed.emit())
        self.box.activated.connect(self._choose)
        self.hold(self.box)

    @property
    def value(self) -> Any:
        """The id."""
        return self._line.text()

    def show_value(self, value: Any) -> None:
        """Show an id."""
        if self._line.text() != str(value):
            self.box.setEditText(str(value))

    def show_offers(self, offers: Sequence[Offer]) -> None:
        """Offer what there is to be named; what is entered stays."""
        if tuple(offers) == self._offers:
            return
        self._offers, text = tuple(offers), self._line.text()
        self.box.clear()
        for value, words in offers:
            same = words in ("", value)
            self.box.addItem(plain(value if same else f"{value} · {words}", 110), value)
        self.box.setCurrentIndex(-1)
        self.box.setEditText(text)
        view = self.box.view()
        view.setMinimumWidth(min(620, max(view.sizeHintForColumn(0) + 30, 200)) if offers else 0)

    def hint(self, example: str) -> None:
        """Show an example while nothing is entered."""
        self._line.setPlaceholderText(example)

    def _choose(self, at: int) -> None:
        self.box.setEditText(str(self.box.itemData(at)))
        self.changed.emit()

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Take no more room than a line does, however long the offers are."""
        return QSize(220, LINE_HEIGHT)


def worded_choices(choices: Sequence[str]) -> list[Offer]:
    """Return choices with their words."""
    return [(choice, choice_words(choice)) for choice in choices]
