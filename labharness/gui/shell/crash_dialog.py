"""What is shown after an exception: what goes on, the diagnostic file, and the way to start the window again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from labharness.gui.kit import theme
from labharness.gui.kit.fitted_dialog import FittedDialog
from labharness.gui.kit.typeface import mono
from labharness.gui.kit.words import tr

SENTENCE = tr(
    "Something in this window went wrong. Runs, benches and nights go on by themselves, and what is on record is safe. "
    "Start the window again; send the diagnostic file to whoever maintains the program."
)
CONTENT = tr(
    "The file is exactly this text. It holds no evidence, no key, no pass phrase and nothing that was typed:"
)
NAME = "labharness-diagnostic.txt"


class CrashDialog(FittedDialog):
    """Told once for each window; further exceptions are added to the text.

    Parameters
    ----------
    text
        The diagnostic file.
    restart
        Starts the window again and ends this one.
    """

    def __init__(self, text: str, restart: Callable[[], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("labharness: something went wrong"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(720, 460)
        self.sentence, note, self.saved = QLabel(SENTENCE), QLabel(CONTENT), QLabel()
        for label in (self.sentence, note, self.saved):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        theme.enlarge(self.sentence, 1.1)
        note.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.text = QPlainTextEdit(text)
        self.text.setReadOnly(True)
        self.text.setFont(mono())
        self.text.setAccessibleName(tr("Diagnostic file"))
        self.text.setTabChangesFocus(True)
        self.save, self.again, self.stay = (
            QPushButton(title)
            for title in (tr("&Save diagnostic file…"), tr("&Restart"), tr("&Continue without restart"))
        )
        self.again.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.again.setDefault(True)
        self.save.clicked.connect(self._save)
        self.again.clicked.connect(restart)
        self.stay.clicked.connect(self.close)
        buttons = QHBoxLayout()
        buttons.addWidget(self.save)
        buttons.addStretch(1)
        buttons.addWidget(self.stay)
        buttons.addWidget(self.again)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(10)
        for widget in (self.sentence, note, self.text, self.saved):
            column.addWidget(widget, 1 if widget is self.text else 0)
        column.addLayout(buttons)

    def write(self, file: Path) -> None:
        """Write the diagnostic file, and say where, or why it cannot be."""
        try:
            file.write_text(self.text.toPlainText() + "\n", encoding="utf-8")
        except OSError as error:
            self.saved.setText(
                tr(
                    "Cannot write {file}: {strerror}. Choose another folder.",
                    file=file,
                    strerror=error.strerror,
                )
            )
        else:
            self.saved.setText(tr("Saved: {file}", file=file))

    def _save(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, tr("Save diagnostic file"), NAME, tr("Text (*.txt)"))
        if name:
            self.write(Path(name))
