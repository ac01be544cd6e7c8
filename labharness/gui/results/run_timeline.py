"""What went on when: stages, prompts, pauses and interruptions as spans, events as marks, on one axis of local time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pyqtgraph as pg
from PySide6.QtGui import QColor

from labharness.evidence.history.course import RunCourse
from labharness.gui.kit import theme
from labharness.gui.kit.charts.chart_frame import ChartFrame, color_plot
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.words import tr
from labharness.language.catalog import term
from labharness.language.dates import brief, time_of_day
from labharness.language.numbers import duration
from labharness.language.template import plain

MOST = 4000
"""Spans and marks that are drawn."""
MOST_TICKS = 8
SHORT_S = 600.0
"""Seconds below which ticks are told from the beginning."""

Row = tuple[str, datetime, datetime, str]
"""Line, beginning, end, and what it was."""


class RunTimeline(ChartFrame):
    """Arrows go from one thing to the next, in the order of time."""

    def __init__(self) -> None:
        super().__init__(tr("Course of the run"))
        self._bars: Any = pg.BarGraphItem(x0=[0], x1=[0], y0=[0], height=0.1)
        self._cursor: Any = pg.InfiniteLine(0, angle=90)
        for item in (self._bars, self._cursor):
            self.plot.addItem(item)
        self.view.invertY(True)  # noqa: FBT003  pyqtgraph's call
        self.rows: list[Row] = []
        self._lines: list[str] = []
        self._start = datetime.now(UTC)
        self._at = 0

    def show_course(self, course: RunCourse) -> None:
        """Draw what went on."""
        self.rows = sorted(_rows(course), key=lambda row: row[1])[:MOST]
        self._lines = [line for line in _ORDER if any(row[0] == line for row in self.rows)]
        self.heading.setText(tr("What went on when") if self.rows else tr("Nothing went on."))
        self._at = 0
        self.show_axes(bool(self.rows))
        if self.rows:
            self._start = self.rows[0][1]
            self.paint()
            self.move_cursor(0, 0)

    def paint(self) -> None:
        """Draw every span in the color of its line."""
        color_plot(self.plot)
        if not self.rows:
            return
        tones = theme.current().tones
        inks = [QColor(tones[_TONES[row[0]]][0]) for row in self.rows]
        begins = [self._seconds(row[1]) for row in self.rows]
        end = max(self._seconds(row[2]) for row in self.rows)
        least = max(end, 1.0) / 400
        ends = [max(self._seconds(row[2]), at + least) for row, at in zip(self.rows, begins, strict=True)]
        places = [self._lines.index(row[0]) + 0.2 for row in self.rows]
        self._bars.setOpts(x0=begins, x1=ends, y0=places, height=0.6, brushes=inks, pen=pg.mkPen(None))
        self._cursor.setPen(pg.mkPen(QColor(theme.current().text), width=1))
        self.show_range((0.0, max(end, 1.0)), (0.0, float(len(self._lines))))
        self.fit_ticks()

    def fit_ticks(self) -> None:
        """Name the lines, and moments in local time."""
        if not self.rows:
            return
        (first, last), _ = self.view.viewRange()
        step = max((last - first) / MOST_TICKS, 1e-9)
        places = [first + step * (at + 0.5) for at in range(MOST_TICKS)]
        names = [(at, self._moment(at, short=last - first < SHORT_S)) for at in places]
        self.plot.getAxis("bottom").setTicks([names])
        self.plot.getAxis("left").setTicks([[(at + 0.5, name) for at, name in enumerate(self._lines)]])

    def move_cursor(self, down: int, right: int) -> None:
        """Read out what came before or after."""
        if not self.rows:
            self.readout.setText("")
            return
        self._at = min(max(self._at + down + right, 0), len(self.rows) - 1)
        line, begin, end, what = self.rows[self._at]
        self._cursor.setValue(self._seconds(begin))
        took = (end - begin).total_seconds()
        lasted = f", {duration(took)}" if took else ""
        self.tell(f"{line}: {plain(what, 120)}, {brief(begin.isoformat())}{lasted}.")

    def point_at(self, x: float, y: float) -> None:
        """Read out what lies beneath the pointer."""
        line = self._lines[int(y)] if 0 <= y < len(self._lines) else ""
        for at, row in enumerate(self.rows):
            if row[0] == line and self._seconds(row[1]) <= x <= self._seconds(row[2]):
                self._at = at
                self.move_cursor(0, 0)
                return

    def numbers(self) -> list[list[str]]:
        """Return every span and mark."""
        rows = [[line, begin.isoformat(), end.isoformat(), what] for line, begin, end, what in self.rows]
        return [[tr("Line"), tr("From (UTC)"), tr("To (UTC)"), tr("What")], *rows]

    def _moment(self, seconds: float, *, short: bool) -> str:
        """Name a moment: by the clock, or by the time since the beginning where minutes would be the same."""
        if short:
            return f"+{duration(seconds)}"
        return time_of_day((self._start + timedelta(seconds=seconds)).isoformat())

    def _seconds(self, moment: datetime) -> float:
        return (moment - self._start).total_seconds()


_ORDER = (tr("stages"), tr("questions"), tr("pauses"), tr("interruptions"), tr("events"))
STAGES, PROMPTS, PAUSES, CUTS, EVENTS = _ORDER
_TONES = {STAGES: Tone.BUSY, PROMPTS: Tone.ASKING, PAUSES: Tone.QUIET, CUTS: Tone.FAIL, EVENTS: Tone.UNSURE}


def _rows(course: RunCourse) -> Iterator[Row]:
    for line, spans in ((STAGES, course.stages), (PROMPTS, course.prompts), (PAUSES, course.pauses)):
        for key, each in spans.spans.items():
            for span in each:
                yield line, span.start, span.end, span.name or (str(key) if line == STAGES else line[:-1])
    for cut in course.cuts:
        yield CUTS, cut.start, cut.end, tr("interruption")
    for event, marks in course.events.items():
        for mark in marks:
            yield EVENTS, mark.at, mark.at, term(event)
