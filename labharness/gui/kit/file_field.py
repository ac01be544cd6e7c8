"""The path of a file, typed or chosen."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QWidget


class FileField(QWidget):
    """A line for a path, and a button that opens the choice.

    Parameters
    ----------
    name
        What the file is.
    hint
        What stands there while it is empty.
    kinds
        Patterns of the choice.
    folder
        Where the choice begins.

    Attributes
    ----------
    changed
        Emitted when the path is another.
    """

    changed = Signal()

    def __init__(self, name: str, hint: str, kinds: str, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._kinds, self._folder = name, kinds, folder
        self.line = QLineEdit()
        self.line.setAccessibleName(name)
        self.line.setPlaceholderText(hint)
        self.line.textChanged.connect(self._change)
        self.button = QPushButton("…")
        self.button.setAccessibleName(f"Choose the {name.lower()}")
        self.button.setToolTip(f"Choose the {name.lower()}")
        self.button.setFixedWidth(40)
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self._ask)
        self.setFocusProxy(self.line)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.line, 1)
        row.addWidget(self.button)

    @property
    def text(self) -> str:
        """The path, or ""."""
        return self.line.text().strip()

    def _change(self) -> None:
        self.line.setToolTip(self.text)
        self.changed.emit()

    def _ask(self) -> None:
        dialog = QFileDialog(self, f"Choose the {self._name.lower()}", str(self._folder), self._kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.line.setText)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
