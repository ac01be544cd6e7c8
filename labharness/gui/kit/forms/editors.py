"""Editors of one value: a line, prose, a date, a yes or no, a choice, or the name of something on record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QDate, QEvent, QObject, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCalendarWidget,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
    QWidgetAction,
)

from labharness.gui.kit.files import FileField
from labharness.gui.kit.layouts import follow_text
from labharness.gui.kit.parts import choice_box, line_edit, line_of, menu_button, text_field
from labharness.gui.kit.words import tr
from labharness.language.field_words import choice_words
from labharness.language.template import plain

Offer = tuple[str, str]
"""A value and what people call it."""
LINE_HEIGHT = 32
NARROWEST = 120
"""Pixels of a choice or a number at least, however long its words are."""
PROSE_HEIGHT = 76
CHOOSE = tr("Choose…")
SHORT = 8
"""Characters of a new pass phrase at least."""
TENTH = 0.1
"""Below it a number is a probability, and has four decimals."""


class Editor(QWidget):
    """Edits one value.

    Attributes
    ----------
    target
        What the keyboard goes to.
    """

    changed = Signal()
    """Emitted when a person changes the value; never by :meth:`show_value`."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(4)
        self.setAccessibleName(name)
        # focusProxy() of PySide 6.11 ties the lives of both wrappers, so it is never asked.
        self.target: QWidget | None = None
        self.written: QLineEdit | QPlainTextEdit | None = None

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
        if self.written is not None:
            self.written.setPlaceholderText(example)

    def describe(self, text: str) -> None:
        """Say aloud what belongs there, and what is wrong."""
        if self.target is not None:
            self.target.setAccessibleDescription(text)
            self.target.setToolTip(text)


