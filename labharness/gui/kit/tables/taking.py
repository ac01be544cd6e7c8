"""Taking a table out of the window: to the clipboard, or to a CSV file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QFileDialog, QMenu, QTableView, QWidget

from labharness.gui.kit.shortcut import add_key
from labharness.gui.kit.window_sentences import explain
from labharness.gui.kit.words import tr
from labharness.language.delimited import as_csv, as_html, as_tsv

ENDING = ".csv"


@runtime_checkable
class Teller(Protocol):
    """A window with a line for messages."""

    def say(self, sentence: str) -> None:
        """Show one sentence."""


def copy_cells(cells: Sequence[Sequence[str]]) -> None:
    """Put rows, the first of them titles, on the clipboard, for spreadsheets and word processors."""
    data = QMimeData()
    data.setText(as_tsv(cells))
    data.setHtml(as_html(cells))
    QGuiApplication.clipboard().setMimeData(data)


def write_cells(cells: Sequence[Sequence[str]], file: Path) -> None:
    """Write rows as CSV."""
    file.write_text(as_csv(cells), encoding="utf-8", newline="")


def export_by(table: QWidget, write: Callable[[Path], object]) -> None:
    """Ask for a CSV file and have it written, or say why it was not.

    A name without an ending gets one. The question whether a file is to be replaced was asked about the name without it,
    so that no file is replaced then.
    """
    name, _ = QFileDialog.getSaveFileName(table, tr("Export CSV"), "", tr("CSV (*.csv)"))
    if not name:
        return
    chosen = Path(name)
    file = chosen if chosen.suffix else chosen.with_suffix(ENDING)
    if file != chosen and file.exists():
        _say(table, tr("Not exported: {file} exists. Choose another name.", file=file))
        return
    try:
        write(file)
    except OSError as error:
        _say(table, tr("Not exported: {why}", why=explain(error)))


def offer_to_take(table: QTableView) -> None:
    """Let a table whose rows are not chosen be copied as a whole and exported, by its menu and by Ctrl+C."""
    table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    table.customContextMenuRequested.connect(
        lambda at: menu_of(table).popup(table.viewport().mapToGlobal(at))
    )
    key = add_key(
        table, QKeySequence.StandardKey.Copy, tr("Copy the table"), lambda: copy_cells(cells_of(table))
    )
    key.setContext(Qt.ShortcutContext.WidgetShortcut)


def menu_of(table: QTableView) -> QMenu:
    """Return the menu of a table that is taken as a whole."""
    menu = QMenu(table)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.addAction(tr("&Copy table"), lambda: copy_cells(cells_of(table)))
    menu.addAction(
        tr("&Export CSV…"), lambda: export_by(table, lambda file: write_cells(cells_of(table), file))
    )
    return menu


def cells_of(table: QTableView) -> list[list[str]]:
    """Return the titles and the texts of all cells."""
    model = table.model()
    columns = range(model.columnCount())
    titles = [str(model.headerData(at, Qt.Orientation.Horizontal) or "") for at in columns]
    rows = range(model.rowCount())
    return [titles, *([str(model.index(row, at).data() or "") for at in columns] for row in rows)]


def _say(table: QWidget, sentence: str) -> None:
    above = table.parentWidget()
    while above is not None and not isinstance(above, Teller):
        above = above.parentWidget()
    if above is not None:
        above.say(sentence)
