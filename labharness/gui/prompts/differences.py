"""Two entries of the same order beside each other, with every place at which they differ; shown after both are made."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from labharness.app.bench_work.double_entry import Differing
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.language.numbers import number
from labharness.language.text import plain

Row = tuple[int, str, str]


class Differences(QWidget):
    """Hidden while there is nothing to compare."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = QLabel()
        self.heading.setTextFormat(Qt.TextFormat.PlainText)
        self.heading.setWordWrap(True)
        columns = (
            Column[Row](
                tr("Place"), lambda row: number(row[0] + 1), 80, sort=lambda row: row[0], number=True
            ),
            Column[Row](tr("First person"), lambda row: row[1] or tr("nothing"), 220),
            Column[Row](tr("Second person"), lambda row: row[2] or tr("nothing"), 220),
        )
        self.table: RowTable[Row] = RowTable(tr("Differences"), columns, lambda row: str(row[0]))
        self.table.setMinimumHeight(130)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.heading)
        column.addWidget(self.table, 1)
        self.again = QPushButton(tr("Enter again"))
        self.again.setAccessibleName(tr("Enter again: the differences are hidden"))
        self.again.setMinimumHeight(44)
        column.addWidget(self.again, 0, Qt.AlignmentFlag.AlignLeft)
        self.show_differing(None)

    def show_differing(self, differing: Differing | None, *, before_entry: bool = False) -> None:
        """Show two entries, or nothing: then nothing of them stands anywhere here.

        Parameters
        ----------
        before_entry
            Whether somebody is to enter again, and hides them first.
        """
        self.setVisible(differing is not None)
        self.again.setVisible(before_entry)
        if differing is None:
            self.heading.clear()
            self.table.show_rows(())
            return
        places = differing.places
        each, other = differing.who
        self.heading.setText(
            plain(
                tr(
                    "The entries of {one} and {other} differ in {places:,} {places:place|places}.",
                    one=each,
                    other=other,
                    places=len(places),
                ),
                300,
            )
        )
        one_entry, other_entry = differing.first, differing.second
        self.table.show_rows([(at, _at(one_entry, at), _at(other_entry, at)) for at in places])


def _at(entry: tuple[str, ...], place: int) -> str:
    return entry[place] if place < len(entry) else ""
