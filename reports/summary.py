"""Summary: what was tested, under which conditions something is recommended, and why; on one page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from reportlab.platypus import Flowable, KeepTogether

from labharness.assessment.attempts.curing import cured_by
from labharness.assessment.case import Case
from labharness.assessment.dossier import Group
from labharness.filings.entries.filing import AT_HOME
from labharness.filings.entries.people import Laboratory
from labharness.language.numbers import amount, number
from labharness.language.standings import standing_words
from labharness.language.template import run_list
from labharness.model.results import Outcome
from labharness.reporting import registered
from labharness.reporting.blocks import Cell, colored, facts, standing_word, subheading, table
from labharness.reporting.fitting import clipped, enumerated, fitting, high, more, woven
from labharness.reporting.open_items import by_kind
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import FRAME_HEIGHT, FRAME_WIDTH, INK, OUTCOME_COLORS

_HEADING = 46.0
"""Room of the section's own heading."""
_LABEL = 84.0
_WIDTHS = (26, 34, 25, 15)
_WORST = (Outcome.FAIL, Outcome.INCONCLUSIVE, Outcome.PASS)
_LINES = 3
"""Lines of a name, and of the items of one kind."""
_WHOLE = 12
"""Lines of a point: more than any sentence of ours takes."""
_Drawing: TypeAlias = Callable[[float], list[Flowable]]
"""Draws what fits a height."""


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return what page one has no room for, on at most one page: all of it stands in the sections."""
    top = [_particulars(case)]
    room = FRAME_HEIGHT - _HEADING - high(top)
    parts = [draw(case, part) for draw in (_groups, _conditions, _reasons)]
    wanted = [high(draw(room)) for draw in parts]
    found: list[Flowable] = []
    for place, draw in enumerate(parts):
        # Each may take what the later ones do not want, and half of what is left at least.
        later = wanted[place + 1 :]
        body = draw(max(room / 2, room - sum(later)) if any(later) else room)
        room -= high(body)
        found += body
    return [KeepTogether([*top, *found])]


def _particulars(case: Case) -> Flowable:
    filing, laboratory = case.submission.filing, case.submission.laboratory
    inside = FRAME_WIDTH - _LABEL - 6
    by = f"{{}}, {filing.submitter_kind.value}, license {{}}"
    rows = [
        ("Games", registered.games(case.dossier)),
        ("Tests", registered.runs(case.dossier)),
        ("Places of testing", "; ".join(_place(one, laboratory) for one in filing.places)),
    ]
    cells: list[tuple[str, Cell]] = [
        ("Submitted by", woven(by, (filing.submitter, filing.license), "cell", _LINES, inside)),
        *((label, clipped(value, "cell", _LINES, inside)) for label, value in rows),
    ]
    return facts(cells, _LABEL, dense=True)


def _place(filed: str, laboratory: Laboratory | None) -> str:
    """Return a place as the filing states it, the laboratory with its address."""
    return f"{filed}, {laboratory.address}" if filed == AT_HOME and laboratory else filed


def _groups(case: Case, part: SectionPlace) -> _Drawing:
    """Return what draws the units, software and plans that were tested, the worst first."""
    dossier = case.dossier
    groups = sorted(dossier.groups, key=lambda one: _WORST.index(one.outcome))

    def drawn(shown: Sequence[Group], left: int) -> list[Flowable]:
        if not shown:
            return []
        head = ("Unit", "Software reported by the device", "Plan and runs", "Result")
        rows = [_row(case, group) for group in shown]
        return [
            *subheading("What was tested"),
            table(head, rows, _WIDTHS),
            *_more(left, "", part, "groups_at"),
        ]

    return lambda room: fitting(groups, room, drawn)


def _row(case: Case, group: Group) -> list[Cell]:
    named = ", ".join(f"{one.name} {one.version}" for one in group.software) or "not named"
    runs = run_list([case.dossier.called(run.run) for run in group.runs])
    cure = cured_by(case.dossier, group)
    cured = f", retest passed: deficiency {cure.id}" if cure else ""
    texts = (
        ("{}, {}", (group.model or "model not known", group.serial or "serial number not known")),
        (f"{{}} ({case.dossier.standing(group).value}{cured})", (named,)),
        (f"{{}}, {runs}", (group.first.frozen.plan.title,)),
    )
    cells: list[Cell] = [
        woven(words, said, "cell", _LINES, FRAME_WIDTH * _WIDTHS[place] / 100 - 12)
        for place, (words, said) in enumerate(texts)
    ]
    return [*cells, _result(case, group)]


def _result(case: Case, group: Group) -> Cell:
    """Return the verdict of all runs where each has it; else that of each, and what they come to together."""
    alone = group.standings
    if all(one.verdict is group.standing.verdict for one in alone):
        return standing_word(group.standing)
    return [
        *(
            colored(
                f"{run_list([case.dossier.called(run.run) for run in runs])}: {standing_words(one)}",
                INK if one.verdict is None else OUTCOME_COLORS[one.verdict.value],
                "word",
            )
            for one, runs in alone.items()
        ),
        colored(f"together: {standing_words(group.standing)}", INK, "word"),
    ]


def _conditions(case: Case, part: SectionPlace) -> _Drawing:
    found, advice = case.conclusion, case.conclusion.recommendation
    given = advice is not None and not found.refused
    texts = advice.conditions if advice is not None and given else ()
    return _points("Conditions", [("", [one]) for one in texts], "condition", part, "conditions_at")


def _reasons(case: Case, part: SectionPlace) -> _Drawing:
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
        return _points(title, told, "point", part, "reasons_at")
    grounds = [("", [advice.grounds])] if advice is not None and not found.refused else []
    return _points("Grounds", grounds, "ground", part, "conditions_at")


def _points(
    title: str, points: Sequence[tuple[str, Sequence[str]]], thing: str, part: SectionPlace, where: str
) -> _Drawing:
    """Return what draws points, those of one kind behind the words for it; what is left out is counted one by one."""
    total = sum(len(texts) for _, texts in points)

    def drawn(shown: Sequence[tuple[str, Sequence[str]]], _: int) -> list[Flowable]:
        if not shown:
            return []
        look = {"leftIndent": 10, "spaceAfter": 2}
        told = [
            enumerated(f"– {head}", texts, "cell", _LINES if head else _WHOLE, **look)
            for head, texts in shown
        ]
        left = total - sum(len(texts) for _, texts in shown)
        return [*subheading(title), *told, *_more(left, thing, part, where)]

    return lambda room: fitting(points, room, drawn)


def _more(left: int, thing: str, part: SectionPlace, where: str) -> list[Flowable]:
    return [colored(more(left, thing, part.text(where)), INK, "word")] if left else []
