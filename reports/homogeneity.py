"""Homogeneity: units, versions, card sets and sessions of the submission compared with each other."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit

_HEAD = ("Compared", "Groups (units of the sample)", "Largest difference", "p", "Adjusted", "Result")


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return one row for each comparison."""
    found = case.conclusion.comparisons
    if not found:
        return [kit.nothing(part.text("none"))]
    level = f"{part.text('level')} {kit.percent(kit.law.standard().homogeneity_level)}."
    return [
        kit.paragraph(part.text("intro")),
        kit.paragraph(level),
        kit.table(_HEAD, [_row(one) for one in found], (17, 28, 26, 9, 9, 11), "lllrrl", dense=True),
        kit.paragraph(part.text("limits"), "quiet"),
    ]


def _row(one: kit.GroupComparison) -> list[kit.Cell]:
    return [
        kit.stacked(", ".join(map(kit.term, one.factors)), f"{one.plan}, stage {one.stage}"),
        kit.stacked(
            *(f"{name} ({kit.number(units)})" for name, units in zip(one.groups, one.units, strict=True))
        ),
        _largest(one),
        "–" if one.p is None else kit.probability(one.p),
        "–" if one.adjusted is None or not one.required else kit.probability(one.adjusted),
        _result(one),
    ]


def _largest(one: kit.GroupComparison) -> kit.Cell:
    if one.largest is None:
        return "nothing varies between the groups"
    return kit.stacked(kit.clause(one.largest), "; ".join(kit.number(mean, 4) for mean in one.means))


def _result(one: kit.GroupComparison) -> kit.Cell:
    if one.p is None:
        return "not compared"
    if not one.rejects:
        return "no difference detected"
    return kit.colored(
        "DIFFER" if one.required else "differ (information)", kit.OUTCOME_COLORS["FAIL"], "word"
    )
