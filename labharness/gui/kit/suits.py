"""The four suits as shapes, so that no font has to have them."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QPolygonF, QTransform

PIPS = {"S": "#14181e", "C": "#14181e", "H": "#c2181b", "D": "#c2181b"}
"""Ink of each suit on a white face, in both themes."""


@cache
def suit_path(suit: str) -> QPainterPath:
    """Return the shape of ``S``, ``H``, ``D`` or ``C`` in a box of 100 by 100."""
    shape = QPainterPath()
    if suit == "D":
        shape.addPolygon(QPolygonF([QPointF(50, 0), QPointF(90, 50), QPointF(50, 100), QPointF(10, 50)]))
        shape.closeSubpath()
        return shape
    if suit == "C":
        for x, y in ((50, 25), (24, 56), (76, 56)):
            leaf = QPainterPath()
            leaf.addEllipse(QPointF(x, y), 23.5, 23.5)
            shape = shape.united(leaf)
    else:
        shape.moveTo(50, 95)
        shape.cubicTo(-25, 40, 10, -12, 50, 22)
        shape.cubicTo(90, -12, 125, 40, 50, 95)
        if suit == "H":
            return shape
        shape = QTransform(1, 0, 0, -1, 0, 92).map(shape)
    stem = QPainterPath(QPointF(50, 45))
    stem.quadTo(50, 85, 30, 100)
    stem.lineTo(70, 100)
    stem.quadTo(50, 85, 50, 45)
    return shape.simplified().united(stem)
