"""The answers to a statement or a deed, none of them preferred, with the file that belongs to them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from labharness.evidence.records.people import PromptBody
from labharness.gui.kit.deciding_button import DecidingButton

YES, NO, NOT_APPLICABLE = "yes", "no", "n/a"
INSPECT = "inspect"
"""Action of a prompt that puts a statement; nobody says Yes to a statement."""
_BUTTONS = {YES: "&Yes", NO: "&No…", NOT_APPLICABLE: "Not a&pplicable…"}
_INSPECTED = {YES: "&As required", NO: "&Not as required…", NOT_APPLICABLE: "Not a&pplicable…"}


class AnswerChoices(QWidget):
    """A line for a file, and a button for each answer.

    Attributes
    ----------
    row
        The buttons, for whoever lays them out.
    chosen
        Emitted with the answer, such as ``no: the door opens | C:/door.jpg``.
    lacking
        Emitted with a sentence where an answer still lacks something.
    """

    chosen = Signal(str)
    lacking = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.file = QLineEdit()
        self.file.setAccessibleName("File with the photograph")
        self.file.setPlaceholderText("No file chosen")
        self.choose = QPushButton("&Choose file…")
        self.choose.clicked.connect(self._choose)
        self.choose.setAccessibleName("Choose file")
        self.buttons = {answer: DecidingButton() for answer in _BUTTONS}
        self._name(_BUTTONS)
        for answer, button in self.buttons.items():
            button.clicked.connect(lambda _=False, answer=answer: self._give(answer))
        self._label = QLabel()
        self._label.setBuddy(self.file)
        self._comment = ""
        self._needs_comment: frozenset[str] = frozenset()
        self._needs_file = False
        self.row = QWidget()
        files, answers = QHBoxLayout(self), QHBoxLayout(self.row)
        for layout in (files, answers):
            layout.setContentsMargins(0, 0, 0, 0)
        files.addWidget(self._label)
        files.addWidget(self.file, 1)
        files.addWidget(self.choose)
        for button in self.buttons.values():
            answers.addWidget(button)

    def offer(self, prompt: PromptBody, *, again: bool = False) -> None:
        """Begin a question; a question that is put again keeps its file."""
        data = prompt.data
        self._name(_INSPECTED if prompt.action == INSPECT else _BUTTONS)
        self._needs_comment, self._needs_file = frozenset(data.comment), data.photograph
        self._label.setText("Photograph (required)" if self._needs_file else "Photograph (optional)")
        if not again:
            self.file.clear()

    def _name(self, texts: Mapping[str, str]) -> None:
        for answer, text in texts.items():
            button = self.buttons[answer]
            button.setText(text)
            button.setAccessibleName(text.replace("&", "").removesuffix("…"))
            button.settle()

    def set_comment(self, text: str) -> None:
        """Take what is written beside the answer."""
        self._comment = " ".join(text.replace("|", "/").split())

    def _choose(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "File that belongs to the answer")
        if name:
            self.file.setText(name)

    def _give(self, answer: str) -> None:
        file = self.file.text().strip()
        if answer in self._needs_comment and not self._comment:
            self.lacking.emit("Enter a comment: the observation, or the reason.")
        elif self._needs_file and not file and answer != NOT_APPLICABLE:
            self.file.setFocus()
            self.lacking.emit("Choose the file with the photograph. This answer requires one.")
        else:
            said = f"{answer}: {self._comment}" if self._comment else answer
            self.chosen.emit(f"{said} | {file}" if file else said)
