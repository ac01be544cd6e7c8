"""The submissions of the register, with what their dossiers come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from labharness.gui.kit import theme
from labharness.gui.kit.icons import icon
from labharness.gui.kit.run_standing import TONES, Tone
from labharness.gui.submission_facts import CaseFacts, Filed
from labharness.language.numbers import amount
from labharness.language.text import plain

EMPTY = "No submissions. To begin, run: labharness submission new"
ID = Qt.ItemDataRole.UserRole


class SubmissionList(QListWidget):
    """Three lines for each submission: id and title, type and submitter, verdict and objections.

    Attributes
    ----------
    chosen
        Emitted with the submission's id, "" for none.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Submissions")
        self.setIconSize(QSize(22, 22))
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._filed: Sequence[Filed] = ()
        self.currentItemChanged.connect(lambda: self.chosen.emit(self.current))

    @property
    def current(self) -> str:
        """Id of the chosen submission, or ""."""
        return str(self.currentItem().data(ID)) if self.currentRow() >= 0 else ""

    def select(self, submission: str) -> bool:
        """Choose a submission by id; returns whether it is listed."""
        names = [one.id for one in self._filed]
        if submission in names:
            self.setCurrentRow(names.index(submission))
        return submission in names

    def show_filed(self, filed: Sequence[Filed]) -> None:
        """Show these submissions, the newest first; what is chosen stays chosen, else the newest is."""
        before = self.current
        self.blockSignals(True)  # noqa: FBT003  Qt's call
        self.clear()
        self._filed = tuple(reversed(filed))
        for one in self._filed:
            item = QListWidgetItem(self)
            item.setData(ID, one.id)
        names = [one.id for one in self._filed]
        self.setCurrentRow(names.index(before) if before in names else 0 if names else -1)
        self.blockSignals(False)  # noqa: FBT003  Qt's call
        self.chosen.emit(self.current)

    def show_verdicts(self, known: Mapping[str, CaseFacts | str], at: str) -> None:
        """Show what is known of each, and which is being judged."""
        for row, one in enumerate(self._filed):
            tone, words = _said(known.get(one.id), judging=one.id == at)
            item = self.item(row)
            lines = (f"{one.id} – {one.title}", f"{one.kind}  ·  {one.submitter}", words)
            item.setText("\n".join(plain(line, 200) for line in lines))
            item.setToolTip(plain(f"{one.id}: {one.title}"))
            item.setData(
                Qt.ItemDataRole.AccessibleTextRole,
                plain(f"{one.id}, {one.title}, {one.kind}, {one.submitter}, {words}"),
            )
            item.setIcon(icon(tone, theme.current().tones[tone][0]))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        """Say so where there is nothing to list."""
        super().paintEvent(event)
        if self.count() == 0:
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().placeholderText().color())
            flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(self.viewport().rect().adjusted(12, 0, -12, 0), flags, EMPTY)


def _said(known: CaseFacts | str | None, *, judging: bool) -> tuple[Tone, str]:
    if isinstance(known, CaseFacts):
        return TONES[known.outcome], f"{known.outcome.value}  ·  {amount(len(known.objections), 'objection')}"
    if known is not None:
        return Tone.UNSURE, "cannot be judged now"
    return (Tone.BUSY, "being judged…") if judging else (Tone.QUIET, "waiting to be judged")
