"""Dropped files: a table proposes a place for each, and nothing is filed before a person confirms."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from labharness.app.submission.document_matching import Proposal, Target
from labharness.gui.kit import theme
from labharness.gui.kit.follow_text import follow_text
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.forms.editors import DateEditor
from labharness.gui.kit.forms.list_editors import DIGITS
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.words import tr
from labharness.language.numbers import size
from labharness.language.text import plain
from labharness.model.eastern_time import today

LEAVE_OUT = tr("Leave out")
COLUMNS = ((tr("File"), 220), (tr("Size"), 80), (tr("SHA-256"), 132), (tr("Filed as"), 370))
ABOUT = tr(
    "Each file goes to the row that its name suggests. Correct what is wrong; nothing is filed before you press the button, "
    "and what is filed is a draft until it is saved to the register."
)


class DropDialog(ActDialog):
    """Lists the files with their hashes and a choice of the place for each."""

    def __init__(
        self,
        proposals: Sequence[Proposal],
        targets: Sequence[Target],
        place: Path,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("File documents"), tr("File documents"), ABOUT, place=place, parent=parent)
        self.resize(900, 560)
        self._proposals, self._targets = tuple(proposals), tuple(targets)
        self.received = DateEditor(tr("Received"))
        self.received.show_value(today().isoformat())
        self.received.changed.connect(self.judge)
        self.table = QTableWidget(len(self._proposals), len(COLUMNS))
        self.table.setAccessibleName(tr("Dropped files"))
        self.table.setHorizontalHeaderLabels([title for title, _ in COLUMNS])
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        follow_text(self.table, self._measure)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(len(COLUMNS) - 1, QHeaderView.ResizeMode.Stretch)
        self.boxes = [self._row(at, proposal) for at, proposal in enumerate(self._proposals)]
        row = QHBoxLayout()
        row.addWidget(QLabel(tr("Received")))
        row.addWidget(self.received, 1)
        self.content.addWidget(self.table, 1)
        self.content.addLayout(row)
        self.judge()

    def _measure(self, scale: float) -> None:
        self.table.verticalHeader().setDefaultSectionSize(round(38 * scale))
        for at, (_, width) in enumerate(COLUMNS):  # a long name is cut, its size and hash are not
            self.table.horizontalHeader().resizeSection(at, round(width * scale) if at else width)

    def filed(self) -> list[tuple[Proposal, str]]:
        """Return the files that are filed, each with the key of its place."""
        chosen = [str(box.currentData()) for box in self.boxes]
        return [(proposal, key) for proposal, key in zip(self._proposals, chosen, strict=True) if key]

    @property
    def lack(self) -> str:
        """What is missing."""
        if not self.filed():
            return tr("Choose a place for at least one file.")
        try:
            datetime.fromisoformat(str(self.received.value))
        except ValueError:
            return tr("Write the date as 2026-01-31.")
        return ""

    def judge(self) -> None:
        """Say on the button how many files are filed."""
        count = len(self.filed())
        self.do.setText(tr("File {count:,} {count:document|documents}", count=count))
        left = len(self._proposals) - count
        self.note.setText(
            tr("{left:,} {left:file|files} without a place: left out.", left=left) if left else ""
        )
        super().judge()

    def _row(self, at: int, proposal: Proposal) -> QComboBox:
        texts = (proposal.path.name, size(proposal.size), proposal.sha256[:DIGITS])
        for column, text in enumerate(texts):
            item = QTableWidgetItem(plain(text, 120))
            item.setToolTip(plain(proposal.sha256 if column == 2 else str(proposal.path), 300))
            self.table.setItem(at, column, item)
        box = QComboBox()
        box.setAccessibleName(tr("Filed as: {path}", path=plain(proposal.path.name, 80)))
        box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.addItem(LEAVE_OUT, "")
        for target in self._targets:
            if proposal.picture or not target.picture:
                box.addItem(plain(target.title, 110), target.key)
        box.setCurrentIndex(max(0, box.findData(proposal.target)))
        box.currentIndexChanged.connect(lambda _, row=at: self._change(row))
        self.table.setCellWidget(at, len(COLUMNS) - 1, box)
        self._mark(at, box)
        return box

    def _change(self, at: int) -> None:
        self._mark(at, self.boxes[at])
        self.judge()

    def _mark(self, at: int, box: QComboBox) -> None:
        item = self.table.item(at, 0)
        if item is not None:
            tones = theme.current().tones
            item.setForeground(
                QColor(tones[Tone.UNSURE][0] if not box.currentData() else theme.current().text)
            )
