"""One card as it is painted: rank, suit as a shape, and its position."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QTransform

from labharness.gui.kit.suits import PIPS, suit_path
from labharness.gui.kit.words import tr

FOUR_COLORS = {"S": "#14181e", "H": "#c2181b", "D": "#1450b8", "C": "#0b6b3a"}
"""Ink of each suit where every suit has its own."""
FACE, EDGE, POSITION = "#ffffff", "#79879a", "#566273"
POSITIONED = 34
"""Pixels of a card from which its position fits into its corner; the line below the grid names positions all the same."""
NAMES = {"S": tr("spades"), "H": tr("hearts"), "D": tr("diamonds"), "C": tr("clubs")}
_RANKS = {"A": tr("ace"), "J": tr("jack"), "Q": tr("queen"), "K": tr("king")}
_OTHERS = {"JK": tr("joker"), "CC": tr("cover card")}


def parts(card: str) -> tuple[str, str, str]:
    """Return rank, suit and the marks of copy and back; no suit for what is no card of a suit."""
    name = card.split("!", maxsplit=1)[0].split("#", maxsplit=1)[0]
    suit = name[-1:] if name not in _OTHERS and name[-1:] in NAMES else ""
    return name[:-1], suit, card[len(name) :]


def words_of(card: str) -> str:
    """Return a card as it is read aloud.

    Examples
    --------
    >>> words_of("AS"), words_of("10H#3"), words_of("JK")
    ('ace of spades', '10 of hearts#3', 'joker')
    """
    rank, suit, mark = parts(card)
    if not suit:
        return _OTHERS.get(card, card)
    return tr("{rank} of {suit}{mark}", rank=_RANKS.get(rank, rank), suit=NAMES[suit], mark=mark)


def ink_of(suit: str, *, four_colors: bool = False) -> QColor:
    """Return the ink of a suit on a white face."""
    return QColor((FOUR_COLORS if four_colors else PIPS).get(suit, PIPS["S"]))


def paint_card(
    painter: QPainter, box: QRectF, card: str, font: QFont, *, position: int = 0, four_colors: bool = False
) -> None:
    """Paint a card into a box: above each other where the box is tall, beside each other where it is flat."""
    rank, suit, mark = parts(card)
    painter.setPen(QPen(QColor(EDGE), 1))
    painter.setBrush(QColor(FACE))
    painter.drawRoundedRect(box, 5, 5)
    ink = ink_of(suit, four_colors=four_colors)
    tall = box.height() > box.width() * 1.05
    letters = QFont(font)
    if position and box.height() >= POSITIONED:
        letters.setPixelSize(max(9, min(12, int(box.height() * 0.18))))
        letters.setBold(False)
        painter.setFont(letters)
        painter.setPen(QColor(POSITION))
        corner = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
        painter.drawText(box.adjusted(2, 2, -4, -2), corner, str(position))
    room = (
        min(box.width() * 0.42, box.height() * 0.34) if tall else min(box.height() * 0.5, box.width() * 0.36)
    )
    letters.setPixelSize(max(9, int(room * (0.7 if mark else 1.0))))
    letters.setBold(True)
    painter.setFont(letters)
    painter.setPen(ink)
    if not suit:
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, card)
        return
    if tall:
        text = QRectF(box.left(), box.top() + box.height() * 0.14, box.width(), box.height() * 0.4)
        size = min(box.width() * 0.4, box.height() * 0.32)
        left, top = box.center().x() - size / 2, box.top() + box.height() * 0.6
    else:
        text = QRectF(box.left(), box.top(), box.width() * 0.58, box.height())
        size = min(box.height() * 0.46, box.width() * 0.34)
        left, top = box.right() - size - box.width() * 0.08, box.center().y() - size / 2
        if position and box.height() >= POSITIONED:
            top += box.height() * 0.1
    painter.drawText(text, Qt.AlignmentFlag.AlignCenter, rank + mark)
    where = QTransform().translate(left, top).scale(size / 100, size / 100)
    painter.fillPath(where.map(suit_path(suit)), ink)
