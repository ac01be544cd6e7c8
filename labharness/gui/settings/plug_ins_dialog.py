"""The question whether code of the workspace may run: what files there are, before anybody trusts them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from labharness.app.outside.trusted import CodeFile, CodeStanding
from labharness.errors import LabharnessError
from labharness.gui.kit import theme
from labharness.gui.kit.layouts import FittedDialog
from labharness.gui.kit.parts import in_column, in_row, push_button, text_field, text_label
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
        super().__init__(tr("Code in this workspace"), parent)
        self._files, self._trust = files, trust
        self.resize(720, 380)
        self.sentence = text_label(
            tr(
                "{place} holds plug-ins with code. Code that you trust runs with all your rights. Read the files first. "
                "A file that changes is asked about again. Without your trust no run begins in this workspace.",
                place=plain(str(place), 200),
            )
        )
        self.problem = text_label(name=tr("Result of the change"))
        lines = (f"{plain(file.name, 200)}: {STANDINGS[file.standing]}\n    {file.sha256}" for file in files)
        self.text = text_field(tr("Files with code"), text="\n".join(lines), fixed=True)
        self.agree = push_button(tr("&Trust these files"), self._agree)
        self.refuse = push_button(tr("&Do not trust"), self.close)
        self.refuse.setDefault(True)
        parts = (self.sentence, (self.text, 1), self.problem, in_row(self.agree, 1, self.refuse))
        in_column(*parts, gap=10, edges=(20, 16, 20, 16), on=self)

    def _agree(self) -> None:
        try:
            self._trust(self._files)
        except LabharnessError as error:
            theme.tint(self.problem, Tone.FAIL)
            self.problem.setText(plain(explain(error), 600))
            return
        self.trusted.emit()
        self.close()
