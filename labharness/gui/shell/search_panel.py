"""The search: what was typed, what rooms name, read behind it, and the results below the field."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListView, QWidget

from labharness.errors import LabharnessError
from labharness.gui.kit.findable import FoundObject, Later, PageCommand, ResultGroup
from labharness.gui.kit.layouts import on_event
from labharness.gui.kit.parts import in_column, text_label, timer_of
from labharness.gui.kit.slow_work import WorkerThread
from labharness.gui.kit.words import tr
from labharness.gui.shell.search_results import (
    RESULT,
    ResultDelegate,
    ResultModel,
    SearchResult,
    hints,
    result_of,
)
from labharness.model.address import Address

FRESH_S = 10.0
"""Seconds for which what was read is taken for the present state."""
_AT_ONCE = 256
"""Objects after which those who wait are told that there are more."""
_BREATH_S = 0.001
"""Seconds left to the window's thread after each of these."""


@dataclass(slots=True)
class _Room:
    """A room as far as it was read."""

    at: int
    left: Iterator[FoundObject | Later]
    first: bool
    found: list[FoundObject] = field(default_factory=list)


class Catalogs:
    """The objects of all rooms.

    Parameters
    ----------
    sources
        Yield the objects of a room each; called on another thread.  A room that yields :class:`Later` is read on when
        all the others have come so far, so that none waits for what takes another one long.
    """

    def __init__(self, sources: Iterable[Callable[[], Iterable[FoundObject | Later]]]) -> None:
        self._sources = tuple(sources)
        self._shown: list[list[FoundObject]] = [[] for _ in self._sources]
        self._read_at = float("-inf")
        self._reading = False
        self._given_up = False
        self._thread = WorkerThread()
        self._grown = threading.Condition()

    def refresh(self) -> None:
        """Read everything again unless it is fresh or being read."""
        with self._grown:
            if self._reading or self._given_up or time.monotonic() - self._read_at < FRESH_S:
                return
            self._reading = True
        self._thread.start(self._read)

    def stop(self) -> None:
        """Give up reading, and return when that is so."""
        with self._grown:
            self._given_up = True
            self._grown.notify_all()
        self._thread.wait()

    def counts(self) -> tuple[int, ...]:
        """Return how many objects of each room are known."""
        with self._grown:
            return tuple(map(len, self._shown))

    def since(self, counts: tuple[int, ...]) -> tuple[list[FoundObject], tuple[int, ...]]:
        """Return the objects beyond these counts, and the counts now."""
        with self._grown:
            new = [each for seen, room in zip(counts, self._shown, strict=True) for each in room[seen:]]
            return new, tuple(map(len, self._shown))

    def wait(self, counts: tuple[int, ...], seconds: float) -> bool:
        """Wait until there are more objects than these; returns False when there will be none."""
        with self._grown:
            self._grown.wait_for(lambda: self._given_up or not self._reading or self._more(counts), seconds)
            return self._more(counts) or (self._reading and not self._given_up)

    def _more(self, counts: tuple[int, ...]) -> bool:
        return any(len(room) > seen for seen, room in zip(counts, self._shown, strict=True))

    def _read(self) -> None:
        rooms = deque(
            _Room(at, _opened(source), not self._shown[at]) for at, source in enumerate(self._sources)
        )
        try:
            while rooms and not self._given_up:
                room = rooms.popleft()
                if self._read_on(room):
                    rooms.append(room)
        finally:
            with self._grown:
                self._reading, self._read_at = False, time.monotonic()
                self._grown.notify_all()

    def _read_on(self, room: _Room) -> bool:
        """Read a room until it is whole or what is left takes long; returns whether something is left.

        The first time it is shown as it comes, later when it is whole.
        """
        if room.first:
            self._shown[room.at] = room.found
        try:
            for each in room.left:
                if isinstance(each, Later):
                    return True
                if not self._take(room, each):
                    return False
        except (LabharnessError, OSError):
            return False  # what was read before stays
        once = list(
            {(each.kind, each.address): each for each in room.found}.values()
        )  # what came later says more
        with self._grown:
            self._shown[room.at] = once
            self._grown.notify_all()
        return False

    def _take(self, room: _Room, result: FoundObject) -> bool:
        """Put an object to its room; returns whether to go on."""
        with self._grown:
            if self._given_up:
                return False
            room.found.append(result)
            number = len(room.found)
            if room.first and (number % _AT_ONCE == 0 or number == 1):
                self._grown.notify_all()
        if number % _AT_ONCE == 0:
            time.sleep(_BREATH_S)
        return True


def _opened(source: Callable[[], Iterable[FoundObject | Later]]) -> Iterator[FoundObject | Later]:
    """Yield what a source gives, which is asked only when the first is wanted."""
    yield from source()


LONGEST = 200
_SIGNS = {kind.prefix: kind for kind in ResultGroup if not kind.prefix.isalpha()}
_LETTERS = {kind.prefix: kind for kind in ResultGroup if kind.prefix.isalpha()}


@dataclass(frozen=True, slots=True)
class Query:
    """Parsed text.

    Parameters
    ----------
    kind
        The only kind looked for, None for all.
    words
        In lower case; an object has all of them.
    """

    kind: ResultGroup | None = None
    words: tuple[str, ...] = ()

    def wants(self, kind: ResultGroup) -> bool:
        """Say whether objects of a kind are looked for."""
        return self.kind is None or self.kind is kind

    def rank(self, title: str, rest: str = "") -> int | None:
        """Return how well a folded title fits, 0 the best; None where a word is in neither title nor rest."""
        for word in self.words:
            if word not in title and word not in rest:
                return None
        if not self.words or title.startswith(self.words[0]):
            return 0
        return 1 if self.words[0] in title else 2

    def rank_found(self, result: FoundObject) -> int | None:
        """Return how well an object fits, None where it does not."""
        return self.rank(*result.folded) if self.wants(result.kind) else None

    def rank_command(self, command: PageCommand) -> int | None:
        """Return how well a command fits, None where it does not."""
        return self.rank(command.title.casefold()) if self.wants(ResultGroup.COMMAND) else None


