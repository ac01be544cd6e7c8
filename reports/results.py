"""Results and decision rule: every planned check, what it found, and what the rule made of it."""

from __future__ import annotations

from collections.abc import Mapping

from reportlab.platypus import Flowable

from labharness.reporting import kit

_OUTRIGHT = 1e-6
"""By what records that do not say so were judged."""
_FEWEST = 4
"""Fewer p-values make no distribution that anyone could see."""


def section(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    """Return the decision rule unless the layout says where else it stands, an overview, and each check in full."""
    elsewhere = part.layout.texts.get("rule_at")
    if elsewhere is None:
        flowables = [*kit.subheading("Decision rule"), *_rule(subject, part)]
    else:
        flowables = [] if part.again else [kit.paragraph(part.text("rule_at"))]
    flowables += [*kit.subheading("Overview"), _overview(subject), *_monitored(subject)]
    if elsewhere is None:
        flowables += _p_values(subject, part)
    for planned in subject.frozen.plan.checks:
        if elsewhere is None or not _is_one_row(subject, planned):
            flowables += _check(subject, planned)
    return flowables


def _is_one_row(subject: kit.Subject, planned: kit.PlannedCheck) -> bool:
    """Whether the overview says of a check all that a reader of many runs needs: it was computed, and passed."""
    decision = subject.decisions.get(planned.id)
    passed = decision is not None and decision.outcome is kit.Outcome.PASS
    return passed and planned.id in subject.summary.results


def _rule(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    plan, rule, recorded = subject.frozen.plan, subject.frozen.plan.decision, subject.summary.rule
    level = recorded.family_alpha if recorded else rule.laboratory_level
    own = (
        "The laboratory's own required checks are one family: two-sided p-values, adjusted by Holm's method, "
        f"at a family-wise level of {kit.number(level)}."
    )
    text = [own, *([f"Monitoring: {kit.monitoring_in_words(plan)}"] if plan.monitoring else [])]
    outright = (
        f"A p-value below {kit.number(recorded.outright if recorded else _OUTRIGHT)} fails a required check without a retest. In an informational check, "
        "or where it says that a required check's sample is too regular for chance, it must be explained before a pass."
    )
    for citation in plan.citations:
        cited = [check.id for check in plan.checks if check.cites == citation.id]
        if citation.confidence is None or not cited:
            continue
        level = round(1 - citation.confidence, 12)
        families = recorded.families if recorded else ()
        family = next((each for each in families if each.name == citation.id), None)
        failing = family.fail_below if family else level * rule.fail_fraction
        retest = "as the plan declares it"
        if family and family.retest_below is not None:
            retest = f"which fails below {kit.number(family.retest_below)}"
        alone = "that test alone" if citation.names == "one" else "Holm's method among its tests"
        text.append(
            f"{kit.game.cite(citation.clause)} ({', '.join(cited)}): judged by {alone}, {kit.words(citation.tail.value)} tail, at the level {kit.number(level)} "
            f"that it states; below {kit.number(failing)} it fails outright, between the two it is inconclusive until "
            f"one retest of the same unit, software and plan, {retest}."
        )
    if any(check.role == "informational" for check in plan.checks):
        text.append(
            "Informational checks are shown with p- and q-values (Benjamini and Hochberg's false discovery rate); "
            "they fail nothing."
        )
    return kit.bullets([*text, outright, part.text("counting"), part.text("missing"), part.text("live")])


def _overview(subject: kit.Subject) -> Flowable:
    decisions = subject.decisions
    rows: kit.Rows = []
    for planned in subject.frozen.plan.checks:
        result, decision = subject.summary.results.get(planned.id), decisions.get(planned.id)
        rows.append(
            [
                f"{subject.about(planned).title} ({planned.id})",
                planned.role,
                kit.checked_words.found(result),
                "–" if decision is None or decision.p is None else kit.probability(decision.p),
                "–" if decision is None or decision.threshold is None else kit.number(decision.threshold),
                "not decided" if decision is None else kit.decision_word(planned, decision),
            ]
        )
    head = ("Check", "Role", "Found", "p compared", "Level", "Decision")
    return kit.table(head, rows, (30, 13, 24, 12, 7, 14), "lllrrl", dense=True)


def _monitored(subject: kit.Subject) -> list[Flowable]:
    """Return what the monitors came to; nothing where the plan asks for none."""
    decisions = [shown for shown in subject.decisions.values() if shown.family == kit.MONITORING]
    if not decisions:
        return []
    return [
        *kit.subheading("Monitoring of the samples"),
        *kit.points([subject.say(decision.reason) for decision in decisions]),
    ]


def _p_values(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    """Draw the two-sided p-values of all checks that have one, where these are enough to be seen as a law."""
    checks = [
        (subject.about(planned).title, result.p["two_sided"])
        for planned in subject.frozen.plan.checks
        if (result := subject.summary.results.get(planned.id)) is not None and "two_sided" in result.p
    ]
    if len(checks) < _FEWEST:
        return []
    drawn = kit.p_value_distribution(checks, "two-sided p-value")
    return [kit.figure("All p-values together", drawn, part.text("p_values"))]


def _check(subject: kit.Subject, planned: kit.PlannedCheck) -> list[Flowable]:
    result, decision = subject.summary.results.get(planned.id), subject.decisions.get(planned.id)
    about = subject.about(planned)
    role = "required" if planned.role == "required" else "informational: fails nothing"
    family = f"; family: {decision.family}" if decision and decision.family != planned.role else ""
    read = f"; {kit.number(result.units)} read (unit: {about.unit})" if result else ""
    citation = subject.frozen.plan.citation(planned)
    rows: kit.Facts = [
        ("Role, sample", f"{role}{family}; stage {planned.stage}{read}"),
        ("Answers", kit.game.cite(citation.clause) if citation else "the laboratory's own requirement"),
        ("Hypothesis", about.hypothesis),
    ]
    if planned.parameters:
        text = "; ".join(
            f"{kit.words(key)} = {' / '.join(map(str, value)) if isinstance(value, list | tuple) else value}"
            for key, value in planned.parameters.items()
        )
        rows.append(("Parameters", text))
    if about.reference:
        rows.append(("Method", f"{about.reference} (version {about.version})"))
    rows += kit.checked_words.numbers(result)
    bounds = kit.statements.bounds(planned, result) if result else ()
    rows += [("Bound on a gain", kit.say(bound)) for bound in bounds]
    rows.append(_decided(planned, decision, subject.titles))
    drawn = [kit.together(f"{about.title} ({planned.id})", [kit.facts(rows, 96, dense=True)])]
    if result is not None and result.violations is None and result.details:
        drawn += kit.points([kit.minus(kit.clause(detail)) for detail in result.details])
    return drawn


def _decided(
    planned: kit.PlannedCheck, decision: kit.Decision | None, titles: Mapping[str, str]
) -> tuple[str, kit.Cell]:
    if decision is None:
        return "Decision", "none on file"
    markup = kit.markup(kit.say(decision.reason, titles))
    if kit.decision_word(planned, decision) != kit.SHOWN_ONLY:
        markup = f"<b>{kit.markup(decision.outcome.value)}</b>. {markup}"
    return "Decision", kit.rich(markup, "cell")
