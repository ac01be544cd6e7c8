"""What the reader's prompt asks, for the two people who enter the cards: the order to lay stands first, and is away while they enter."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from labharness.app.bench_work.entered_cards import order_of
from labharness.app.bench_work.prompt_forms import reading_of
from labharness.evidence.records.people import PromptBody
from labharness.gui.kit import theme
from labharness.gui.kit.words import tr
from labharness.gui.prompts.deck_view import DeckView
from labharness.language.recorded import worded
from labharness.language.text import plain


class Laying(QWidget):
    """Hidden where no reading waits for what is entered.

    Attributes
    ----------
    turned
        Emitted when somebody goes from the order to the entry, or back to look at it.
    """

    turned = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.asks, self.deck = QLabel(), DeckView()
        self.asks.setTextFormat(Qt.TextFormat.PlainText)
        self.asks.setWordWrap(True)
        self.enter = QPushButton(tr("It is laid: enter the cards"))
        self.look = QPushButton(tr("Show the order"))
        for button in (self.enter, self.look):
            button.setAccessibleName(button.text())
            button.setAutoDefault(False)
        self.enter.setMinimumHeight(44)
        self.look.setToolTip(tr("Show the order to lay; what is entered stays"))
        self.prompt: PromptBody | None = None
        self._laid: int | None = None
        line, column = QHBoxLayout(), QVBoxLayout(self)
        line.addWidget(self.asks, 1)
        line.addWidget(self.look)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(line)
        column.addWidget(self.deck, 1)
        column.addWidget(self.enter, 0, Qt.AlignmentFlag.AlignLeft)
        self.deck.laid.connect(self.enter.setFocus)
        self.enter.clicked.connect(lambda: self._turn(laid=True))
        self.look.clicked.connect(lambda: self._turn(laid=False))
        self.hide()

    @property
    def first(self) -> bool:
        """Whether an order is to be laid before anybody enters it."""
        return self._order() != () and self.prompt is not None and self.prompt.prompt != self._laid

    def take(self, prompt: PromptBody | None, prompts: Mapping[int, PromptBody]) -> None:
        """Show what the reading asks that an entry answers, nothing where none does."""
        self.prompt = reading_of(prompt, prompts.values()) if prompt is not None else None
        if self.prompt is None and not prompts:
            self._laid = None
        self.asks.setText(plain(worded(self.prompt.asks), 1200) if self.prompt is not None else "")
        theme.enlarge(self.asks, 1.2)
        self.deck.show_order(self._order(), self.asks.text())
        self._show()

    def _order(self) -> tuple[str, ...]:
        return order_of(plain(self.prompt.data.cards, 1 << 16)) if self.prompt is not None else ()

    def _turn(self, *, laid: bool) -> None:
        self._laid = self.prompt.prompt if laid and self.prompt is not None else None
        self._show()
        self.turned.emit()

    def _show(self) -> None:
        self.setVisible(self.prompt is not None)
        for part in (self.deck, self.enter):
            part.setVisible(self.first)
        self.look.setVisible(bool(self._order()) and not self.first)
