"""Timelines: what went on in one night, and when the runs of a submission were, over hours in UTC."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from reportlab.lib.colors import Color
from reportlab.platypus import Flowable

from labharness.assessment.runs.subject import RunSpan, TimelineLane
from labharness.language.dates import day
from labharness.language.standings import standing_words
from labharness.reporting.charts.ink import (
    BLUE,
    ORANGE,
    PALE,
    SMALL,
    Scale,
    box,
    canvas,
    dot,
    extent,
    line,
    step_of,
    words,
)
from labharness.reporting.rows import Look, TableRows, Words
from labharness.reporting.typography import (
    FRAME_WIDTH,
    INK,
    OUTCOME_COLORS,
    QUIET,
    RULE,
    WHITE,
    markup,
    plain,
    style,
)

_NAME, _OUTCOME, _HIGH, _HEAD = 112.0, 108.0, 12.0, 20.0
_LOOK = Look(top=1.5, bottom=1.5)
_MINUTE = timedelta(minutes=1)
_STEPS = (
    *(timedelta(seconds=each) for each in (1, 2, 5, 10, 15, 30)),
    *(each * _MINUTE for each in (1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720)),
)
_MOST = 9
_LEAST_SPAN = timedelta(seconds=1)
_FILLS = {"session": PALE, "stage": BLUE, "waiting": ORANGE, "interruption": INK}
_DAY = timedelta(days=1)


def night(lanes: Sequence[TimelineLane], start: datetime, end: datetime) -> Flowable:
    """Draw what of some lanes lies between two moments, one line for each lane."""
    end = max(end, start + _LEAST_SPAN)
    shown = [lane for lane in lanes if _within(lane, start, end)]
    if not shown:
        return Words("Nothing was recorded in this time.", style("body"))
    wide = FRAME_WIDTH - _NAME - 6
    scale = _scale(start, end, wide)
    rows = [[[_name(lane.name)], [_lane(lane, scale, wide, start, end)]] for lane in shown]
    head = [[Words("UTC", style("head"))], [_axis(scale, wide, start, end)]]
    return TableRows([_NAME, FRAME_WIDTH - _NAME], head, rows, _LOOK)


def runs(spans: Sequence[RunSpan]) -> Flowable:
    """Draw several runs, one line for each, with their outcomes in words."""
    if not spans:
        return Words("No run was recorded.", style("body"))
    start = min(span.start for span in spans)
    end = max(start + _LEAST_SPAN, *(span.end for span in spans))
    wide = FRAME_WIDTH - _NAME - _OUTCOME - 12
    scale = _scale(start, end, wide)
    rows: list[list[list[Any]]] = []
    for span in sorted(spans, key=lambda each: (each.start, each.name)):
        color = INK if span.standing.verdict is None else OUTCOME_COLORS[span.standing.verdict.value]
        look = style("word", textColor=color, fontSize=7.4, leading=10)
        text = [Words(markup(standing_words(span.standing)), look)]
        text += [_name(span.remark)] if span.remark else []
        # The remark stands below the word; the bar stands beside the word.
        below = 10.0 if span.remark else 0.0
        drawing = canvas(_HIGH + below, wide)
        _grid(drawing, scale, start, end)
        left, right = scale.at(span.start.timestamp()), scale.at(span.end.timestamp())
        drawing.add(box(left, below + 2.5, max(1.6, right - left), _HIGH - 5, color))
        rows.append([[_name(span.name)], [drawing], text])
    head = [
        [Words("Run (UTC)", style("head"))],
        [_axis(scale, wide, start, end)],
        [Words("Outcome", style("head"))],
    ]
    return TableRows([_NAME, FRAME_WIDTH - _NAME - _OUTCOME, _OUTCOME], head, rows, _LOOK)


def _name(text: str) -> Flowable:
    return Words(markup(text), style("cell", fontSize=7.4, leading=10))


def _scale(start: datetime, end: datetime, wide: float) -> Scale:
    return Scale(start.timestamp(), end.timestamp(), 2.0, wide - 2.0)


def _within(lane: TimelineLane, start: datetime, end: datetime) -> bool:
    held = any(span.start <= end and span.end >= start for span in lane.spans)
    return held or any(start <= mark.at <= end for mark in lane.marks)


def _lane(lane: TimelineLane, scale: Scale, wide: float, start: datetime, end: datetime) -> Any:
    drawing = canvas(_HIGH, wide)
    _grid(drawing, scale, start, end)
    fill = _FILLS.get(lane.kind, INK)
    taken = -1.0
    for span in lane.spans:
        if span.start > end or span.end < start:
            continue
        left, right = scale.at(span.start.timestamp()), scale.at(span.end.timestamp())
        # What is too short to be seen is drawn as wide as can be seen, once for each such width.
        if right - taken < 0.8 and taken >= 0:
            continue
        drawing.add(box(left, 2, max(1.2, right - left), _HIGH - 4, fill))
        taken = max(right, left + 1.2)
        _label(drawing, span.name, left, right, WHITE if lane.kind == "stage" else INK)
    places = sorted(
        {round(scale.at(mark.at.timestamp()) * 2) / 2 for mark in lane.marks if start <= mark.at <= end}
    )
    for place in places:
        drawing.add(dot(place, _HIGH / 2, fill, 3.0))
    return drawing


def _label(drawing: Any, text: str, left: float, right: float, color: Color) -> None:
    text = plain(text)
    if text and extent(text, SMALL) < right - left - 4:
        drawing.add(words(text, (left + right) / 2, _HIGH / 2 - SMALL / 3, SMALL, "middle", color))


def _grid(drawing: Any, scale: Scale, start: datetime, end: datetime) -> None:
    for tick in _ticks(start, end):
        x = scale.at(tick.timestamp())
        drawing.add(line(x, -1.5, x, drawing.height + 1.5, RULE, 0.4))


def _axis(scale: Scale, wide: float, start: datetime, end: datetime) -> Any:
    """Draw the hours, and the date where it begins."""
    drawing = canvas(_HEAD, wide)
    ticks, days = _ticks(start, end), end - start > 4 * _DAY
    clock = "%H:%M" if all(tick.second == 0 for tick in ticks) else "%H:%M:%S"
    edge = -1e9
    for tick in ticks:
        text = f"{tick:%Y-%m-%d}" if days else f"{tick:{clock}}"
        edge = _set(drawing, text, scale.at(tick.timestamp()), 2, edge, wide)
    if not days:
        edge = -1e9
        for begun in [start, *_midnights(start, end)]:
            text, x = day(begun.date()), scale.at(begun.timestamp())
            edge = _set(drawing, text, x + extent(text, SMALL) / 2, 11, edge, wide, QUIET)
    return drawing


def _set(drawing: Any, text: str, x: float, y: float, edge: float, wide: float, color: Color = INK) -> float:
    """Set a label around a place where it has room, and return where the next may begin."""
    half = extent(text, SMALL) / 2
    middle = min(max(x, half), wide - half)
    if middle - half < edge:
        return edge
    drawing.add(words(text, middle, y, SMALL, "middle", color))
    return middle + half + 4


def _midnights(start: datetime, end: datetime) -> list[datetime]:
    first = datetime(start.year, start.month, start.day, tzinfo=UTC) + _DAY
    return [first + place * _DAY for place in range(max(0, (end - first) // _DAY + 1))]


def _ticks(start: datetime, end: datetime) -> list[datetime]:
    """Return round moments: seconds, minutes, hours or days apart."""
    midnight = datetime(start.year, start.month, start.day, tzinfo=UTC)
    reach = end - start
    if reach > 4 * _DAY:
        step = max(1, round(step_of(reach / _DAY, 6))) * _DAY
    else:
        step = next((each for each in _STEPS if reach / each <= _MOST), _STEPS[-1])
    first = midnight + -((midnight - start) // step) * step
    return [first + place * step for place in range((end - first) // step + 1) if first >= start]
