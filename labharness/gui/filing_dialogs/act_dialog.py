"""A dialog of one act: what is entered, who does it, the key where it is asked, and one button that names the act."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from labharness.app.people.decider_key import DeciderKey
from labharness.gui.kit import theme
from labharness.gui.kit.file_field import FileField
from labharness.gui.kit.findable import allow, name_buttons, refuse
from labharness.gui.kit.fitted_dialog import FittedDialog
from labharness.gui.kit.words import tr
from labharness.language.text import plain


class ActDialog(FittedDialog):
    """Keeps what was entered where the act is refused.

    Parameters
    ----------
    title
        What is done.
    act
        Text of the button: a verb with its object.
    place
        Where the choice of a key begins.
    keyed
        Whether the laboratory requires the person's key.

    Attributes
    ----------
    wanted
        Emitted when somebody presses the button.
    """

    wanted = Signal()

    def __init__(
        self, title: str, act: str, place: Path, *, keyed: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(560)
        self.heading, self.note = QLabel(title), QLabel()
        theme.enlarge(self.heading, 1.15, bold=True)
        for label in (self.heading, self.note):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.note.setAccessibleName(tr("Message"))
        self.cancel, self.do = QPushButton(tr("Cancel")), QPushButton(act)
        self.cancel.setAutoDefault(False)
        self.do.setAutoDefault(False)
        self.do.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.key = FileField(
            tr("Key"),
            tr("PKCS#12 file, or pkcs11:token=…;object=…?module-path=…"),
            tr("Keys (*.p12 *.pfx);;All files (*)"),
            place,
        )
        self.passphrase = QLineEdit()
        self.passphrase.setAccessibleName(tr("Pass phrase"))
        self.passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        self.passphrase.setPlaceholderText(tr("empty, if the system's key store holds it"))
        self.keyed = keyed
        self.inside = QWidget()
        self.content = QVBoxLayout(self.inside)
        self.content.setContentsMargins(0, 0, 0, 0)
        self.content.setSpacing(8)
        keys = QWidget()
        form = QFormLayout(keys)
        form.setContentsMargins(0, 0, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(tr("Key"), self.key)
        form.addRow(tr("Pass phrase"), self.passphrase)
        keys.setVisible(keyed)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.do)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 14)
        column.setSpacing(10)
        column.addWidget(self.heading)
        column.addWidget(self.inside, 1)
        column.addWidget(keys)
        column.addWidget(self.note)
        column.addLayout(row)
        self.key.changed.connect(self.judge)
        self.cancel.clicked.connect(self.reject)
        self.do.clicked.connect(self._want)

    @property
    def lack(self) -> str:
        """Why the act is not possible yet, "" where it is; dialogs say what they lack."""
        return ""

    def judge(self) -> None:
        """Enable the button, or say on it why not."""
        why = self.lack or (
            tr("Choose the key: the laboratory requires it.") if self.keyed and not self.key.text else ""
        )
        (refuse if why else allow)(self.do, why)

    def take_key(self) -> DeciderKey:
        """Return the key, and empty the field of its pass phrase; none where none is asked."""
        key = DeciderKey(self.key.text, self.passphrase.text()) if self.keyed else DeciderKey()
        self.passphrase.clear()
        return key

    def refuse(self, sentence: str) -> None:
        """Say why it was not done, and let it be tried again with what was entered."""
        self.inside.setEnabled(True)
        self.note.setText(plain(sentence, 1500))
        self.judge()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's name
        """Name every button for those who listen."""
        super().showEvent(event)
        name_buttons(self)

    def _want(self) -> None:
        self.inside.setEnabled(False)
        self.do.setEnabled(False)
        self.note.setText(tr("Working…"))
        self.wanted.emit()
