"""The list of submissions: sorted, filtered, copied and exported; what each comes to is evaluated in the background."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from labharness.acts import submission as acts
from labharness.gui.filings.actor_choice import ActorChoice
from labharness.gui.filings.list_rows import COLUMNS, SubmissionRow
from labharness.gui.kit import theme
from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.flow_row import WrapRow
from labharness.gui.kit.forms.editors import PLAIN_MENU
from labharness.gui.kit.forms.list_editors import local_files
from labharness.gui.kit.screen_text import as_of, now
from labharness.gui.kit.tables.filter_bar import FilterBar, FilteredList, list_head
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr, translated
from labharness.language.text import plain

HINT = tr("Filter: words, or verdict:fail type:prototype submitter:example")
READING = tr("Reading the register…")
EMPTY = tr("No submission on file. Press New submission, or drop the folder of one here to import it.")
NOBODY = tr(
    "Nobody is on the list of people yet. Enter yourself as the administrator under Settings, People."
)


class ListPage(FilteredList):
    """The table of submissions and what can be done with all of them.

    Attributes
    ----------
    opened
        Emitted with the id of a submission, or the name of a draft.
    new_wanted
        Emitted when a submission is to be begun.
    folders_dropped
        Emitted with the paths that were dropped.
    """

    opened = Signal(str)
    new_wanted = Signal()
    folders_dropped = Signal(object)

    def __init__(self, actor: ActorChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.actor = actor
        self.setAcceptDrops(True)
        self.heading, self.note = QLabel(tr("Submissions")), QLabel()
        theme.enlarge(self.heading, 1.5, bold=True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.note.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.note.setAccessibleName(tr("Messages"))
        self.new = QPushButton(translated(acts.new.control.text))
        self.new.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.take_in = QPushButton(translated(acts.import_.control.text))
        self.more = QToolButton()
        self.more.setText(tr("More ▾"))
        self.more.setStyleSheet(PLAIN_MENU)
        self.more.setProperty("deed", True)  # noqa: FBT003  Qt's call
        self.more.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setAccessibleName(tr("More acts"))
        menu = QMenu(self.more)
        self.again = menu.addAction(tr("&Evaluate again"))
        self.again.setShortcut(QKeySequence("F5"))
        self.give_out = menu.addAction(translated(acts.export.control.text))
        self.verify = menu.addAction(translated(acts.verify.control.text))
        self.night = menu.addAction(tr("&Morning report…"))
        self.csv = menu.addAction(tr("Export the list as &CSV…"))
        self.more.setMenu(menu)
        self.table: RowTable[SubmissionRow] = RowTable(
            tr("Submissions"), COLUMNS, lambda row: row.id, READING
        )
        self.filter = FilterBar(tr("submissions"), self.table, HINT)
        self._lay_out()
        self.go_in = QAction(tr("&Open"), self)
        self.go_in.triggered.connect(self._open)
        self.table.acts = (self.go_in, self.give_out)
        self.table.opened.connect(lambda _: self._open())
        self.table.chosen.connect(self._choose)
        self.filter.textChanged.connect(self._filter)
        self.new.clicked.connect(self.new_wanted)
        self.csv.triggered.connect(lambda _=False: self.table.export())
        actor.chosen.connect(self.judge)
        self._message = ""
        self._read_at, self._lost = "", False
        self._counted = ""
        self.judge()

    def _lay_out(self) -> None:
        deeds = WrapRow()
        for button in (self.new, self.take_in):
            button.setAutoDefault(False)
            deeds.put(button)
        deeds.put(self.more)
        deeds.spring()
        label = QLabel(tr("Acting as"))
        label.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.actor_place = QHBoxLayout()
        acting = QHBoxLayout()
        acting.addWidget(label)
        acting.addLayout(self.actor_place)
        deeds.put(acting)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 10)
        column.setSpacing(8)
        column.addLayout(list_head(self.heading, self.filter))
        column.addLayout(deeds)
        column.addWidget(self.table, 1)
        column.addWidget(self.note)

    def show_rows(self, rows: Sequence[SubmissionRow], *, judged: int, every: int) -> None:
        """Show the submissions, and how many of them are judged."""
        self.table.show_rows(rows)
        self.table.tell_empty(EMPTY if self.actor.staff.begun else NOBODY)
        going = (
            " · " + tr("evaluating {judged} of {every}", judged=judged + 1, every=every)
            if judged < every
            else ""
        )
        self._counted = tr("{every:,} {every:submission|submissions}{going}", every=every, going=going)
        self._tell()

    def say(self, sentence: str) -> None:
        """Show one sentence below the table."""
        self._message = plain(sentence, 1000)
        self._tell()

    def lose(self, sentence: str) -> None:
        """Say why there is no list, and of when the one is that is still shown."""
        self._lost = True
        self.table.tell_empty(plain(sentence, 500))
        self.say(as_of(sentence, self._read_at))

    def take_reading(self) -> None:
        """Note that the register was read just now."""
        self._read_at = now()
        if self._lost:
            self._lost = False
            self.say("")

    def judge(self) -> None:
        """Enable what the person at hand may do."""
        why = self.actor.refusal("filing")
        if not self.actor.staff.begun:
            why = NOBODY
        for button in (self.new, self.take_in):
            (refuse if why else allow)(button, why)
        self._choose(self.table.current)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802  Qt's name
        """Take a folder."""
        if event.mimeData().hasUrls():
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802  Qt's name
        """Hand on what is dropped."""
        paths = local_files(event.mimeData().urls())
        if paths:
            self.folders_dropped.emit(paths)
        event.accept()

    def _open(self) -> None:
        if self.table.current is not None:
            self.opened.emit(self.table.current.id)

    def _choose(self, row: SubmissionRow | None) -> None:
        there = row is not None and not row.id.startswith("+")
        self.give_out.setEnabled(there)
        self.go_in.setEnabled(row is not None)
        if row is not None and row.problem:
            self.say(row.problem)

    def _filter(self, words: str) -> None:
        self.table.shown.keep(words)
        self._tell()

    def _tell(self) -> None:
        shown, every = self.table.shown.rowCount(), self.table.rows.rowCount()
        of = tr("{shown} of {every} shown", shown=shown, every=every) + " · " if shown != every else ""
        self.note.setText(f"{self._message}\n{of}{self._counted}".strip())
