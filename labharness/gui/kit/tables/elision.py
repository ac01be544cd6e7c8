"""Names that have no room: cut at the place where most names of a column still differ."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QStyleOptionViewItem

from labharness.gui.kit.tables.group_heads import HeadedDelegate

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