def parse_query(text: str) -> Query:
    """Read what was typed: ``>pause``, ``r 0117 fail``, ``#812``, or words without a prefix."""
    text = text[:LONGEST].casefold().strip()
    if text[:1] in _SIGNS:
        return Query(_SIGNS[text[:1]], tuple(text[1:].split()))
    first, _, rest = text.partition(" ")
    if first in _LETTERS and rest:
        return Query(_LETTERS[first], tuple(rest.split()))
    return Query(None, tuple(text.split()))


EACH = 6
"""Results of a kind where all kinds are looked for."""
MOST = 200
"""Results where one kind is looked for."""
PATIENCE_S = 0.2


class Finder(QObject):
    """Looks for objects."""

    found = Signal(int, object)
    """Emitted with the number of the question, and objects that fit it, the best first."""
    over = Signal(int)
    """Emitted with the number of the question when there are no more."""

    def __init__(self, catalogs: Catalogs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._catalogs = catalogs
        self._thread = WorkerThread()
        self._asked = 0

    def ask(self, query: Query) -> int:
        """Begin to look; returns the number of the question."""
        self._asked += 1
        number = self._asked
        self._catalogs.refresh()
        self._thread.start(lambda: self._look(number, query))
        return number

    def stop(self) -> None:
        """Give up what is looked for, and return when that is so."""
        self._asked += 1
        self._catalogs.stop()
        self._thread.wait()

    def _look(self, number: int, query: Query) -> None:
        counts = tuple(0 for _ in self._catalogs.counts())
        seen: set[tuple[ResultGroup, Address]] = set()
        left = {kind: MOST if query.kind is kind else EACH for kind in ResultGroup}
        while number == self._asked:
            new, counts = self._catalogs.since(counts)
            fresh = [each for each in new if _key(each) not in seen] if seen else new
            fitting = _fitting(query, fresh, left)
            seen.update(map(_key, fitting))
            if fitting:
                self.found.emit(number, fitting)
            if not self._catalogs.wait(counts, PATIENCE_S):
                break
        if number == self._asked:
            self.over.emit(number)


def _key(result: FoundObject) -> tuple[ResultGroup, Address]:
    return result.kind, result.address


def _fitting(query: Query, objects: list[FoundObject], left: dict[ResultGroup, int]) -> list[FoundObject]:
    """Return the best objects of each kind, as many as are left of it, and count them."""
    ranked: dict[ResultGroup, list[tuple[int, int]]] = {}
    for at, each in enumerate(objects):
        rank = query.rank_found(each) if left[each.kind] else None
        if rank is not None:
            ranked.setdefault(each.kind, []).append((rank, at))
    fitting = []
    for kind, places in ranked.items():
        best = nsmallest(left[kind], places)
        left[kind] -= len(best)
        fitting += [objects[at] for _, at in best]
    return fitting


PLACEHOLDER = tr("Search (Ctrl+K)")
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}


class SearchField(QLineEdit):
    """Where the search is typed.

    Attributes
    ----------
    entered, left
        Emitted when it takes and loses the keyboard.
    """

    step = Signal(int)
    """Emitted with how many rows to go down."""
    given_up = Signal()
    """Emitted when somebody leaves the search by Esc."""

    def __init__(self) -> None:
        super().__init__()
        self.setPlaceholderText(PLACEHOLDER)
        self.setAccessibleName(tr("Search commands and objects"))
        self.setAccessibleDescription(
            tr("Arrows walk the results, Return opens one. Type ? for the prefixes.")
        )
        self.setMaxLength(LONGEST)
        self.setClearButtonEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Walk the results with the arrows, give up with Esc."""
        key = Qt.Key(event.key())
        if key in _STEPS:
            self.step.emit(_STEPS[key])
        elif key is Qt.Key.Key_Escape:
            self.given_up.emit()
        else:
            super().keyPressEvent(event)


WIDTH, MOST_ROWS = 640, 14
SEARCHING = tr("Searching…")
NOTHING = tr("Nothing has all these words. Remove one, or type ? for the prefixes.")


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
    """

    opened = Signal(object)
    """Emitted with the :class:`Address` of the object that somebody opens."""
    closed = Signal()
    """Emitted when the search is left; the page takes the keyboard again."""

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
        self.model, self.list = ResultModel(self), QListView()
        self.note = text_label(muted=True, wraps=False)
        self.list.setModel(self.model)
        self.list.setItemDelegate(ResultDelegate(self.list))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName(tr("Results"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.clicked.connect(self._open)
        self.note.setContentsMargins(12, 4, 12, 4)
        in_column(self.list, self.note, gap=0, edges=6, on=self)
        on_event(field, self._show, QEvent.Type.FocusIn)
        on_event(field, self.hide, QEvent.Type.FocusOut)
        field.textChanged.connect(self._search)
        field.step.connect(self._step)
        field.given_up.connect(self._give_up)
        field.returnPressed.connect(lambda: self._open(self.list.currentIndex()))
        finder.found.connect(self._take)
        finder.over.connect(self._end)
        self._fit = timer_of(self, self.place)
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
