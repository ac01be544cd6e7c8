"""Cover: whom the report is for, what was found, how the run stopped, and which record says so."""

from __future__ import annotations

from itertools import groupby

from reportlab.platypus import Flowable

from labharness.assessment import statements
from labharness.assessment.clauses.obligations import NO_TEST, NOT_APPLICABLE, NOT_TESTED, obligations
from labharness.assessment.runs.subject import Subject
from labharness.language.catalog import clause, say
from labharness.language.dates import day, period
from labharness.language.numbers import number, percent
from labharness.model.results import Ending, Outcome
from labharness.reporting.banners import REPLAYED, SIMULATED, UNVERIFIED, signs_in_words
from labharness.reporting.blocks import (
    Cell,
    bullets,
    colored,
    contents,
    facts,
    gap,
    panel,
    paragraph,
    standing_word,
    subheading,
    together,
)
from labharness.reporting.ending import ended
from labharness.reporting.said import monitoring_in_words, tester
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import INK, OUTCOME_COLORS, WHITE


def section(subject: Subject, part: SectionPlace) -> list[Flowable]:
    """Return the cover."""
    return [
        paragraph(part.text("issuer"), "kicker"),
        paragraph(part.text("authority"), "quiet"),
        gap(4),
        *_warnings(subject, part),
        paragraph(part.report, "title"),
        paragraph(subject.device_name, "lead"),
        _verdict(subject),
        _particulars(subject, part),
        paragraph(part.text("role"), "quiet"),
        *_reasons(subject),
        *_contents(part),
    ]


def _warnings(subject: Subject, part: SectionPlace) -> list[Flowable]:
    found: list[Flowable] = []
    if not subject.verification.clean:
        faults = [paragraph(say(problem), "banner") for problem in subject.verification.problems]
        title = paragraph(UNVERIFIED, "banner")
        found += [panel([title, *faults], OUTCOME_COLORS["FAIL"], filled=True), gap(2)]
    if subject.replayed:
        title = paragraph(REPLAYED, "banner")
        found += [panel([title], INK, filled=True), gap(2)]
    if subject.simulated:
        words = [
            paragraph(SIMULATED, "banner"),
            colored(f"{part.text('simulated')} {signs_in_words(subject.summary.simulation)}", WHITE, "quiet"),
        ]
        found += [panel(words, INK, filled=True), gap(2)]
    return found


def _verdict(subject: Subject) -> Flowable:
    color, complete = OUTCOME_COLORS[subject.outcome.value], subject.ending is Ending.COMPLETE
    return panel(
        [
            paragraph("VERDICT", "kicker"),
            standing_word(subject.concluded, "verdict"),
            paragraph(say(statements.verdict_statement(subject)), "lead"),
            *_first_reason(subject),
            *_meaning(subject),
            *_untested(subject),
            *(
                colored(say(told), OUTCOME_COLORS["FAIL"], "cell")
                for told in statements.plan_reservations(subject)
            ),
            *([] if complete else [colored(f"Ending: {ended(subject)}", color, "word")]),
        ],
        color,
    )


def _particulars(subject: Subject, part: SectionPlace) -> Flowable:
    summary, plan = subject.summary, subject.frozen.plan
    identity = summary.identity
    return facts(
        [
            ("To", part.text("addressee")),
            ("Report number", subject.run),
            ("Date", f"{day(summary.updated)}, the date of the run's last record"),
            (
                "Device",
                f"{subject.device_name}, serial number {identity.serial if identity else 'not known'}",
            ),
            ("Plan", f"{plan.title} ({plan.id}, version {plan.version})"),
            ("Tested", period(summary.started, summary.updated)),
            ("How the run ended", ended(subject)),
            *_clauses(subject),
            *_false_alarms(subject),
            ("Tested by", tester(subject.start)),
        ],
        dense=True,
    )


def _first_reason(subject: Subject) -> list[Flowable]:
    """Give the first reason of an inconclusive verdict, which names none itself: the list may begin on the next page."""
    if subject.outcome is not Outcome.INCONCLUSIVE or not subject.reasons:
        return []
    return bullets(subject.words(subject.reasons[:1]), "detail")


def _meaning(subject: Subject) -> list[Flowable]:
    """Say what a pass means, each bound as a point of its own."""
    meaning = statements.meaning_of_pass(subject)
    return [
        drawn
        for bounds, several in groupby(meaning, key=statements.is_bound)
        for drawn in (
            bullets([say(one) for one in several], "detail")
            if bounds
            else [paragraph(" ".join(map(say, several)), "cell")]
        )
    ]


def _untested(subject: Subject) -> list[Flowable]:
    """Say beside the verdict what it says nothing about."""
    told = statements.untested(subject)
    return [colored(say(told), OUTCOME_COLORS["FAIL"], "word")] if told else []


def _clauses(subject: Subject) -> list[tuple[str, Cell]]:
    """Say how much of what the chapter asks was tested, and by number what was not; nothing where it asks nothing."""
    found = [one.came for one in obligations(subject)]
    left, idle, silent = (found.count(came) for came in (NOT_TESTED, NOT_APPLICABLE, NO_TEST))
    parts = {
        "tested": len(found) - left - idle - silent,
        "not applicable, by the operators' statements": idle,
        "no test can show it": silent,
        NOT_TESTED: left,
    }
    if not found:
        return []
    told = clause(statements.obligations_counted(subject, len(found)))
    counted = ", ".join(f"{what}: {number(count)}" for what, count in parts.items() if count)
    told = f"{told}; {counted}."
    return [("Clauses", colored(told, OUTCOME_COLORS["FAIL"], "word") if left else told)]


def _false_alarms(subject: Subject) -> list[tuple[str, str]]:
    """Say how often the rule, as a whole, speaks against a fair device; nothing where no check has a level."""
    if subject.summary.rule is None or not subject.summary.rule.false_alarms.not_passed_at_most:
        return []
    rates = subject.summary.rule.false_alarms
    fail, first = (
        f"at most {percent(most)} ({percent(rate)} if the checks were independent)"
        for most, rate in ((rates.fail_at_most, rates.fail), (rates.not_passed_at_most, rates.not_passed))
    )
    told = f"A fair device would fail, the retest included, in {fail} of tests by this plan, and would not pass at the"
    plan = subject.frozen.plan
    return [
        ("False alarms of the rule", f"{told} first attempt in {first}."),
        *([("Monitoring", monitoring_in_words(plan))] if plan.monitoring else []),
    ]


def _reasons(subject: Subject) -> list[Flowable]:
    if subject.outcome is Outcome.PASS and not subject.reasons:
        return []
    title = "Why this is a failure" if subject.outcome is Outcome.FAIL else "Why this does not pass"
    return [*subheading(title), *bullets(subject.words(subject.reasons))]


def _contents(part: SectionPlace) -> list[Flowable]:
    return [together("Contents", [contents(part.contents)])]
