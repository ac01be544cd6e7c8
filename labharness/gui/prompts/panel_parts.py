"""The widgets of the panel that shows a prompt, and which of them a kind of prompt needs."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QProgressBar,
    QSizePolicy,
    QVBoxLayout,
)

from labharness.app.bench_work.prompt_forms import PromptKind
from labharness.gui.kit import theme
from labharness.gui.kit.deciding_button import DecidingButton
from labharness.gui.kit.flow_row import WrapRow
from labharness.gui.kit.follow_text import follow_text
from labharness.gui.kit.labels.loud_label import LoudLabel
from labharness.gui.kit.labels.wrapped_label import WrappedLabel
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.words import tr
from labharness.gui.prompts.answer_choices import HIGH, AnswerChoices
from labharness.gui.prompts.card_entry import CardEntry
from labharness.gui.prompts.deck_view import DeckView
from labharness.gui.prompts.differences import Differences
from labharness.gui.prompts.fields_form import FieldsForm
from labharness.gui.prompts.laying import Laying
from labharness.gui.prompts.person_choice import PersonChoice

_CHOICES = frozenset({PromptKind.INSPECTION, PromptKind.TRIAL, PromptKind.CHOICE})
_NO_REMARK = frozenset({PromptKind.FORM, PromptKind.COUNT, PromptKind.CARDS})
HINT, FIELD_AIR = 120, 20
"""Pixels of what the answer lacks, at least, and above and below the lines of a field."""
LARGE, TITLE, BUTTON = 1.45, 1.9, 1.2
"""Sizes of the question, of the line above it and of the deciding buttons, in letters of the desktop."""


class PanelParts:
    """Makes the widgets and lays them out in a frame.

    Parameters
    ----------
    frame
        The panel.
    who
        Who is logged in.
    """

    def __init__(self, frame: QFrame, who: str) -> None:
        self.title, self.limit, self.question, self.hint = WrappedLabel(), QLabel(), QLabel(), WrappedLabel()
        theme.enlarge(self.title, TITLE, bold=True)
        theme.enlarge(self.question, LARGE)
        self.question.setTextFormat(Qt.TextFormat.PlainText)
        self.question.setWordWrap(True)
        self.hint.setAccessibleName(tr("What the answer lacks"))
        self.progress = QProgressBar()
        self.progress.setRange(0, 1000)
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(8)
        self.progress.setMinimumWidth(60)
        kept = QSizePolicy(self.progress.sizePolicy())
        kept.setRetainSizeWhenHidden(True)  # the limit stays at the right
        self.progress.setSizePolicy(kept)
        self.reading = QLabel()
        self.reading.setAccessibleName(tr("Cards that the reader reported so far"))
        theme.enlarge(self.reading, TITLE, bold=True)
        self.reading.hide()
        self.again = LoudLabel(tr("Why this is asked again"))
        self.closes = LoudLabel(tr("What follows the answer"))
        self.cards = _field(tr("Cards to lay out"), 2)
        self.cards.setReadOnly(True)
        self.deck, self.form, self.entry = DeckView(), FieldsForm(), CardEntry()
        self.differences, self.laying = Differences(), Laying()
        self.answer = _field(tr("Answer"), 1)
        self.choices, self.who = AnswerChoices(), PersonChoice(who)
        self.unreadable, self.send = DecidingButton(tr("Cannot be rea&d…")), DecidingButton(tr("Send answer"))
        self.send.setAccessibleName(tr("Send answer"))
        self.unreadable.setAccessibleName(tr("The cards cannot be read any more"))
        for button in (self.unreadable, self.send):
            button.setMinimumHeight(HIGH)
            theme.enlarge(button, BUTTON)
        for button in self.choices.buttons.values():
            theme.enlarge(button, BUTTON)
        self.send.setMinimumWidth(200)
        self.send.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.send.setToolTip(tr("Send the answer (Ctrl+Return)"))
        self.name = QLabel(tr("Answered by"))
        self.name.setBuddy(self.who)
        self._lay_out(frame)
        self.paint(frame)

    def _lay_out(self, frame: QFrame) -> None:
        head, foot, who = WrapRow(16), WrapRow(12), QHBoxLayout()
        head.put(self.title)
        head.put(self.progress, 1, Qt.AlignmentFlag.AlignVCenter)
        head.put(self.limit)
        who.setSpacing(12)
        who.addWidget(self.name)
        who.addWidget(self.who)
        foot.put(who)
        foot.put(self.hint, 1, least=HINT)
        for part in (self.unreadable, self.choices.row, self.send):
            foot.put(part)
        column = QVBoxLayout(frame)
        column.setContentsMargins(16, 12, 16, 14)
        column.setSpacing(10)
        column.addLayout(head)
        column.addWidget(self.question)
        column.addWidget(self.reading)
        column.addWidget(self.closes)
        column.addWidget(self.again)
        column.addWidget(self.cards)
        column.addWidget(self.laying)
        for stretched in (self.deck, self.entry, self.differences):
            column.addWidget(stretched, 1)
        for widget in (self.form, self.answer, self.choices):
            column.addWidget(widget)
        column.addStretch(0)
        column.addLayout(foot)

    def show_for(self, kind: PromptKind) -> None:
        """Show what a kind of prompt needs, and nothing else."""
        chosen = kind in _CHOICES
        self.question.setVisible(kind is not PromptKind.CARDS)  # the line above says it
        self.form.setVisible(kind in (PromptKind.FORM, PromptKind.COUNT))
        self.entry.setVisible(kind is PromptKind.CARDS)
        self.answer.setVisible(kind not in _NO_REMARK)
        for part in (self.choices, self.choices.row):
            part.setVisible(chosen)
        self.send.setVisible(not chosen and kind is not PromptKind.READ)
        self.unreadable.setVisible(kind is PromptKind.READ)
        self.reading.hide()

    def paint(self, frame: QFrame) -> None:
        """Give the frame the colors of a question."""
        colors = theme.current()
        ink = colors.tones[Tone.ASKING][0]
        frame.setStyleSheet(
            f"QFrame#prompt {{ background: {colors.card}; border: 2px solid {ink}; border-radius: 8px; }}"
        )
        self.title.setStyleSheet(f"color: {ink};")


def _field(name: str, lines: int) -> QPlainTextEdit:
    """Return a field of so many lines, in any size of text."""
    field = QPlainTextEdit()
    field.setAccessibleName(name)
    field.setTabChangesFocus(True)
    follow_text(field, lambda _: field.setFixedHeight(lines * field.fontMetrics().lineSpacing() + FIELD_AIR))
    return field
