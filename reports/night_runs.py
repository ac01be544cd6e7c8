"""Run by run: what was decided, what the device complained of, and what was not as planned, on half a page each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from reportlab.platypus import Flowable

from labharness.evidence.records.course import DeviationBody, ResumedBody
from labharness.evidence.records.sample import RejectedBody
from labharness.language.dates import clock, moment
from labharness.language.numbers import number
from labharness.language.recorded import worded
from labharness.language.text import words
from labharness.model.results import Outcome
from labharness.reporting.blocks import (
    NONE,
    Cell,
    colored,
    facts,
    gap,
    paragraph,
    table,
    together,
)
from labharness.reporting.fitting import clipped, column, fitting, more
from labharness.reporting.night import Night, NightRun, NightRunState
from labharness.reporting.said import SHOWN_ONLY, decision_word
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import FRAME_HEIGHT, FRAME_WIDTH, INK

_ROOM = FRAME_HEIGHT / 2 - 40
"""Half a page without the heading of the run."""
_LABEL = 84.0
_WIDTHS = (26, 56, 18)


def section(night: Night, part: SectionPlace) -> list[Flowable]:
    """Return half a page for each run; nothing where nothing ran."""
    found: list[Flowable] = []
    for one in night.runs:
        found += [*([gap(12)] if found else []), together(one.run, _run(night, one, part))]
    return found


def _run(night: Night, one: NightRun, part: SectionPlace) -> list[Flowable]:
    subject, plan = one.subject, one.subject.frozen.plan
    wide = FRAME_WIDTH - _LABEL - 6
    head = facts(
        [
            ("Plan", clipped(f"{plan.title} ({plan.id}, version {plan.version})", "cell", 2, wide)),
            ("Device", clipped(subject.device_name, "cell", 2, wide)),
            ("Stages", clipped(_stages(one), "cell", 3, wide)),
        ],
        label_width=_LABEL,
    )
    alarms = [f"{_times(each.times)}{each.text} ({_when(each.first, each.last)})" for each in one.alarms]
    departures = _departures(night, one)
    below = [
        *_list("Alarms and errors of the device", alarms, part, _ROOM / 5),
        *_list("Deviations and interruptions", departures, part, _ROOM / 5),
    ]
    if not alarms and not departures:
        below = [_title("Alarms, errors, deviations and interruptions"), paragraph(NONE, "cell")]
    return [head, *_results(one, part, ([head], below)), *below]


def _stages(one: NightRun) -> str:
    told = []
    for view in one.subject.summary.stages.values():
        if view.status != "waiting":
            of = f" {number(view.done)} of {number(view.units)}" if view.units else ""
            told.append(f"{view.name}{of} {words(view.status)}")
    return "; ".join(told) or "no stage was begun"


def _results(
    one: NightRun, part: SectionPlace, around: tuple[list[Flowable], list[Flowable]]
) -> list[Flowable]:
    verdict = one.subject.summary.verdict
    title = _title("Results decided")
    if verdict is None:
        return [
            title,
            paragraph(part.text("none" if one.state is NightRunState.ENDED else "undecided"), "cell"),
        ]
    planned = {each.id: each for each in one.subject.frozen.plan.checks}
    words_of = {each: decision_word(planned.get(each.check_id), each) for each in verdict.decisions}
    order, titles = list(Outcome)[::-1], one.subject.titles
    decisions = sorted(
        verdict.decisions, key=lambda each: (words_of[each] == SHOWN_ONLY, order.index(each.outcome))
    )
    if not decisions:
        return [title, paragraph(part.text("none"), "cell")]

    def draw(shown: Sequence[object], left: int) -> list[Flowable]:
        rows: list[list[Cell]] = [
            [
                clipped(titles.get(each.check_id) or words(each.check_id), "cell", 2, column(_WIDTHS, 0)),
                clipped(one.subject.say(each.reason), "cell", 2, column(_WIDTHS, 1)),
                words_of[each],
            ]
            for each in decisions[: len(shown)]
        ]
        found = [title, table(("Check", "Decision", ""), rows, _WIDTHS)]
        if left:
            counts = Counter(
                SHOWN_ONLY if words_of[each] == SHOWN_ONLY else each.outcome.value
                for each in decisions[len(shown) :]
            )
            came = ", ".join(
                f"{number(counts[word])} {word}" for word in (*order, SHOWN_ONLY) if counts[word]
            )
            found.append(colored(f"{more(left, '', part.text('elsewhere'))}: {came}.", INK, "word"))
        return found

    return fitting(decisions, _ROOM, draw, around)


def _departures(night: Night, one: NightRun) -> list[str]:
    """Return what was not as planned within the night, in order."""
    told = []
    for record in one.subject.log.kept:
        if moment(record.utc) < night.since:
            continue
        match record.body:
            case ResumedBody(planned=False, gap_s=gap):
                text = f"The run continued after an interruption of {number(round(gap))} s."
            case RejectedBody(stage=stage, reasons=why):
                text = f"A read of {stage} was rejected: {worded(why)}"
            case DeviationBody(reasons=reasons):
                text = worded(reasons)
            case _:
                continue
        told.append(f"{clock(record.utc)}: {text}")
    return told


def _list(title: str, texts: Sequence[str], part: SectionPlace, room: float) -> list[Flowable]:
    if not texts:
        return [_title(title), paragraph(NONE, "cell")]

    def draw(shown: Sequence[str], left: int) -> list[Flowable]:
        told = [clipped(f"– {text}", "cell", 2, leftIndent=10, spaceAfter=1.5) for text in shown]
        told += [colored(more(left, "", part.text("elsewhere")), INK, "word")] if left else []
        return [_title(title), *told]

    return fitting(texts, room, draw)


def _title(text: str) -> Flowable:
    return clipped(text, "head", 1, spaceBefore=8, spaceAfter=3)


def _times(times: int) -> str:
    return f"{number(times)} times: " if times > 1 else ""


def _when(first: str, last: str) -> str:
    return clock(first) if first == last else f"{clock(first)} to {clock(last)}"
