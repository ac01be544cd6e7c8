"""Run summary: what one run found, on exactly one page whatever the run holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reportlab.platypus import Flowable

from labharness.assessment import statements
from labharness.assessment.clauses.obligations import NOT_TESTED
from labharness.assessment.runs.subject import Subject
from labharness.language.catalog import say
from labharness.language.dates import clock, day_and_time
from labharness.language.numbers import amount, number, p_value
from labharness.language.text import words
from labharness.model.reasons.decision import Held
from labharness.model.results import MONITORING, CheckResult, Decision, Ending, Outcome, stage_decision
from labharness.reporting.banners import REPLAYED, SIMULATED, UNVERIFIED, signs_in_words
from labharness.reporting.blocks import (
    Cell,
    colored,
    digest,
    facts,
    gap,
    outcome_word,
    panel,
    paragraph,
    standing_word,
    subheading,
    table,
)
from labharness.reporting.ending import ended
from labharness.reporting.fitting import clipped, column, enumerated, fitting, high, more
from labharness.reporting.rows import Look, TableRows
from labharness.reporting.said import monitoring_in_words, planned_sample, tester
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import FRAME_HEIGHT, FRAME_WIDTH, INK, OUTCOME_COLORS, WHITE

_LINES = (6, 4, 3, 2, 1)
"""Lines that one text may take: fewer, until everything stands on the page."""
_MANY = 40
"""More rows than fit any page."""
_WIDTHS = (43, 24, 17, 16)
_LABEL, _VALUE = 62.0, FRAME_WIDTH / 2 - 62.0
_ORDER = (Outcome.FAIL.value, NOT_TESTED, Outcome.INCONCLUSIVE.value, Outcome.PASS.value)


@dataclass(frozen=True, slots=True)
class _Required:
    """One thing that the plan requires, and what came of it."""

    name: str
    sample: str
    shown: str
    came: str


def section(subject: Subject, part: SectionPlace) -> list[Flowable]:
    """Return the page: with everything where that fits, or else with what fits and how much is left."""
    required = _required(subject)
    bottom = _bottom(part)

    def checks(shown: Sequence[_Required], left: int) -> list[Flowable]:
        return _checks(shown, required[len(required) - left :], part, min(lines, 2))

    if len(required) <= _MANY:
        for lines in _LINES[:-1]:
            page = [
                *_top(subject, part, lines),
                *_reasons(subject, part, lines, FRAME_HEIGHT),
                *checks(required, 0),
                *bottom,
            ]
            if high(page) <= FRAME_HEIGHT:
                return page
    for lines in _LINES:
        top = _top(subject, part, lines)
        room = FRAME_HEIGHT - high([*top, *bottom])
        above = [*top, *_reasons(subject, part, lines, room / 2)]
        least = checks(required[:1], len(required[1:]))
        if high([*above, *least, *bottom]) <= FRAME_HEIGHT:
            break
    return [*above, *fitting(required, FRAME_HEIGHT, checks, (above, bottom)), *bottom]


def _top(subject: Subject, part: SectionPlace, lines: int) -> list[Flowable]:
    return [
        clipped(part.text("issuer"), "kicker", 1),
        clipped(part.text("authority"), "quiet", 1),
        *_warnings(subject, part, lines),
        clipped(f"{part.report}: {subject.device_name}", "h1", min(lines, 2), spaceBefore=2),
        _verdict(subject, part, lines),
        _particulars(subject, lines),
        _record(subject),
    ]


def _bottom(part: SectionPlace) -> list[Flowable]:
    texts = (part.text("role"), part.text("scope"))
    return [gap(2), *(clipped(text, "quiet", 3, fontSize=7.6, leading=10, spaceAfter=3) for text in texts)]


def _warnings(subject: Subject, part: SectionPlace, lines: int) -> list[Flowable]:
    """Return panels as loud as those of the test report's cover; one for all where room is short."""
    found: list[list[Flowable]] = []
    inside = FRAME_WIDTH - 30
    if faults := subject.verification.problems:
        shown = min(len(faults), lines, 3)
        told = [clipped(say(fault), "cell", lines, inside, textColor=WHITE) for fault in faults[:shown]]
        if rest := len(faults) - shown:
            told.append(colored(more(rest, "fault", part.text("elsewhere")), WHITE, "word"))
        found.append([paragraph(UNVERIFIED, "banner"), *told])
    if subject.replayed:
        found.append([paragraph(REPLAYED, "banner")])
    if subject.simulated:
        said = f"{part.text('simulated')} {signs_in_words(subject.summary.simulation)}"
        told = [clipped(said, "cell", lines, inside, textColor=WHITE)]
        found.append([paragraph(SIMULATED, "banner"), *told])
    if lines == 1:
        found = [[line for told in found for line in told]] if found else []
    colors = [INK if subject.verification.clean else OUTCOME_COLORS["FAIL"], INK, INK]
    return [panel(told, color, filled=True) for told, color in zip(found, colors, strict=False)]


