"""The course of a run: what went on when, by its records' clock, in lanes that a timeline shows."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime, timedelta

from labharness.assessment.runs.subject import Subject
from labharness.evidence.history.course import Mark, Span
from labharness.language.catalog import term
from labharness.language.dates import moment
from labharness.language.text import words
from labharness.model.standing import Standing

NIGHT = timedelta(hours=8)
"""A pause of this length ends one stretch of work and begins another."""


@dataclass(frozen=True, slots=True)
class TimelineLane:
    """What belongs side by side in one line of a timeline.

    Parameters
    ----------
    kind
        ``session``, ``stage``, ``waiting``, ``interruption`` or ``event``.
    """

    name: str
    kind: str
    spans: tuple[Span, ...] = ()
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class RunSpan:
    """One run of several, from its first record to its last."""

    name: str
    start: datetime
    end: datetime
    standing: Standing
    remark: str = ""


def lanes(subject: Subject) -> tuple[TimelineLane, ...]:
    """Return sessions, stages, prompts waiting, pauses, interruptions and events of a run; no empty ones."""
    course = deepcopy(subject.history.course)  # a run that has not ended may go on
    for each in (course.sessions, course.stages, course.prompts, course.pauses):
        each.end_all(moment(subject.summary.updated))
    result = [
        TimelineLane("Sessions", "session", course.sessions.all()),
        *(
            TimelineLane(words(str(name)), "stage", tuple(spans))
            for name, spans in course.stages.spans.items()
        ),
        TimelineLane("Prompts waiting", "waiting", course.prompts.all()),
        TimelineLane("Paused", "waiting", course.pauses.all()),
        TimelineLane("Interrupted", "interruption", tuple(course.cuts)),
        *(TimelineLane(term(event), "event", marks=tuple(marks)) for event, marks in course.events.items()),
    ]
    return tuple(lane for lane in result if lane.spans or lane.marks)


def stretches(shown: Sequence[TimelineLane]) -> tuple[tuple[datetime, datetime], ...]:
    """Return stretches of work with no pause of :data:`NIGHT` or more within, first to last."""
    working = [span for lane in shown if lane.kind != "session" for span in lane.spans]
    busy = sorted([(span.start, span.end) for span in working if span.end - span.start < NIGHT])
    busy += [(mark.at, mark.at) for lane in shown for mark in lane.marks]
    long = [(span.start, span.end) for span in working if span.end - span.start >= NIGHT]
    pairs: list[tuple[datetime, datetime]] = []
    for start, end in sorted([*busy, *long]):
        if pairs and start - pairs[-1][1] < NIGHT:
            pairs[-1] = (pairs[-1][0], max(pairs[-1][1], end))
        else:
            pairs.append((start, end))
    return tuple(pairs)


def run_span(subject: Subject, remark: str, standing: Standing) -> RunSpan:
    """Return when a run was and what it came to, in one line of a timeline of runs."""
    start, end = moment(subject.summary.started), moment(subject.summary.updated)
    return RunSpan(subject.run, start, end, standing, remark)
