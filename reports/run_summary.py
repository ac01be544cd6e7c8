"""Run summary: what one run found, on exactly one page whatever the run holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reportlab.platypus import Flowable

from labharness.reporting import kit

_LINES = (6, 4, 3, 2, 1)
"""Lines that one text may take: fewer, until everything stands on the page."""
_MANY = 40
"""More rows than fit any page."""
_WIDTHS = (43, 24, 17, 16)
_LABEL, _VALUE = 62.0, kit.FRAME_WIDTH / 2 - 62.0
_ORDER = (
    kit.Outcome.FAIL.value,
    kit.obligations.NOT_TESTED,
    kit.Outcome.INCONCLUSIVE.value,
    kit.Outcome.PASS.value,
)


@dataclass(frozen=True, slots=True)
class _Required:
    """One thing that the plan requires, and what came of it."""

    name: str
    sample: str
    shown: str
    came: str


def section(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    """Return the page: with everything where that fits, or else with what fits and how much is left."""
    required = _required(subject)
    texts = (part.text("role"), part.text("scope"))
    bottom = [
        kit.gap(2),
        *(kit.clipped(text, "quiet", 3, fontSize=7.6, leading=10, spaceAfter=3) for text in texts),
    ]

    def checks(shown: Sequence[_Required], left: int) -> list[Flowable]:
        return _checks(shown, required[len(required) - left :], part, min(lines, 2))

    if len(required) <= _MANY:
        for lines in _LINES[:-1]:
            page = [
                *_top(subject, part, lines),
                *_reasons(subject, part, lines, kit.FRAME_HEIGHT),
                *checks(required, 0),
                *bottom,
            ]
            if kit.high(page) <= kit.FRAME_HEIGHT:
                return page
    for lines in _LINES:
        top = _top(subject, part, lines)
        room = kit.FRAME_HEIGHT - kit.high([*top, *bottom])
        above = [*top, *_reasons(subject, part, lines, room / 2)]
        least = checks(required[:1], len(required[1:]))
        if kit.high([*above, *least, *bottom]) <= kit.FRAME_HEIGHT:
            break
    return [*above, *kit.fitting(required, kit.FRAME_HEIGHT, checks, (above, bottom)), *bottom]


def _top(subject: kit.Subject, part: kit.SectionPlace, lines: int) -> list[Flowable]:
    return [
        kit.clipped(part.text("issuer"), "kicker", 1),
        kit.clipped(part.text("authority"), "quiet", 1),
        *_warnings(subject, part, lines),
        kit.clipped(f"{part.report}: {subject.device_name}", "h1", min(lines, 2), spaceBefore=2),
        _verdict(subject, part, lines),
        _particulars(subject, lines),
        _record(subject),
    ]


def _warnings(subject: kit.Subject, part: kit.SectionPlace, lines: int) -> list[Flowable]:
    """Return panels as loud as those of the test report's cover; one for all where room is short."""
    result: list[list[Flowable]] = []
    inside = kit.FRAME_WIDTH - 30
    if faults := subject.verification.problems:
        shown = min(len(faults), lines, 3)
        white = {"textColor": kit.WHITE}
        flowables = [kit.clipped(kit.say(fault), "cell", lines, inside, **white) for fault in faults[:shown]]
        if rest := len(faults) - shown:
            flowables.append(kit.colored(kit.more(rest, "fault", part.text("elsewhere")), kit.WHITE, "word"))
        result.append([kit.paragraph(kit.UNVERIFIED, "banner"), *flowables])
    if subject.replayed:
        result.append([kit.paragraph(kit.REPLAYED, "banner")])
    if subject.simulated:
        text = f"{part.text('simulated')} {kit.signs_in_words(subject.summary.simulation)}"
        flowables = [kit.clipped(text, "cell", lines, inside, textColor=kit.WHITE)]
        result.append([kit.paragraph(kit.SIMULATED, "banner"), *flowables])
    if lines == 1:
        result = [[line for each in result for line in each]] if result else []
    colors = [kit.INK if subject.verification.clean else kit.RED, kit.INK, kit.INK]
    return [kit.panel(each, color, filled=True) for each, color in zip(result, colors, strict=False)]


