"""Cover: whom the report is for, what was found, how the run stopped, and which record says so."""

from __future__ import annotations

from itertools import groupby

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    """Return the cover."""
    return [
        kit.paragraph(part.text("issuer"), "kicker"),
        kit.paragraph(part.text("authority"), "quiet"),
        kit.gap(4),
        *_warnings(subject, part),
        kit.paragraph(part.report, "title"),
        kit.paragraph(subject.device_name, "lead"),
        _verdict(subject),
        _particulars(subject, part),
        kit.paragraph(part.text("role"), "quiet"),
        *_reasons(subject),
        kit.together("Contents", [kit.contents(part.contents)]),
    ]


def _warnings(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    flowables: list[Flowable] = []
    if not subject.verification.clean:
        faults = [kit.paragraph(kit.say(problem), "banner") for problem in subject.verification.problems]
        flowables += kit.banner(kit.UNVERIFIED, faults)
    if subject.replayed:
        flowables += kit.banner(kit.REPLAYED, color=kit.INK)
    if subject.simulated:
        signs = f"{part.text('simulated')} {kit.signs_in_words(subject.summary.simulation)}"
        flowables += kit.banner(kit.SIMULATED, [kit.colored(signs, kit.WHITE, "quiet")], kit.INK)
    return flowables


def _verdict(subject: kit.Subject) -> Flowable:
    color, complete = kit.OUTCOME_COLORS[subject.outcome.value], subject.ending is kit.Ending.COMPLETE
    return kit.panel(
        [
            kit.paragraph("VERDICT", "kicker"),
            kit.standing_word(subject.concluded, "verdict"),
            kit.paragraph(kit.say(kit.statements.verdict_statement(subject)), "lead"),
            *_first_reason(subject),
            *_meaning(subject),
            *_untested(subject),
            *(
                kit.colored(kit.say(reason), kit.RED, "cell")
                for reason in kit.statements.plan_reservations(subject)
            ),
            *([] if complete else [kit.colored(f"Ending: {kit.ending.ended(subject)}", color, "word")]),
        ],
        color,
    )


def _particulars(subject: kit.Subject, part: kit.SectionPlace) -> Flowable:
    summary, plan = subject.summary, subject.frozen.plan
    identity = summary.identity
    return kit.facts(
        [
            ("To", part.text("addressee")),
            ("Report number", subject.run),
            ("Date", f"{kit.day(summary.updated)}, the date of the run's last record"),
            (
                "Device",
                f"{subject.device_name}, serial number {identity.serial if identity else 'not known'}",
            ),
            ("Plan", f"{plan.title} ({plan.id}, version {plan.version})"),
            ("Tested", kit.period(summary.started, summary.updated)),
            ("How the run ended", kit.ending.ended(subject)),
            *_clauses(subject),
            *_false_alarms(subject),
            ("Tested by", kit.tester(subject.start)),
        ],
        dense=True,
    )


def _first_reason(subject: kit.Subject) -> list[Flowable]:
    """Give the first reason of an inconclusive verdict, which names none itself, and the generator that explains a failure."""
    if subject.identified is not None:
        return [kit.paragraph(kit.say(subject.identified), "detail")]
    if subject.outcome is not kit.Outcome.INCONCLUSIVE or not subject.reasons:
        return []
    return kit.bullets(subject.words(subject.reasons[:1]), "detail")


def _meaning(subject: kit.Subject) -> list[Flowable]:
    """Say what a pass means, each bound as a point of its own."""
    meaning = kit.statements.meaning_of_pass(subject)
    return [
        drawn
        for bounds, several in groupby(meaning, key=kit.statements.is_bound)
        for drawn in (
            kit.bullets([kit.say(each) for each in several], "detail")
            if bounds
            else [kit.paragraph(" ".join(map(kit.say, several)), "cell")]
        )
    ]


def _untested(subject: kit.Subject) -> list[Flowable]:
    """Say beside the verdict what it says nothing about."""
    text = kit.statements.untested(subject)
    return [kit.loud(kit.say(text))] if text else []


def _clauses(subject: kit.Subject) -> kit.Facts:
    """Say how much of what the chapter asks was tested, and by number what was not; nothing where it asks nothing."""
    result = [tested.came for tested in kit.obligations.obligations(subject)]
    asks = kit.obligations
    left, idle, silent = map(result.count, (asks.NOT_TESTED, asks.NOT_APPLICABLE, asks.NO_TEST))
    parts = {
        "tested": len(result) - left - idle - silent,
        "not applicable, by the operators' statements": idle,
        "no test can show it": silent,
        asks.NOT_TESTED: left,
    }
    if not result:
        return []
    clause = kit.clause(kit.statements.obligations_counted(subject, len(result)))
    counted = ", ".join(f"{what}: {kit.number(count)}" for what, count in parts.items() if count)
    clause = f"{clause}; {counted}."
    return [("Clauses", kit.loud(clause) if left else clause)]


def _false_alarms(subject: kit.Subject) -> list[tuple[str, str]]:
    """Say how often the rule, as a whole, speaks against a fair device; nothing where no check has a level."""
    if subject.summary.rule is None or not subject.summary.rule.false_alarms.not_passed_at_most:
        return []
    rates = subject.summary.rule.false_alarms
    fail, first = (
        f"at most {kit.percent(most)} ({kit.percent(rate)} if the checks were independent)"
        for most, rate in ((rates.fail_at_most, rates.fail), (rates.not_passed_at_most, rates.not_passed))
    )
    text = f"A fair device would fail, the retest included, in {fail} of tests by this plan, and would not pass at the"
    plan = subject.frozen.plan
    return [
        ("False alarms of the rule", f"{text} first attempt in {first}."),
        *([("Monitoring", kit.monitoring_in_words(plan))] if plan.monitoring else []),
    ]


def _reasons(subject: kit.Subject) -> list[Flowable]:
    if subject.outcome is kit.Outcome.PASS and not subject.reasons:
        return []
    title = "Why this is a failure" if subject.outcome is kit.Outcome.FAIL else "Why this does not pass"
    return [*kit.subheading(title), *kit.bullets(subject.words(subject.reasons))]
