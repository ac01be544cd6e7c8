"""One step of the tour: its number or sign, what to do, and its button."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from labharness.gui.kit import theme
from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.words import tr


class StepState(Enum):
    """Whether a step is to come, at hand or done."""

    TO_COME = ("○", tr("to come"))
    AT_HAND = ("▷", tr("at hand"))
    DONE = ("✓", tr("done"))

    def __init__(self, sign: str, spoken: str) -> None:
        self.sign, self.spoken = sign, spoken


class TourStep(QFrame):
    """A card; its button keeps its place and its words.

    Parameters
    ----------
    verb
        Words of the button, "" for a step that is done elsewhere on the page.
    """

    def __init__(
        self, number: int, title: str, text: str, verb: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._title = f"{number}. {title}"
        self.title, self.text = QLabel(), QLabel(text)
        theme.enlarge(self.title, 1.05, bold=True)
        self.text.setWordWrap(True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.text.setProperty("muted", True)  # noqa: FBT003  Qt's call
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(4)
        column.addWidget(self.title)
        column.addWidget(self.text, 1)
        self.button = QPushButton(verb)
        self.button.setAutoDefault(False)
        row = QHBoxLayout()
        row.addWidget(self.button)
        row.addStretch(1)
        self.button.setVisible(bool(verb))
        column.addLayout(row)
        self.show_stand(StepState.TO_COME)

    def show_stand(self, stand: StepState, why_not: str = "") -> None:
        """Show whether the step is at hand, and why its button cannot be pressed yet."""
        self.title.setText(f"{stand.sign}  {self._title}")
        self.setAccessibleName(f"{self._title}: {stand.spoken}")
        self.button.setProperty("main", stand is StepState.AT_HAND)
        self.button.style().polish(self.button)
        if stand is StepState.TO_COME or why_not:
            refuse(self.button, why_not or tr("Do the steps before it first."))
        else:
            allow(self.button)
