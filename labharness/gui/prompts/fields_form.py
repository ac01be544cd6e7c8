"""A prompt that is answered in fields: a name plate, a label, a count."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QPushButton, QWidget

from labharness.app.bench_work.composed_answers import FieldRefused, fields_answer
from labharness.app.bench_work.filed_units import FiledUnit
from labharness.app.bench_work.prompt_forms import COUNTS, PromptForm
from labharness.gui.kit.follow_text import follow_text
from labharness.gui.kit.window_sentences import explain
from labharness.gui.kit.words import tr
from labharness.language.catalog import term
from labharness.language.text import plain
from labharness.model.reasons.bench_work import PromptField

_FILED: Mapping[PromptField, Callable[[FiledUnit], str]] = {
    PromptField.MANUFACTURER: lambda unit: unit.manufacturer,
    PromptField.MODEL: lambda unit: unit.model,
    PromptField.SERIAL: lambda unit: unit.serial,
    PromptField.HARDWARE: lambda unit: unit.hardware,
}


class FieldsForm(QWidget):
    """Labeled fields; Return goes to the next one and never answers.

    Attributes
    ----------
    changed
        Emitted when something else is typed.
    finished
        Emitted by Return in the last field: the next step is the answer's button.
    """

    changed = Signal()
    finished = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: dict[PromptField, QLineEdit] = {}
        self._notes: dict[PromptField, QLabel] = {}
        self._form: PromptForm | None = None
        self._units: tuple[FiledUnit, ...] = ()
        self.as_filed = QPushButton(tr("Fill in as filed"), self)
        self.as_filed.setAccessibleName(tr("Fill in as filed"))
        self.as_filed.setAutoDefault(False)
        self.as_filed.clicked.connect(self._fill)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(1, 3)
        self._grid.setColumnStretch(2, 2)

    def begin(self, form: PromptForm, units: Sequence[FiledUnit], values: Mapping[PromptField, str]) -> None:
        """Offer the fields of a form.

        Parameters
        ----------
        units
            Units as filed, beside which what is typed is shown.
        values
            What was typed before, where the same question is put again.
        """
        self._form, self._units = form, tuple(units)
        while self._grid.count():
            item = self._grid.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None and widget is not self.as_filed:
                widget.deleteLater()
        self.lines, self._notes = {}, {}
        given = dict(form.given)
        for row, field in enumerate(form.fields):
            self._add(row, field, values.get(field, given.get(field, "")))
        if form.class_of is not None:
            name, value = (
                QLabel(tr("Device class")),
                QLabel(tr("{device_class}  (of the plan)", device_class=form.class_of.words)),
            )
            value.setAccessibleName(
                tr("Device class: {device_class}, of the plan", device_class=form.class_of.words)
            )
            self._grid.addWidget(name, len(form.fields), 0)
            self._grid.addWidget(value, len(form.fields), 1, 1, 2)
        offered = bool(self._units) and PromptField.SERIAL in form.fields
        self.as_filed.setVisible(offered)
        if offered:
            self._grid.addWidget(self.as_filed, len(form.fields) + 1, 1, Qt.AlignmentFlag.AlignLeft)
        self._compare()

    def _add(self, row: int, field: PromptField, value: str) -> None:
        label, line, note = QLabel(term(field).capitalize()), QLineEdit(value), QLabel()
        line.setAccessibleName(term(field).capitalize())
        line.setMinimumHeight(44)
        line.setMaxLength(200)
        if field in COUNTS:
            follow_text(line, lambda scale: line.setMaximumWidth(round(180 * scale)))
            line.setInputMethodHints(Qt.InputMethodHint.ImhDigitsOnly)
        label.setBuddy(line)
        note.setProperty("muted", True)  # noqa: FBT003  Qt's call
        note.setWordWrap(True)
        note.setTextFormat(Qt.TextFormat.PlainText)
        line.textChanged.connect(self._compare)
        line.textChanged.connect(self.changed)
        line.returnPressed.connect(lambda: self._next(field))
        self.lines[field], self._notes[field] = line, note
        for column, widget in enumerate((label, line, note)):
            self._grid.addWidget(widget, row, column)
            widget.show()  # at once, for the first field takes the keyboard

    def first(self) -> QWidget:
        """Return the first field that is empty, or the first one."""
        lines: list[QWidget] = [line for line in self.lines.values() if not line.text()]
        return (lines or [*self.lines.values(), self])[0]

    @property
    def values(self) -> dict[PromptField, str]:
        """What is typed."""
        return {field: line.text() for field, line in self.lines.items()}

    def answer(self) -> str:
        """Return the answer, "" where a field refuses; the reason then stands beside the field, which has the keyboard."""
        assert self._form is not None
        self._compare()
        try:
            return fields_answer(self._form, self.values)
        except FieldRefused as error:
            self._notes[error.field].setText(explain(error))
            self.lines[error.field].setFocus()
            return ""

    def _next(self, field: PromptField) -> None:
        lines = list(self.lines.values())
        at = lines.index(self.lines[field]) + 1
        if at < len(lines):
            lines[at].setFocus()
            lines[at].selectAll()
        else:
            self.finished.emit()

    def _unit(self) -> FiledUnit | None:
        """Return the unit that is meant: by the serial number that is typed, or the only one."""
        line = self.lines.get(PromptField.SERIAL)
        typed = line.text().strip() if line is not None else ""
        mine = [unit for unit in self._units if unit.serial == typed]
        only = self._units[0] if len(self._units) == 1 else None
        return mine[0] if mine else only

    def _fill(self) -> None:
        unit = self._unit() or (self._units[0] if self._units else None)
        if unit is not None:
            for field, read in _FILED.items():
                if field in self.lines:
                    self.lines[field].setText(read(unit))

    def _compare(self) -> None:
        unit = self._unit()
        for field, note in self._notes.items():
            filed = _FILED[field](unit) if unit is not None and field in _FILED else ""
            typed = " ".join(self.lines[field].text().split())
            if not filed:
                note.setText("")
            elif not typed:
                note.setText(plain(tr("filed: {filed}", filed=filed), 160))
            else:
                note.setText(
                    tr("as filed")
                    if typed == filed
                    else plain(tr("differs: filed as {filed}", filed=filed), 160)
                )
        if not self._units or PromptField.SERIAL not in self._notes or unit is not None:
            return
        serials = ", ".join(each.serial for each in self._units)
        self._notes[PromptField.SERIAL].setText(plain(tr("filed serials: {serials}", serials=serials), 160))
