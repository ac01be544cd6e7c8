"""Answers that are typed: an order of cards or the fields of a form, with the heading of the prompt above them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from labharness.app.bench_work.entered_cards import (
    COUNTS,
    Differing,
    FieldRefused,
    FiledUnit,
    PromptForm,
    PromptKind,
    field_of,
    fields_answer,
    objection,
    order_of,
    trouble,
)
from labharness.evidence.records.people import PromptBody
from labharness.gui.kit.forms.editors import LineEditor
from labharness.gui.kit.forms.field_form import FieldForm, FieldRow
from labharness.gui.kit.layouts import follow_text
from labharness.gui.kit.parts import LEFT, in_column, in_row, push_button, text_label
from labharness.gui.kit.run_standing import say
from labharness.gui.kit.words import tr
from labharness.gui.prompts.card_grid import COLUMNS, CardGrid, CardPalette
from labharness.language.numbers import number
from labharness.language.template import plain, words
from labharness.model.cards import CardSet, format_card
from labharness.model.device import DeviceClass
from labharness.model.reasons.night import PromptField

HINT = tr(
    "Type rank and suit: A 2–9 10 J Q K, then S H D C. Backspace takes the last card back; Ctrl+V pastes an order."
)
_RANKS = {**{key: key for key in "A23456789JQK"}, "T": "10", "0": "10", "1": "1"}
_MOST = 6000
"""Cards of the longest order that is entered."""


class CardEntry(QWidget):
    """What was entered stands here alone: nothing of it is kept when another person is asked.

    Attributes
    ----------
    changed
        Emitted when another order is entered.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.grid, self.palette_of = CardGrid(), CardPalette()
        self.grid.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.grid.installEventFilter(self)
        self.state = text_label(size=1.0, bold=True)
        self.trouble = text_label()
        self.clear_all = push_button(
            tr("Clear all"), lambda: self._set(()), name=tr("Clear all entered cards")
        )
        self.palette_of.pressed.connect(self._add)
        self._cards: tuple[str, ...] = ()
        self._rank = ""
        self._declared: CardSet | None = None
        head = in_row((self.state, 1), self.clear_all)
        in_column(head, (self.grid, 1), self.palette_of, self.trouble, gap=6, on=self)
        self.begin(None)

    @property
    def text(self) -> str:
        """The order as the runner reads it."""
        return " ".join(self._cards)

    @property
    def complete(self) -> bool:
        """Whether the entered cards are the declared set, or any cards where nobody knows the set."""
        return bool(self._cards) and objection(self._cards, self._declared) is None

    def begin(self, declared: CardSet | None) -> None:
        """Begin empty, with the set that the plan declares."""
        self._declared = declared
        counts = {} if declared is None else {format_card(at): n for at, n in enumerate(declared.counts) if n}
        self.palette_of.offer(counts)
        self._set(())

    def paste(self, text: str) -> None:
        """Take an order that was copied; a text that is none is told and changes nothing."""
        cards = order_of(text)
        if cards:
            self._set(cards[:_MOST])
        else:
            self.trouble.setText(tr("The clipboard holds no order of cards, such as AS 10D QH."))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Take rank and suit."""
        key = event.text().upper()
        plain_key = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste(QGuiApplication.clipboard().text())
        elif event.key() == Qt.Key.Key_Backspace:
            self._take_back()
        elif plain_key and self._rank and key in tuple("SHDC"):
            self._add(("10" if self._rank == "1" else self._rank) + key)
        elif plain_key and key in _RANKS:
            self._rank = "10" if (self._rank, key) == ("1", "0") else _RANKS[key]
            self._tell()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        """Let a press on the grid bring the keyboard here, and change nothing."""
        if watched is self.grid and event.type() is QEvent.Type.MouseButtonPress:
            self.setFocus()
            return True
        return super().eventFilter(watched, event)

    def _add(self, card: str) -> None:
        self.setFocus()
        if len(self._cards) < _MOST:
            self._set((*self._cards, card))

    def _take_back(self) -> None:
        if self._rank:
            self._rank = ""
            self._tell()
        else:
            self._set(self._cards[:-1])

    def _set(self, cards: tuple[str, ...]) -> None:
        self._cards, self._rank = cards, ""
        self.grid.show_cards(cards)
        self.grid.go(max(0, (len(cards) - 1) // COLUMNS))
        self.palette_of.use(cards)
        self._tell()
        self.changed.emit()

    def _tell(self) -> None:
        of = " " + tr("of {size}", size=number(self._declared.size)) if self._declared is not None else ""
        pending = " · " + tr("{rank} of …", rank=self._rank) if self._rank else ""
        self.state.setText(
            tr("{cards}{of} cards{pending}", cards=number(len(self._cards)), of=of, pending=pending)
        )
        self.clear_all.setEnabled(bool(self._cards))
        self.trouble.setText(self._wrong() or HINT)
        last = ", " + tr("last {cards}", cards=self._cards[-1]) if self._cards else ""
        self.setAccessibleName(
            plain(tr("Order to enter: {state}{last}", state=self.state.text(), last=last), 200)
        )

    def _wrong(self) -> str:
        """Return which cards are there twice, and near the end which are missing."""
        if self._declared is None or not self._cards:
            return ""
        reason = trouble(self._cards, self._declared)
        if reason is not None:
            return say(reason)
        return tr("The declared set is complete.") if self.complete else ""


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

    def __init__(self) -> None:
        super().__init__()
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
        self.as_filed = push_button(tr("Fill in as filed"), self._fill, name=tr("Fill in as filed"))
        self.column.addWidget(self.as_filed, 0, LEFT)
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


SENT: Mapping[PromptKind, str] = {
    PromptKind.FORM: tr("Send entry"),
    PromptKind.COUNT: tr("Send count"),
    PromptKind.CARDS: tr("Send cards"),
    PromptKind.NUMBERS: tr("Send numbers"),
    PromptKind.TEXT: tr("Send answer"),
}
DONE: Mapping[str, str] = {
    "shuffle": tr("Shuffled and unloaded"),
    "deal": tr("Dealt and laid out"),
    "restore": tr("Restored"),
    "put_back": tr("Every card is back"),
    "clear_jam": tr("Jam cleared"),
    "confirm": tr("Confirmed"),
}
_TITLES: Mapping[str, str] = {
    "identify": tr("Name plate"),
    "software": tr("Software label"),
    "status": tr("Display of the device"),
    "load": tr("Put the cards in and count them"),
    "count": tr("Count the cards"),
    "unload": tr("Unload and count"),
    "restore": tr("Restore the device"),
    "put_back": tr("Put every card back"),
    "clear_jam": tr("Clear the jam"),
    "confirm": tr("Confirm, then the run continues"),
    "read_unloaded": tr("Read the unloaded cards"),
    "confirm_finding": tr("Look again"),
    "confirm_not_applicable": tr("Confirm that no trial applies"),
}
CHOSEN = frozenset({PromptKind.INSPECTION, PromptKind.TRIAL, PromptKind.CHOICE})
"""Kinds that are answered by one of several buttons."""
_PERSONS = {1: tr("First person"), 2: tr("Second person")}


@dataclass(frozen=True, slots=True)
class BenchFacts:
    """What a prompt is shown with.

    Parameters
    ----------
    person
        Who enters, 1 or 2, where two people enter the same.
    differing
        The last two entries, where they differ and nobody is entering again.
    stage, done, units
        The stage that runs and its progress; ``units`` is 0 where it counts none.
    asked
        When each prompt was put, by its number (UTC).
    same_as
        What had the same order of cards just before, such as ``shuffle 4``, "" for none.
    paused
        Whether the run is paused: the time of a prompt then stands still.
    closing
        Whether somebody asked to close the session, which waits for the answer.
    """

    device_class: DeviceClass | None = None
    cards: CardSet | None = None
    person: int = 0
    differing: Differing | None = None
    stage: str = ""
    done: int = 0
    units: int = 0
    asked: Mapping[int, str] = field(default_factory=dict)
    same_as: str = ""
    paused: bool = False
    closing: bool = False


def heading(prompt: PromptBody, kind: PromptKind, facts: BenchFacts) -> str:
    """Return the large line: what is at hand, and how many there are."""
    data = prompt.data
    if kind is PromptKind.INSPECTION:
        return _of(tr("Item"), facts.done + 1, facts.units)
    if data.trials:
        return _of(tr("Trial"), data.trial, data.trials)
    if kind in (PromptKind.CARDS, PromptKind.NUMBERS):
        who = _PERSONS.get(facts.person, "")
        what = tr("enter the cards, top card first")
        if kind is PromptKind.NUMBERS:
            what = tr("enter {units} numbers", units=number(data.units))
        return f"{who}: {what}" if who else what.capitalize()
    if prompt.action == "read_known_deck":
        return _of(tr("Known deck"), facts.done + 1, facts.units)
    if data.unit is not None:
        what = {"deal": tr("Deal"), "read_input": tr("Read the input of shuffle")}.get(
            prompt.action, tr("Shuffle")
        )
        if prompt.action == "read_output":
            what = tr("Read the cards of unit")
        return _of(what, data.unit + 1, facts.units)
    return _TITLES.get(prompt.action) or plain(words(prompt.action).capitalize(), 80)


def verb(prompt: PromptBody, kind: PromptKind) -> str:
    """Return the words of the button that answers."""
    if kind is PromptKind.DEED:
        return DONE.get(prompt.action, tr("Done"))
    return SENT.get(kind, tr("Send answer"))


def wanted(prompt: PromptBody, kind: PromptKind) -> str:
    """Return what belongs into the field of an answer."""
    if kind in CHOSEN:
        return tr("Comment")
    if kind is PromptKind.READ:
        return tr("Why the cards can no longer be read")
    if kind is PromptKind.NUMBERS:
        data = prompt.data
        return tr(
            "{units} numbers from {low} to {high}, separated by spaces",
            units=number(data.units),
            low=data.low,
            high=data.high,
        )
    if kind is PromptKind.TEXT and prompt.data.how:
        return plain(say(prompt.data.how))
    return tr("Remark (optional)") if kind is PromptKind.DEED else tr("Your answer; cards as AS 10D QH …")


def _of(what: str, at: int, units: int) -> str:
    if units < at:
        return f"{what} {number(at)}"
    return tr("{what} {at} of {units}", what=what, at=number(at), units=number(units))
