"""Who acts: an active person of the laboratory, first the one who is logged in."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from labharness.app.submission.permissions import ActingStaff
from labharness.language.catalog import say
from labharness.language.text import plain

NOBODY = "Choose who acts"


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
        self.setAccessibleName("Acting as")
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(16)
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

    def _fill(self, person: str) -> None:
        self.clear()
        self.addItem(NOBODY, "")
        for one in self.staff.people:
            self.addItem(plain(f"{one.name} · {', '.join(one.roles)}", 80), one.id)
        self.setCurrentIndex(max(0, self.findData(person)))
        self.setToolTip("Who acts, for the record")
