"""Statement of conformity: what is stated of each part of the law, by which decision rule, and how often it errs."""

from __future__ import annotations

from collections.abc import Iterator

from reportlab.platypus import Flowable

from labharness.analysis.power.defects.named import FAIR
from labharness.analysis.power.detection import DetectionRate
from labharness.assessment.attempts.curing import counted
from labharness.assessment.case import Case
from labharness.assessment.clauses.compliance import ComplianceMatrix
from labharness.assessment.clauses.obligations import NOT_TESTED
from labharness.assessment.dossier import Group
from labharness.assessment.runs.subject import Subject
from labharness.evidence.records.judged import RuleApplied
from labharness.language.catalog import clause
from labharness.language.numbers import number, percent
from labharness.model.reasons.game import Games
from labharness.model.results import Outcome
from labharness.reporting import judgment
from labharness.reporting.blocks import (
    Cell,
    bullets,
    colored,
    gap,
    panel,
    paragraph,
    stacked,
    standing_word,
    subheading,
    table,
)
from labharness.reporting.clause_rows import BAD
from labharness.reporting.said import loud
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import OUTCOME_COLORS

_FAIR = FAIR.name
"""Name in a table of power of the device without a defect."""
_MOST = 5
"""So many defects are named here; all are in the section of what the samples could have detected."""
_RULE = ("counting", "cited", "own", "retest", "informational", "regular", "attempts", "clauses")
"""Texts of the layout that say the rule in words."""


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return the statement, the rule, and its two risks."""
    groups = counted(case.dossier)
    plans = {group.first.frozen.sha256: group.first for group in groups}
    found = [_overall(case), gap(2), *subheading("Clause families"), *_families(case, part)]
    found += [*subheading("Decision rule"), *bullets([part.text(name) for name in _RULE])]
    for one in plans.values():
        found += _levels(one)
    found += [*subheading("False reject: a fair device does not pass"), *_false_reject(groups, plans, part)]
    found += [*subheading("False accept: a defective device does not fail")]
    for one in plans.values():
        found += _false_accept(one, part)
    if meant := judgment.meanings(case):
        found += [*subheading("What the passes of runs exclude"), *bullets(meant, "detail")]
    return found if plans else [*found, paragraph("No run counts.")]


def _overall(case: Case) -> Flowable:
    conclusion = case.conclusion
    word = conclusion.outcome.value
    said = [paragraph("STATEMENT OF CONFORMITY", "kicker"), standing_word(case.standing, "verdict")]
    said.append(paragraph(" ".join(case.words(conclusion.sentences)), "lead"))
    said += bullets(case.words(conclusion.reasons), "detail") if conclusion.reasons else []
    return panel(said, OUTCOME_COLORS[word])


def _families(case: Case, part: SectionPlace) -> list[Flowable]:
    rows: list[list[Cell]] = []
    for each in case.conclusion.matrices:
        came = [row.came for row in each.rows]
        counts: list[Cell] = [_count(word, came.count(word)) for word in (*BAD, Outcome.PASS.value)]
        others = sum(word not in (*BAD, Outcome.PASS.value) for word in came)
        rows.append([clause(each.title), *counts, number(others), _statement(case, each, part)])
    if not rows:
        return [loud(f"{NOT_TESTED}: no clause")]
    head = ("Clauses of", "FAIL", NOT_TESTED, "INCONCL.", "PASS", "Other", "Statement")
    return [table(head, rows, (34, 8, 10, 11, 8, 8, 21), "lrrrrrl")]


def _count(word: str, count: int) -> Cell:
    return loud(number(count), "number") if count and word != Outcome.PASS.value else number(count)


def _statement(case: Case, each: ComplianceMatrix, part: SectionPlace) -> Cell:
    """Say of a family what the results allow to be said, and no more."""
    came = {row.came for row in each.rows}
    if Outcome.FAIL.value in came:
        violated = any(row.binding for row in each.rows if row.came == Outcome.FAIL.value)
        return loud(part.text("not_met" if violated else "criterion"))
    if came & set(BAD) or any(row.open for row in each.rows):
        return colored(part.text("open"), OUTCOME_COLORS["INCONCLUSIVE"], "word")
    if Outcome.PASS.value not in came:  # what nobody tested is not met
        return paragraph(part.text("untested"), "cell")
    if case.conclusion.outcome is not Outcome.PASS:
        return colored(part.text("alone"), OUTCOME_COLORS["INCONCLUSIVE"], "word")
    lapsed = any(one.is_a(Games.RESCINDED, Games.TEMPORARY, Games.TEMPORARY_LAPSES) for one in each.standing)
    return colored(part.text("met_lapsed" if lapsed else "met"), OUTCOME_COLORS["PASS"], "word")


def _name(run: Subject) -> str:
    plan = run.frozen.plan
    return f"{plan.title} ({plan.id}, version {plan.version}, SHA-256 {run.frozen.sha256[:12]}…)"


def _levels(run: Subject) -> list[Flowable]:
    """Set the levels as the verdict's own record holds them."""
    plan, rule = run.frozen.plan, _rule(run)
    families = rule.families if rule else ()
    title = subheading(f"Levels of {_name(run)}")
    if not plan.checks:
        return [*title, paragraph("The plan has no statistical check. Only counts and findings decide.")]
    if rule is None or not families:
        return [
            *title,
            colored("The record of the verdict holds no levels.", OUTCOME_COLORS["INCONCLUSIVE"], "word"),
        ]
    rows: list[list[Cell]] = [
        [
            "the laboratory's own" if one.name == "laboratory" else one.name,
            stacked(*one.checks),
            number(one.level),
            number(one.fail_below),
            "–" if one.retest_below is None else number(one.retest_below),
        ]
        for one in families
    ]
    head = ("Family", "Checks", "Level", "Fails at once below", "Retest fails below")
    told = f"Any required check fails at once below {number(rule.outright)}."
    return [*title, table(head, rows, (26, 34, 10, 15, 15), "llrrr"), paragraph(told)]