class LineEditor(Editor):
    """One line of text."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.line = self.written = QLineEdit()
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


class ProseEditor(Editor):
    """Text of several lines, or of several values, one a line."""

    def __init__(self, name: str, height: int = PROSE_HEIGHT) -> None:
        super().__init__(name)
        self.text = self.written = text_field("", changed=self.changed)
        follow_text(self.text, lambda scale: self.text.setFixedHeight(round(height * scale)))
        self.hold(self.text)

    @property
    def value(self) -> Any:
        """The text."""
        return self.text.toPlainText()

    def show_value(self, value: Any) -> None:
        """Show a text."""
        if self.text.toPlainText() != str(value):
            with QSignalBlocker(self.text):
                self.text.setPlainText(str(value))


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


class PathEditor(Editor):
    """A file or a folder, typed or chosen.

    Parameters
    ----------
    many
        Whether the value is a list, of the path or of none.
    """

    def __init__(
        self,
        name: str,
        kinds: str = "",
        begins: Path | None = None,
        *,
        folders: bool = False,
        writes: bool = False,
        many: bool = False,
    ) -> None:
        super().__init__(name)
        self.file = FileField(name, "", kinds, begins or Path.home(), folders=folders, writes=writes)
        self.many, self.written = many, self.file.line
        self.file.line.setMinimumHeight(LINE_HEIGHT)
        self.file.line.textChanged.connect(self._change)
        self._shown = ""
        self.hold(self.file)

    @property
    def value(self) -> Any:
        """The whole path."""
        return [text for text in (self.file.text,) if text] if self.many else self.file.text

    def show_value(self, value: Any) -> None:
        """Show a path."""
        self._shown = str(value)
        self.file.line.setText(self._shown)

    def describe(self, text: str) -> None:
        """Say aloud what belongs there, and what is wrong."""
        self.file.line.setAccessibleDescription(text)

    def _change(self, text: str) -> None:
        if text != self._shown:
            self._shown = text
            self.changed.emit()


class SecretEditor(Editor):
    """A pass phrase, shown as dots.

    Parameters
    ----------
    twice
        Whether it is a new one, which is written twice.
    """

    def __init__(self, name: str, *, twice: bool = False) -> None:
        super().__init__(name)
        names = (name, tr("{name} again", name=name)) if twice else (name,)
        self.lines = [line_edit(each, each, high=LINE_HEIGHT, secret=True) for each in names]
        self.twice = twice
        for line in self.lines:
            line.textEdited.connect(self.changed)
            self.hold(line)

    @property
    def value(self) -> Any:
        """The pass phrase."""
        return self.lines[0].text()

    def show_value(self, value: Any) -> None:
        """Show as many dots."""
        for line in self.lines:
            line.setText(str(value))

    def hint(self, example: str) -> None:
        """Show a hint while nothing is entered; a new one is never left empty."""
        if not self.twice:
            self.lines[0].setPlaceholderText(example)

    @property
    def fault(self) -> str:
        """What is wrong with a new one, "" for nothing."""
        if not self.twice:
            return ""
        if len(self.value) < SHORT:
            return tr("Write at least {short} characters.", short=SHORT)
        return "" if self.value == self.lines[1].text() else tr("The two pass phrases differ.")


class NumberEditor(Editor):
    """A number within its limits.

    Parameters
    ----------
    empty
        What stands there for no number, "" where there is always one.
    """

    def __init__(self, name: str, low: float, high: float, *, whole: bool, empty: str = "") -> None:
        super().__init__(name)
        self._empty = empty
        if whole:
            self.box: QSpinBox | QDoubleSpinBox = QSpinBox()
            self.box.setRange(int(low) - bool(empty), int(high))
        else:
            self.box = QDoubleSpinBox()
            self.box.setDecimals(4 if low < TENTH else 1)
            self.box.setRange(low, high)
            self.box.setSingleStep(0.01 if low < TENTH else 1)
        self.box.setSpecialValueText(empty)
        self.box.setMinimumHeight(LINE_HEIGHT)
        self.box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.box.installEventFilter(self)
        follow_text(self.box, lambda scale: self.box.setMinimumWidth(round(NARROWEST * scale)))
        self.box.valueChanged.connect(self.changed)
        self.hold(self.box)
        self.show_value("")

    @property
    def value(self) -> Any:
        """The number, "" for none."""
        none = bool(self._empty) and self.box.value() == self.box.minimum()
        return "" if none else self.box.value()

    def show_value(self, value: Any) -> None:
        """Show a number."""
        with QSignalBlocker(self.box):
            put: Callable[[Any], object] = self.box.setValue
            put(self.box.minimum() if value == "" else value)


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

    def __init__(self, name: str, choices: Sequence[Offer], empty: str | None = "") -> None:
        super().__init__(name)
        self.box, self._empty = QComboBox(), [] if empty is None else [("", empty or CHOOSE)]
        self.box.setMinimumHeight(LINE_HEIGHT)
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        follow_text(self.box, lambda scale: self.box.setMinimumWidth(round(NARROWEST * scale)))
        self._fill(choices)
        self.box.activated.connect(lambda _: self.changed.emit())
        self.hold(self.box, 0)
        self.row.addStretch(1)

    @property
    def value(self) -> Any:
        """The value that is chosen, "" for none."""
        return self.box.currentData() or ""

    def show_offers(self, offers: Sequence[Offer]) -> None:
        """Offer these values, and the one that is chosen where it is one of them."""
        chosen = self.value
        self.box.clear()
        self._fill(offers)
        self.box.setCurrentIndex(max(0, self.box.findData(chosen)))

    def _fill(self, choices: Sequence[Offer]) -> None:
        for value, words in (*self._empty, *choices):
            self.box.addItem(plain(words, 120), value)

    def show_value(self, value: Any) -> None:
        """Show a value; one that is no choice is added, so that it is not lost."""
        at = self.box.findData(value) if value != "" or self._empty else 0
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
        self.box = choice_box(name, chosen=self._choose, high=LINE_HEIGHT, least=12, typed=(name, ""))
        self._offers: tuple[Offer, ...] = ()
        self._line = self.written = line_of(self.box)
        self._line.textEdited.connect(lambda _: self.changed.emit())
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

    def _choose(self, at: int) -> None:
        self.box.setEditText(str(self.box.itemData(at)))
        self.changed.emit()

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Take no more room than a line does, however long the offers are."""
        return QSize(220, LINE_HEIGHT)


def worded_choices(choices: Sequence[str]) -> list[Offer]:
    """Return choices with their words."""
    return [(choice, choice_words(choice)) for choice in choices]