def _verdict(subject: Subject, part: SectionPlace, lines: int) -> Flowable:
    color, inside = OUTCOME_COLORS[subject.outcome.value], FRAME_WIDTH - 30
    told = [
        paragraph("VERDICT", "kicker"),
        standing_word(subject.concluded, "verdict"),
        clipped(say(statements.verdict_statement(subject)), "lead", lines, inside, spaceAfter=2),
    ]
    told += _meaning(subject, part, lines, inside)
    reserved = [*statements.plan_reservations(subject)]
    if left := statements.untested(subject):
        reserved.insert(0, left)
    loud, sentences = {"textColor": OUTCOME_COLORS["FAIL"]}, list(map(say, reserved))
    if lines == 1 and sentences:
        told.append(enumerated("", sentences, "word", lines, inside, **loud))
    else:
        told += [clipped(one, "word", lines, inside, **loud) for one in sentences]
    if subject.frozen.plan.monitoring:
        told.append(clipped(f"Monitoring: {monitoring_in_words(subject.frozen.plan)}", "cell", lines, inside))
    if subject.ending is not Ending.COMPLETE:
        told.append(clipped(f"Ending: {ended(subject)}", "word", lines, inside, textColor=color))
    return panel(told, color)


def _meaning(subject: Subject, part: SectionPlace, lines: int, inside: float) -> list[Flowable]:
    """Say what a pass means, whole; where room is short, its bounds are counted."""
    meaning = statements.meaning_of_pass(subject)
    bounds = sum(map(statements.is_bound, meaning))
    if lines == _LINES[0] or not bounds:
        return [clipped(say(one), "cell", lines, inside) for one in meaning]
    words = " ".join(say(one) for one in meaning if not statements.is_bound(one))
    counted = f"{amount(bounds, 'bound')} on gains, {part.text('elsewhere')}"
    return [clipped(words, "cell", _LINES[0], inside), colored(counted, INK, "word")]


def _particulars(subject: Subject, lines: int) -> Flowable:
    summary, plan, identity = subject.summary, subject.frozen.plan, subject.summary.identity
    serial = identity.serial if identity else "not known"
    hardware = f", hardware {identity.hardware}" if identity and identity.hardware else ""
    gaps, deviations = len(summary.gaps), len(summary.deviations)
    departed = f"{amount(deviations, 'deviation')}, {amount(gaps, 'interruption')}"
    pairs = [
        ("Device", f"{subject.device_name}, serial number {serial}{hardware}"),
        ("Plan", f"{plan.title} ({plan.id}, version {plan.version})"),
        ("Software", _software(subject)),
        ("Sample", _sample(subject)),
        ("Tested", f"{clock(summary.started)} to {clock(summary.updated)} UTC"),
        ("Departures", departed),
        ("Tested by", tester(subject.start)),
        ("Own reads", _reads(subject)),
    ]
    cells = []
    for label, value in pairs:
        loud = label == "Departures" and (gaps or deviations)
        look = {"textColor": OUTCOME_COLORS["FAIL"]} if loud else {}
        most = max(lines, 2) if label == "Tested" else lines
        told = clipped(value, "word" if loud else "cell", most, _VALUE - 12, **look)
        cells.append([[paragraph(label, "label")], [told]])
    both = [[*left, *right] for left, right in zip(cells[::2], cells[1::2], strict=True)]
    return TableRows([_LABEL, _VALUE] * 2, (), both, Look(top=2, bottom=2.5))


def _record(subject: Subject) -> Flowable:
    dated = f"{subject.run}, last record of {day_and_time(subject.summary.updated)}"
    wide = FRAME_WIDTH - 96 - 6
    return facts(
        [
            ("Ended", clipped(ended(subject), "cell", 2, wide)),
            ("Run", clipped(dated, "cell", 2, wide)),
            ("Run head (SHA-256)", digest(subject.head)),
        ],
        label_width=96,
    )


def _reads(subject: Subject) -> str:
    made, agreed = subject.summary.reads_made, subject.summary.reads_agreed
    if not made:
        return "none is on record"
    return f"{number(agreed)} of {amount(made, 'independent read')} agree with the device"


def _software(subject: Subject) -> str:
    named = dict.fromkeys(f"{one.name} {one.version}" for read in subject.summary.software for one in read)
    return "; ".join(named) or "the device did not name its software"


