"""Yes, no, or not applicable, with the file that belongs to it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from labharness.evidence.records.people import PromptData

YES, NO, NOT_APPLICABLE = "yes", "no", "n/a"
_BUTTONS = {YES: "&Yes", NO: "&No…", NOT_APPLICABLE: "Not &applicable…"}


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
        self.buttons = {answer: QPushButton(text) for answer, text in _BUTTONS.items()}
        self.buttons[YES].setProperty("main", True)  # noqa: FBT003  Qt's call
        for button in (self.choose, *self.buttons.values()):
            button.setAccessibleName(button.text().replace("&", "").removesuffix("…"))
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

    def offer(self, data: PromptData) -> None:
        """Begin a question; ``comment`` and ``photograph`` say what its answers must have."""
        self._needs_comment, self._needs_file = frozenset(data.comment), data.photograph
        self._label.setText("Photograph (required)" if self._needs_file else "Photograph (optional)")
        self.file.clear()

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
