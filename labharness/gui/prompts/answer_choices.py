"""The answers to a statement or a trial, none of them preferred, with the photograph that belongs to them.

The photograph that belongs to an answer: chosen, dropped or pasted.

Two entries of the same order beside each other, with every place at which they differ; shown after both are made.

Who answers: one of the active people of the laboratory, or a name that is typed where there is no list.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QComboBox, QFileDialog, QLabel, QWidget

from labharness.app.bench_work.entered_cards import NO, NOT_APPLICABLE, YES, Chosen, Differing, choice_answer
from labharness.app.people.conducting import BenchPerson
from labharness.errors import InputError
from labharness.evidence.records.people import PromptBody, PromptData
from labharness.gui.kit.findable import DecidingButton
from labharness.gui.kit.layouts import follow_text
from labharness.gui.kit.parts import LEFT, in_column, in_wrapped_row, line_edit, push_button, text_label
from labharness.gui.kit.run_standing import explain
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.language.numbers import number, size
from labharness.language.template import plain
from labharness.model.reasons.night import BenchWork

LEAST = 180
"""Pixels of the path, at least."""


class PhotographField(QWidget):
    """A file by its path; a picture of the clipboard is written to a file of its own first.

    Attributes
    ----------
    announced
        Emitted with a sentence where nothing could be taken.
    """

    announced = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.label = QLabel()
        self.about = text_label(muted=True, wraps=False)
        self.file = line_edit(
            tr("File with the photograph"),
            tr("Drop a photograph here, or choose or paste one"),
            self._describe,
        )
        self.label.setBuddy(self.file)
        self.choose = push_button(tr("&Choose file…"), self._choose, name=tr("Choose file"))
        self.insert = push_button(
            tr("Pas&te"),
            lambda: self.take(QGuiApplication.clipboard().mimeData()),
            name=tr("Paste photograph"),
        )
        in_wrapped_row(self.label, (self.file, 1, LEAST), self.about, self.choose, self.insert, on=self)

    @property
    def text(self) -> str:
        """The path, or ""."""
        return self.file.text().strip()

    def need(self, *, needed: bool) -> None:
        """Say whether the answer requires one."""
        self.label.setText(tr("Photograph (required)") if needed else tr("Photograph (optional)"))

    def clear(self) -> None:
        """Name no file."""
        self.file.clear()

    def take(self, data: QMimeData | None) -> None:
        """Take a file or a picture that was dropped or copied."""
        files = [url.toLocalFile() for url in data.urls() if url.isLocalFile()] if data is not None else []
        if files:
            self.file.setText(files[0])
        elif data is not None and data.hasImage():
            self._keep(QImage(data.imageData()))
        else:
            self.announced.emit(tr("The clipboard holds no picture and no file."))

    def _keep(self, image: QImage) -> None:
        with tempfile.NamedTemporaryFile(prefix="labharness-pasted-", suffix=".png", delete=False) as file:
            name = file.name
        if image.isNull() or not image.save(name):
            self.announced.emit(
                tr("The picture cannot be written to a file. Save it from its program, then choose the file.")
            )
        else:
            self.file.setText(name)

    def _choose(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, tr("File that belongs to the answer"))
        if name:
            self.file.setText(name)

    def _describe(self) -> None:
        try:
            text = f"{size(Path(self.text).stat().st_size)} ✓" if self.text else ""
        except (OSError, ValueError):
            text = tr("not found")
        self.about.setText(plain(text, 60))
        self.file.setToolTip(self.text)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802  Qt's name
        """Take files and pictures."""
        if event.mimeData().hasUrls() or event.mimeData().hasImage():
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802  Qt's name
        """Take what is dropped."""
        self.take(event.mimeData())
        event.accept()


def _named(yes: str, no: str, neither: str = tr("Not a&pplicable…")) -> Mapping[str, str]:
    return {YES: yes, NO: no, NOT_APPLICABLE: neither}


_OTHERS = _named(tr("&Yes"), tr("&No…"))
_NAMES: Mapping[str, Mapping[str, str]] = {
    "inspect": _named(tr("&As required"), tr("&Not as required…")),
    "procedure": _named(tr("&Made as instructed"), tr("&Not made…")),
    "look": _named(tr("&Seen as described"), tr("&Not seen…")),
    "confirm_finding": _named(tr("&Made as instructed…"), tr("&Not made as instructed…")),
    "confirm_not_applicable": _named(tr("&None applies"), tr("The trials a&pply…"), tr("Neither…")),
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

    def __init__(self) -> None:
        super().__init__()
        self.photograph = PhotographField()
        self.photograph.announced.connect(self.lacking)
        self.file, self.choose = self.photograph.file, self.photograph.choose
        self.buttons = {answer: DecidingButton() for answer in _OTHERS}
        for answer, button in self.buttons.items():
            button.setMinimumHeight(HIGH)
            button.clicked.connect(lambda _=False, answer=answer: self._give(answer))
        self._name(_OTHERS)
        self._comment, self._data = "", PromptData()
        self.row = QWidget()
        in_column(self.photograph, on=self)
        in_wrapped_row(*self.buttons.values(), gap=12, on=self.row)

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


Row = tuple[int, str, str]


class Differences(QWidget):
    """Hidden while there is nothing to compare."""

    def __init__(self) -> None:
        super().__init__()
        self.heading = text_label()
        columns = (
            Column[Row](
                tr("Place"), lambda row: number(row[0] + 1), 80, sort=lambda row: row[0], number=True
            ),
            Column[Row](tr("First person"), lambda row: row[1] or tr("nothing"), 220),
            Column[Row](tr("Second person"), lambda row: row[2] or tr("nothing"), 220),
        )
        self.table: RowTable[Row] = RowTable(tr("Differences"), columns, lambda row: str(row[0]))
        self.table.setMinimumHeight(130)
        self.again = push_button(
            tr("Enter again"), name=tr("Enter again: the differences are hidden"), high=44
        )
        in_column(self.heading, (self.table, 1), (self.again, 0, LEFT), on=self)
        self.show_differing(None)

    def show_differing(self, differing: Differing | None, *, before_entry: bool = False) -> None:
        """Show two entries, or nothing: then nothing of them stands anywhere here.

        Parameters
        ----------
        before_entry
            Whether somebody is to enter again, and hides them first.
        """
        self.setVisible(differing is not None)
        self.again.setVisible(before_entry)
        if differing is None:
            self.heading.clear()
            self.table.show_rows(())
            return
        places = differing.places
        each, other = differing.who
        text = tr(
            "The entries of {one} and {other} differ in {places:,} {places:place|places}.",
            one=each,
            other=other,
            places=len(places),
        )
        self.heading.setText(plain(text, 300))
        one_entry, other_entry = differing.first, differing.second
        self.table.show_rows([(at, _at(one_entry, at), _at(other_entry, at)) for at in places])


def _at(entry: tuple[str, ...], place: int) -> str:
    return entry[place] if place < len(entry) else ""


class PersonChoice(QComboBox):
    """Begins with the person who is logged in."""

    def __init__(self, who: str) -> None:
        super().__init__()
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
        with QSignalBlocker(self):
            self.clear()
            for person in people:
                roles = f" ({', '.join(person.roles)})" if person.roles else ""
                self.addItem(plain(f"{person.name}{roles}", 120), person.name)
            self.setEditable(not listed)
            if (line := self.lineEdit()) is not None:
                line.setAccessibleName(tr("Name of the person who answers"))
            names = [person.name for person in people]
            if before in names:
                self.setCurrentIndex(names.index(before))
            elif before and not listed:
                self.setEditText(before)
        self.currentTextChanged.emit(self.currentText())
