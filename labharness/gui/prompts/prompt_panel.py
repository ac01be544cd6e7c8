"""What the run asks a person, in large type, and the place for the answer.

The widgets of the panel that shows a prompt, and which of them a kind of prompt needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QLabel, QPlainTextEdit, QProgressBar, QSizePolicy, QWidget

from labharness.app.bench_work.entered_cards import (
    FiledUnit,
    PromptForm,
    PromptKind,
    ReadingProgress,
    deed_answer,
    form_of,
    order_of,
    unreadable_answer,
)
from labharness.errors import CardError, InputError
from labharness.evidence.records.people import PromptBody
from labharness.gui.kit import theme
from labharness.gui.kit.findable import DecidingButton, add_key
from labharness.gui.kit.keys import explained_by
from labharness.gui.kit.labels import LoudLabel, WrappedLabel
from labharness.gui.kit.layouts import follow_text
from labharness.gui.kit.parts import (
    MIDDLE,
    follow_colors,
    in_column,
    in_row,
    in_wrapped_row,
    push_button,
    text_field,
    text_label,
    timer_of,
)
from labharness.gui.kit.run_standing import CLOSES, Tone, explain
from labharness.gui.kit.words import tr
from labharness.gui.prompts.answer_choices import HIGH, AnswerChoices, Differences, PersonChoice
from labharness.gui.prompts.card_entry import CHOSEN, BenchFacts, CardEntry, FieldsForm, heading, verb, wanted
from labharness.gui.prompts.card_grid import DeckView, Laying
from labharness.language.dates import time_of_day
from labharness.language.numbers import duration, number
from labharness.language.run_groups import worded
from labharness.language.template import plain
from labharness.model.cards import parse_order

_NO_REMARK = frozenset({PromptKind.FORM, PromptKind.COUNT, PromptKind.CARDS})
HINT, FIELD_AIR = 120, 20
"""Pixels of what the answer lacks, at least, and above and below the lines of a field."""
LARGE, TITLE, BUTTON = 1.45, 1.9, 1.2
"""Sizes of the question, of the line above it and of the deciding buttons, in letters of the desktop."""


_FIELDS = frozenset({PromptKind.FORM, PromptKind.COUNT})
_TYPED = frozenset({PromptKind.TEXT, PromptKind.NUMBERS})
_LOOK_MS = 10_000


class PromptPanel(QFrame):
    """Shows the newest open prompt; hidden while nothing is asked.

    Attributes
    ----------
    answered
        Emitted with the prompt's number, who answers, and the answer.
    """

    answered = Signal(int, str, str)

    def __init__(self, who: str) -> None:
        super().__init__()
        explained_by(self, "bench-day#answering-prompts")
        self.setObjectName("prompt")
        self.setAccessibleName(tr("Question from the run"))
        self.title, self.limit = WrappedLabel(), QLabel()
        self.question = text_label(size=LARGE)
        self.hint = WrappedLabel()
        theme.enlarge(self.title, TITLE, bold=True)
        self.hint.setAccessibleName(tr("What the answer lacks"))
        self.progress = _progress()
        self.reading = text_label(
            name=tr("Cards that the reader reported so far"), size=TITLE, bold=True, wraps=False
        )
        self.reading.hide()
        self.again = LoudLabel(tr("Why this is asked again"))
        self.closes = LoudLabel(tr("What follows the answer"))
        self.cards = _field(tr("Cards to lay out"), 2)
        self.cards.setReadOnly(True)
        self.deck, self.form, self.entry = DeckView(), FieldsForm(), CardEntry()
        self.differences, self.laying = Differences(), Laying()
        self.answer = _field(tr("Answer"), 1)
        self.choices, self.who = AnswerChoices(), PersonChoice(who)
        self.unreadable = DecidingButton(tr("Cannot be rea&d…"))
        push_button(self.unreadable, name=tr("The cards cannot be read any more"), high=HIGH)
        self.send = DecidingButton(tr("Send answer"))
        push_button(
            self.send, name=tr("Send answer"), hint=tr("Send the answer (Ctrl+Return)"), main=True, high=HIGH
        )
        for button in (self.unreadable, self.send, *self.choices.buttons.values()):
            theme.enlarge(button, BUTTON)
        self.send.setMinimumWidth(200)
        self.name = text_label(tr("Answered by"), buddy=self.who, wraps=False)
        self._lay_out()
        self._number: int | None = None
        self._last: PromptBody | None = None
        self._form = PromptForm(PromptKind.TEXT)
        self._facts, self._why = BenchFacts(), ""
        self._filed: tuple[FiledUnit, ...] = ()
        self.answer.textChanged.connect(self._weigh)
        self.who.currentTextChanged.connect(self._weigh)
        self.entry.changed.connect(self._weigh)
        self.form.edited.connect(self._weigh)
        self.form.finished.connect(self._to_the_deed)
        self.deck.laid.connect(self._to_the_deed)
        self.send.clicked.connect(self._send)
        self.unreadable.clicked.connect(self._give_up)
        add_key(self, "Ctrl+Return", tr("Send the answer"), self.send.decide)
        self.differences.again.clicked.connect(self._enter_again)
        self.laying.turned.connect(self._turn)
        self.choices.chosen.connect(self._give)
        self.choices.lacking.connect(self._lack)
        timer_of(self, self._tell_limit, every_ms=_LOOK_MS)
        follow_colors(self, self._paint)
        self._weigh()
        self.hide()

    def _lay_out(self) -> None:
        who = in_row(self.name, self.who, gap=12, edges=-1)
        head = in_wrapped_row(self.title, (self.progress, 1, MIDDLE), self.limit, gap=16)
        asked = (self.question, self.reading, self.closes, self.again, self.cards, self.laying)
        large = ((part, 1) for part in (self.deck, self.entry, self.differences))
        deeds = (self.unreadable, self.choices.row, self.send)
        below = in_wrapped_row(who, (self.hint, 1, HINT), *deeds, gap=12)
        answers = (self.form, self.answer, self.choices)
        in_column(head, *asked, *large, *answers, 0, below, gap=10, edges=(16, 12, 16, 14), on=self)

    def _show_for(self, kind: PromptKind) -> None:
        """Show what a kind of prompt needs, and nothing else."""
        chosen = kind in CHOSEN
        self.question.setVisible(kind is not PromptKind.CARDS)  # the line above says it
        self.form.setVisible(kind in _FIELDS)
        self.entry.setVisible(kind is PromptKind.CARDS)
        self.answer.setVisible(kind not in _NO_REMARK)
        for part in (self.choices, self.choices.row):
            part.setVisible(chosen)
        self.send.setVisible(not chosen and kind is not PromptKind.READ)
        self.unreadable.setVisible(kind is PromptKind.READ)
        self.reading.hide()

    def _paint(self) -> None:
        """Have the colors of a question."""
        colors = theme.current()
        ink = colors.tones[Tone.ASKING][0]
        self.setStyleSheet(
            f"QFrame#prompt {{ background: {colors.card}; border: 2px solid {ink}; border-radius: 8px; }}"
        )
        self.title.setStyleSheet(f"color: {ink};")

    def restrict(self, why: str) -> None:
        """Let nobody answer, and say why; "" lets it be answered again."""
        if why != self._why:
            self._why = why
            self._weigh()

    def show_filed(self, units: Sequence[FiledUnit]) -> None:
        """Show beside a name plate what was filed."""
        self._filed = tuple(units)
        if self._form.fields and self._number is not None:
            self.form.ask(self._form, self._filed, self.form.values)

    def show_prompts(self, prompts: Mapping[int, PromptBody], facts: BenchFacts | None = None) -> None:
        """Show what is asked now; what is typed stays while its question stands, and when it is put again."""
        self._facts = facts or BenchFacts()
        number_ = max(prompts, default=None)
        if number_ == self._number:
            self._tell_limit()
            return
        self._number = number_
        self.setVisible(number_ is not None)
        if number_ is None:
            self.laying.take(None, {})
            self._forget_entry()
            return
        prompt = prompts[number_]
        self.laying.take(prompt, prompts)
        again, self._last = self._put_again(prompt), prompt
        typed = self.form.values if again else {}
        size = self._facts.cards.size if self._facts.cards is not None else None
        self._form = form_of(prompt, self._facts.device_class, size)
        self._head(prompt)
        self._show_cards(prompt)
        kind = self._form.kind
        self._show_for(kind)
        if not again:
            self.answer.clear()
            self.answer.document().clearUndoRedoStacks()
        if kind is PromptKind.CARDS:
            self.entry.begin(self._facts.cards)
        if kind in _FIELDS:
            self.form.ask(self._form, self._filed, typed)
        self.answer.setPlaceholderText(wanted(prompt, kind))
        remark = tr("Answer") if kind in _TYPED else tr("Remark")
        self.answer.setAccessibleName(tr("Comment") if kind in CHOSEN else remark)
        self.choices.offer(prompt, again=again)
        before = self._facts.differing is not None and kind in (PromptKind.CARDS, PromptKind.NUMBERS)
        self.differences.show_differing(self._facts.differing, before_entry=before)
        if before:
            self.entry.hide()
            self.answer.hide()
        self.send.setText(verb(prompt, kind))
        self.send.setAccessibleName(self.send.text())
        self.send.settle()
        self._turn()
        if before:
            self.differences.again.setFocus()
        self._weigh()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def show_reading(self, progress: ReadingProgress | None) -> None:
        """Say how many cards the reader has reported, while it is waited for."""
        cards = self._facts.cards
        reading = progress is not None and self._number is not None and self._form.kind is PromptKind.READ
        self.reading.setVisible(reading)
        if progress is not None and reading:
            of = ""
            if cards is not None and progress.cards <= cards.size:
                of = " " + tr("of {size}", size=number(cards.size))
            text = tr("{cards:,} {cards:card|cards}{of} read so far", cards=progress.cards, of=of)
            self.reading.setText(plain(worded(progress.problems), 300) if progress.problems else text)

    def forget(self) -> None:
        """Drop what was asked and typed: another run is shown."""
        self.show_prompts({})
        self._last = None

    def offer_again(self, sentence: str) -> None:
        """Take up what was typed again: the answer did not reach the run."""
        self._weigh()
        self.hint.setText(plain(sentence, 400))

    def _head(self, prompt: PromptBody) -> None:
        facts = self._facts
        self.title.setText(plain(heading(prompt, self._form.kind, facts), 120))
        self.progress.setVisible(facts.units > 0)
        if facts.units:
            self.progress.setValue(min(1000, facts.done * 1000 // facts.units))
            self.progress.setAccessibleName(
                tr("{done} of {units} done", done=number(facts.done), units=number(facts.units))
            )
        self.question.setText(plain(worded(prompt.asks), 1200).replace("§ ", "§\N{NO-BREAK SPACE}"))
        self.again.say(plain(worded(prompt.data.reasons), 1000))
        self._tell_limit()

    def _tell_limit(self) -> None:
        prompt = self._last
        self.closes.say(CLOSES if self._facts.closing and self._number is not None else "")
        if prompt is None or self._number is None:
            return
        asked = self._facts.asked.get(self._number, "")
        if self._facts.paused:
            self.limit.setText(tr("Paused: the time stands still"))
        elif not asked:
            self.limit.setText(tr("Answer within {timeout_s}", timeout_s=duration(prompt.timeout_s)))
        else:
            until = datetime.fromisoformat(asked).astimezone(UTC) + timedelta(seconds=prompt.timeout_s)
            left = max(0.0, (until - datetime.now(UTC)).total_seconds())
            words = tr("{left} left", left=duration(left)) if left else tr("the time is over")
            self.limit.setText(
                tr("Answer by {time} · {words}", time=time_of_day(until.isoformat()), words=words)
            )

    def _show_cards(self, prompt: PromptBody) -> None:
        cards = plain(prompt.data.cards, 1 << 16)
        laid = order_of(cards)
        self.cards.setPlainText(cards)
        self.cards.setVisible(bool(cards and not laid))
        self.deck.setVisible(bool(laid))
        self.deck.show_order(laid, self.title.text(), self._facts.same_as)

    def _first_widget(self, kind: PromptKind) -> QWidget:
        if kind in _FIELDS:
            return self.form.first()
        if kind is PromptKind.CARDS:
            return self.entry
        if self.deck.isVisibleTo(self):
            return self.deck.grid if self.deck.grid.isVisibleTo(self) else self.send
        return self.answer

    def _turn(self) -> None:
        """Show the order that is to be laid before anybody enters it, or the place for the answer."""
        laying, kind = self.laying, self._form.kind
        if laying.prompt is not None and self._last is not None:
            shown = (laying.prompt, PromptKind.READ) if laying.first else (self._last, kind)
            self.title.setText(plain(heading(*shown, self._facts), 120))
            self.entry.setVisible(not laying.first and self.differences.isHidden())
        (laying.deck.grid if laying.first else self._first_widget(kind)).setFocus()

    def _enter_again(self) -> None:
        """Hide the differences, and let somebody enter."""
        self.differences.show_differing(None)
        self._show_for(self._form.kind)
        self._first_widget(self._form.kind).setFocus()

    def _put_again(self, prompt: PromptBody) -> bool:
        """Say whether the runner could not use the last answer and puts the same question again."""
        last = self._last
        if last is None or not prompt.data.reasons or last.action != prompt.action:
            return False
        old, new = (each.data.model_copy(update={"reasons": ()}) for each in (last, prompt))
        return old == new

    def _weigh(self) -> None:
        """Allow what can be done now, and say what the answer is as cards or numbers."""
        text, who, kind = self.answer.toPlainText().strip(), self.who.who, self._form.kind
        there = bool(self.entry.text) if kind is PromptKind.CARDS else bool(text) or kind not in _TYPED
        may = bool(who) and not self._why
        self.send.setEnabled(may and there)
        self.send.setToolTip(self._why)
        self.choices.set_comment(text)
        self.choices.row.setEnabled(may)
        self.unreadable.setEnabled(may)
        nobody = tr("Enter the name of the person who answers, for the record.")
        self.hint.setText(self._why or (self._said(text, kind) if who else nobody))

    def _said(self, text: str, kind: PromptKind) -> str:
        prompt = self._last
        if prompt is None or kind not in _TYPED or len(text.split()) < 2:
            return ""
        if kind is PromptKind.NUMBERS:
            return tr(
                "{typed} of {units} numbers.",
                typed=number(len(text.split())),
                units=number(prompt.data.units),
            )
        if prompt.data.how:
            return ""
        try:
            return tr("{parse_order:,} {parse_order:card|cards}.", parse_order=len(parse_order(text)))
        except CardError as error:
            return tr("Not a list of cards: {error}", error=explain(error))

    def _to_the_deed(self) -> None:
        """Bring the keyboard to the button that answers; a key that is still held decides nothing."""
        self.send.settle()
        self.send.setFocus()

    def _send(self) -> None:
        kind, text = self._form.kind, " ".join(self.answer.toPlainText().split())
        if kind in _FIELDS:
            text = self.form.answer()
        elif kind is PromptKind.CARDS:
            text = self.entry.text
        elif kind is PromptKind.DEED:
            text = deed_answer(text)
        if text:
            self._give(text)

    def _give_up(self) -> None:
        try:
            self._give(unreadable_answer(self.answer.toPlainText()))
        except InputError as error:
            self._lack(explain(error))

    def _give(self, answer: str) -> None:
        if self._number is None or not self.who.who or self._why:
            return
        for part in (self.send, self.choices.row, self.unreadable):
            part.setEnabled(False)
        self.answered.emit(self._number, self.who.who, answer)

    def _forget_entry(self) -> None:
        """Keep nothing of an entry: the next person may see none of it."""
        if self._form.kind in (PromptKind.CARDS, PromptKind.NUMBERS):
            self.entry.begin(None)
            self.answer.clear()
            self.answer.document().clearUndoRedoStacks()
        self.differences.show_differing(None)

    def _lack(self, sentence: str) -> None:
        """Say what an answer lacks, where it is to be written."""
        self.hint.setText(sentence)
        if not self.choices.file.hasFocus():
            self.answer.setFocus()


def _field(name: str, lines: int) -> QPlainTextEdit:
    """Return a field of so many lines, in any size of text."""
    field = text_field(name)
    follow_text(field, lambda _: field.setFixedHeight(lines * field.fontMetrics().lineSpacing() + FIELD_AIR))
    return field


def _progress() -> QProgressBar:
    """Return a bar that keeps its room while it is hidden: the limit stays at the right."""
    bar = QProgressBar(textVisible=False, maximum=1000)
    bar.setFixedHeight(8)
    bar.setMinimumWidth(60)
    kept = QSizePolicy(bar.sizePolicy())
    kept.setRetainSizeWhenHidden(True)
    bar.setSizePolicy(kept)
    return bar
