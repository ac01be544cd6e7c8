"""Who answers: one of the active people of the laboratory, or a name that is typed where there is no list."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QComboBox, QWidget

from labharness.app.people.at_the_bench import BenchPerson
from labharness.gui.kit.follow_text import follow_text
from labharness.gui.kit.words import tr
from labharness.language.text import plain


class PersonChoice(QComboBox):
    """Begins with the person who is logged in."""

    def __init__(self, who: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Who answers"))
        self.setMinimumWidth(200)
        follow_text(self, lambda scale: self.setMaximumWidth(round(300 * scale)))
        self.setMinimumHeight(36)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._people: tuple[BenchPerson, ...] = ()
        self.show_people((BenchPerson("", who),))

    @property
    def who(self) -> str:
        """The name for the record, "" where nobody is chosen."""
        if self.isEditable():
            return self.currentText().strip()
        return str(self.currentData() or "")

    def show_people(self, people: Sequence[BenchPerson]) -> None:
        """Offer these people; the one who is chosen stays."""
        people = tuple(people)
        if people == self._people or not people:
            return
        self._people, before = people, self.who
        listed = any(person.id for person in people)
        self.blockSignals(True)  # noqa: FBT003  Qt's call
        self.clear()
        for person in people:
            roles = f" ({', '.join(person.roles)})" if person.roles else ""
            self.addItem(plain(f"{person.name}{roles}", 120), person.name)
        self.setEditable(not listed)
        line = self.lineEdit()
        if line is not None:
            line.setAccessibleName(tr("Name of the person who answers"))
        names = [person.name for person in people]
        if before in names:
            self.setCurrentIndex(names.index(before))
        elif before and not listed:
            self.setEditText(before)
        self.blockSignals(False)  # noqa: FBT003  Qt's call
        self.currentTextChanged.emit(self.currentText())
