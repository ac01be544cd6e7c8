"""Entering an order: rank and suit by keys or by pressing cards, with what is missing or there twice."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from labharness.app.bench_work.entered_cards import objection, order_of, trouble
from labharness.gui.kit import theme
from labharness.gui.kit.window_sentences import say
from labharness.gui.kit.words import tr
from labharness.gui.prompts.card_grid import COLUMNS, CardGrid
from labharness.gui.prompts.card_palette import CardPalette
from labharness.language.numbers import number
from labharness.language.text import plain
from labharness.model.cards import CardSet, format_card

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

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.grid, self.palette_of = CardGrid(), CardPalette()
        self.grid.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.grid.installEventFilter(self)
        self.state, self.trouble = QLabel(), QLabel()
        theme.enlarge(self.state, 1.0, bold=True)
        for label in (self.state, self.trouble):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.clear_all = QPushButton(tr("Clear all"))
        self.clear_all.setAccessibleName(tr("Clear all entered cards"))
        self.clear_all.setAutoDefault(False)
        self.clear_all.clicked.connect(lambda: self._set(()))
        self.palette_of.pressed.connect(self._add)
        self._cards: tuple[str, ...] = ()
        self._rank = ""
        self._declared: CardSet | None = None
        top = QHBoxLayout()
        top.addWidget(self.state, 1)
        top.addWidget(self.clear_all)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(top)
        column.addWidget(self.grid, 1)
        column.addWidget(self.palette_of)
        column.addWidget(self.trouble)
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