def _rule(run: Subject) -> RuleApplied | None:
    return run.summary.rule


def _false_reject(groups: list[Group], plans: dict[str, Subject], part: SectionPlace) -> list[Flowable]:
    rows: list[list[Cell]] = []
    rates: dict[str, float] = {}
    for key, run in plans.items():
        rule, plan = _rule(run), _name(run)
        if rule is None:
            rows.append([plan, loud("not computed"), loud("not computed")])
            continue
        found = rule.false_alarms
        rates[key] = found.fail_at_most
        rows.append(
            [
                plan,
                _rate(found.fail_at_most, found.fail),
                _rate(found.not_passed_at_most, found.not_passed),
            ]
        )
    if not rows:
        return []
    head = ("Plan", "FAIL, the retest included", "No pass at the first attempt")
    return [
        table(head, rows, (40, 30, 30)),
        *_together(groups, rates, part),
        paragraph(part.text("fair"), "quiet"),
    ]


def _rate(most: float, rate: float) -> Cell:
    return stacked(
        f"at most {percent(most)}",
        f"{percent(rate)} if the checks were independent",
    )


def _together(groups: list[Group], rates: dict[str, float], part: SectionPlace) -> Iterator[Flowable]:
    """Bound the risk of all units and plans together, where each is known (Boole's inequality)."""
    known = [rates[key] for group in groups if (key := group.first.frozen.sha256) in rates]
    if len(groups) > 1 and len(known) == len(groups):
        most = percent(min(1.0, sum(known)))
        yield paragraph(f"{part.text('together')} ({number(len(groups))} groups): at most {most}.")


def _false_accept(run: Subject, part: SectionPlace) -> Iterator[Flowable]:
    """Say how often a defect would not have failed, as it was simulated before the run."""
    plan, power = run.frozen.plan, run.power
    yield from subheading(_name(run))
    if not plan.checks:
        yield paragraph("The plan has no statistical check.")
    elif power is None:
        color = OUTCOME_COLORS["INCONCLUSIVE"]
        yield panel([colored("NOT COMPUTED", color, "word"), paragraph(part.text("no_power"))], color)
    else:
        defects = sorted(
            (one for one in power.rows if one.defect != _FAIR), key=lambda one: one.not_passed.share
        )
        rows: list[list[Cell]] = [
            [f"{one.title} ({one.defect})", _without(one.not_passed), _without(one.failed)]
            for one in defects[:_MOST]
        ]
        head = ("Defect", "PASS at the first attempt", "No FAIL in the end")
        yield table(head, rows, (48, 26, 26), "lrr", dense=True)
        if (left := len(defects) - _MOST) > 0:
            yield paragraph(f"{part.text('defects_at')} {number(left)}.", "quiet")
        made = ", ".join(f"{name} {version}" for name, version in power.versions.items())
        told = f"{number(power.replicates)} simulated submissions for each defect, seed {power.seed}; computed with"
        yield paragraph(f"{told} {made}. {part.text('power')}", "quiet")


def _without(share: DetectionRate) -> str:
    """Write the share of submissions that a finding leaves, with its limits."""
    limits = f"{100 * (1 - share.high):.1f} to {100 * (1 - share.low):.1f}%"
    return f"{100 * (1 - share.share):.1f}% ({limits})"
