"""The path of a file, typed or chosen."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QWidget

from labharness.gui.kit.words import tr


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
    folders
        Whether a folder is meant, and no file.
    writes
        Whether the file is to be made.

    Attributes
    ----------
    changed
        Emitted when the path is another.
    """

    changed = Signal()

    def __init__(
        self,
        name: str,
        hint: str,
        kinds: str,
        folder: Path,
        parent: QWidget | None = None,
        *,
        folders: bool = False,
        writes: bool = False,
    ) -> None:
        super().__init__(parent)
        self._folders, self._writes = folders, writes
        self._name, self._kinds, self._folder = name, kinds, folder
        self.line = QLineEdit()
        self.line.setAccessibleName(name)
        self.line.setPlaceholderText(hint)
        self.line.textChanged.connect(self._change)
        self.button = QPushButton("…")
        self.button.setAccessibleName(tr("Choose the {name}", name=name.lower()))
        self.button.setToolTip(tr("Choose the {name}", name=name.lower()))
        self.button.setMinimumWidth(40)
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
        """The whole path, or ""; a name without a folder is meant where the choice begins, not where the program runs."""
        written = self.line.text().strip()
        try:
            return str(self._folder / Path(written).expanduser()) if written else ""
        except RuntimeError:  # ~ of an account that is not there
            return written

    def _change(self) -> None:
        self.line.setToolTip(self.text)
        self.changed.emit()

    def _ask(self) -> None:
        dialog = QFileDialog(
            self, tr("Choose the {name}", name=self._name.lower()), str(self._folder), self._kinds
        )
        mode = QFileDialog.FileMode
        if self._writes:
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(
            mode.Directory if self._folders else mode.AnyFile if self._writes else mode.ExistingFile
        )
        dialog.fileSelected.connect(self.line.setText)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
