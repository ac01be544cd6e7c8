"""Which submission a run is part of."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QWidget

from labharness.gui.kit.words import tr
from labharness.gui.submission_facts import Filed
from labharness.language.text import plain

NONE = tr("none")


class SubmissionChoice(QComboBox):
    """None, or one of those in the register."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Submission"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(16)
        self._filed: tuple[Filed, ...] = ()
        self._sought = ""
        self.addItem(NONE, "")
        self.currentTextChanged.connect(self.setToolTip)

    @property
    def submission(self) -> str:
        """Id of the submission, "" for none."""
        return str(self.currentData() or "")

    @property
    def filed(self) -> Filed | None:
        """The submission that is chosen."""
        return next((each for each in self._filed if each.id == self.submission), None)

    def choose(self, submission: str) -> None:
        """Choose a submission by its id, as soon as it is offered."""
        self._sought = submission
        self._seek()

    def _seek(self) -> None:
        at = self.findData(self._sought) if self._sought else -1
        if at >= 0:
            self._sought = ""
            self.setCurrentIndex(at)

    def show_filed(self, filed: Sequence[Filed]) -> None:
        """Offer these, the newest first; what is chosen stays chosen."""
        kept = self.submission
        self._filed = tuple(filed)
        self.clear()
        self.addItem(NONE, "")
        for each in reversed(filed):
            self.addItem(plain(f"{each.id} – {each.title}", 120), each.id)
            self.setItemData(
                self.count() - 1, plain(f"{each.kind}, {each.submitter}"), Qt.ItemDataRole.ToolTipRole
            )
        self.setCurrentIndex(max(0, self.findData(kept)))
        self._seek()