def _verdict(subject: kit.Subject, part: kit.SectionPlace, lines: int) -> Flowable:
    color, inside = kit.OUTCOME_COLORS[subject.outcome.value], kit.FRAME_WIDTH - 30
    text = [
        kit.paragraph("VERDICT", "kicker"),
        kit.standing_word(subject.concluded, "verdict"),
        kit.clipped(kit.say(kit.statements.verdict_statement(subject)), "lead", lines, inside, spaceAfter=2),
    ]
    text += _meaning(subject, part, lines, inside)
    reserved = [*kit.statements.plan_reservations(subject)]
    if left := kit.statements.untested(subject):
        reserved.insert(0, left)
    loud, sentences = {"textColor": kit.RED}, list(map(kit.say, reserved))
    if lines == 1 and sentences:
        text.append(kit.enumerated("", sentences, "word", lines, inside, **loud))
    else:
        text += [kit.clipped(sentence, "word", lines, inside, **loud) for sentence in sentences]
    if subject.frozen.plan.monitoring:
        monitored = kit.monitoring_in_words(subject.frozen.plan)
        text.append(kit.clipped(f"Monitoring: {monitored}", "cell", lines, inside))
    if subject.ending is not kit.Ending.COMPLETE:
        ending = f"Ending: {kit.ending.ended(subject)}"
        text.append(kit.clipped(ending, "word", lines, inside, textColor=color))
    return kit.panel(text, color)


def _meaning(subject: kit.Subject, part: kit.SectionPlace, lines: int, inside: float) -> list[Flowable]:
    """Say what a pass means, whole; where room is short, its bounds are counted."""
    meaning = kit.statements.meaning_of_pass(subject)
    bounds = sum(map(kit.statements.is_bound, meaning))
    if lines == _LINES[0] or not bounds:
        return [kit.clipped(kit.say(each), "cell", lines, inside) for each in meaning]
    words = " ".join(kit.say(each) for each in meaning if not kit.statements.is_bound(each))
    counted = f"{kit.amount(bounds, 'bound')} on gains, {part.text('elsewhere')}"
    return [kit.clipped(words, "cell", _LINES[0], inside), kit.colored(counted, kit.INK, "word")]


def _particulars(subject: kit.Subject, lines: int) -> Flowable:
    summary, plan, identity = subject.summary, subject.frozen.plan, subject.summary.identity
    serial = identity.serial if identity else "not known"
    hardware = f", hardware {identity.hardware}" if identity and identity.hardware else ""
    gaps, deviations = len(summary.gaps), len(summary.deviations)
    departed = f"{kit.amount(deviations, 'deviation')}, {kit.amount(gaps, 'interruption')}"
    pairs = [
        ("Device", f"{subject.device_name}, serial number {serial}{hardware}"),
        ("Plan", f"{plan.title} ({plan.id}, version {plan.version})"),
        ("Software", _software(subject)),
        ("Sample", _sample(subject)),
        ("Tested", f"{kit.clock(summary.started)} to {kit.clock(summary.updated)} UTC"),
        ("Departures", departed),
        ("Tested by", kit.tester(subject.start)),
        ("Own reads", _reads(subject)),
    ]
    cells = []
    for label, value in pairs:
        loud = label == "Departures" and (gaps or deviations)
        look = {"textColor": kit.RED} if loud else {}
        most = max(lines, 2) if label == "Tested" else lines
        flowable = kit.clipped(value, "word" if loud else "cell", most, _VALUE - 12, **look)
        cells.append([[kit.paragraph(label, "label")], [flowable]])
    both = [[*left, *right] for left, right in zip(cells[::2], cells[1::2], strict=True)]
    return kit.TableRows([_LABEL, _VALUE] * 2, (), both, kit.Look(top=2, bottom=2.5))


def _record(subject: kit.Subject) -> Flowable:
    dated = f"{subject.run}, last record of {kit.day_and_time(subject.summary.updated)}"
    wide = kit.FRAME_WIDTH - 96 - 6
    return kit.facts(
        [
            ("Ended", kit.clipped(kit.ending.ended(subject), "cell", 2, wide)),
            ("Run", kit.clipped(dated, "cell", 2, wide)),
            ("Run head (SHA-256)", kit.digest(subject.head)),
        ],
        label_width=96,
    )


def _reads(subject: kit.Subject) -> str:
    result, agreed = subject.summary.reads_made, subject.summary.reads_agreed
    if not result:
        return "none is on record"
    return f"{kit.number(agreed)} of {kit.amount(result, 'independent read')} agree with the device"


def _software(subject: kit.Subject) -> str:
    named = dict.fromkeys(f"{each.name} {each.version}" for read in subject.summary.software for each in read)
    return "; ".join(named) or "the device did not name its software"


def _sample(subject: kit.Subject) -> str:
    """Say what was planned and what is on record."""
    return "; ".join(f"{each} recorded" for each in kit.planned_sample(subject)) or "the plan acquires none"


