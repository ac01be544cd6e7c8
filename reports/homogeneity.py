"""Homogeneity: units, versions, card sets and sessions of the submission compared with each other."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.assessment.homogeneity import GroupComparison
from labharness.assessment.law import standard
from labharness.language.catalog import clause, term
from labharness.language.numbers import number, percent, probability
from labharness.reporting.blocks import Cell, colored, nothing, paragraph, stacked, table
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import OUTCOME_COLORS

_HEAD = ("Compared", "Groups (units of the sample)", "Largest difference", "p", "Adjusted", "Result")


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return one row for each comparison."""
    found = case.conclusion.comparisons
    if not found:
        return [nothing(part.text("none"))]
    level = f"{part.text('level')} {percent(standard().homogeneity_level)}."
    return [
        paragraph(part.text("intro")),
        paragraph(level),
        table(_HEAD, [_row(one) for one in found], (17, 28, 26, 9, 9, 11), "lllrrl", dense=True),
        paragraph(part.text("limits"), "quiet"),
    ]


def _row(one: GroupComparison) -> list[Cell]:
    return [
        stacked(", ".join(map(term, one.factors)), f"{one.plan}, stage {one.stage}"),
        stacked(*(f"{name} ({number(units)})" for name, units in zip(one.groups, one.units, strict=True))),
        _largest(one),
        "–" if one.p is None else probability(one.p),
        "–" if one.adjusted is None or not one.required else probability(one.adjusted),
        _result(one),
    ]


def _largest(one: GroupComparison) -> Cell:
    if one.largest is None:
        return "nothing varies between the groups"
    return stacked(clause(one.largest), "; ".join(number(mean, 4) for mean in one.means))


def _result(one: GroupComparison) -> Cell:
    if one.p is None:
        return "not compared"
    if not one.rejects:
        return "no difference detected"
    return colored("DIFFER" if one.required else "differ (information)", OUTCOME_COLORS["FAIL"], "word")
