"""The answers to a statement or a trial, none of them preferred, with the photograph that belongs to them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from labharness.app.bench_work.composed_answers import NO, NOT_APPLICABLE, YES, Chosen, choice_answer
from labharness.errors import InputError
from labharness.evidence.records.people import PromptBody, PromptData
from labharness.gui.kit.deciding_button import DecidingButton
from labharness.gui.kit.flow_row import WrapRow
from labharness.gui.kit.window_sentences import explain
from labharness.gui.kit.words import tr
from labharness.gui.prompts.photograph_field import PhotographField
from labharness.model.reasons.bench_work import BenchWork

_OTHERS = {YES: tr("&Yes"), NO: tr("&No…"), NOT_APPLICABLE: tr("Not a&pplicable…")}
_NAMES: Mapping[str, Mapping[str, str]] = {
    "inspect": {YES: tr("&As required"), NO: tr("&Not as required…"), NOT_APPLICABLE: tr("Not a&pplicable…")},
    "procedure": {
        YES: tr("&Made as instructed"),
        NO: tr("&Not made…"),
        NOT_APPLICABLE: tr("Not a&pplicable…"),
    },
    "look": {YES: tr("&Seen as described"), NO: tr("&Not seen…"), NOT_APPLICABLE: tr("Not a&pplicable…")},
    "confirm_finding": {
        YES: tr("&Made as instructed…"),
        NO: tr("&Not made as instructed…"),
        NOT_APPLICABLE: tr("Not a&pplicable…"),
    },
    "confirm_not_applicable": {
        YES: tr("&None applies"),
        NO: tr("The trials a&pply…"),
        NOT_APPLICABLE: tr("Neither…"),
    },
}
"""What the answers to each action are called; nobody says Yes to a statement."""
HIGH = 52


class AnswerChoices(QWidget):
    """The photograph of an answer, and a button for each answer.

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
        self.photograph = PhotographField()
        self.photograph.told.connect(self.lacking)
        self.file, self.choose = self.photograph.file, self.photograph.choose
        self.buttons = {answer: DecidingButton() for answer in _OTHERS}
        for answer, button in self.buttons.items():
            button.setMinimumHeight(HIGH)
            button.clicked.connect(lambda _=False, answer=answer: self._give(answer))
        self._name(_OTHERS)
        self._comment, self._data = "", PromptData()
        self.row = QWidget()
        whole, answers = QVBoxLayout(self), WrapRow(12)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.photograph)
        self.row.setLayout(answers)
        for button in self.buttons.values():
            answers.put(button)

    def offer(self, prompt: PromptBody, *, again: bool = False) -> None:
        """Begin a question; a question that is put again keeps its file."""
        self._data = prompt.data
        self._name(_NAMES.get(prompt.action, _OTHERS))
        self.photograph.need(needed=prompt.data.photograph)
        if not again:
            self.photograph.clear()

    def _name(self, texts: Mapping[str, str]) -> None:
        for answer, text in texts.items():
            button = self.buttons[answer]
            button.setText(text)
            button.setAccessibleName(text.replace("&", "").removesuffix("…"))
            button.settle()

    def set_comment(self, text: str) -> None:
        """Take what is written beside the answer."""
        self._comment = text

    def _give(self, answer: str) -> None:
        chosen = Chosen(answer, self._comment, self.photograph.text)
        try:
            self.chosen.emit(choice_answer(chosen, self._data))
        except InputError as error:
            if error.reasons[0].is_a(BenchWork.PHOTOGRAPH_MISSING):
                self.file.setFocus()
            self.lacking.emit(explain(error))
