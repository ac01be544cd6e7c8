"""The search: a field in the top bar, and below it the results, walked by the arrows without leaving the field."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QModelIndex, QRect, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QLabel, QListView, QVBoxLayout, QWidget

from labharness.gui.kit.findable import FoundObject, PageCommand, ResultGroup
from labharness.gui.kit.words import tr
from labharness.gui.shell.search.finder import EACH, Finder
from labharness.gui.shell.search.query import Query, parse_query
from labharness.gui.shell.search.result_delegate import ResultDelegate
from labharness.gui.shell.search.result_model import RESULT, ResultModel, SearchResult, hints, result_of
from labharness.gui.shell.search.search_field import SearchField

WIDTH, MOST_ROWS = 640, 14
SEARCHING, NOTHING = (
    tr("Searching…"),
    tr("Nothing has all these words. Remove one, or type ? for the prefixes."),
)


class SearchPanel(QFrame):
    """The results.

    Parameters
    ----------
    field
        Where the search is typed.
    finder
        Looks for objects.
    commands
        Returns what can be done now.
    more
        Returns further objects for a question and its text, such as a record of the run at hand.

    Attributes
    ----------
    opened
        Emitted with the :class:`Address` of the object that somebody opens.
    closed
        Emitted when the search is left; the page takes the keyboard again.
    """

    opened = Signal(object)
    closed = Signal()

    def __init__(
        self,
        field: SearchField,
        finder: Finder,
        commands: Callable[[], Sequence[PageCommand]],
        more: Callable[[Query, str], Iterable[FoundObject]],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("floating")
        self._parent = parent
        self._field, self._finder, self._commands, self._more = field, finder, commands, more
        self._number = 0
        self.model, self.list, self.note = ResultModel(self), QListView(), QLabel()
        self.list.setModel(self.model)
        self.list.setItemDelegate(ResultDelegate(self.list))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName(tr("Results"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.clicked.connect(self._open)
        self.note.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.note.setContentsMargins(12, 4, 12, 4)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.setSpacing(0)
        column.addWidget(self.list)
        column.addWidget(self.note)
        field.entered.connect(self._show)
        field.left.connect(self.hide)
        field.textChanged.connect(self._search)
        field.step.connect(self._step)
        field.given_up.connect(self._give_up)
        field.returnPressed.connect(lambda: self._open(self.list.currentIndex()))
        finder.found.connect(self._take)
        finder.over.connect(self._end)
        self._fit = QTimer(self)
        self._fit.setSingleShot(True)
        self._fit.timeout.connect(self.place)
        for signal in (self.model.rowsInserted, self.model.modelReset):
            signal.connect(lambda *_: self._fit.start(0))
        self.hide()

    def place(self) -> None:
        """Stand below the field, as high as the results need and the window has."""
        parent = self._parent
        below = self._field.mapTo(parent, self._field.rect().bottomLeft())
        width = min(WIDTH, parent.width() - 24)
        left = min(max(below.x(), 12), parent.width() - width - 12)
        needed = sum(self.list.sizeHintForRow(at) for at in range(min(self.model.rowCount(), MOST_ROWS)))
        self.list.setVisible(self.model.rowCount() > 0)
        height = needed + 20 + (self.note.sizeHint().height() if self.note.text() else 0)
        self.setGeometry(QRect(left, below.y() + 6, width, min(height, parent.height() - below.y() - 18)))

    def _show(self) -> None:
        self.raise_()
        self.show()
        self._search(self._field.text())

    def _search(self, text: str) -> None:
        query = parse_query(text)
        if not text.strip() or query == Query(ResultGroup.HELP):
            self._number = 0
            self.model.clear(hints())
            self.note.setText(tr("Words without a prefix look everywhere."))
            self._choose(0)
            self._fit.start(0)
            return
        self.model.clear()
        self.note.setText(SEARCHING)
        self._add_commands(query)
        self._add(list(self._more(query, text)))
        self._number = self._finder.ask(query)
        self._fit.start(0)

    def _add_commands(self, query: Query) -> None:
        ranked = [(query.rank_command(each), at, each) for at, each in enumerate(self._commands())]
        fitting = sorted((rank, at, each) for rank, at, each in ranked if rank is not None)
        most = len(fitting) if query.kind is ResultGroup.COMMAND else EACH
        self.model.add(ResultGroup.COMMAND, [result_of(each) for _, _, each in fitting[:most]])
        self._choose(self.model.first())

    def _take(self, number: int, objects: Sequence[FoundObject]) -> None:
        if number == self._number:
            self._add(objects)

    def _add(self, objects: Sequence[FoundObject]) -> None:
        for kind in ResultGroup:
            self.model.add(kind, [result_of(each) for each in objects if each.kind is kind])
        if not self.list.currentIndex().isValid():
            self._choose(self.model.first())

    def _end(self, number: int) -> None:
        if number == self._number:
            rows = sum(
                1 for at in range(self.model.rowCount()) if self.model.index(at).data(RESULT).of is not None
            )
            self.note.setText(tr("{rows:,} {rows:result|results}", rows=rows) if rows else NOTHING)
            self._fit.start(0)

    def _choose(self, at: int) -> None:
        self.list.setCurrentIndex(self.model.index(at) if at >= 0 else QModelIndex())

    def _step(self, by: int) -> None:
        for _ in range(abs(by)):
            self._choose(self.model.step(self.list.currentIndex().row(), 1 if by > 0 else -1))
        self.list.scrollTo(self.list.currentIndex())

    def _open(self, index: QModelIndex) -> None:
        result = index.data(RESULT) if index.isValid() else None
        if not isinstance(result, SearchResult) or not result.can_open:
            return
        if result.typed:
            self._field.setText(result.typed)
            self._field.setFocus()
            return
        self._give_up()
        if isinstance(result.of, PageCommand):
            result.of.do()
        elif result.of is not None:
            self.opened.emit(result.of.address)

    def _give_up(self) -> None:
        self.hide()
        self._number = 0
        self._field.clear()
        self.closed.emit()
