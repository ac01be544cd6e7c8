"""Every p-value of a verdict as a rung: on a logarithmic scale, with the limit below which it fails."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from typing import Any

import pyqtgraph as pg
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from labharness.app.run_results.check_facts import CheckFacts
from labharness.gui.kit import theme
from labharness.gui.kit.charts.chart_frame import ChartFrame
from labharness.gui.kit.charts.plotting import color_plot, ticks_within
from labharness.gui.kit.run_standing import TONES
from labharness.gui.kit.words import tr
from labharness.language.delimited import bare
from labharness.language.numbers import number
from labharness.language.text import plain

LEAST = -12.0
"""Decimal logarithm of the smallest p-value that has a place of its own."""
_CUT = 26


class PLadder(ChartFrame):
    """Checks that count have no rung; one that was not tested has an empty one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("p-values of all checks"), parent)
        self._points: Any = pg.ScatterPlotItem(size=11)
        self._limits: Any = pg.ScatterPlotItem(symbol="s", size=3)
        self._ticks: Any = pg.PlotCurveItem(connect="pairs")
        self._cursor: Any = pg.PlotCurveItem()
        for item in (self._ticks, self._limits, self._points, self._cursor):
            self.plot.addItem(item)
        self.view.invertY(True)  # noqa: FBT003  pyqtgraph's call
        self.rungs: list[CheckFacts] = []
        self._at = 0
        self.paint()

    def show_checks(self, checks: Sequence[CheckFacts]) -> None:
        """Draw the decisions of a verdict that have, or would have, a p-value."""
        self.rungs = [
            check
            for check in checks
            if check.p_value is not None or (check.outcome is None and check.result is not None)
        ]
        count = tr("{rungs:,} {rungs:check|checks}", rungs=len(self.rungs))
        self.heading.setText(
            tr("p-values of {count}, and the limit below which each fails", count=count)
            if self.rungs
            else tr("No check has a p-value.")
        )
        self._at = 0
        self.show_axes(bool(self.rungs))
        self._draw()
        self.move_cursor(0, 0)

    def _draw(self) -> None:
        colors = theme.current()
        spots = []
        limits: list[tuple[float, float]] = []
        for at, check in enumerate(self.rungs):
            if check.p_value is None or check.outcome is None:
                ink = colors.muted
                spots.append(
                    {"pos": (0.0, at + 0.5), "brush": None, "pen": pg.mkPen(ink, width=2), "symbol": "s"}
                )
            else:
                ink = colors.tones[TONES[check.outcome]][0]
                spots.append(
                    {
                        "pos": (_place(check.p_value), at + 0.5),
                        "brush": QColor(ink),
                        "pen": pg.mkPen(None),
                        "symbol": "o",
                    }
                )
            if check.threshold:
                limits.append((_place(check.threshold), at + 0.5))
        self._points.setData(spots)
        self._ticks.setData(
            [x for x, _ in limits for _ in range(2)], [y + d for _, y in limits for d in (-0.4, 0.4)]
        )
        low = min([-3.0, *(_place(check.p_value) for check in self.rungs if check.p_value is not None)])
        low = min(low, *(x for x, _ in limits)) if limits else low
        self.show_range((low - 0.4, 0.4), (0.0, max(1.0, float(len(self.rungs)))))
        self.fit_ticks()
        self.plot.setLabel("bottom", tr("p, adjusted (logarithmic)"))

    def fit_ticks(self) -> None:
        """Name the rungs, and the powers of ten."""
        _, (low, high) = self.view.viewRange()
        titles = tuple(_short(check.title) for check in self.rungs)
        self.plot.getAxis("left").setTicks([ticks_within(titles, low, high, self.fitting[1])])
        powers = [(float(at), number(10.0**at)) for at in range(int(LEAST), 1)]
        self.plot.getAxis("bottom").setTicks([powers])

    def move_cursor(self, down: int, right: int) -> None:
        """Read out the rung above or below."""
        if not self.rungs:
            self.readout.setText("")
            return
        self._at = min(max(self._at + down + right, 0), len(self.rungs) - 1)
        check = self.rungs[self._at]
        (left, last), _ = self.view.viewRange()
        self._cursor.setData(
            [left, last, last, left, left], [self._at + d for d in (0.05, 0.05, 0.95, 0.95, 0.05)]
        )
        if check.p_value is None or check.outcome is None:
            self.tell(tr("{title}: NOT TESTED.", title=plain(check.title, 120)))
        else:
            fails = ", " + tr("fails below {level}", level=check.level) if check.level else ""
            self.tell(
                tr(
                    "{title}: {outcome}, p {p}{fails} ({family}).",
                    title=plain(check.title, 120),
                    outcome=check.outcome.value,
                    p=check.p,
                    fails=fails,
                    family=check.family,
                )
            )

    def point_at(self, x: float, y: float) -> None:  # noqa: ARG002  a rung is as long as the plot
        """Read out the rung beneath the pointer."""
        if self.rungs:
            self._at = min(max(int(y), 0), len(self.rungs) - 1)
            self.move_cursor(0, 0)

    def numbers(self) -> list[list[str]]:
        """Return every rung."""
        rows = [
            [
                each.title,
                each.family,
                tr("not tested") if each.p_value is None else bare(each.p_value),
                each.level,
            ]
            for each in self.rungs
        ]
        return [[tr("Check"), tr("Family"), tr("p, adjusted"), tr("Fails below")], *rows]

    def paint(self) -> None:
        """Give what is drawn the colors of the theme."""
        colors = theme.current()
        color_plot(self.plot)
        self._ticks.setPen(pg.mkPen(QColor(colors.text), width=2))
        self._cursor.setPen(pg.mkPen(QColor(colors.accent), width=1))
        if self.rungs:
            self._draw()


def _place(p: float) -> float:
    return max(LEAST, log10(p)) if p > 0 else LEAST


def _short(title: str) -> str:
    return title if len(title) <= _CUT else f"{title[: _CUT - 1]}…"
