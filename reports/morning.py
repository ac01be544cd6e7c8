"""Morning report, first page: what happened in the night, what a person must do now, and one row for each run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from reportlab.lib.colors import Color
from reportlab.platypus import Flowable

from labharness.reporting import kit

_DUTIES, _RUNS = (5, 53, 42), (26, 22, 17, 18, 17)
_MOST_SAID = 2


def section(night: kit.Night, part: kit.SectionPlace) -> list[Flowable]:
    """Return the first page."""
    return [
        kit.paragraph(part.text("issuer"), "kicker"),
        kit.gap(4),
        *_warnings(night, part),
        kit.paragraph(part.report, "title"),
        kit.paragraph(kit.period(night.since.isoformat(), night.until.isoformat()), "lead"),
        *(kit.paragraph(kit.say(reason), "word") for reason in night.elsewhere),
        _news(night, part),
        *_duties(night, part),
        *_runs(night),
        kit.paragraph(part.text("basis"), "quiet"),
    ]


def _warnings(night: kit.Night, part: kit.SectionPlace) -> list[Flowable]:
    """Return panels as loud as those on the cover of a test report."""
    flowables: list[Flowable] = []
    for warning in night.warnings:
        simulated = warning.startswith("SIMULATED")
        bad = not simulated and not warning.startswith("REPLAY")
        text = [kit.colored(part.text("simulated"), kit.WHITE, "quiet")] if simulated else []
        flowables += kit.banner(warning, text, kit.RED if bad else kit.INK)
    return flowables


def _news(night: kit.Night, part: kit.SectionPlace) -> Flowable:
    def news(title: str, color: Color, text: str) -> Flowable:
        return kit.panel([kit.colored(title, color, "verdict"), kit.paragraph(text, "lead")], color)

    duties = night.duties
    if not night.runs and not duties:
        return news("EMPTY NIGHT", kit.INK, part.text("empty"))
    order = {verdict: place for place, verdict in enumerate((*kit.Outcome, None))}
    states = list(kit.NightRunState)
    runs = sorted(night.runs, key=lambda each: (order[each.standing.verdict], states.index(each.state)))
    items = [f"{kit.number(count)} {word}" for word, count in Counter(map(_standing, runs)).items()]
    items += [f"{kit.number(len(night.unreadable))} not readable"] if night.unreadable else []
    counted = f"{kit.amount(len(night.runs) + len(night.unreadable), 'run')}: {'; '.join(items)}."
    if not night.runs and not night.unreadable:
        counted = part.text("empty")
    if not duties:
        return news(part.text("nothing"), kit.GREEN, counted)
    color = kit.OUTCOME_COLORS["FAIL" if any(duty.need.bad for duty in duties) else "INCONCLUSIVE"]
    return news(kit.amount(len(duties), "open task"), color, counted)


def _standing(night_run: kit.NightRun) -> str:
    """Return the verdict of a run, or what it did at the end of the night; both with its qualifiers."""
    standing = night_run.standing
    if standing.verdict:
        return kit.standing_words(standing)
    return kit.qualified(night_run.state.value, standing.qualifiers)


def _duties(night: kit.Night, part: kit.SectionPlace) -> list[Flowable]:
    if not night.duties:
        return []
    rows: kit.Rows = [
        [
            str(place),
            list(_told(duty, part)),
            [kit.clipped(duty.run, "word", 2, kit.column(_DUTIES, 2)), _command(duty)],
        ]
        for place, duty in enumerate(night.duties, 1)
    ]
    head = ("", "Task, most urgent first", "Run and command")
    return [*kit.subheading("Tasks for a person"), kit.table(head, rows, _DUTIES)]


def _told(duty: kit.Duty, part: kit.SectionPlace) -> Iterator[Flowable]:
    color = kit.RED if duty.need.bad else kit.INK
    yield kit.colored(part.text(duty.need.value), color, "word")
    dated = duty.need in (kit.DutyKind.LEFT, kit.DutyKind.MISSED) and duty.said[0]
    words = [kit.day_and_time(duty.said[0])] if dated else duty.said
    for text in words[:_MOST_SAID]:
        yield kit.clipped(text, "cell", 2, kit.column(_DUTIES, 1))
    if (rest := len(words) - _MOST_SAID) > 0:
        yield kit.paragraph(kit.more(rest, "", part.text("elsewhere")), "cell")


def _command(duty: kit.Duty) -> Flowable:
    return kit.mono(duty.need.command.format(run=duty.run))


def _runs(night: kit.Night) -> list[Flowable]:
    if not night.runs:
        return []
    head = ("Run, plan", "Device", "Verdict", "Progress", "First and last record (UTC)")
    return [*kit.subheading("Runs of the night"), kit.table(head, [_row(run) for run in night.runs], _RUNS)]


def _row(night_run: kit.NightRun) -> list[kit.Cell]:
    subject = night_run.subject
    plan, identity, summary = subject.frozen.plan, subject.summary.identity, subject.summary
    serial = f"serial number {identity.serial}" if identity else "serial number not known"
    return [
        [
            _named(night_run.run, 0, "word"),
            _named(plan.title, 0),
            _named(f"computer {night_run.computer}", 0),
        ],
        [_named(subject.device_name, 1), _named(serial, 1)],
        _verdict(night_run),
        kit.stacked(*_progress(night_run)),
        kit.stacked(_minute(summary.started), _minute(summary.updated)),
    ]


def _named(text: str, place: int, kind: str = "cell") -> Flowable:
    return kit.clipped(text, kind, 4, kit.column(_RUNS, place))


def _verdict(night_run: kit.NightRun) -> list[Flowable]:
    """Return verdict and ending; what has not ended has neither."""
    ended = night_run.standing.verdict is not None
    below = kit.words(night_run.subject.ending.value) if ended else f"{night_run.state.value}; no verdict yet"
    return [kit.standing_word(night_run.standing), kit.paragraph(below, "cell")]


def _progress(night_run: kit.NightRun) -> Iterator[str]:
    """Yield units done of each sample, and stages done."""
    summary, plan = night_run.subject.summary, night_run.subject.frozen.plan
    for stage in plan.stages:
        if isinstance(stage, kit.Acquire):
            done = summary.units.get(stage.name, 0)
            of = kit.amount(stage.units, stage.observes.value.removesuffix("s"))
            yield f"{kit.number(done)} of {of} ({_percent(done, stage.units)})"
    finished = sum(stage.status not in ("waiting", "running", "stopped") for stage in summary.stages.values())
    yield f"stages: {kit.number(finished)} of {kit.number(len(plan.stages))}"


def _minute(utc: str) -> str:
    return f"{kit.moment(utc):%Y-%m-%d %H:%M}"


def _percent(done: int, units: int) -> str:
    """Write a share in tenths of a percent, rounded down: what is not complete is never 100%."""
    tenths = done * 1000 // units
    return f"{tenths / 10:g}%"
