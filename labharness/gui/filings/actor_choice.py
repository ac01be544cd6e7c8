"""Who acts: an active person of the laboratory, first the one who is logged in."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QWidget

from labharness.app.submission.permissions import ActingStaff
from labharness.filings.entries.people import Role
from labharness.gui.kit.window_sentences import say
from labharness.gui.kit.words import tr
from labharness.language.text import plain

NOBODY = tr("Choose who acts")
LONGEST = 20
"""Wide letters for which there is room in a narrow window."""
MARGIN = 8
"""Pixels beside a name."""


class ActorChoice(QComboBox):
    """Offers the active people only; nobody is chosen for a login that is not on the list.

    Attributes
    ----------
    chosen
        Emitted when another person acts.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.staff = ActingStaff()
        self.setAccessibleName(tr("Acting as"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumHeight(32)
        self.activated.connect(lambda _: self.chosen.emit())
        self._fill("")

    @property
    def person(self) -> str:
        """Id of the person who acts, "" for nobody."""
        return str(self.currentData() or "")

    def show_staff(self, staff: ActingStaff) -> None:
        """Offer these people; the one who is chosen stays."""
        if staff == self.staff:
            return
        before, self.staff = self.person, staff
        self._fill(before or staff.actor)
        if self.person != before:
            self.chosen.emit()

    def choose(self, person: str) -> None:
        """Let a person act."""
        at = self.findData(person)
        if at >= 0 and at != self.currentIndex():
            self.setCurrentIndex(at)
            self.chosen.emit()

    def refusal(self, kind: str, owner: str = "") -> str:
        """Return why the person at hand may not write an entry of a kind, "" where they may."""
        why = self.staff.refusal(self.person, kind, owner)
        return say(why) if why is not None else ""

    def lacking(self, roles: Collection[Role]) -> str:
        """Return why the person at hand may not do what takes one of some roles, "" where they may."""
        why = self.staff.lacking(self.person, roles)
        return plain(say(why), 400) if why is not None else ""

    def _fill(self, person: str) -> None:
        self.clear()
        self.addItem(NOBODY, "")
        for each in self.staff.people:
            self.addItem(plain(f"{each.name} · {', '.join(each.roles)}", 80), each.id)
        self.setCurrentIndex(max(0, self.findData(person)))
        width = self.fontMetrics().horizontalAdvance
        longest = max(width(name) for name in (NOBODY, *(person.name for person in self.staff.people)))
        self.setMinimumContentsLength(min((longest + 2 * MARGIN) // width("X") + 1, LONGEST))
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + 2 * MARGIN)
        self.setToolTip(tr("Who acts, for the record"))

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:  # noqa: N802  Qt's name
        """Show the name alone while the list is closed; the roles stand in the list."""
        super().initStyleOption(option)
        name = next((person.name for person in self.staff.people if person.id == self.person), NOBODY)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        option.currentText = self.fontMetrics().elidedText(
            plain(name, 80), Qt.TextElideMode.ElideRight, field.width() - MARGIN
        )
