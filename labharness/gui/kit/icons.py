"""Icons as shapes, drawn in the color of the text beside them."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QPixmapCache, QPolygonF

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
    _SHAPES[name](painter, QColor(color))
    painter.end()
    QPixmapCache.insert(key, picture)
    return picture


def _lines(painter: QPainter, *points: tuple[float, float]) -> None:
    painter.drawPolyline(QPolygonF([QPointF(*point) for point in points]))


def _circle(painter: QPainter) -> None:
    painter.drawEllipse(QRectF(1.5, 1.5, 13, 13))


def _pass(painter: QPainter, _: QColor) -> None:
    _circle(painter)
    _lines(painter, (4.8, 8.4), (7.1, 10.7), (11.3, 5.8))


def _fail(painter: QPainter, _: QColor) -> None:
    _circle(painter)
    _lines(painter, (5.4, 5.4), (10.6, 10.6))
    _lines(painter, (10.6, 5.4), (5.4, 10.6))


def _unsure(painter: QPainter, color: QColor) -> None:
    painter.drawPolygon(QPolygonF([QPointF(8, 1.8), QPointF(14.8, 14), QPointF(1.2, 14)]))
    _lines(painter, (8, 6.3), (8, 9.6))
    _dot(painter, color, 8, 11.9)


def _busy(painter: QPainter, color: QColor) -> None:
    _circle(painter)
    _fill(painter, color, (6.3, 4.8), (11.3, 8), (6.3, 11.2))


def _asking(painter: QPainter, color: QColor) -> None:
    bubble = QPainterPath()
    bubble.addRoundedRect(QRectF(1.5, 2, 13, 9), 2, 2)
    painter.drawPath(bubble)
    _lines(painter, (5, 11.2), (5, 14), (8.2, 11.2))
    for x in (5, 8, 11):
        _dot(painter, color, x, 6.5)


def _quiet(painter: QPainter, _: QColor) -> None:
    _circle(painter)
    _lines(painter, (5, 8), (11, 8))


def _pause(painter: QPainter, color: QColor) -> None:
    for x in (4, 9):
        painter.fillRect(QRectF(x, 3, 3, 10), color)


def _resume(painter: QPainter, color: QColor) -> None:
    _fill(painter, color, (4.5, 3), (12.5, 8), (4.5, 13))


def _stop(painter: QPainter, color: QColor) -> None:
    painter.fillRect(QRectF(3.5, 3.5, 9, 9), color)


def _close_session(painter: QPainter, color: QColor) -> None:
    moon = QPainterPath()
    moon.addEllipse(QRectF(2.5, 2.5, 11, 11))
    bite = QPainterPath()
    bite.addEllipse(QRectF(6.5, 0.5, 10, 10))
    painter.fillPath(moon.subtracted(bite), color)


def _report(painter: QPainter, _: QColor) -> None:
    _lines(painter, (3.5, 1.8), (10, 1.8), (12.8, 4.6), (12.8, 14.2), (3.5, 14.2), (3.5, 1.8))
    for y in (6.5, 9, 11.5):
        _lines(painter, (6, y), (10.4, y))


def _home(painter: QPainter, _: QColor) -> None:
    _lines(painter, (1.8, 8), (8, 2.2), (14.2, 8))
    _lines(painter, (3.6, 6.8), (3.6, 13.8), (12.4, 13.8), (12.4, 6.8))


def _benches(painter: QPainter, _: QColor) -> None:
    for y in (3.5, 8, 12.5):
        _lines(painter, (5.5, y), (14, y))
        painter.drawEllipse(QPointF(2.6, y), 0.9, 0.9)


def _submissions(painter: QPainter, _: QColor) -> None:
    _lines(painter, (1.8, 13.2), (1.8, 3), (6.2, 3), (7.8, 5), (14.2, 5), (14.2, 13.2), (1.8, 13.2))


def _plans(painter: QPainter, _: QColor) -> None:
    painter.drawRoundedRect(QRectF(2.5, 2, 11, 12.4), 1.5, 1.5)
    for y in (5.6, 10.6):
        _lines(painter, (4.6, y), (5.6, y + 1.1), (7.2, y - 1.1))
        _lines(painter, (9, y), (11.4, y))


def _runs(painter: QPainter, color: QColor) -> None:
    _lines(painter, (1.5, 9), (4.6, 9), (6.6, 3.2), (9.6, 13), (11.4, 7.4), (14.5, 7.4))
    _dot(painter, color, 14.3, 7.4)


def _evidence(painter: QPainter, _: QColor) -> None:
    painter.drawEllipse(QRectF(2, 2, 9, 9))
    _lines(painter, (9.8, 9.8), (14.2, 14.2))


def _settings(painter: QPainter, _: QColor) -> None:
    for y, x in ((4, 10.5), (8, 5.5), (12, 9)):
        _lines(painter, (1.8, y), (x - 1.6, y))
        painter.drawEllipse(QPointF(x, y), 1.6, 1.6)
        _lines(painter, (x + 1.6, y), (14.2, y))


def _help(painter: QPainter, color: QColor) -> None:
    _circle(painter)
    curve = QPainterPath(QPointF(5.9, 6.3))
    curve.cubicTo(QPointF(6, 3.4), QPointF(10.2, 3.6), QPointF(10.1, 6.3))
    curve.cubicTo(QPointF(10, 8), QPointF(8, 7.9), QPointF(8, 9.6))
    painter.drawPath(curve)
    _dot(painter, color, 8, 11.9)


def _back(painter: QPainter, _: QColor) -> None:
    _lines(painter, (8, 2.6), (2.6, 8), (8, 13.4))
    _lines(painter, (2.6, 8), (13.6, 8))


def _forward(painter: QPainter, _: QColor) -> None:
    _lines(painter, (8, 2.6), (13.4, 8), (8, 13.4))
    _lines(painter, (2.4, 8), (13.4, 8))


def _bell(painter: QPainter, color: QColor) -> None:
    shape = QPainterPath(QPointF(2.4, 11.6))
    shape.cubicTo(QPointF(4.6, 9.6), QPointF(3.2, 2), QPointF(8, 2))
    shape.cubicTo(QPointF(12.8, 2), QPointF(11.4, 9.6), QPointF(13.6, 11.6))
    shape.closeSubpath()
    painter.drawPath(shape)
    _lines(painter, (6.6, 14), (9.4, 14))
    _dot(painter, color, 8, 1.6)


def _fill(painter: QPainter, color: QColor, *points: tuple[float, float]) -> None:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(*point) for point in points]))
    path.closeSubpath()
    painter.fillPath(path, color)


def _dot(painter: QPainter, color: QColor, x: float, y: float) -> None:
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawEllipse(QPointF(x, y), 0.95, 0.95)
    painter.restore()


_SHAPES: dict[Picture, Callable[[QPainter, QColor], None]] = {
    Tone.PASS: _pass,
    Tone.FAIL: _fail,
    Tone.UNSURE: _unsure,
    Tone.BUSY: _busy,
    Tone.ASKING: _asking,
    Tone.QUIET: _quiet,
    RunAction.PAUSE: _pause,
    RunAction.RESUME: _resume,
    RunAction.RESTART: _resume,
    RunAction.STOP: _stop,
    RunAction.CLOSE_SESSION: _close_session,
    RunAction.REPORT: _report,
    RunAction.RESULTS: _runs,
    Sign.BACK: _back,
    Sign.FORWARD: _forward,
    Sign.BELL: _bell,
    Room.HOME: _home,
    Room.BENCHES: _benches,
    Room.SUBMISSIONS: _submissions,
    Room.PLANS: _plans,
    Room.RUNS: _runs,
    Room.REPORTS: _report,
    Room.EVIDENCE: _evidence,
    Room.SETTINGS: _settings,
    Room.HELP: _help,
}
