"""Icons and suits as shapes: icons are drawn in the color of the text beside them, and no font has to have the suits."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QIcon,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPixmapCache,
    QPolygonF,
    QTransform,
)

from labharness.gui.kit.run_standing import RunAction, Tone
from labharness.model.address import Room

SIZE = 64


class Sign(StrEnum):
    """A sign of the window's own controls."""

    BACK = "back"
    FORWARD = "forward"
    BELL = "bell"


Picture = Tone | RunAction | Room | Sign


def icon(name: Picture, color: str) -> QIcon:
    """Return the icon of a kind of news or of a deed."""
    return QIcon(pixmap(name, color, SIZE))


def pixmap(name: Picture, color: str, size: int) -> QPixmap:
    """Draw it, ``size`` pixels wide; Qt keeps what was drawn, as a list asks for it again in each row."""
    picture, key = QPixmap(), f"{type(name).__name__}.{name}.{color}.{size}"
    if QPixmapCache.find(key, picture):
        return picture
    picture = QPixmap(size, size)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size / 16, size / 16)
    pen = QPen(QColor(color), 1.7)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    for shape in _SHAPES[name]:
        shape(painter, QColor(color))
    painter.end()
    QPixmapCache.insert(key, picture)
    return picture


Shape = Callable[[QPainter, QColor], None]
Point = tuple[float, float]


def _path(*points: Point, curves: bool = False, closed: bool = False) -> QPainterPath:
    """Return a path through points; of curves, each takes three points after the first one of all."""
    path = QPainterPath(QPointF(*points[0]))
    for at in range(1, len(points), 3 if curves else 1):
        if curves:
            path.cubicTo(*(QPointF(*point) for point in points[at : at + 3]))
        else:
            path.lineTo(QPointF(*points[at]))
    if closed:
        path.closeSubpath()
    return path


def _line(*points: Point, curves: bool = False, closed: bool = False) -> Shape:
    path = _path(*points, curves=curves, closed=closed)
    return lambda painter, _: painter.drawPath(path)


def _filled(*points: Point) -> Shape:
    path = _path(*points, closed=True)
    return lambda painter, color: painter.fillPath(path, color)


def _ring(left: float, top: float, side: float) -> Shape:
    return lambda painter, _: painter.drawEllipse(QRectF(left, top, side, side))


def _box(left: float, top: float, width: float, height: float, corner: float) -> Shape:
    return lambda painter, _: painter.drawRoundedRect(QRectF(left, top, width, height), corner, corner)


def _dot(x: float, y: float) -> Shape:
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), 0.95, 0.95)
    return lambda painter, color: painter.fillPath(path, color)


def _moon(painter: QPainter, color: QColor) -> None:
    moon, bite = QPainterPath(), QPainterPath()
    moon.addEllipse(QRectF(2.5, 2.5, 11, 11))
    bite.addEllipse(QRectF(6.5, 0.5, 10, 10))
    painter.fillPath(moon.subtracted(bite), color)


_CIRCLE = _ring(1.5, 1.5, 13)
_RESUME = (_filled((4.5, 3), (12.5, 8), (4.5, 13)),)
_PULSE = (_line((1.5, 9), (4.6, 9), (6.6, 3.2), (9.6, 13), (11.4, 7.4), (14.5, 7.4)), _dot(14.3, 7.4))
_SHEET = (
    _line((3.5, 1.8), (10, 1.8), (12.8, 4.6), (12.8, 14.2), (3.5, 14.2), closed=True),
    *(_line((6, y), (10.4, y)) for y in (6.5, 9, 11.5)),
)
_SHAPES: dict[Picture, tuple[Shape, ...]] = {
    Tone.PASS: (_CIRCLE, _line((4.8, 8.4), (7.1, 10.7), (11.3, 5.8))),
    Tone.FAIL: (_CIRCLE, _line((5.4, 5.4), (10.6, 10.6)), _line((10.6, 5.4), (5.4, 10.6))),
    Tone.UNSURE: (
        _line((8, 1.8), (14.8, 14), (1.2, 14), closed=True),
        _line((8, 6.3), (8, 9.6)),
        _dot(8, 11.9),
    ),
    Tone.BUSY: (_CIRCLE, _filled((6.3, 4.8), (11.3, 8), (6.3, 11.2))),
    Tone.ASKING: (
        _box(1.5, 2, 13, 9, 2),
        _line((5, 11.2), (5, 14), (8.2, 11.2)),
        *(_dot(x, 6.5) for x in (5, 8, 11)),
    ),
    Tone.QUIET: (_CIRCLE, _line((5, 8), (11, 8))),
    RunAction.PAUSE: tuple(_filled((x, 3), (x + 3, 3), (x + 3, 13), (x, 13)) for x in (4, 9)),
    RunAction.RESUME: _RESUME,
    RunAction.RESTART: _RESUME,
    RunAction.STOP: (_filled((3.5, 3.5), (12.5, 3.5), (12.5, 12.5), (3.5, 12.5)),),
    RunAction.CLOSE_SESSION: (_moon,),
    RunAction.REPORT: _SHEET,
    RunAction.RESULTS: _PULSE,
    Sign.BACK: (_line((8, 2.6), (2.6, 8), (8, 13.4)), _line((2.6, 8), (13.6, 8))),
    Sign.FORWARD: (_line((8, 2.6), (13.4, 8), (8, 13.4)), _line((2.4, 8), (13.4, 8))),
    Sign.BELL: (
        _line(
            *((2.4, 11.6), (4.6, 9.6), (3.2, 2), (8, 2), (12.8, 2), (11.4, 9.6), (13.6, 11.6)),
            curves=True,
            closed=True,
        ),
        _line((6.6, 14), (9.4, 14)),
        _dot(8, 1.6),
    ),
    Room.HOME: (
        _line((1.8, 8), (8, 2.2), (14.2, 8)),
        _line((3.6, 6.8), (3.6, 13.8), (12.4, 13.8), (12.4, 6.8)),
    ),
    Room.BENCHES: tuple(
        shape for y in (3.5, 8, 12.5) for shape in (_line((5.5, y), (14, y)), _ring(1.7, y - 0.9, 1.8))
    ),
    Room.SUBMISSIONS: (
        _line((1.8, 13.2), (1.8, 3), (6.2, 3), (7.8, 5), (14.2, 5), (14.2, 13.2), closed=True),
    ),
    Room.PLANS: (
        _box(2.5, 2, 11, 12.4, 1.5),
        *(_line((4.6, y), (5.6, y + 1.1), (7.2, y - 1.1)) for y in (5.6, 10.6)),
        *(_line((9, y), (11.4, y)) for y in (5.6, 10.6)),
    ),
    Room.RUNS: _PULSE,
    Room.REPORTS: _SHEET,
    Room.EVIDENCE: (_ring(2, 2, 9), _line((9.8, 9.8), (14.2, 14.2))),
    Room.SETTINGS: tuple(
        shape
        for y, x in ((4, 10.5), (8, 5.5), (12, 9))
        for shape in (
            _line((1.8, y), (x - 1.6, y)),
            _ring(x - 1.6, y - 1.6, 3.2),
            _line((x + 1.6, y), (14.2, y)),
        )
    ),
    Room.HELP: (
        _CIRCLE,
        _line((5.9, 6.3), (6, 3.4), (10.2, 3.6), (10.1, 6.3), (10, 8), (8, 7.9), (8, 9.6), curves=True),
        _dot(8, 11.9),
    ),
}

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