def _sample(subject: Subject) -> str:
    """Say what was planned and what is on record."""
    return "; ".join(f"{each} recorded" for each in planned_sample(subject)) or "the plan acquires none"


def _reasons(subject: Subject, part: SectionPlace, lines: int, room: float) -> list[Flowable]:
    reasons = subject.words(subject.reasons)
    if not reasons:
        return []
    title = "Why this is a failure" if subject.outcome is Outcome.FAIL else "Why this does not pass"

    def draw(shown: Sequence[str], left: int) -> list[Flowable]:
        look = {"leftIndent": 10, "spaceAfter": 2}
        told = [clipped(f"– {reason}", "cell", lines, **look) for reason in shown]
        told += [colored(more(left, "reason", part.text("elsewhere")), INK, "word")] if left else []
        return [*subheading(title), *told]

    return fitting(reasons, room, draw)


def _checks(
    shown: Sequence[_Required], left: Sequence[_Required], part: SectionPlace, lines: int
) -> list[Flowable]:
    if not shown:
        return [
            *subheading("What the plan requires"),
            paragraph("The plan requires neither checks nor trials."),
        ]
    rows: list[list[Cell]] = [
        [
            clipped(one.name, "cell", lines, column(_WIDTHS, 0)),
            clipped(one.sample, "cell", lines, column(_WIDTHS, 1)),
            clipped(one.shown, "cell", lines, column(_WIDTHS, 2)),
            _word(one.came),
        ]
        for one in shown
    ]
    found = [
        *subheading("Required by the plan, worst result first"),
        table(("Check, procedure or inspection", "Sample read", "Found", "Decision"), rows, _WIDTHS, "l"),
    ]
    if left:
        counts = Counter(one.came for one in left)
        came = ", ".join(f"{number(counts[word])} {word}" for word in _ORDER if counts[word])
        bad = counts[Outcome.FAIL.value] + counts[NOT_TESTED]
        told = f"{more(len(left), '', part.text('elsewhere'))}: {came}."
        found.append(colored(told, OUTCOME_COLORS["FAIL"] if bad else INK, "word"))
    return found


def _word(came: str) -> Flowable:
    return colored(came, OUTCOME_COLORS["FAIL"], "word") if came == NOT_TESTED else outcome_word(came)


def _required(subject: Subject) -> list[_Required]:
    """Return what the plan requires, the worst first."""
    return sorted(_listed(subject), key=lambda one: _ORDER.index(one.came))


def _listed(subject: Subject) -> Iterator[_Required]:
    summary, plan = subject.summary, subject.frozen.plan
    decisions = {one.check_id: one for one in summary.verdict.decisions} if summary.verdict else {}
    sound = subject.verification.clean

    def came(name: str) -> str:
        one = decisions.pop(name, None)
        if one is None:
            return NOT_TESTED
        return one.outcome.value if sound or one.outcome is not Outcome.PASS else Outcome.INCONCLUSIVE.value

    for check in plan.checks:
        decision, result = decisions.get(check.id), summary.results.get(check.id)
        if check.role != "required":
            decisions.pop(check.id, None)
            continue
        unit = subject.about(check).unit
        sample = f"{number(result.units)} ({unit})" if result else "–"
        name = f"{subject.about(check).title} ({check.id})"
        yield _Required(name, sample, _shown(result, decision), came(check.id))
    for stage in plan.trials:
        if getattr(stage, "role", "required") != "required":
            continue
        view = summary.stages.get(stage.name)
        done = f"{number(view.done)} of {number(view.units)}" if view and view.units else "–"
        status = view.status if view else "not begun"
        yield _Required(
            f"{words(stage.kind)}: {stage.name}", done, words(status), came(stage_decision(stage.name))
        )
    for name, one in list(decisions.items()):
        if one.family == MONITORING and one.outcome is Outcome.PASS:
            continue  # that nothing was reached early is no result that the plan requires
        if one.reason.is_a(Held.MONITOR_CROSSED):
            units, value = one.reason["units"], f"e-value 10^{float(str(one.reason['exponent'])):.1f}"
            yield _Required(f"Monitoring of {one.reason['stage']}", f"{units} units", value, came(name))
            continue
        yield _Required(words(name), "–", "–", came(name))


def _shown(result: CheckResult | None, decision: Decision | None) -> str:
    if result is None:
        return "no result"
    if result.not_applicable:
        return "not applicable"
    if result.violations is not None:
        return amount(result.violations, "violation")
    return p_value(decision.p) if decision and decision.p is not None else "–"
