"""A verification: the answer in a word and a sentence, and a table of its parts."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from labharness.gui.kit.labels.banner import Banner
from labharness.gui.kit.labels.loud_label import LoudLabel
from labharness.gui.kit.run_standing import RunStanding, Tone
from labharness.gui.kit.tables.fact_table import FactTable
from labharness.gui.kit.words import tr
from labharness.gui.verification.verification_facts import VerificationFacts
from labharness.reporting.banners import SIMULATED, SPECIMEN

COLUMNS = (
    (tr("Part"), 128),
    (tr("Result"), 132),
    (tr("Who"), 130),
    (tr("Certificate by"), 132),
    (tr("Time (source)"), 148),
    (tr("Note"), 242),
)
NOTHING = RunStanding(Tone.QUIET, tr("Not verified yet"), tr("Nothing is known before it is verified."))


class VerificationView(QWidget):
    """Shows :class:`VerificationFacts`, or that there are none.

    Parameters
    ----------
    stamped
        Whether it says itself that it is of a specimen; a page about a report does that.
    """

    def __init__(self, parent: QWidget | None = None, *, stamped: bool = True) -> None:
        super().__init__(parent)
        self._stamped = stamped
        self.stamp, self.banner = LoudLabel(tr("Specimen or simulated device")), Banner()
        self.banner.setAccessibleName(tr("Answer of the verification"))
        self.table = FactTable(tr("Parts of the verification"), COLUMNS)
        self.facts: VerificationFacts | None = None
        self.is_busy = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.stamp)
        column.addWidget(self.banner)
        column.addWidget(self.table, 1)
        self.clear()

    def clear(self, standing: RunStanding = NOTHING) -> None:
        """Show no verification."""
        self.facts, self.is_busy = None, standing.tone is Tone.BUSY
        self.stamp.say("")
        self.banner.show_standing(standing)
        self.table.show_rows(())

    def show_facts(self, facts: VerificationFacts) -> None:
        """Show what a verification found."""
        self.facts, self.is_busy = facts, False
        stamp = SPECIMEN if facts.specimen else SIMULATED if facts.simulated else ""
        self.stamp.say(stamp if self._stamped else "")
        self.banner.show_standing(RunStanding(facts.tone, facts.word, facts.sentence))
        self.table.show_rows(facts.rows)
