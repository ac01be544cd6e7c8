"""Homogeneity: units, versions, card sets and sessions of the submission compared with each other."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit

_HEAD = ("Compared", "Groups (units of the sample)", "Largest difference", "p", "Adjusted", "Result")


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return one row for each comparison."""
    result = case.conclusion.comparisons
    if not result:
        return [kit.nothing(part.text("none"))]
    level = f"{part.text('level')} {kit.percent(kit.law.standard().homogeneity_level)}."
    return [
        kit.paragraph(part.text("intro")),
        kit.paragraph(level),
        kit.table(_HEAD, [_row(each) for each in result], (17, 28, 26, 9, 9, 11), "lllrrl", dense=True),
        kit.paragraph(part.text("limits"), "quiet"),
    ]


def _row(comparison: kit.GroupComparison) -> list[kit.Cell]:
    factors = ", ".join(map(kit.term, comparison.factors))
    groups = zip(comparison.groups, comparison.units, strict=True)
    adjusted = comparison.adjusted if comparison.required else None
    return [
        kit.stacked(factors, f"{comparison.plan}, stage {comparison.stage}"),
        kit.stacked(*(f"{name} ({kit.number(units)})" for name, units in groups)),
        _largest(comparison),
        "–" if comparison.p is None else kit.probability(comparison.p),
        "–" if adjusted is None else kit.probability(adjusted),
        _result(comparison),
    ]


def _largest(comparison: kit.GroupComparison) -> kit.Cell:
    if comparison.largest is None:
        return "nothing varies between the groups"
    means = "; ".join(kit.number(mean, 4) for mean in comparison.means)
    return kit.stacked(kit.clause(comparison.largest), means)


def _result(comparison: kit.GroupComparison) -> kit.Cell:
    if comparison.p is None:
        return "not compared"
    if not comparison.rejects:
        return "no difference detected"
    return kit.loud("DIFFER" if comparison.required else "differ (information)")
