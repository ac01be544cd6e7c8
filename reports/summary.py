"""Summary: what was tested, the verdict, what is recommended under which conditions, and why; on one page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from reportlab.platypus import Flowable, KeepTogether, PageBreak

from labharness.assessment.case import Case
from labharness.assessment.curing import cured_by
from labharness.assessment.dossier import Group
from labharness.assessment.exceptions import exceptions
from labharness.language.numbers import amount, number
from labharness.model.results import Outcome
from labharness.reporting import judgment, registered
from labharness.reporting.blocks import Cell, colored, facts, outcome_word, subheading, table
from labharness.reporting.fitting import clipped, enumerated, fitting, high, more, woven
from labharness.reporting.points import by_kind
from labharness.reporting.section import Part
from labharness.reporting.typography import FRAME_HEIGHT, FRAME_WIDTH, INK

_HEADING = 46.0
"""Room of the section's own heading."""
_LABEL = 84.0
_WIDTHS = (26, 34, 25, 15)
_WORST = (Outcome.FAIL, Outcome.INCONCLUSIVE, Outcome.PASS)
_LINES = (3, 2, 1)
"""Lines that one text may take: fewer, until everything has its room."""
_TERSE = 2
"""With so few lines the first of long lists are worth more than shorter texts of more of them."""
_SIZE = 17.0
_LEAST = 190.0
"""Room that units, conditions and reasons need at least, together."""
_Drawing: TypeAlias = Callable[[float], list[Flowable]]
"""Draws what fits a height."""


def section(case: Case, part: Part) -> list[Flowable]:
    """Return the page."""
    for lines in _LINES:
        top = _top(case, lines)
        room = FRAME_HEIGHT - _HEADING - high(top)
        parts = [draw(case, part, lines) for draw in (_groups, _conditions, _reasons)]
        wanted = [high(draw(room)) for draw in parts]
        if sum(wanted) <= room:
            break
        if lines <= _TERSE and room >= _LEAST:
            break
    found: list[Flowable] = []
    for place, draw in enumerate(parts):
        # Each may take what the later ones do not want, and half of what is left at least.
        later = wanted[place + 1 :]
        body = draw(max(room / 2, room - sum(later)) if any(later) else room)
        room -= high(body)
        found += body
    return [KeepTogether([*top, *found]), PageBreak()]


def _top(case: Case, lines: int) -> list[Flowable]:
    return [
        judgment.verdict(case, size=_SIZE),
        judgment.recommendation(case, _kinds(case, lines), size=_SIZE),
        _particulars(case, lines),
    ]


def _kinds(case: Case, lines: int) -> list[Flowable]:
    found = case.conclusion
    if found.recommendation is not None and not found.refused:
        count = len(exceptions(case.dossier, found))
        told = f"Lifted by the authorizer (reasons on page one): {number(count)}."
        return [clipped(told, "word", lines, judgment.INSIDE)] if count else []
    told = judgment.standing_against(case)
    return [clipped(f"In all: {told}.", "word", lines, judgment.INSIDE)] if told else []


def _particulars(case: Case, lines: int) -> Flowable:
    filing = case.submission.filing
    rows = [
        ("Submission", f"{filing.reference}, {filing.type.value}: {filing.title}"),
        ("Items", registered.items(case.submission)),
        ("Software", registered.software(case.submission)),
        ("Games", registered.games(case.dossier)),
        ("Tests", registered.runs(case.dossier)),
    ]
    cells: list[tuple[str, Cell]] = [
        (label, clipped(value, "cell", lines + 1, FRAME_WIDTH - _LABEL - 6)) for label, value in rows
    ]
    return facts(cells, _LABEL)


def _groups(case: Case, part: Part, lines: int) -> _Drawing:
    """Return what draws the units, software and plans that were tested, the worst first."""
    dossier = case.dossier
    groups = sorted(dossier.groups, key=lambda one: _WORST.index(one.outcome))

    def drawn(shown: Sequence[Group], left: int) -> list[Flowable]:
        if not shown:
            return []
        head = ("Unit", "Software reported by the device", "Plan and runs", "Result")
        rows = [_row(case, group, lines + 1) for group in shown]
        return [
            *subheading("What was tested"),
            table(head, rows, _WIDTHS),
            *_more(left, "", part, "groups_at"),
        ]

    return lambda room: fitting(groups, room, drawn)


def _row(case: Case, group: Group, lines: int) -> list[Cell]:
    named = ", ".join(f"{one.name} {one.version}" for one in group.software) or "not named"
    runs = len(group.runs)
    cure = cured_by(case.dossier, group)
    cured = f", cured: deficiency {cure.id}" if cure else ""
    texts = (
        ("{}, {}", (group.model or "model not known", group.serial or "serial number not known")),
        (f"{{}} ({case.dossier.standing(group).value}{cured})", (named,)),
        (f"{{}}, {number(runs)} run{'s' * (runs != 1)}", (group.first.frozen.plan.id,)),
    )
    cells: list[Cell] = [
        woven(words, said, "cell", lines, FRAME_WIDTH * _WIDTHS[place] / 100 - 12)
        for place, (words, said) in enumerate(texts)
    ]
    return [*cells, outcome_word(group.outcome.value)]


def _conditions(case: Case, part: Part, lines: int) -> _Drawing:
    found, advice = case.conclusion, case.conclusion.recommendation
    given = advice is not None and not found.refused
    texts = advice.conditions if advice is not None and given else ()
    return _points("Conditions", [("", [one]) for one in texts], "condition", part, "conditions_at", lines)


def _reasons(case: Case, part: Part, lines: int) -> _Drawing:
    """Return what draws the reasons of the verdict, then what else stands against approval."""
    found, advice = case.conclusion, case.conclusion.recommendation
    if found.objections:
        title = "Why this is a failure" if found.outcome is Outcome.FAIL else "Open items"
        title += f" ({amount(len(found.objections), 'point')})"
        told = [
            (f"{name} ({number(len(texts))}): ", texts) if name else ("", [text])
            for name, texts in by_kind(found.objections, case.say).items()
            for text in (texts[:1] if name else texts)
        ]
        return _points(title, told, "point", part, "reasons_at", lines)
    grounds = [("", [advice.grounds])] if advice is not None and not found.refused else []
    return _points("Grounds", grounds, "ground", part, "conditions_at", 2 * lines)


def _points(
    title: str, points: Sequence[tuple[str, Sequence[str]]], thing: str, part: Part, where: str, lines: int
) -> _Drawing:
    """Return what draws points, those of one kind behind the words for it; what is left out is counted one by one."""
    total = sum(len(texts) for _, texts in points)

    def drawn(shown: Sequence[tuple[str, Sequence[str]]], _: int) -> list[Flowable]:
        if not shown:
            return []
        look = {"leftIndent": 10, "spaceAfter": 2}
        told = [enumerated(f"– {head}", texts, "cell", lines, **look) for head, texts in shown]
        left = total - sum(len(texts) for _, texts in shown)
        return [*subheading(title), *told, *_more(left, thing, part, where)]

    return lambda room: fitting(points, room, drawn)


def _more(left: int, thing: str, part: Part, where: str) -> list[Flowable]:
    return [colored(more(left, thing, part.text(where)), INK, "word")] if left else []
