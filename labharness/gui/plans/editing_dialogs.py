"""Short questions of the room of plans: the id of a copy, the plan to compare with, the reason of a new version."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from labharness.gui.kit import theme
from labharness.gui.kit.fitted_dialog import FittedDialog
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.words import tr
from labharness.language.text import plain

LENIENT = tr(
    "The plan is more lenient than the rule. It can be saved and run, but no run of it can pass, and its report says why:"
)


class _Asking(FittedDialog):
    """A question with one verb."""

    def __init__(self, title: str, words: str, verb: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(520)
        self.words, self.mistake = QLabel(words), QLabel()
        for each in (self.words, self.mistake):
            each.setWordWrap(True)
            each.setTextFormat(Qt.TextFormat.PlainText)
        self.verb, cancel = QPushButton(verb), QPushButton(tr("Cancel"))
        self.verb.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.verb.setDefault(True)
        cancel.clicked.connect(self.reject)
        self.column, row = QVBoxLayout(self), QHBoxLayout()
        self.column.setContentsMargins(16, 16, 16, 14)
        self.column.setSpacing(10)
        self.column.addWidget(self.words)
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(self.verb)
        self._row = row
        theme.tint(self.mistake, Tone.FAIL, grounded=True)
        self.mistake.hide()

    def end(self, *widgets: QWidget) -> None:
        """Put the controls above the verb."""
        for widget in (*widgets, self.mistake):
            self.column.addWidget(widget)
        self.column.addLayout(self._row)

    def refuse(self, sentence: str) -> None:
        """Say why it was not done; what was typed stays."""
        self.mistake.setText(plain(sentence, 1000))
        self.mistake.setVisible(bool(sentence))
        self.verb.setEnabled(True)


class CopyDialog(_Asking):
    """The id of a copy.

    Attributes
    ----------
    given
        Emitted with the id.
    """

    given = Signal(str)

    def __init__(self, title: str, proposed: str, parent: QWidget) -> None:
        words = tr(
            "A copy of “{title}” is edited as a draft. It needs an id that no other plan has.",
            title=plain(title, 200),
        )
        super().__init__(tr("Edit a copy"), words, tr("Edit the copy"), parent)
        self.line = QLineEdit(proposed)
        self.line.setAccessibleName(tr("Id of the copy"))
        self.line.selectAll()
        self.end(self.line)
        self.verb.clicked.connect(lambda: self.given.emit(self.line.text().strip()))
        self.line.setFocus()


class CompareDialog(_Asking):
    """The plan that another is compared with.

    Attributes
    ----------
    given
        Emitted with the name of the other plan.
    """

    given = Signal(str)

    def __init__(self, title: str, others: Sequence[tuple[str, str]], parent: QWidget) -> None:
        super().__init__(
            tr("Compare"), tr("Compare “{title}” with:", title=plain(title, 200)), tr("Compare"), parent
        )
        self.box = QComboBox()
        self.box.setAccessibleName(tr("Plan to compare with"))
        self.box.setMaxVisibleItems(20)
        for words, name in others:
            self.box.addItem(plain(words, 160), name)
        self.end(self.box)
        self.verb.setEnabled(bool(others))
        self.verb.clicked.connect(self._give)

    def _give(self) -> None:
        self.given.emit(str(self.box.currentData()))
        self.accept()


class SaveVersionDialog(_Asking):
    """The reason of a new version.

    Attributes
    ----------
    given
        Emitted with the reason.
    """

    given = Signal(str)

    def __init__(self, plan: str, version: int, lenient: Sequence[str], parent: QWidget) -> None:
        words = tr(
            "Version {version} of {plan} is kept with your name and the reason. New runs take it from then on; runs that have begun keep the version that they were begun with.",
            version=version,
            plan=plain(plan, 100),
        )
        super().__init__(tr("Save the plan"), words, tr("Save version {version}", version=version), parent)
        self.warning = QLabel("\n".join((LENIENT, *(f"• {plain(each, 600)}" for each in lenient))))
        self.warning.setWordWrap(True)
        theme.tint(self.warning, Tone.UNSURE, grounded=True)
        self.warning.setVisible(bool(lenient))
        self.line = QLineEdit()
        self.line.setAccessibleName(tr("Reason for the new version"))
        self.line.setPlaceholderText(tr("Why it differs from the version before"))
        self.end(self.warning, self.line)
        self.verb.setEnabled(False)
        self.line.textChanged.connect(lambda text: self.verb.setEnabled(bool(text.strip())))
        self.verb.clicked.connect(self._give)
        self.line.setFocus()

    def _give(self) -> None:
        self.verb.setEnabled(False)
        self.given.emit(self.line.text())
