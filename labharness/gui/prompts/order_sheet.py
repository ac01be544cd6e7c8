"""An order on paper: thirteen cards a row with their positions, a deck a block, for whoever lays it away from a screen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QPagedPaintDevice, QPainter, QPen
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QWidget

from labharness.gui.kit.words import tr
from labharness.gui.prompts.card_face import paint_card

COLUMNS, ROWS = 13, 16
"""Cards of a row and rows of a page of paper: four decks."""


def pages_of(cards: Sequence[str]) -> list[Sequence[str]]:
    """Divide an order into pages of paper."""
    each = COLUMNS * ROWS
    return [cards[at : at + each] for at in range(0, len(cards), each)]


def draw_order(device: QPagedPaintDevice, cards: Sequence[str], title: str) -> int:
    """Draw an order, top card first; returns the number of pages."""
    painter = QPainter(device)
    pages = pages_of(cards)
    for number, page in enumerate(pages):
        if number:
            device.newPage()
        _draw_page(
            painter,
            page,
            number * COLUMNS * ROWS,
            tr("{title} · page {number} of {pages}", title=title, number=number + 1, pages=len(pages)),
        )
    painter.end()
    return len(pages)


def _draw_page(painter: QPainter, cards: Sequence[str], before: int, title: str) -> None:
    area = QRectF(painter.viewport())
    wide = area.width() / COLUMNS
    high, head = min(wide * 1.1, area.height() * 0.9 / ROWS), area.height() * 0.05
    font = QFont("IBM Plex Sans")
    font.setPixelSize(max(6, int(head * 0.34)))
    painter.setFont(font)
    painter.setPen(QPen(Qt.GlobalColor.black))
    line = tr(
        "{title} · {cards:,} {cards:card|cards}, top card first, rows from left to right",
        title=title,
        cards=len(cards),
    )
    painter.drawText(QRectF(0, 0, area.width(), head), Qt.AlignmentFlag.AlignVCenter, line)
    for at, card in enumerate(cards):
        row, column = divmod(at, COLUMNS)
        gap = (row // 4) * head * 0.3
        box = QRectF(column * wide + wide * 0.04, head + gap + row * high, wide * 0.92, high * 0.92)
        paint_card(painter, box, card, font, position=before + at + 1)


def print_order(parent: QWidget, cards: Sequence[str], title: str) -> bool:
    """Ask for a printer, and print an order; returns whether it was printed."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(title)
    dialog = QPrintDialog(printer, parent)
    dialog.setWindowTitle(tr("Print order sheet"))
    if dialog.exec() != QPrintDialog.DialogCode.Accepted:
        return False
    draw_order(printer, cards, title)
    return True
