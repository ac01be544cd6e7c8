"""One field of a plan: label, control, help, and what is wrong with it, beside each other and never moving."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from math import isfinite
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QCompleter,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from labharness.app.planning.fields import FieldKind, PlanField
from labharness.gui.kit import theme
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.words import tr
from labharness.language.numbers import number
from labharness.language.text import plain
from labharness.plans.written.edits import literal

LINES = 4
"""Lines of a long text that are shown at once."""
NOT_SET: Any = object()
"""A field that the file does not have."""


class PlanFieldRow(QWidget):
    """A control for one field.

    Attributes
    ----------
    edited
        Emitted with the value that somebody gave; None for a field that is to be left out.
    left
        Emitted when somebody leaves the field.
    """

    edited = Signal(object)
    left = Signal()

    def __init__(self, field: PlanField, known: Sequence[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field, self._shown = field, NOT_SET
        self.control = self._control(known)
        self.control.installEventFilter(self)
        self.control.setAccessibleName(field.label)
        self.control.setAccessibleDescription(field.help)
        label, result = QLabel(field.label), QLabel(self._hint())
        label.setBuddy(self.control)
        result.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.mistake = QLabel()
        for each in (result, self.mistake):
            each.setWordWrap(True)
            each.setTextFormat(Qt.TextFormat.PlainText)
        self.mistake.setAccessibleName(tr("Mistake in {label}", label=field.label))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 6)
        column.setSpacing(3)
        for widget in (label, self.control, self.mistake, result):
            column.addWidget(widget)
        theme.enlarge(result, 0.92)
        self.mistake.hide()

    def _hint(self) -> str:
        field = self.field
        limits = ""
        if field.low is not None and field.high is not None:
            limits = " " + tr("{low} to {high}.", low=number(field.low), high=number(field.high))
        elif field.low is not None:
            limits = " " + tr("At least {low}.", low=number(field.low))
        usual = ""
        if not field.required and field.default is not None:
            usual = " " + tr("If left empty: {told}.", told=_told(field))
        text = field.example and field.example not in (
            str(field.default),
            f"{field.default:g}" if isinstance(field.default, float) else "",
        )
        plain_kind = not field.choices and field.kind is not FieldKind.SWITCH
        example = " " + tr("Example: {example}", example=field.example) if text and plain_kind else ""
        return f"{field.help}{limits}{usual}{example}"

    def _control(self, known: Sequence[str]) -> QWidget:
        field = self.field
        if field.kind is FieldKind.SWITCH:
            box = QCheckBox(tr("Yes"))
            box.clicked.connect(self._give)
            return box
        if field.kind is FieldKind.CHOICE:
            return self._choice()
        if field.kind is FieldKind.TEXT and field.longest:
            page = QPlainTextEdit()
            page.setTabChangesFocus(True)
            page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            page.setFixedHeight(page.fontMetrics().lineSpacing() * LINES + 16)
            page.textChanged.connect(lambda: self._give(page.toPlainText() or None))
            return page
        line = QLineEdit()
        line.setPlaceholderText(_told(field) if field.default is not None else "")
        line.textEdited.connect(self._type)
        if known:
            helper = QCompleter(list(known), line)
            helper.setFilterMode(Qt.MatchFlag.MatchContains)
            helper.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            helper.activated.connect(self._type)
            line.setCompleter(helper)
        return line

    def _choice(self) -> QComboBox:
        box, field = QComboBox(), self.field
        if not field.required:
            box.addItem(
                tr("{told} (not written)", told=_told(field)) if field.default is not None else tr("not set"),
                None,
            )
        for value, words in field.choices:
            box.addItem(words, value)
        box.activated.connect(lambda at: self._give(box.itemData(at)))
        box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return box

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        """Let the wheel scroll the form, and never change a choice that nobody stands on."""
        if event.type() is QEvent.Type.FocusOut:
            self.left.emit()
        box = isinstance(watched, QComboBox) and not watched.hasFocus()
        if event.type() is QEvent.Type.Wheel and box:
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def show_value(self, value: Any, as_written: str = "") -> None:
        """Show what the file has; a control at which somebody types shows the same already."""
        if value == self._shown and type(value) is type(self._shown):
            return
        self._shown = value
        control = self.control
        control.blockSignals(True)  # noqa: FBT003  Qt's call
        if isinstance(control, QCheckBox):
            control.setChecked(bool(self.field.default if value is None else value))
        elif isinstance(control, QComboBox):
            at = control.findData(value)
            if at < 0 and value is not None:
                control.addItem(plain(value, 80), value)
                at = control.count() - 1
            control.setCurrentIndex(at)
        elif isinstance(control, QPlainTextEdit):
            control.setPlainText("" if value is None else str(value))
        elif isinstance(control, QLineEdit):
            control.setText(_line(self.field, value, as_written))
        control.blockSignals(False)  # noqa: FBT003  Qt's call

    def show_mistake(self, sentence: str) -> None:
        """Say what is wrong, "" for nothing."""
        theme.tint(self.mistake, Tone.FAIL, grounded=True)
        self.mistake.setText(f"⚠ {plain(sentence, 600)}" if sentence else "")
        self.mistake.setVisible(bool(sentence))

    def _type(self, text: str) -> None:
        self._give(_meant(self.field, text))

    def _give(self, value: Any) -> None:
        self._shown = value
        self.edited.emit(value)


def _told(field: PlanField) -> str:
    if field.kind is FieldKind.SWITCH:
        return tr("yes") if field.default else tr("no")
    words = dict(field.choices).get(field.default)
    return words or (number(field.default) if isinstance(field.default, int | float) else str(field.default))


def _line(field: PlanField, value: Any, as_written: str) -> str:
    if value is None:
        return ""
    if (
        field.kind is FieldKind.NAMES
        and isinstance(value, list)
        and all(isinstance(each, str) for each in value)
    ):
        return ", ".join(value)
    if field.kind in (FieldKind.WHOLE, FieldKind.NUMBER, FieldKind.OTHER) and not isinstance(value, str):
        return as_written or literal(value)
    return str(value)


def _meant(field: PlanField, text: str) -> Any:
    """Return what a typed text means; a text that is no such value stays text, and the plan's check says so."""
    words = text.strip()
    if not words:
        return None
    if field.kind is FieldKind.NAMES:
        return [flowable.strip() for flowable in words.split(",") if flowable.strip()]
    if field.kind in (FieldKind.WHOLE, FieldKind.NUMBER, FieldKind.OTHER):
        try:
            result = tomllib.loads(f"v = {words}")["v"]
        except (tomllib.TOMLDecodeError, ValueError):
            return words
        finite = isinstance(result, int | float) and isfinite(result)
        return result if field.kind is FieldKind.OTHER or finite else words
    return words
