"""Statement of conformity: what is stated of each part of the law, by which decision rule, and how often it errs."""

from __future__ import annotations

from collections.abc import Iterator

from reportlab.platypus import Flowable

from labharness.reporting import kit

_FAIR = kit.named.FAIR.name
"""Name in a table of power of the device without a defect."""
_MOST = 5
"""So many defects are named here; all are in the section of what the samples could have detected."""
_RULE = ("counting", "cited", "own", "retest", "informational", "regular", "attempts", "clauses")
"""Texts of the layout that say the rule in words."""


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return the statement, the rule, and its two risks."""
    groups = kit.curing.counted(case.dossier)
    plans = {group.first.frozen.sha256: group.first for group in groups}
    result = [_overall(case), kit.gap(2), *kit.subheading("Clause families"), *_families(case, part)]
    result += [*kit.subheading("Decision rule"), *kit.bullets([part.text(name) for name in _RULE])]
    for plan in plans.values():
        result += _levels(plan)
    result += kit.subheading("False reject: a fair device does not pass")
    result += _false_reject(groups, plans, part)
    result += [*kit.subheading("False accept: a defective device does not fail")]
    for plan in plans.values():
        result += _false_accept(plan, part)
    if meant := kit.judgment.meanings(case):
        result += [*kit.subheading("What the passes of runs exclude"), *kit.bullets(meant, "detail")]
    return result if plans else [*result, kit.paragraph("No run counts.")]


def _overall(case: kit.Case) -> Flowable:
    conclusion = case.conclusion
    word = conclusion.outcome.value
    text = [kit.paragraph("STATEMENT OF CONFORMITY", "kicker"), kit.standing_word(case.standing, "verdict")]
    text.append(kit.paragraph(" ".join(case.words(conclusion.sentences)), "lead"))
    text += kit.bullets(case.words(conclusion.reasons), "detail") if conclusion.reasons else []
    return kit.panel(text, kit.OUTCOME_COLORS[word])


def _families(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    rows: kit.Rows = []
    for each in case.conclusion.matrices:
        origin = [row.came for row in each.rows]
        counts: list[kit.Cell] = [
            _count(word, origin.count(word)) for word in (*kit.clause_rows.BAD, kit.Outcome.PASS.value)
        ]
        others = sum(word not in (*kit.clause_rows.BAD, kit.Outcome.PASS.value) for word in origin)
        rows.append([kit.clause(each.title), *counts, others, _statement(case, each, part)])
    if not rows:
        return [kit.loud(f"{kit.obligations.NOT_TESTED}: no clause")]
    head = ("Clauses of", "FAIL", kit.obligations.NOT_TESTED, "INCONCL.", "PASS", "Other", "Statement")
    return [kit.table(head, rows, (34, 8, 10, 11, 8, 8, 21), "lrrrrrl")]


def _count(word: str, count: int) -> kit.Cell:
    bad = count and word != kit.Outcome.PASS.value
    return kit.loud(kit.number(count), "number") if bad else kit.number(count)


def _statement(case: kit.Case, each: kit.ComplianceMatrix, part: kit.SectionPlace) -> kit.Cell:
    """Say of a family what the results allow to be said, and no more."""
    rows = {row.came for row in each.rows}
    if kit.Outcome.FAIL.value in rows:
        violated = any(row.binding for row in each.rows if row.came == kit.Outcome.FAIL.value)
        return kit.loud(part.text("not_met" if violated else "criterion"))
    if rows & set(kit.clause_rows.BAD) or any(row.open for row in each.rows):
        return kit.colored(part.text("open"), kit.AMBER, "word")
    if kit.Outcome.PASS.value not in rows:  # what nobody tested is not met
        return kit.paragraph(part.text("untested"), "cell")
    if case.conclusion.outcome is not kit.Outcome.PASS:
        return kit.colored(part.text("alone"), kit.AMBER, "word")
    codes = (kit.Games.RESCINDED, kit.Games.TEMPORARY, kit.Games.TEMPORARY_LAPSES)
    lapsed = any(reason.is_a(*codes) for reason in each.standing)
    return kit.colored(part.text("met_lapsed" if lapsed else "met"), kit.GREEN, "word")


def _name(run: kit.Subject) -> str:
    plan = run.frozen.plan
    return f"{plan.title} ({plan.id}, version {plan.version}, SHA-256 {run.frozen.sha256[:12]}…)"


def _levels(run: kit.Subject) -> list[Flowable]:
    """Set the levels as the verdict's own record holds them."""
    plan, rule = run.frozen.plan, run.summary.rule
    families = rule.families if rule else ()
    title = kit.subheading(f"Levels of {_name(run)}")
    if not plan.checks:
        return [*title, kit.paragraph("The plan has no statistical check. Only counts and findings decide.")]
    if rule is None or not families:
        return [*title, kit.colored("The record of the verdict holds no levels.", kit.AMBER, "word")]
    rows: kit.Rows = [
        [
            "the laboratory's own" if family.name == "laboratory" else family.name,
            kit.stacked(*family.checks),
            family.level,
            family.fail_below,
            family.retest_below,
        ]
        for family in families
    ]
    head = ("Family", "Checks", "Level", "Fails at once below", "Retest fails below")
    text = f"Any required check fails at once below {kit.number(rule.outright)}."
    return [*title, kit.table(head, rows, (26, 34, 10, 15, 15), "llrrr"), kit.paragraph(text)]


