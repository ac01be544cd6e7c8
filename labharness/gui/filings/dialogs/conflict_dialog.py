"""Two people changed the same entries: both versions, field by field, and nothing is overwritten."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QComboBox, QHeaderView, QLabel, QTableWidget, QTableWidgetItem, QWidget

from labharness.app.submission.draft_saving import FieldDifference, Overtaken, settle_overtaken
from labharness.app.submission.drafts import SubmissionDraft
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.forms.field_form import value_words
from labharness.gui.kit.layouts import follow_text
from labharness.gui.kit.words import day_and_time, tr
from labharness.language.field_words import field_words, kind_words
from labharness.language.template import plain

COLUMNS = (tr("Entry"), tr("Field"), tr("When you began"), tr("Yours"), tr("Theirs"), tr("Keep"))
TITLE_AIR = 26
"""Pixels beside the title of a column."""
MINE, THEIRS = "mine", tr("theirs")
_WORDS = {MINE: tr("yours"), THEIRS: tr("theirs")}
GONE = tr("The whole entry")


class ConflictDialog(ActDialog):
    """Asks for a choice where both changed a field; what only one of them changed is taken over by itself."""

    def __init__(
        self,
        draft: SubmissionDraft,
        overtaken: Sequence[Overtaken],
        place: Path,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Changed elsewhere"), tr("Use these values"), place=place, parent=parent)
        self.resize(980, 460)
        self._draft, self._overtaken = draft, tuple(overtaken)
        self.choices: dict[tuple[str, str], QComboBox] = {}
        result = QLabel(" ".join(_told(each) for each in self._overtaken))
        result.setWordWrap(True)
        self.table = QTableWidget(0, len(COLUMNS))
        self.table.setAccessibleName(tr("Both versions, field by field"))
        self.table.setHorizontalHeaderLabels(list(COLUMNS))
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        follow_text(self.table, self._measure)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        for each in self._overtaken:
            self._add(each)
        self.content.addWidget(result)
        self.content.addWidget(self.table, 1)
        self.judge()

    def _measure(self, scale: float) -> None:
        """Give rows and titles the room that their text needs; the table is scrolled sideways where there is none."""
        header = self.table.horizontalHeader()
        self.table.verticalHeader().setDefaultSectionSize(round(38 * scale))
        header.setMinimumSectionSize(max(map(header.fontMetrics().horizontalAdvance, COLUMNS)) + TITLE_AIR)

    def settled(self) -> SubmissionDraft:
        """Return the draft that has seen what the other wrote."""
        draft = self._draft
        for each in self._overtaken:
            chosen = {
                field: str(box.currentData()) for (key, field), box in self.choices.items() if key == each.key
            }
            draft = settle_overtaken(draft, each, chosen)
        return draft

    @property
    def lack(self) -> str:
        """Which choice is missing."""
        open_ = [box for box in self.choices.values() if not box.currentData()]
        return tr("Choose yours or theirs in each row where both changed.") if open_ else ""

    def _add(self, overtaken: Overtaken) -> None:
        mine = self._draft.entry(overtaken.key)
        if overtaken.theirs is None or (mine is not None and mine.removed):
            theirs = tr("removed") if overtaken.theirs is None else tr("changed")
            yours = tr("removed") if mine is not None and mine.removed else tr("changed")
            self._row(overtaken.key, GONE, "", yours, theirs, "")
            return
        for field in overtaken.fields:
            label = field_words(overtaken.key.partition("/")[0], field.field).label
            base, mine_, theirs = map(value_words, (field.base, field.mine, field.theirs))
            self._row(overtaken.key, label, base, mine_, theirs, _taken(field), field.field)

    def _row(
        self, key: str, label: str, base: str, mine: str, theirs: str, taken: str, field: str = ""
    ) -> None:
        at = self.table.rowCount()
        self.table.insertRow(at)
        for column, text in enumerate((key, label, base, mine, theirs, taken)):
            item = QTableWidgetItem(plain(text, 200))
            item.setToolTip(plain(text, 1000))
            self.table.setItem(at, column, item)
        if not taken:
            box = QComboBox()
            box.setAccessibleName(tr("Keep for {label}", label=label))
            box.addItem(tr("Choose…"), "")
            for value, words in _WORDS.items():
                box.addItem(words, value)
            box.activated.connect(partial(self._judge_choice))
            self.table.setCellWidget(at, len(COLUMNS) - 1, box)
            self.choices[key, field] = box

    def _judge_choice(self, _: int) -> None:
        self.judge()


def _taken(field: FieldDifference) -> str:
    """Return whose value is taken over by itself, "" where a person has to choose."""
    if field.collides:
        return ""
    return _WORDS[MINE] if field.mine != field.base else _WORDS[THEIRS]


def _told(overtaken: Overtaken) -> str:
    kind, _, id_ = overtaken.key.partition("/")
    when = f", {day_and_time(overtaken.utc)}" if overtaken.utc else ""
    act = tr("removed") if overtaken.theirs is None else tr("changed")
    return tr(
        "{who} {act} the {one} {id_} since you began{when}.",
        who=overtaken.who or tr("Somebody"),
        act=act,
        one=kind_words(kind).one,
        id_=plain(id_, 80),
        when=when,
    )
