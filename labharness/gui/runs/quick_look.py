"""Quick look: the verdict, the ending, the first reasons and the decisions of the chosen run, below the list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from labharness.app.run_results.check_facts import CheckFacts
from labharness.gui.kit import theme
from labharness.gui.kit.slow_work.errand import Errand
from labharness.gui.kit.words import tr
from labharness.gui.results.result_facts import ResultFacts
from labharness.gui.runs.run_rows import RunRow
from labharness.language.standings import standing_words
from labharness.language.text import plain
from labharness.model.results import Outcome
from labharness.model.standing import Standing

READING = tr("Reading and verifying the run…")
NOT_ENDED = tr("The run has not ended; it has no verdict. Return shows it live.")
NOTHING = tr("No run is chosen.")
MOST_REASONS, MOST_NAMED = 3, 4
"""Sentences and titles of checks that are shown; the others stand in the results."""
SETTLED_MS = 200
"""So long a run stays chosen before it is read."""


class QuickLook(QFrame):
    """What is to be known of a run before it is opened.

    Parameters
    ----------
    result
        Reads and verifies a run by its name; called on another thread.
    """

    def __init__(self, result: Callable[[str], ResultFacts], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.setAccessibleName(tr("Quick look"))
        self._result = result
        self._row: RunRow | None = None
        self.heading, self.reasons, self.decisions = QLabel(), QLabel(), QLabel()
        theme.enlarge(self.heading, 1.1, bold=True)
        for label in (self.heading, self.reasons, self.decisions):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.decisions.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.shut = QPushButton(tr("Close quick look"))
        self.shut.setToolTip(tr("Space, with the list of runs"))
        self.shut.setAutoDefault(False)
        self.shut.clicked.connect(self.hide)
        top = QHBoxLayout()
        top.addWidget(self.heading, 1)
        top.addWidget(self.shut, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(6)
        column.addLayout(top)
        column.addWidget(self.reasons)
        column.addWidget(self.decisions)
        self._errand, self._settled = Errand(self), QTimer(self)
        self._errand.failed.connect(self._fail)
        self._errand.changed.connect(self._go_on)
        self._settled.setSingleShot(True)
        self._settled.timeout.connect(self._read)
        self._reads = ""
        self.hide()

    def toggle(self, row: RunRow | None) -> None:
        """Show what is known of a run, or hide the panel."""
        self.setVisible(self.isHidden())
        self.show_run(row)

    def show_run(self, row: RunRow | None) -> None:
        """Show another run, where the panel is shown."""
        if self.isHidden() or (row is not None and row == self._row):
            return
        self._row = row
        self.decisions.clear()
        if row is None:
            self.heading.clear()
            self.reasons.setText(NOTHING)
            return
        self._head(row.run, row.standing, row.ending)
        self.reasons.setText(plain(row.remark, 500) or (READING if row.ended else NOT_ENDED))
        if row.ended:
            self._settled.start(SETTLED_MS)

    def stop(self) -> None:
        """Let go of the thread."""
        self._settled.stop()
        self._errand.stop()

    def _read(self) -> None:
        if self._row is not None and self._row.ended and not self.isHidden() and not self._errand.busy:
            self._reads = run = self._row.run
            self._errand.begin(lambda _: self._result(run), partial(self._take, run))

    def _go_on(self) -> None:
        """Read the run that was chosen while another one was read."""
        if self._row is not None and self._row.run != self._reads and not self._settled.isActive():
            self._read()

    def _take(self, run: str, facts: ResultFacts) -> None:
        if self._row is None or self._row.run != run:
            return
        self._head(run, facts.standing, tr("NOT VERIFIED") if facts.problems else facts.ending)
        problems = facts.problems or facts.sentences
        more = len(problems) - MOST_REASONS
        rest = " " + tr("… and {more:,} {more:sentence|sentences} more.", more=more) if more > 0 else ""
        self.reasons.setText(plain(" ".join(problems[:MOST_REASONS]) + rest, 1500))
        self.decisions.setText(plain(decided(facts.checks), 600))

    def _head(self, run: str, standing: Standing, ending: str) -> None:
        self.heading.setText(plain(f"{standing_words(standing)} · {ending} · {run}", 300))

    def _fail(self, sentence: str) -> None:
        if self._row is not None and self._row.run == self._reads:
            self.reasons.setText(plain(sentence, 500))


def decided(checks: Sequence[CheckFacts]) -> str:
    """Return how many checks came to what, with the titles of the first ones that are no PASS."""
    if not checks:
        return tr("Nothing was decided.")
    counter = Counter(_came(check) for check in checks)
    others = [f"{check.title} ({_came(check)})" for check in checks if _came(check) != Outcome.PASS]
    named = ", ".join(others[:MOST_NAMED]) + (", …" if len(others) > MOST_NAMED else "")
    counts = ", ".join(f"{count} {outcome}" for outcome, count in counter.most_common())
    return tr(
        "{checks:,} {checks:decision|decisions}: {counts}.{named}",
        checks=len(checks),
        counts=counts,
        named=f" {named}." if named else "",
    )


def _came(check: CheckFacts) -> str:
    if check.shown_only:
        return tr("for information")
    return check.outcome.value if check.outcome is not None else tr("NOT TESTED")
