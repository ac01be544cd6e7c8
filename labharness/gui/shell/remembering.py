"""Columns and splitters of a page as somebody left them; what does not fit any more gives the default."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QSplitter, QTableView

from labharness.gui.kit.page import Page
from labharness.gui.kit.tables.column_fit import ColumnFit
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import original


def remember(page: Page, memory: WindowState, room: str) -> None:
    """Keep the columns and splitters of a page."""
    for name, part in _parts(page, room):
        fit = part.findChild(ColumnFit)
        # Of columns that follow the room only what somebody chose is kept: the window may stand elsewhere next.
        memory.put(name, part.saveState() if fit is None else fit.state())


def restore(page: Page, memory: WindowState, room: str) -> None:
    """Give a page the columns and splitters that it was left with."""
    for name, part in _parts(page, room):
        if (fit := part.findChild(ColumnFit)) is not None:
            fit.take_state(memory.texts(name))
            continue
        kept, default = memory.content(name), part.saveState()
        if not kept.isEmpty() and not part.restoreState(kept):
            part.restoreState(default)


def _parts(page: Page, room: str) -> Iterator[tuple[str, QHeaderView | QSplitter]]:
    """Yield what has a state, under a name that changes with the columns or the number of parts."""
    for table in page.findChildren(QTableView):
        header, model = table.horizontalHeader(), table.model()
        if table.accessibleName() and model is not None:
            titles = [
                original(str(model.headerData(at, Qt.Orientation.Horizontal)))
                for at in range(model.columnCount())
            ]
            sign = zlib.crc32("\n".join(titles).encode())
            yield f"columns/{room}/{original(table.accessibleName())}/{sign:08x}", header
    for at, splitter in enumerate(page.findChildren(QSplitter)):
        yield f"splitters/{room}/{splitter.objectName() or at}/{splitter.count()}", splitter
