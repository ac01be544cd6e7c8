"""One check: what was decided and why, its chart, its numbers."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QFrame, QLabel, QTabWidget, QVBoxLayout, QWidget

from labharness.app.run_results.check_facts import CheckFacts
from labharness.gui.kit import theme
from labharness.gui.kit.charts.chart import Chart
from labharness.gui.kit.tables.fact_table import FactRow, FactTable
from labharness.gui.kit.words import tr
from labharness.gui.results.p_ladder import PLadder
from labharness.language.catalog import label
from labharness.language.text import plain

NOTHING = tr("Choose a check.")


class CheckView(QFrame):
    """A check in full."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentence, self.which = QLabel(NOTHING), QComboBox()
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setWordWrap(True)
        self.sentence.setAccessibleName(tr("Decision"))
        theme.enlarge(self.sentence, 1.1)
        self.which.setAccessibleName(tr("Picture"))
        self.which.currentIndexChanged.connect(self._draw)
        self.chart = Chart()
        self.numbers = FactTable(tr("Numbers"), ((tr("What"), 150), (tr("Value"), 400)))
        self.details = FactTable(tr("Details"), ((tr("Detail"), 500),))
        self.tabs = QTabWidget()
        drawn = QWidget()
        column = QVBoxLayout(drawn)
        column.setContentsMargins(0, 6, 0, 0)
        column.addWidget(self.which)
        column.addWidget(self.chart, 1)
        self.ladder, ladder = PLadder(), QWidget()
        beside = QVBoxLayout(ladder)
        beside.setContentsMargins(0, 6, 0, 0)
        beside.addWidget(self.ladder)
        for title, widget in (
            (tr("Pictur&e"), drawn),
            (tr("&Numbers"), self.numbers),
            (tr("&Details"), self.details),
            (tr("All &p-values"), ladder),
        ):
            self.tabs.addTab(widget, title)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(8)
        whole.addWidget(self.sentence)
        whole.addWidget(self.tabs, 1)
        self._check: CheckFacts | None = None

    def show_check(self, check: CheckFacts | None) -> None:
        """Show a check."""
        if check == self._check:
            return
        self._check = check
        self.sentence.setText(NOTHING if check is None else plain(check.sentence, 1200))
        pictures = check.pictures if check is not None else ()
        blocked = self.which.blockSignals(True)  # noqa: FBT003  Qt's call
        self.which.clear()
        self.which.addItems(
            [
                tr("Picture {at}: {x_label}", at=at, x_label=label(each.x_label))
                for at, each in enumerate(pictures, 1)
            ]
        )
        self.which.blockSignals(blocked)
        self.which.setVisible(len(pictures) > 1)
        self._draw()
        self.numbers.show_rows([FactRow(row) for row in check.numbers] if check is not None else [])
        details = check.details if check is not None else ()
        self.details.show_rows([FactRow((each,)) for each in details])
        self.tabs.setTabText(2, tr("&Details ({details})", details=len(details)))
        if not pictures:
            self.tabs.setCurrentWidget(self.numbers)

    def _draw(self) -> None:
        pictures = self._check.pictures if self._check is not None else ()
        at = self.which.currentIndex()
        self.chart.show_picture(pictures[at] if 0 <= at < len(pictures) else None)
