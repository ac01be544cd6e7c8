"""The key of the person who acts, asked for where the laboratory requires it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from labharness.gui.kit.file_field import FileField
from labharness.gui.kit.words import tr

NEEDED = tr("The laboratory requires your key for this change.")


class KeyFields(QWidget):
    """A key file and its pass phrase.

    Parameters
    ----------
    folder
        Where the choice of a key begins.

    Attributes
    ----------
    changed
        Emitted when either was edited.
    """

    changed = Signal()

    def __init__(self, folder: Path | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.file = FileField(
            tr("Key"),
            tr("PKCS#12 file, or pkcs11:token=…;object=…?module-path=…"),
            tr("Keys (*.p12 *.pfx);;All files (*)"),
            folder or Path.home(),
        )
        self.passphrase, self.note = QLineEdit(), QLabel(NEEDED)
        self.passphrase.setAccessibleName(tr("Pass phrase"))
        self.passphrase.setPlaceholderText(tr("Pass phrase; empty, if the system's key store holds it"))
        self.passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        self.note.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.file.changed.connect(self.changed)
        self.passphrase.textChanged.connect(self.changed)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.file, 3)
        row.addWidget(self.passphrase, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.note)
        column.addLayout(row)
        self.need(needed=False)

    def need(self, *, needed: bool) -> None:
        """Ask for the key, or let it be."""
        self.needed = needed
        self.setVisible(needed)

    @property
    def complete(self) -> bool:
        """Whether a key is given where one is needed."""
        return not self.needed or bool(self.file.text)

    def take(self) -> dict[str, Any]:
        """Return what an act takes of a key, nothing where none is needed, and empty the field of the pass phrase."""
        if not self.needed:
            return {}
        file, passphrase = Path(self.file.text).expanduser(), self.passphrase.text()
        self.passphrase.clear()
        return {"key": str(file), "ask": lambda _: passphrase}
