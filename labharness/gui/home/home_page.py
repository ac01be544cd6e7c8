"""Home: what needs a person, the benches, and what ended in the last 24 hours."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from labharness.app.overview.attention import Matter
from labharness.app.overview.overview import EndedRun, Overview
from labharness.gui.home.home_tables import ENDED, MATTERS
from labharness.gui.kit import theme
from labharness.gui.kit.bench_card import BenchCard
from labharness.gui.kit.page import Page
from labharness.gui.kit.row_table import RowTable, keep_place, restore_place
from labharness.language.numbers import amount, size
from labharness.language.text import plain
from labharness.model.address import Address, Room

NO_BENCH = "No bench yet. A bench appears when a run is queued for it, or its worker starts."
LOOKING = "Looking at the workspace…"
CLOCKS = {True: "clock synchronized", False: "clock not synchronized", None: "clock state unknown"}


class HomePage(Page):
    """The room that the window opens with."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading, self.computer = QLabel(LOOKING), QLabel()
        theme.enlarge(self.heading, 1.5, bold=True)
        self.computer.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.new_run = QPushButton("&New run")
        self.new_run.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.new_run.clicked.connect(lambda: self.went.emit(Address(Room.NEW_RUN)))
        self.matters: RowTable[Matter] = RowTable(
            "Needs you", MATTERS, lambda each: f"{each.code}{each.address}", LOOKING, lines=2
        )
        self.ended: RowTable[EndedRun] = RowTable(
            "Ended in the last 24 hours", ENDED, lambda run: run.run, LOOKING
        )
        self.matters.opened.connect(lambda matter: self.went.emit(matter.address))
        self.ended.opened.connect(lambda run: self.went.emit(Address(Room.RUNS, (run.run,))))
        self.cards: list[BenchCard] = []
        self._no_bench = QLabel(LOOKING)
        self._no_bench.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self._lay_out()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self.heading, 1)
        top.addWidget(self.new_run)
        benches = QWidget()
        self._row = QHBoxLayout(benches)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(12)
        self._row.addWidget(self._no_bench)
        self._row.addStretch(1)
        area = QScrollArea()
        area.setWidget(benches)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFixedHeight(104)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 12)
        column.setSpacing(8)
        column.addLayout(top)
        for title, widget, stretch in (
            ("NEEDS YOU", self.matters, 3),
            ("BENCHES", area, 0),
            ("ENDED IN THE LAST 24 HOURS · VERDICTS AS RECORDED", self.ended, 2),
        ):
            label = QLabel(title)
            label.setProperty("muted", True)  # noqa: FBT003  Qt's call
            label.setBuddy(widget)
            column.addWidget(label)
            column.addWidget(widget, stretch)
        column.addWidget(self.computer)

    def show_overview(self, overview: Overview) -> None:
        """Show what goes on now."""
        count = len(overview.matters)
        self.matters.tell_empty("Nothing needs you.")
        self.ended.tell_empty("No run ended in the last 24 hours.")
        self._no_bench.setText(NO_BENCH)
        self.heading.setText(f"{amount(count, 'matter')} need you" if count > 1 else _few(count))
        self.matters.show_rows(overview.matters)
        self.ended.show_rows(overview.ended)
        self._show_benches(overview)
        clock = CLOCKS[overview.clock_synchronized]
        running = amount(sum(run.alive for run in overview.open_runs), "run")
        self.computer.setText(f"{running} at work · {size(overview.free)} free · {clock}")

    def lose_overview(self, sentence: str) -> None:
        """Claim nothing where the workspace cannot be read."""
        self.heading.setText("The workspace cannot be read")
        self.computer.setText(plain(sentence, 500))
        for table in (self.matters, self.ended):
            table.tell_empty("Not known.")
            table.show_rows(())

    def _show_benches(self, overview: Overview) -> None:
        while len(self.cards) < len(overview.benches):
            card = BenchCard()
            card.opened.connect(lambda name: self.went.emit(Address(Room.BENCHES, (name,))))
            self._row.insertWidget(len(self.cards), card)
            self.cards.append(card)
        while len(self.cards) > len(overview.benches):
            self.cards.pop().deleteLater()
        for card, bench in zip(self.cards, overview.benches, strict=True):
            card.show_bench(bench)
        self._no_bench.setVisible(not self.cards)

    def keep(self) -> object:
        """Return the chosen matter and how far its table is scrolled."""
        return keep_place(self.matters)

    def restore(self, kept: object) -> None:
        """Take up what :meth:`keep` returned."""
        restore_place(self.matters, kept)


def _few(count: int) -> str:
    return "1 matter needs you" if count else "Nothing needs you"
