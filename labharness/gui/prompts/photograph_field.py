"""The photograph that belongs to an answer: chosen, dropped or pasted."""

from __future__ import annotations

import tempfile
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QPushButton, QWidget

from labharness.gui.kit.flow_row import WrapRow
from labharness.gui.kit.words import tr
from labharness.language.numbers import size
from labharness.language.text import plain

LEAST = 180
"""Pixels of the path, at least."""


class PhotographField(QWidget):
    """A file by its path; a picture of the clipboard is written to a file of its own first.

    Attributes
    ----------
    told
        Emitted with a sentence where nothing could be taken.
    """

    told = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        self.label, self.about = QLabel(), QLabel()
        self.file = QLineEdit()
        self.file.setAccessibleName(tr("File with the photograph"))
        self.file.setPlaceholderText(tr("Drop a photograph here, or choose or paste one"))
        self.file.textChanged.connect(self._describe)
        self.label.setBuddy(self.file)
        self.about.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.choose, self.insert = QPushButton(tr("&Choose file…")), QPushButton(tr("Pas&te"))
        self.choose.setAccessibleName(tr("Choose file"))
        self.insert.setAccessibleName(tr("Paste photograph"))
        self.choose.clicked.connect(self._choose)
        self.insert.clicked.connect(lambda: self.take(QGuiApplication.clipboard().mimeData()))
        row = WrapRow()
        self.setLayout(row)
        row.put(self.label)
        row.put(self.file, 1, least=LEAST)
        for widget in (self.about, self.choose, self.insert):
            row.put(widget)
        for button in (self.choose, self.insert):
            button.setAutoDefault(False)

    @property
    def text(self) -> str:
        """The path, or ""."""
        return self.file.text().strip()

    def need(self, *, needed: bool) -> None:
        """Say whether the answer requires one."""
        self.label.setText(tr("Photograph (required)") if needed else tr("Photograph (optional)"))

    def clear(self) -> None:
        """Name no file."""
        self.file.clear()

    def take(self, data: QMimeData | None) -> None:
        """Take a file or a picture that was dropped or copied."""
        files = [url.toLocalFile() for url in data.urls() if url.isLocalFile()] if data is not None else []
        if files:
            self.file.setText(files[0])
        elif data is not None and data.hasImage():
            self._keep(QImage(data.imageData()))
        else:
            self.told.emit(tr("The clipboard holds no picture and no file."))

    def _keep(self, image: QImage) -> None:
        with tempfile.NamedTemporaryFile(prefix="labharness-pasted-", suffix=".png", delete=False) as file:
            name = file.name
        if image.isNull() or not image.save(name):
            self.told.emit(
                tr("The picture cannot be written to a file. Save it from its program, then choose the file.")
            )
        else:
            self.file.setText(name)

    def _choose(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, tr("File that belongs to the answer"))
        if name:
            self.file.setText(name)

    def _describe(self) -> None:
        try:
            text = f"{size(Path(self.text).stat().st_size)} ✓" if self.text else ""
        except (OSError, ValueError):
            text = tr("not found")
        self.about.setText(plain(text, 60))
        self.file.setToolTip(self.text)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802  Qt's name
        """Take files and pictures."""
        if event.mimeData().hasUrls() or event.mimeData().hasImage():
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802  Qt's name
        """Take what is dropped."""
        self.take(event.mimeData())
        event.accept()
