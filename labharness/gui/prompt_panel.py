"""What the run asks a person, and the place for the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from labharness.errors import CardError
from labharness.gui import theme
from labharness.gui.standing import Tone
from labharness.gui.words import amount, duration, plain
from labharness.model.cards import parse_order

DONE = "done"
"""The answer where nothing needs to be said."""
DEEDS = frozenset({"shuffle", "read_output", "read_known_deck"})
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
        self.answer = _field("Answer", 40)
        self.answer.textChanged.connect(self._count)
        self.who = QLineEdit(who)
        self.who.setAccessibleName("Who answers")
        self.who.setMaximumWidth(220)
        self.who.textChanged.connect(self._count)
        self.send = QPushButton()
        self.send.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.send.setToolTip("Send the answer (Ctrl+Return)")
        self.send.clicked.connect(self._send)
        QShortcut(QKeySequence("Ctrl+Return"), self, self.send.click)
        self._number: int | None = None
        self._deed = False
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
        last.addWidget(self.send)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 12)
        column.setSpacing(8)
        for widget in (self.question, self._limit, self.cards, self.answer):
            column.addWidget(widget)
        column.addLayout(last)

    def show_prompts(self, prompts: Mapping[int, Mapping[str, Any]]) -> None:
        """Show what is asked now; what is being typed stays while its question stands."""
        number = max(prompts, default=None)
        if number == self._number:
            return
        self._number = number
        self.setVisible(number is not None)
        if number is None:
            return
        prompt = prompts[number]
        self.question.setText(plain(prompt["text"], 1000))
        self._limit.setText(f"To be answered within {duration(prompt['timeout_s'])}.")
        data = prompt["data"] if isinstance(prompt["data"], dict) else {}
        cards = plain(data.get("cards", ""), 1 << 14)
        self.cards.setPlainText(cards)
        self.cards.setVisible(bool(cards))
        self._deed = prompt["action"] in DEEDS
        self.answer.clear()
        self.answer.setPlaceholderText(
            "A remark, if there is one" if self._deed else "Your answer; cards as AS 10D QH …"
        )
        self.answer.setFocus()
        self._count()

    def _count(self) -> None:
        """Say what the answer is as cards, while it is typed."""
        text = self.answer.toPlainText().strip()
        self.send.setText("Done" if self._deed and not text else "Send answer")
        self.send.setAccessibleName(self.send.text())
        self.send.setEnabled(bool(self.who.text().strip() and (text or self._deed)))
        if not self.who.text().strip():
            self.hint.setText("Say who answers; it goes into the record.")
        elif len(text.split()) < 2:
            self.hint.clear()
        else:
            try:
                self.hint.setText(f"{amount(len(parse_order(text)), 'card')}.")
            except CardError as error:
                self.hint.setText(f"If these are to be cards: {error}")

    def _send(self) -> None:
        if self._number is None:
            return
        answer = " ".join(self.answer.toPlainText().split()) or DONE
        self.send.setEnabled(False)
        self.answered.emit(self._number, self.who.text().strip(), answer)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the desktop from light to dark."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ApplicationPaletteChange:
            self._paint()

    def _paint(self) -> None:
        ink, ground = theme.current().tones[Tone.ASKING]
        self.setStyleSheet(
            f"QFrame#prompt {{ background: {ground}; border-radius: 8px; }} QFrame#prompt > QLabel {{ color: {ink}; }}"
        )


def _field(name: str, height: int) -> QPlainTextEdit:
    field = QPlainTextEdit()
    field.setAccessibleName(name)
    field.setFixedHeight(height)
    field.setTabChangesFocus(True)
    return field
