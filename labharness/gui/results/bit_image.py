"""Recorded bytes as a picture of their bits: a stuck bit is a column, a repeated block a pattern."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from labharness.gui.kit import theme
from labharness.gui.kit.charts.chart_frame import ChartFrame, color_plot, ticks_within
from labharness.gui.kit.words import tr
from labharness.language.numbers import number

ACROSS = 8
"""Bytes of a row: 64 bits."""
MOST = 1 << 13
"""Bytes that are drawn."""


class BitImage(ChartFrame):
    """Eight bytes a row, the first bit of each byte the highest; a one is filled."""

    def __init__(self) -> None:
        super().__init__(tr("Bits of the recorded bytes"))
        self._image: Any = pg.ImageItem(axisOrder="row-major")
        self._frame: Any = pg.PlotCurveItem()
        for item in (self._image, self._frame):
            self.plot.addItem(item)
        self.view.invertY(True)  # noqa: FBT003  pyqtgraph's call
        self.plot.setLabel("bottom", tr("bit of the row"))
        self.plot.setLabel("left", tr("byte at the beginning of the row"))
        self.bits: NDArray[np.uint8] = np.zeros((0, ACROSS * 8), dtype=np.uint8)
        self._bytes = b""
        self._at = (0, 0)
        self.paint()

    def show_bytes(self, content: bytes) -> None:
        """Draw the bits of recorded bytes."""
        self._bytes = content[:MOST]
        rows = -(-len(self._bytes) // ACROSS)
        padded = self._bytes.ljust(rows * ACROSS, b"\0")
        self.bits = np.unpackbits(np.frombuffer(padded, dtype=np.uint8)).reshape(rows, ACROSS * 8)
        cut = ", " + tr("the first {most} shown", most=number(MOST)) if len(content) > MOST else ""
        self.heading.setText(
            tr("Bits of {content:,} {content:byte|bytes}{cut}", content=len(content), cut=cut)
        )
        self._at = (0, 0)
        self.show_axes(bool(rows))
        if rows:
            shades = self.bits.astype(np.float64)
            shades.reshape(-1)[len(self._bytes) * 8 :] = np.nan  # behind the last byte there is nothing
            self._image.setImage(shades, autoLevels=False, levels=(0, 1))
            self.show_range((0, ACROSS * 8), (0, rows))
            self.fit_ticks()
        self.move_cursor(0, 0)

    def move_cursor(self, down: int, right: int) -> None:
        """Read out the bit beside."""
        count = len(self._bytes) * 8
        if not count:
            self.tell(tr("There are no bytes."))
            return
        row = min(max(self._at[0] + down, 0), len(self.bits) - 1)
        column = min(max(self._at[1] + right, 0), self.bits.shape[1] - 1)
        at = min(row * ACROSS * 8 + column, count - 1)
        self._at = divmod(at, ACROSS * 8)
        byte, bit = divmod(at, 8)
        y, x = self._at
        self._frame.setData([x, x + 1, x + 1, x, x], [y, y, y + 1, y + 1, y])
        value = self._bytes[byte]
        ones = number(int(self.bits.sum()))
        self.tell(
            tr(
                "Byte {byte} (0x{value:02X}), bit {bit} of 8: {one}. {ones} of {count} bits are ones.",
                byte=number(byte),
                value=value,
                bit=bit + 1,
                one=value >> (7 - bit) & 1,
                ones=ones,
                count=number(count),
            )
        )

    def point_at(self, x: float, y: float) -> None:
        """Read out the bit beneath the pointer."""
        if 0 <= x < ACROSS * 8 and 0 <= y < len(self.bits):
            self._at = (int(y), int(x))
            self.move_cursor(0, 0)

    def numbers(self) -> list[list[str]]:
        """Return the bits, a row for each byte."""
        rows = [[str(at), f"{value:02X}", f"{value:08b}"] for at, value in enumerate(self._bytes)]
        return [[tr("Byte"), tr("Hexadecimal"), tr("Bits")], *rows]

    def fit_ticks(self) -> None:
        """Name the bytes that begin rows, and the first bit of each byte."""
        if not len(self.bits):
            return
        (left, right), (low, high) = self.view.viewRange()
        across, down = self.fitting
        names = [str(at * ACROSS) for at in range(len(self.bits))]
        self.plot.getAxis("left").setTicks([ticks_within(names, low, high, down)])
        bits = [str(at) for at in range(ACROSS * 8)]
        self.plot.getAxis("bottom").setTicks([ticks_within(bits, left, right, min(across, ACROSS))])

    def paint(self) -> None:
        """Give the bits the colors of the theme."""
        colors = theme.current()
        color_plot(self.plot)
        ends = [QColor(colors.window).getRgb(), QColor(colors.accent).getRgb()]
        self._image.setColorMap(pg.ColorMap([0.0, 1.0], ends))
        self._frame.setPen(pg.mkPen(QColor(colors.text), width=2))
