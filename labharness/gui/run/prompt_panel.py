"""What the run asks a person, and the place for the answer."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from labharness.errors import CardError
from labharness.evidence.records.people import OF_THE_READER, PromptBody, PromptData
from labharness.gui.kit import theme
from labharness.gui.kit.deciding_button import DecidingButton
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.screen_text import duration
from labharness.gui.run.answer_choices import AnswerChoices
from labharness.gui.run.card_grid import LEFT, ROW_HEIGHT, CardGrid
from labharness.language.catalog import explain, say
from labharness.language.numbers import amount
from labharness.language.recorded import asked
from labharness.language.text import plain
from labharness.model.cards import format_card, parse_order

DONE = "done"
"""The answer where nothing needs to be said."""
MOST_ROWS = 4
"""Rows of cards that are seen at once; a deck of 52."""
DEEDS = frozenset(
    {
        *OF_THE_READER,
        "shuffle",
        "restore",
        "put_back",
        "clear_jam",
        "confirm",
    }
)
"""Actions that are done rather than answered; what they bring comes from the device or the reader."""


class PromptPanel(QFrame):
    """Shows the newest open prompt; hidden while nothing is asked.

    Attributes
    ----------
    answered
        Emitted with the prompt's number, who answers, and the answer.
    """

    answered = Signal(int, str, str)

    def __init__(self, who: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("prompt")
        self.setAccessibleName("Question from the run")
        self.question, self._limit, self.hint = QLabel(), QLabel(), QLabel()
        theme.enlarge(self.question, 1.15, bold=True)
        for label in (self.question, self._limit, self.hint):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.cards = _field("Cards to lay out", 58)
        self.cards.setReadOnly(True)
        self.grid, self.table = CardGrid(), QScrollArea()
        self.table.setWidget(self.grid)
        self.table.setWidgetResizable(True)
        self.table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.grid.row_changed.connect(self._bring)
        self.answer = _field("Answer", 40)
        self.answer.textChanged.connect(self._count)
        self.who = QLineEdit(who)
        self.who.setAccessibleName("Who answers")
        self.who.setMaximumWidth(220)
        self.who.textChanged.connect(self._count)
        self.send = DecidingButton()
        self.send.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.send.setToolTip("Send the answer (Ctrl+Return)")
        self.send.clicked.connect(self._send)
        QShortcut(QKeySequence("Ctrl+Return"), self, self.send.decide)
        self.choices = AnswerChoices()
        self.choices.chosen.connect(self._give)
        self.choices.lacking.connect(self._lack)
        self._number: int | None = None
        self._last: PromptBody | None = None
        self._deed = self._choice = self._worded = False
        self._lay_out()
        self._paint()
        self._count()
        self.hide()

    def _lay_out(self) -> None:
        name = QLabel("Answered by")
        name.setBuddy(self.who)
        last = QHBoxLayout()
        last.addWidget(name)
        last.addWidget(self.who)
        last.addWidget(self.hint, 1)
        last.addWidget(self.choices.row)
        last.addWidget(self.send)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 12)
        column.setSpacing(8)
        for widget in (self.question, self._limit, self.cards, self.table, self.answer, self.choices):
            column.addWidget(widget)
        column.addLayout(last)

    def show_prompts(self, prompts: Mapping[int, PromptBody]) -> None:
        """Show what is asked now; what is typed stays while its question stands, and when it is put again."""
        number = max(prompts, default=None)
        if number == self._number:
            return
        self._number = number
        self.setVisible(number is not None)
        if number is None:
            return
        prompt = prompts[number]
        again, self._last = self._put_again(prompt), prompt
        self.question.setText(plain(asked(prompt), 1000).replace("§ ", "§\N{NO-BREAK SPACE}"))
        self._limit.setText(f"Answer within {duration(prompt.timeout_s)}.")
        data = prompt.data
        cards = plain(data.cards, 1 << 14)
        self.cards.setPlainText(cards)
        laid = _laid(cards)
        self.grid.show_cards(laid)
        self.table.setMinimumHeight(min(self.grid.rows, 2) * ROW_HEIGHT + 4)
        self.table.setMaximumHeight(min(self.grid.rows, MOST_ROWS) * ROW_HEIGHT + 4)
        self.table.setVisible(bool(laid))
        self.cards.setVisible(bool(cards and not laid))
        self._deed, self._choice = prompt.action in DEEDS, bool(data.answers)
        self._worded = bool(data.how)
        if not again:
            self.answer.clear()
        self.send.settle()
        self.answer.setPlaceholderText(self._wanted(data))
        self.answer.setAccessibleName("Comment" if self._choice else "Answer")
        self.choices.offer(prompt, again=again)
        for part in (self.choices, self.choices.row):
            part.setVisible(self._choice)
        self.send.setVisible(not self._choice)
        (self.grid if laid else self.answer).setFocus()
        self._count()

    def _bring(self, row: int) -> None:
        """Scroll to the row at hand."""
        self.table.ensureVisible(LEFT, row * ROW_HEIGHT + ROW_HEIGHT // 2, 0, ROW_HEIGHT)

    def forget(self) -> None:
        """Drop what was asked and typed: another run is shown."""
        self.show_prompts({})
        self._last = None

    def _put_again(self, prompt: PromptBody) -> bool:
        """Say whether the runner could not use the last answer and puts the same question again."""
        last = self._last
        if last is None or not prompt.data.reasons or last.action != prompt.action:
            return False
        old, new = (one.data.model_copy(update={"reasons": ()}) for one in (last, prompt))
        return old == new

    def _wanted(self, data: PromptData) -> str:
        """Say what belongs into the field."""
        if self._choice:
            return "Comment"
        if data.how:
            return plain(say(data.how))
        return "Remark (optional)" if self._deed else "Your answer; cards as AS 10D QH …"

    def _count(self) -> None:
        """Say what the answer is as cards, while it is typed."""
        text = self.answer.toPlainText().strip()
        self.send.setText("Done" if self._deed and not text else "Send answer")
        self.send.setAccessibleName(self.send.text())
        self.send.setEnabled(bool(self.who.text().strip() and (text or self._deed)))
        self.choices.set_comment(text)
        self.choices.row.setEnabled(bool(self.who.text().strip()))
        if not self.who.text().strip():
            self.hint.setText("Enter the name of the person who answers, for the record.")
        elif self._worded or len(text.split()) < 2:
            self.hint.clear()
        else:
            try:
                self.hint.setText(f"{amount(len(parse_order(text)), 'card')}.")
            except CardError as error:
                self.hint.setText(f"Not a list of cards: {explain(error)}")

    def _send(self) -> None:
        if self._number is None:
            return
        self.send.setEnabled(False)
        self._give(" ".join(self.answer.toPlainText().split()) or DONE)

    def _give(self, answer: str) -> None:
        if self._number is None:
            return
        self.choices.row.setEnabled(False)
        self.answered.emit(self._number, self.who.text().strip(), answer)

    def _lack(self, sentence: str) -> None:
        """Say what an answer lacks, where it is to be written."""
        self.hint.setText(sentence)
        if not self.choices.file.hasFocus():
            self.answer.setFocus()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the desktop from light to dark."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ApplicationPaletteChange:
            self._paint()

    def _paint(self) -> None:
        ink, ground = theme.current().tones[Tone.ASKING]
        self.setStyleSheet(
            f"QFrame#prompt {{ background: {ground}; border-radius: 8px; }} QFrame#prompt QLabel {{ color: {ink}; }}"
        )


def _laid(cards: str) -> tuple[str, ...]:
    """Return the cards of an order; nothing for a text that is no order, which is shown as it is."""
    try:
        return tuple(format_card(int(card)) for card in parse_order(cards)) if cards else ()
    except CardError:
        return ()


def _field(name: str, height: int) -> QPlainTextEdit:
    field = QPlainTextEdit()
    field.setAccessibleName(name)
    field.setFixedHeight(height)
    field.setTabChangesFocus(True)
    return field
