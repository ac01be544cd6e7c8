"""Run by run: what was decided, what the device complained of, and what was not as planned, on half a page each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from reportlab.platypus import Flowable

from labharness.reporting import kit

_ROOM = kit.FRAME_HEIGHT / 2 - 40
"""Half a page without the heading of the run."""
_LABEL = 84.0
_WIDTHS = (26, 56, 18)


def section(night: kit.Night, part: kit.SectionPlace) -> list[Flowable]:
    """Return half a page for each run; nothing where nothing ran."""
    flowables: list[Flowable] = []
    for run in night.runs:
        flowables += [*([kit.gap(12)] if flowables else []), kit.together(run.run, _run(night, run, part))]
    return flowables


def _run(night: kit.Night, night_run: kit.NightRun, part: kit.SectionPlace) -> list[Flowable]:
    subject, plan = night_run.subject, night_run.subject.frozen.plan
    wide = kit.FRAME_WIDTH - _LABEL - 6
    head = kit.facts(
        [
            ("Plan", kit.clipped(f"{plan.title} ({plan.id}, version {plan.version})", "cell", 2, wide)),
            ("Device", kit.clipped(subject.device_name, "cell", 2, wide)),
            ("Stages", kit.clipped(_stages(night_run), "cell", 3, wide)),
        ],
        label_width=_LABEL,
    )
    alarms = [
        f"{_times(each.times)}{each.text} ({_when(each.first, each.last)})" for each in night_run.alarms
    ]
    departures = _departures(night, night_run)
    below = [
        *_list("Alarms and errors of the device", alarms, part, _ROOM / 5),
        *_list("Deviations and interruptions", departures, part, _ROOM / 5),
    ]
    if not alarms and not departures:
        below = [_title("Alarms, errors, deviations and interruptions"), kit.paragraph(kit.NONE, "cell")]
    return [head, *_results(night_run, part, ([head], below)), *below]


def _stages(night_run: kit.NightRun) -> str:
    text = []
    for view in night_run.subject.summary.stages.values():
        if view.status != "waiting":
            of = f" {kit.number(view.done)} of {kit.number(view.units)}" if view.units else ""
            text.append(f"{view.name}{of} {kit.words(view.status)}")
    return "; ".join(text) or "no stage was begun"


def _results(
    night_run: kit.NightRun, part: kit.SectionPlace, around: tuple[list[Flowable], list[Flowable]]
) -> list[Flowable]:
    verdict = night_run.subject.summary.verdict
    title = _title("Results decided")
    if verdict is None:
        text = part.text("none" if night_run.state is kit.NightRunState.ENDED else "undecided")
        return [title, kit.paragraph(text, "cell")]
    planned = {each.id: each for each in night_run.subject.frozen.plan.checks}
    words_of = {each: kit.decision_word(planned.get(each.check_id), each) for each in verdict.decisions}
    order, titles = list(kit.Outcome)[::-1], night_run.subject.titles
    decisions = sorted(
        verdict.decisions, key=lambda each: (words_of[each] == kit.SHOWN_ONLY, order.index(each.outcome))
    )
    if not decisions:
        return [title, kit.paragraph(part.text("none"), "cell")]

    def clipped(text: str, place: int) -> Flowable:
        return kit.clipped(text, "cell", 2, kit.column(_WIDTHS, place))

    def draw(shown: Sequence[object], left: int) -> list[Flowable]:
        rows: kit.Rows = [
            [
                clipped(titles.get(each.check_id) or kit.words(each.check_id), 0),
                clipped(night_run.subject.say(each.reason), 1),
                words_of[each],
            ]
            for each in decisions[: len(shown)]
        ]
        flowables = [title, kit.table(("Check", "Decision", ""), rows, _WIDTHS)]
        if left:
            counts = Counter(
                kit.SHOWN_ONLY if words_of[each] == kit.SHOWN_ONLY else each.outcome.value
                for each in decisions[len(shown) :]
            )
            origin = ", ".join(
                f"{kit.number(counts[word])} {word}" for word in (*order, kit.SHOWN_ONLY) if counts[word]
            )
            text = f"{kit.more(left, '', part.text('elsewhere'))}: {origin}."
            flowables.append(kit.colored(text, kit.INK, "word"))
        return flowables

    return kit.fitting(decisions, _ROOM, draw, around)


def _departures(night: kit.Night, night_run: kit.NightRun) -> list[str]:
    """Return what was not as planned within the night, in order."""
    words = []
    for record in night_run.subject.log.kept:
        if kit.moment(record.utc) < night.since:
            continue
        match record.body:
            case kit.ResumedBody(planned=False, gap_s=gap):
                text = f"The run continued after an interruption of {kit.number(round(gap))} s."
            case kit.RejectedBody(stage=stage, reasons=why):
                text = f"A read of {stage} was rejected: {kit.recorded_words.worded(why)}"
            case kit.DeviationBody(reasons=reasons):
                text = kit.recorded_words.worded(reasons)
            case _:
                continue
        words.append(f"{kit.clock(record.utc)}: {text}")
    return words


def _list(title: str, texts: Sequence[str], part: kit.SectionPlace, room: float) -> list[Flowable]:
    if not texts:
        return [_title(title), kit.paragraph(kit.NONE, "cell")]

    def draw(shown: Sequence[str], left: int) -> list[Flowable]:
        flowables = [kit.clipped(f"– {text}", "cell", 2, leftIndent=10, spaceAfter=1.5) for text in shown]
        return [_title(title), *flowables, *kit.rest(left, "", part.text("elsewhere"))]

    return kit.fitting(texts, room, draw)


def _title(text: str) -> Flowable:
    return kit.clipped(text, "head", 1, spaceBefore=8, spaceAfter=3)


def _times(times: int) -> str:
    return f"{kit.number(times)} times: " if times > 1 else ""


def _when(first: str, last: str) -> str:
    return kit.clock(first) if first == last else f"{kit.clock(first)} to {kit.clock(last)}"
