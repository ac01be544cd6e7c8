"""Widths of columns that fit the room of their table, names cut where most of them still differ, and the quick filter."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QHeaderView, QLineEdit, QStyleOptionViewItem, QTableView, QToolButton

from labharness.acts.headings import VERDICT
from labharness.gui.kit.layouts import follow_text, text_scale
from labharness.gui.kit.run_standing import Tone, tone_of
from labharness.gui.kit.tables.group_heads import HeadedDelegate
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.words import tr, translated
from labharness.language.standings import standing_words
from labharness.model.results import Standing

AIR = 26
"""Pixels beside the title of a column."""
SIGN = 20
"""Pixels of the sign before a text that has a tone."""
SHARE, SHARE_OF_NAMES = 0.75, 0.5
"""What is left of a column at least; a name is cut where it does not matter."""
LAST = 130
"""Pixels of the last column at least, which takes what is left."""
BUTTON = 30
"""Pixels of the button at the end of the header."""
USUAL_HEIGHT = 18
"""Pixels of a line in the size of text for which widths are given."""


def fitted(widths: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """Return widths whose sum is at most the room, each at least its least; where that is not possible, the widths.

    Examples
    --------
    >>> fitted([100, 300], [60, 60], 500)
    [100, 300]
    >>> fitted([100, 300], [100, 60], 250)
    [100, 150]
    >>> fitted([100, 300], [100, 200], 250)
    [100, 300]
    """
    over, spare = sum(widths) - room, [width - most for width, most in zip(widths, least, strict=True)]
    if over <= 0 or over > sum(spare):
        return list(widths)
    return [int(width - over / sum(spare) * each) for width, each in zip(widths, spare, strict=True)]


def staying(least: Mapping[int, int], yields: Mapping[int, int], room: int) -> list[int]:
    """Return the columns that a table has room for; of those that yield the last one of the highest turn leaves first.

    Examples
    --------
    >>> staying({0: 100, 1: 100, 2: 100}, {1: 2, 2: 1}, 220)
    [0, 2]
    >>> staying({0: 100, 1: 100}, {}, 120)
    [0, 1]
    """
    stay = list(least)
    for leaving in sorted((at for at in stay if yields.get(at)), key=lambda at: (-yields[at], -at)):
        if sum(least[at] for at in stay) <= room:
            break
        stay.remove(leaving)
    return stay


class ColumnFit(QObject):
    """Fits the columns of a table to its room; what somebody chose stays as it was chosen.

    Parameters
    ----------
    columns
        What is in the table; the last one takes what is left, or the one that its header stretches.
    """

    def __init__(self, header: QHeaderView, columns: Sequence[Column[Any]]) -> None:
        super().__init__(header)
        self._columns = tuple(columns)
        self._set: dict[int, int] = {}
        self._chosen: dict[int, bool] = {}
        self._rest: set[int] = set()
        self._longest: dict[int, str] = {}
        self._room, self._fitting = 0, False
        header.sectionResized.connect(self._take)
        follow_text(header, lambda _: self.fit(self._room))  # its text changes after that of the table

    @property
    def _header(self) -> QHeaderView:
        """The header, asked for anew: PySide can let go of a wrapper whose header still lives."""
        header = self.parent()
        assert isinstance(header, QHeaderView)
        return header

    @property
    def wanted(self) -> list[int]:
        """Columns that nobody left out, those among them that have no room at present."""
        return [at for at in range(len(self._columns)) if self._chosen.get(at, True)]

    def hold(self, at: int, texts: Iterable[str]) -> None:
        """Give a column room for the longest of its texts."""
        longest = max(texts, key=len, default="")
        if self._longest.get(at) != longest:
            self._longest[at] = longest
            self.fit(self._room)

    def choose(self, at: int, *, shown: bool) -> None:
        """Show a column whatever the room, or leave it out."""
        self._chosen[at] = shown
        self.fit(self._room)

    def forget(self) -> None:
        """Let all columns follow the room again."""
        self._set.clear()
        self._chosen.clear()
        self.fit(self._room)

    def state(self) -> list[str]:
        """Return what somebody chose, as texts."""
        return [
            *(f"width {at} {width}" for at, width in self._set.items()),
            *(f"shown {at} {int(shown)}" for at, shown in self._chosen.items()),
        ]

    def take_state(self, texts: Iterable[str]) -> None:
        """Take up what :meth:`state` returned."""
        for text in texts:
            match text.split():
                case ["width", at, width] if at.isdecimal() and width.isdecimal():
                    self._set[int(at)] = int(width)
                case ["shown", at, shown] if at.isdecimal() and shown in ("0", "1"):
                    self._chosen[int(at)] = shown == "1"
        self.fit(self._room)

    def fit(self, room: int) -> None:
        """Fit the columns to so many pixels."""
        header, self._room = self._header, room
        if self._fitting or room <= 0:
            return
        wanted, least = self._widths(header, SHARE)
        yields = {
            at: self._columns[at].yields for at in least if at not in self._chosen and at not in self._set
        }
        stay = self._staying(header, wanted, least, yields)
        if sum(least[at] for at in stay) > room:  # nothing more can leave
            wanted, least = self._widths(header, SHARE_OF_NAMES)
            stay = self._staying(header, wanted, least, yields)
        self._fitting = True
        for at in range(len(self._columns)):
            if header.isSectionHidden(at) is (at in stay):
                header.setSectionHidden(at, at not in stay)
        widths = fitted([wanted[at] for at in stay], [least[at] for at in stay], room)
        # Where no other column takes what is left, the last one does by itself.
        last = -1 if any(self._takes_the_rest(at) for at in stay) else stay[-1]
        # Qt leaves no room then to the column that takes the rest; with large text the table scrolls sideways instead.
        full = sum(widths) > room and text_scale() > 1
        if last >= 0:
            header.setStretchLastSection(not full)
        for at, width in zip(stay, widths, strict=True):
            if self._takes_the_rest(at):
                mode = QHeaderView.ResizeMode
                header.setSectionResizeMode(at, mode.Interactive if full else mode.Stretch)
                if full:
                    header.resizeSection(at, least[at])
                continue
            if header.sectionSize(at) != width and (full or at != last or header.sectionSize(at) > width):
                header.resizeSection(at, width)
        self._fitting = False

    def _staying(
        self, header: QHeaderView, wanted: dict[int, int], least: dict[int, int], yields: Mapping[int, int]
    ) -> list[int]:
        """Return the columns that stay; the title of the last one has room beside the button."""
        stay = staying(least, yields, self._room)
        while stay and least[last := stay[-1]] < (own := _title_width(header, last) + BUTTON):
            wanted[last], least[last] = max(wanted[last], own), own
            stay = staying(least, yields, self._room)
        return stay

    def _widths(self, header: QHeaderView, of_names: float) -> tuple[dict[int, int], dict[int, int]]:
        """Return what the columns want and the least of each, but for those that somebody left out.

        Parameters
        ----------
        of_names
            Share of a column of names that is left at least.
        """
        scale = max(1.0, header.fontMetrics().height() / USUAL_HEIGHT)
        wanted, least = dict[int, int](), dict[int, int]()
        for at, column in enumerate(self._columns):
            if not self._chosen.get(at, True):
                continue
            width = max(self._set.get(at, round(column.width * scale)), header.minimumSectionSize())
            own = _title_width(header, at)
            if held := self._longest.get(at):
                own = max(own, header.fontMetrics().horizontalAdvance(held) + round(SIGN * scale) + AIR)
            share = of_names if column.named else SHARE
            wanted[at] = width if at in self._set else max(width, own)
            if column.firm or at in self._set:
                least[at] = wanted[at]
            elif at == len(self._columns) - 1 or self._takes_the_rest(at):
                least[at] = max(min(LAST, width), own)
            else:
                least[at] = max(round(share * width), own)
        return wanted, least

    def _takes_the_rest(self, at: int) -> bool:
        if self._header.sectionResizeMode(at) is QHeaderView.ResizeMode.Stretch:
            self._rest.add(at)
        return at in self._rest

    def _take(self, at: int, _before: int, now: int) -> None:
        """Keep a width that somebody sets."""
        header = self._header
        last = max((each for each in range(header.count()) if not header.isSectionHidden(each)), default=-1)
        if not self._fitting and now and at != last and not self._takes_the_rest(at):
            self._set[at] = now


def _title_width(header: QHeaderView, at: int) -> int:
    """Return the pixels of the title of a column with the air beside it."""
    title = str(header.model().headerData(at, Qt.Orientation.Horizontal))
    return header.fontMetrics().horizontalAdvance(title) + AIR


HEADS = (0.5, 0.75, 1.0, 0.25, 0.0)
"""Shares of a cut name that its beginning may have, the preferred first; the rest is its end."""
DOTS = "…"
MARGIN = 16
"""Pixels of a cell beside its text."""
Index = QModelIndex | QPersistentModelIndex


def parted(name: str, kept: int, head: float) -> str:
    """Return a name with so many of its characters, the share ``head`` of them from its beginning.

    Examples
    --------
    >>> parted("20250312T083000-continuous-shuffler", 12, 0.5)
    '202503…ffler'
    >>> parted("short", 12, 0.5)
    'short'
    """
    if len(name) <= kept:
        return name
    first = round(head * max(kept - 1, 0))
    last = max(kept - 1, 0) - first
    return f"{name[:first]}{DOTS}{name[len(name) - last :] if last else ''}"


def best_head(names: Collection[str], kept: int) -> float:
    """Return the share of the beginning with which most of the names differ when they are cut to this length.

    Examples
    --------
    >>> best_head(["20250312T083000-shoe", "20250312T083500-shoe"], 14)
    1.0
    >>> best_head(["usb://1209:4614/0001", "usb://1209:4614/0002"], 10)
    0.5
    """
    return max(HEADS, key=lambda head: len({parted(name, kept, head) for name in names}))


class NameDelegate(HeadedDelegate):
    """Draws the names of one column.

    Parameters
    ----------
    names
        Returns all names of the column.
    """

    def __init__(self, names: Callable[[], Collection[str]], parent: QObject) -> None:
        super().__init__(parent)
        self._names = names
        self._known: frozenset[str] | None = None
        self._heads: dict[int, float] = {}

    def forget(self) -> None:
        """Look at the names again when the next one is drawn; others are listed now."""
        self._known = None
        self._heads.clear()

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: N802  Qt's name
        """Cut the name."""
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideNone
        option.text = self.cut(option.text, option.fontMetrics, option.rect.width() - MARGIN)

    def cut(self, name: str, metrics: QFontMetrics, width: int) -> str:
        """Return what of a name fits this many pixels."""
        if metrics.horizontalAdvance(name) <= width:
            return name
        kept = max(2, int(width / max(metrics.averageCharWidth(), 1)))
        if kept not in self._heads:
            self._known = frozenset(self._names()) if self._known is None else self._known
            self._heads[kept] = best_head(self._known, kept)
        head = self._heads[kept]
        while kept > 2 and metrics.horizontalAdvance(parted(name, kept, head)) > width:
            kept -= 1
        return parted(name, kept, head)


WIDE = 300
"""Pixels of the line at most."""


class QuickFilter(QLineEdit):
    """Words that rows must have."""

    wanted = Signal(str)
    """Emitted with the words."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._table = table
        self.setPlaceholderText(tr("Filter: words; Esc shows all rows"))
        self.setAccessibleName(tr("Filter {what}", what=table.accessibleName()))
        self.setClearButtonEnabled(True)
        for button in self.findChildren(QToolButton):
            button.setAccessibleName(tr("Show all rows"))
        self.hide()
        self.textChanged.connect(self.wanted)
        table.viewport().installEventFilter(self)

    def begin(self) -> None:
        """Show the line and give it the keyboard."""
        self._place()
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def show_all(self) -> None:
        """Show all rows again."""
        had = self.hasFocus()
        self.clear()
        self.hide()
        if had:
            self._table.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Leave with Esc; go on to the rows with Return or Down."""
        if event.key() == Qt.Key.Key_Escape:
            self.show_all()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self._table.setFocus(Qt.FocusReason.OtherFocusReason)
            if not self._table.currentIndex().isValid():
                self._table.selectRow(0)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  Qt's name
        """Vanish where nothing is left out."""
        super().focusOutEvent(event)
        if not self.text():
            self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        """Stay at the right of the titles."""
        if event.type() is QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        """Leave the button free that chooses the columns."""
        head = self._table.horizontalHeader().geometry()
        width = min(WIDE, head.width() - head.height())
        self.setGeometry(head.right() - head.height() - width, head.top(), width, head.height())


Row = TypeVar("Row")
WIDTH = 130
"""Pixels in any case; the column is as wide as the longest standing of its rows."""


def standing_column(
    of: Callable[[Row], Standing | None],
    missing: Callable[[Row], tuple[str, Tone]] = lambda _: ("", Tone.QUIET),
    title: str = "",
) -> Column[Row]:
    """Return the column of a list whose rows have a standing.

    Parameters
    ----------
    of
        How a row stands, None where it is about nothing that is judged.
    missing
        Word and tone of such a row.
    title
        What the column is called, "Verdict" where left out.
    """

    def words(row: Row) -> str:
        result = of(row)
        return missing(row)[0] if result is None else standing_words(result)

    def tone(row: Row) -> Tone | None:
        result = of(row)
        if result is None:
            word, kind = missing(row)
            return kind if word else None
        return tone_of(result)

    return Column[Row](title or translated(VERDICT.title), words, WIDTH, tone=tone, facet=True, grows=True)