def _false_reject(
    groups: list[kit.Group], plans: dict[str, kit.Subject], part: kit.SectionPlace
) -> list[Flowable]:
    rows: kit.Rows = []
    rates: dict[str, float] = {}
    for key, run in plans.items():
        rule, plan = run.summary.rule, _name(run)
        if rule is None:
            rows.append([plan, kit.loud("not computed"), kit.loud("not computed")])
            continue
        alarms = rule.false_alarms
        rates[key] = alarms.fail_at_most
        fail = _rate(alarms.fail_at_most, alarms.fail)
        rows.append([plan, fail, _rate(alarms.not_passed_at_most, alarms.not_passed)])
    if not rows:
        return []
    head = ("Plan", "FAIL, the retest included", "No pass at the first attempt")
    return [
        kit.table(head, rows, (40, 30, 30)),
        *_together(groups, rates, part),
        kit.paragraph(part.text("fair"), "quiet"),
    ]


def _rate(most: float, rate: float) -> kit.Cell:
    return kit.stacked(f"at most {kit.percent(most)}", f"{kit.percent(rate)} if the checks were independent")


def _together(groups: list[kit.Group], rates: dict[str, float], part: kit.SectionPlace) -> Iterator[Flowable]:
    """Bound the risk of all units and plans together, where each is known (Boole's inequality)."""
    known = [rates[key] for group in groups if (key := group.first.frozen.sha256) in rates]
    if len(groups) > 1 and len(known) == len(groups):
        most = kit.percent(min(1.0, sum(known)))
        yield kit.paragraph(f"{part.text('together')} ({kit.number(len(groups))} groups): at most {most}.")


def _false_accept(run: kit.Subject, part: kit.SectionPlace) -> Iterator[Flowable]:
    """Say how often a defect would not have failed, as it was simulated before the run."""
    plan, power = run.frozen.plan, run.power
    yield from kit.subheading(_name(run))
    if not plan.checks:
        yield kit.paragraph("The plan has no statistical check.")
    elif power is None:
        title = kit.colored("NOT COMPUTED", kit.AMBER, "word")
        yield kit.panel([title, kit.paragraph(part.text("no_power"))], kit.AMBER)
    else:
        defects = sorted(
            (row for row in power.rows if row.defect != _FAIR), key=lambda each: each.not_passed.share
        )
        rows: kit.Rows = [
            [f"{defect.title} ({defect.defect})", _without(defect.not_passed), _without(defect.failed)]
            for defect in defects[:_MOST]
        ]
        head = ("Defect", "PASS at the first attempt", "No FAIL in the end")
        yield kit.table(head, rows, (48, 26, 26), "lrr", dense=True)
        if (left := len(defects) - _MOST) > 0:
            yield kit.paragraph(f"{part.text('defects_at')} {kit.number(left)}.", "quiet")
        result = ", ".join(f"{name} {version}" for name, version in power.versions.items())
        text = f"{kit.number(power.replicates)} simulated submissions for each defect, seed {power.seed}; computed with"
        yield kit.paragraph(f"{text} {result}. {part.text('power')}", "quiet")


def _without(share: kit.DetectionRate) -> str:
    """Write the share of submissions that a finding leaves, with its limits."""
    limits = f"{100 * (1 - share.high):.1f} to {100 * (1 - share.low):.1f}%"
    return f"{100 * (1 - share.share):.1f}% ({limits})"
