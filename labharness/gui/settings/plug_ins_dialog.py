"""The question whether code of the workspace may run: what files there are, before anybody trusts them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QWidget

from labharness.app.outside.trusted import CodeFile, CodeStanding
from labharness.errors import LabharnessError
from labharness.gui.kit import theme
from labharness.gui.kit.layouts import FittedDialog, mono
from labharness.gui.kit.parts import in_column, in_row
from labharness.gui.kit.run_standing import Tone, explain
from labharness.gui.kit.words import tr
from labharness.language.template import plain

STANDINGS = {
    CodeStanding.TRUSTED: tr("trusted"),
    CodeStanding.CHANGED: tr("changed since it was trusted"),
    CodeStanding.NEW: tr("not trusted"),
}


class PlugInsDialog(FittedDialog):
    """Shows the code of a workspace's plug-ins and asks whether it is trusted as it is now.

    Parameters
    ----------
    place
        Folder of the workspace.
    files
        Its code.
    trust
        Trusts files as they are shown.

    Attributes
    ----------
    trusted
        Emitted when the files are trusted.
    """

    trusted = Signal()

    def __init__(
        self,
        place: Path,
        files: Sequence[CodeFile],
        trust: Callable[[Sequence[CodeFile]], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._files, self._trust = files, trust
        self.setWindowTitle(tr("Code in this workspace"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(720, 380)
        self.sentence, self.problem = (
            QLabel(
                tr(
                    "{place} holds plug-ins with code. Code that you trust runs with all your rights. Read the files first. "
                    "A file that changes is asked about again. Without your trust no run begins in this workspace.",
                    place=plain(str(place), 200),
                )
            ),
            QLabel(),
        )
        for label in (self.sentence, self.problem):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.problem.setAccessibleName(tr("Result of the change"))
        lines = (f"{plain(file.name, 200)}: {STANDINGS[file.standing]}\n    {file.sha256}" for file in files)
        self.text = QPlainTextEdit("\n".join(lines))
        self.text.setReadOnly(True)
        self.text.setFont(mono())
        self.text.setAccessibleName(tr("Files with code"))
        self.text.setTabChangesFocus(True)
        self.agree, self.refuse = QPushButton(tr("&Trust these files")), QPushButton(tr("&Do not trust"))
        self.refuse.setDefault(True)
        self.agree.clicked.connect(self._agree)
        self.refuse.clicked.connect(self.close)
        in_column(
            self.sentence,
            (self.text, 1),
            self.problem,
            in_row(self.agree, 1, self.refuse),
            gap=10,
            edges=(20, 16, 20, 16),
            on=self,
        )

    def _agree(self) -> None:
        try:
            self._trust(self._files)
        except LabharnessError as error:
            theme.tint(self.problem, Tone.FAIL)
            self.problem.setText(plain(explain(error), 600))
            return
        self.trusted.emit()
        self.close()