def _reasons(subject: kit.Subject, part: kit.SectionPlace, lines: int, room: float) -> list[Flowable]:
    reasons = subject.words(subject.reasons)
    if not reasons:
        return []
    title = "Why this is a failure" if subject.outcome is kit.Outcome.FAIL else "Why this does not pass"

    def draw(shown: Sequence[str], left: int) -> list[Flowable]:
        look = {"leftIndent": 10, "spaceAfter": 2}
        flowables = [kit.clipped(f"– {reason}", "cell", lines, **look) for reason in shown]
        return [*kit.subheading(title), *flowables, *kit.rest(left, "reason", part.text("elsewhere"))]

    return kit.fitting(reasons, room, draw)


def _checks(
    shown: Sequence[_Required], left: Sequence[_Required], part: kit.SectionPlace, lines: int
) -> list[Flowable]:
    if not shown:
        none = kit.paragraph("The plan requires neither checks nor trials.")
        return [*kit.subheading("What the plan requires"), none]
    rows: kit.Rows = [
        [
            kit.clipped(each.name, "cell", lines, kit.column(_WIDTHS, 0)),
            kit.clipped(each.sample, "cell", lines, kit.column(_WIDTHS, 1)),
            kit.clipped(each.shown, "cell", lines, kit.column(_WIDTHS, 2)),
            kit.result_word(each.came),
        ]
        for each in shown
    ]
    flowables = [
        *kit.subheading("Required by the plan, worst result first"),
        kit.table(("Check, procedure or inspection", "Sample read", "Found", "Decision"), rows, _WIDTHS, "l"),
    ]
    if left:
        counts = Counter(each.came for each in left)
        origin = ", ".join(f"{kit.number(counts[word])} {word}" for word in _ORDER if counts[word])
        bad = counts[kit.Outcome.FAIL.value] + counts[kit.obligations.NOT_TESTED]
        text = f"{kit.more(len(left), '', part.text('elsewhere'))}: {origin}."
        flowables.append(kit.colored(text, kit.RED if bad else kit.INK, "word"))
    return flowables


def _required(subject: kit.Subject) -> list[_Required]:
    """Return what the plan requires, the worst first."""
    return sorted(_listed(subject), key=lambda each: _ORDER.index(each.came))


def _listed(subject: kit.Subject) -> Iterator[_Required]:
    summary, plan = subject.summary, subject.frozen.plan
    decisions, sound = subject.decisions, subject.verification.clean

    def came(name: str) -> str:
        each = decisions.pop(name, None)
        if each is None:
            return kit.obligations.NOT_TESTED
        doubted = each.outcome is kit.Outcome.PASS and not sound
        return kit.Outcome.INCONCLUSIVE.value if doubted else each.outcome.value

    for check in plan.checks:
        decision, result = decisions.get(check.id), summary.results.get(check.id)
        if check.role != "required":
            decisions.pop(check.id, None)
            continue
        unit = subject.about(check).unit
        sample = f"{kit.number(result.units)} ({unit})" if result else "–"
        name = f"{subject.about(check).title} ({check.id})"
        yield _Required(name, sample, _shown(result, decision), came(check.id))
    for stage in plan.trials:
        if getattr(stage, "role", "required") != "required":
            continue
        view = summary.stages.get(stage.name)
        done = f"{kit.number(view.done)} of {kit.number(view.units)}" if view and view.units else "–"
        status = view.status if view else "not begun"
        name = f"{kit.words(stage.kind)}: {stage.name}"
        yield _Required(name, done, kit.words(status), came(kit.stage_decision(stage.name)))
    for name, each in list(decisions.items()):
        if each.family == kit.MONITORING and each.outcome is kit.Outcome.PASS:
            continue  # that nothing was reached early is no result that the plan requires
        if each.reason.is_a(kit.Held.MONITOR_CROSSED):
            units, value = each.reason["units"], f"e-value 10^{float(str(each.reason['exponent'])):.1f}"
            yield _Required(f"Monitoring of {each.reason['stage']}", f"{units} units", value, came(name))
            continue
        yield _Required(kit.words(name), "–", "–", came(name))


def _shown(result: kit.CheckResult | None, decision: kit.Decision | None) -> str:
    if result is None:
        return "no result"
    if result.not_applicable:
        return "not applicable"
    if result.violations is not None:
        return kit.amount(result.violations, "violation")
    return kit.p_value(decision.p) if decision and decision.p is not None else "–"
