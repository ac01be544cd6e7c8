"""A prompt that is answered in fields: a name plate, a label, a count."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from labharness.app.bench_work.composed_answers import FieldRefused, fields_answer
from labharness.app.bench_work.filed_units import FiledUnit
from labharness.app.bench_work.prompt_forms import COUNTS, PromptForm, field_of
from labharness.gui.kit.follow_text import follow_text
from labharness.gui.kit.forms.editors import LineEditor
from labharness.gui.kit.forms.field_form import FieldForm
from labharness.gui.kit.forms.field_row import FieldRow
from labharness.gui.kit.words import tr
from labharness.language.text import plain
from labharness.model.reasons.bench_work import PromptField

_FILED: Mapping[PromptField, Callable[[FiledUnit], str]] = {
    PromptField.MANUFACTURER: lambda unit: unit.manufacturer,
    PromptField.MODEL: lambda unit: unit.model,
    PromptField.SERIAL: lambda unit: unit.serial,
    PromptField.HARDWARE: lambda unit: unit.hardware,
}


class FieldsForm(FieldForm[PromptField]):
    """Labeled fields; Return goes to the next one and never answers.

    Attributes
    ----------
    finished
        Emitted by Return in the last field: the next step is the answer's button.
    """

    finished = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._form: PromptForm | None = None
        self._units: tuple[FiledUnit, ...] = ()
        self.as_filed = QPushButton()
        self.edited.connect(self._compare)

    def ask(self, form: PromptForm, units: Sequence[FiledUnit], values: Mapping[PromptField, str]) -> None:
        """Offer the fields of a form.

        Parameters
        ----------
        units
            Units as filed, beside which what is typed is shown.
        values
            What was typed before, where the same question is put again.
        """
        self._form, self._units = form, tuple(units)
        self.begin()
        self.column.setContentsMargins(0, 0, 0, 0)
        given = dict(form.given)
        for name in form.fields:
            line = self.line(self.add(name, field_of(name)))
            line.setText(values.get(name, given.get(name, "")))
            line.setMinimumHeight(44)
            line.setMaxLength(200)
            line.returnPressed.connect(partial(self._next, name))
            if name in COUNTS:
                follow_text(line, partial(_narrow, line))
                line.setInputMethodHints(Qt.InputMethodHint.ImhDigitsOnly)
        if form.class_of is not None:
            self.say(tr("Device class: {device_class}, of the plan", device_class=form.class_of.words))
        self.as_filed = QPushButton(tr("Fill in as filed"))
        self.as_filed.setAccessibleName(tr("Fill in as filed"))
        self.as_filed.setAutoDefault(False)
        self.as_filed.clicked.connect(self._fill)
        self.column.addWidget(self.as_filed, 0, Qt.AlignmentFlag.AlignLeft)
        self.as_filed.setVisible(bool(self._units) and PromptField.SERIAL in form.fields)
        self._compare()

    @staticmethod
    def line(row: FieldRow) -> QLineEdit:
        """Return the line in which a field is typed."""
        assert isinstance(row.editor, LineEditor)
        return row.editor.line

    def first(self) -> QWidget:
        """Return the first field that is empty, or the first one."""
        lines = [self.line(row) for row in self.rows.values()]
        return next((line for line in lines if not line.text()), lines[0] if lines else self)

    @property
    def values(self) -> dict[PromptField, str]:
        """What is typed."""
        return {name: row.editor.value for name, row in self.rows.items()}

    def answer(self) -> str:
        """Return the answer, "" where a field refuses; the reason then stands beside the field, which has the keyboard."""
        assert self._form is not None
        self.show_wrong({})
        try:
            return fields_answer(self._form, self.values)
        except FieldRefused as error:
            self.show_wrong({error.field: error.reasons})
            self.focus_field(error.field)
            return ""

    def _next(self, name: PromptField) -> None:
        lines = [self.line(row) for row in self.rows.values()]
        at = list(self.rows).index(name) + 1
        if at < len(lines):
            lines[at].setFocus()
            lines[at].selectAll()
        else:
            self.finished.emit()

    def _unit(self) -> FiledUnit | None:
        """Return the unit that is meant: by the serial number that is typed, or the only one."""
        typed = self.values.get(PromptField.SERIAL, "").strip()
        mine = [unit for unit in self._units if unit.serial == typed]
        only = self._units[0] if len(self._units) == 1 else None
        return mine[0] if mine else only

    def _fill(self) -> None:
        unit = self._unit() or (self._units[0] if self._units else None)
        if unit is not None:
            for name, read in _FILED.items():
                if name in self.rows:
                    self.rows[name].editor.show_value(read(unit))
            self.edited.emit(PromptField.SERIAL, unit.serial)

    def _compare(self) -> None:
        """Say beside each field what is filed."""
        unit, serials = self._unit(), ", ".join(each.serial for each in self._units)
        for name, row in self.rows.items():
            filed = _FILED[name](unit) if unit is not None and name in _FILED else ""
            typed = " ".join(row.editor.value.split())
            remark = ""
            if filed and not typed:
                remark = tr("filed: {filed}", filed=filed)
            elif filed:
                remark = tr("as filed") if typed == filed else tr("differs: filed as {filed}", filed=filed)
            elif name is PromptField.SERIAL and self._units and unit is None:
                remark = tr("filed serials: {serials}", serials=serials)
            row.show_remark(plain(remark, 160))


def _narrow(line: QLineEdit, scale: float) -> None:
    line.setMaximumWidth(round(180 * scale))
