"""Two plans, or two versions of one, field by field; and the mistakes of a plan file that was dropped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from labharness.gui.kit import theme
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.tables.fact_table import FactRow, FactTable
from labharness.gui.kit.window_sentences import say
from labharness.gui.kit.words import tr
from labharness.gui.plans.plan_facts import ComparedPlans
from labharness.language.text import plain
from labharness.plans.written.mistakes import Mistake

SAME = tr("The plans have the same values in all fields.")
COMPARING = tr("Comparing…")


class ComparisonView(QWidget):
    """What differs between two plans.

    Attributes
    ----------
    swapped
        Emitted when the other order is wanted.
    """

    swapped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading, self.note = QLabel(COMPARING), QLabel()
        theme.enlarge(self.heading, 1.3, bold=True)
        self.note.setProperty("muted", True)  # noqa: FBT003  Qt's call
        for label in (self.heading, self.note):  # both repeat what a plan says
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        swap = QPushButton(tr("E&xchange the sides"))
        swap.clicked.connect(self.swapped)
        top = QHBoxLayout()
        top.addWidget(self.heading, 1)
        top.addWidget(swap)
        self.table = FactTable(tr("Differences"), ((tr("Field"), 230), ("", 330), ("", 330)))
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 12)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self.note)
        column.addWidget(self.table, 1)

    def show_compared(self, plans: ComparedPlans | None, text: str = COMPARING) -> None:
        """Show the fields that differ, or a sentence instead."""
        self.heading.setText(tr("Compare plans") if plans is not None else plain(text, 300))
        count = len(plans.differences) if plans is not None else 0
        self.note.setText(
            ""
            if plans is None
            else tr("{count:,} {count:field differs|fields differ}.", count=count)
            if count
            else SAME
        )
        first, second = (plans.first, plans.second) if plans is not None else ("", "")
        self.table.setHorizontalHeaderLabels([tr("Field"), plain(first, 120), plain(second, 120)])
        self.table.show_rows([] if plans is None else list(_rows(plans)))


class MistakesView(QWidget):
    """Every mistake of a plan file, with line and field."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading, note = (
            QLabel(),
            QLabel(tr("Correct the file in a text editor, then drop it here again.")),
        )
        self.heading.setTextFormat(Qt.TextFormat.PlainText)
        theme.enlarge(self.heading, 1.3, bold=True)
        note.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.table = FactTable(
            tr("Mistakes"), ((tr("Line"), 70), (tr("What to do"), 520), (tr("Field"), 260))
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 12)
        column.setSpacing(8)
        for widget in (self.heading, note):
            column.addWidget(widget)
        column.addWidget(self.table, 1)

    def show_mistakes(self, file: Path, mistakes: tuple[Mistake, ...]) -> None:
        """Show the mistakes of a file."""
        self.heading.setText(
            tr(
                "{file}: {mistakes:,} {mistakes:mistake|mistakes}",
                file=plain(file.name, 80),
                mistakes=len(mistakes),
            )
        )
        self.table.show_rows(
            [
                FactRow(
                    (
                        "–" if mistake.line is None else str(mistake.line),
                        say(mistake.problem),
                        mistake.key or tr("whole plan"),
                    ),
                    Tone.FAIL,
                )
                for mistake in mistakes
            ]
        )


def _rows(plans: ComparedPlans) -> Iterator[FactRow]:
    for difference in plans.differences:
        before, after = (
            plans.titles.value(difference.key, value) for value in (difference.before, difference.after)
        )
        yield FactRow((plans.titles.title(difference.key), before, after))
