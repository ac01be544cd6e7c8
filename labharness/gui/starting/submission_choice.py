"""Which submission a run is part of."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QWidget

from labharness.gui.submission_facts import Filed
from labharness.language.text import plain

NONE = "none"


class SubmissionChoice(QComboBox):
    """None, or one of those in the register."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Submission")
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(16)
        self.addItem(NONE, "")
        self.currentTextChanged.connect(self.setToolTip)

    @property
    def submission(self) -> str:
        """Id of the submission, "" for none."""
        return str(self.currentData() or "")

    def show_filed(self, filed: Sequence[Filed]) -> None:
        """Offer these, the newest first; what is chosen stays chosen."""
        kept = self.submission
        self.clear()
        self.addItem(NONE, "")
        for one in reversed(filed):
            self.addItem(plain(f"{one.id} – {one.title}", 120), one.id)
            self.setItemData(
                self.count() - 1, plain(f"{one.kind}, {one.submitter}"), Qt.ItemDataRole.ToolTipRole
            )
        self.setCurrentIndex(max(0, self.findData(kept)))
