"""Short questions of the room of plans: the id of a copy, the plan to compare with, the reason of a new version."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QWidget

from labharness.gui.kit import theme
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.words import tr
from labharness.language.text import plain

LENIENT = tr(
    "The plan is more lenient than the rule. It can be saved and run, but no run of it can pass, and its report says why:"
)


class CopyDialog(ActDialog):
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
        super().__init__(tr("Edit a copy"), tr("Edit the copy"), words, parent=parent)
        self.line = QLineEdit(proposed)
        self.line.setAccessibleName(tr("Id of the copy"))
        self.line.selectAll()
        self.content.addWidget(self.line)
        self.line.textChanged.connect(self.judge)
        self.line.returnPressed.connect(self.do.click)
        self.wanted.connect(lambda: self.given.emit(self.line.text().strip()))
        self.line.setFocus()

    @property
    def lack(self) -> str:
        """What is missing."""
        return "" if self.line.text().strip() else tr("Write the id of the copy.")


class CompareDialog(ActDialog):
    """The plan that another is compared with.

    Attributes
    ----------
    given
        Emitted with the name of the other plan.
    """

    given = Signal(str)

    def __init__(self, title: str, others: Sequence[tuple[str, str]], parent: QWidget) -> None:
        words = tr("Compare “{title}” with:", title=plain(title, 200))
        super().__init__(tr("Compare"), tr("Compare"), words, parent=parent)
        self.box = QComboBox()
        self.box.setAccessibleName(tr("Plan to compare with"))
        self.box.setMaxVisibleItems(20)
        for text, name in others:
            self.box.addItem(plain(text, 160), name)
        self.content.addWidget(self.box)
        self.do.setEnabled(bool(others))
        self.wanted.connect(self._give)

    def _give(self) -> None:
        self.given.emit(str(self.box.currentData()))
        self.accept()


class SaveVersionDialog(ActDialog):
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
        verb = tr("Save version {version}", version=version)
        super().__init__(tr("Save the plan"), verb, words, reasoned=True, parent=parent)
        self.warning = QLabel("\n".join((LENIENT, *(f"• {plain(each, 600)}" for each in lenient))))
        self.warning.setWordWrap(True)
        theme.tint(self.warning, Tone.UNSURE, grounded=True)
        self.content.addWidget(self.warning)
        self.warning.setVisible(bool(lenient))
        self.why.setPlaceholderText(tr("Why it differs from the version before"))
        self.wanted.connect(lambda: self.given.emit(self.reason))
        self.judge()
        self.why.setFocus()
