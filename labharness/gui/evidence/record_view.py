"""One record: the transfers it was made from and their bytes, its whole text; and the photographs of the run."""

from __future__ import annotations

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit, QTabWidget, QVBoxLayout, QWidget

from labharness.gui.evidence.photograph_view import PhotographView
from labharness.gui.kit.words import tr
from labharness.gui.results.frame_view import FrameView

HINT = tr("Choose a record: the frames that it was made from appear here.")
NO_TRANSFER = tr("This record was made from no transfer.")


class RecordView(QTabWidget):
    """Tabs beside the ledger."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bytes, self.text, self.photographs = FrameView(HINT), QPlainTextEdit(), PhotographView()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(tr("Record in full"))
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setDocumentMode(True)
        self.setAccessibleName(tr("Parts of the record"))
        for title, widget in (
            (tr("&Frames"), self.bytes),
            (tr("&Record"), self.text),
            (tr("Photo&graphs"), self.photographs),
        ):
            holder = QWidget()
            column = QVBoxLayout(holder)
            column.setContentsMargins(0, 6, 0, 0)
            column.addWidget(widget)
            self.addTab(holder, title)

    def show_count(self, photographs: int) -> None:
        """Say how many photographs there are."""
        self.setTabText(
            2,
            tr("Photo&graphs ({photographs})", photographs=photographs)
            if photographs
            else tr("Photo&graphs"),
        )

    def clear_record(self) -> None:
        """Show no record."""
        self.bytes.clear()
        self.text.clear()
