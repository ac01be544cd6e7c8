"""Summary: what was tested, under which conditions something is recommended, and why; on one page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from reportlab.platypus import Flowable, KeepTogether

from labharness.reporting import kit

_HEADING = 46.0
"""Room of the section's own heading."""
_LABEL = 84.0
_WIDTHS = (26, 34, 25, 15)
_WORST = (kit.Outcome.FAIL, kit.Outcome.INCONCLUSIVE, kit.Outcome.PASS)
_LINES = 3
"""Lines of a name, and of the items of one kind."""
_WHOLE = 12
"""Lines of a point: more than any sentence of ours takes."""
_Drawing: TypeAlias = Callable[[float], list[Flowable]]
"""Draws what fits a height."""


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return what page one has no room for, on at most one page: all of it stands in the sections."""
    top = [_particulars(case)]
    room = kit.FRAME_HEIGHT - _HEADING - kit.high(top)
    parts = [draw(case, part) for draw in (_groups, _conditions, _reasons)]
    wanted = [kit.high(draw(room)) for draw in parts]
    flowables: list[Flowable] = []
    for place, draw in enumerate(parts):
        # Each may take what the later ones do not want, and half of what is left at least.
        later = wanted[place + 1 :]
        body = draw(max(room / 2, room - sum(later)) if any(later) else room)
        room -= kit.high(body)
        flowables += body
    return [KeepTogether([*top, *flowables])]


def _particulars(case: kit.Case) -> Flowable:
    filing, laboratory = case.submission.filing, case.submission.laboratory
    inside = kit.FRAME_WIDTH - _LABEL - 6
    by = f"{{}}, {filing.submitter_kind.value}, license {{}}"
    rows = [
        ("Games", kit.registered.games(case.dossier)),
        ("Tests", kit.registered.runs(case.dossier)),
        ("Places of testing", "; ".join(_place(place, laboratory) for place in filing.places)),
    ]
    cells: kit.Facts = [
        ("Submitted by", kit.woven(by, (filing.submitter, filing.license), "cell", _LINES, inside)),
        *((label, kit.clipped(value, "cell", _LINES, inside)) for label, value in rows),
    ]
    return kit.facts(cells, _LABEL, dense=True)


def _place(filed: str, laboratory: kit.Laboratory | None) -> str:
    """Return a place as the filing states it, the laboratory with its address."""
    return f"{filed}, {laboratory.address}" if filed == kit.filing.AT_HOME and laboratory else filed


def _groups(case: kit.Case, part: kit.SectionPlace) -> _Drawing:
    """Return what draws the units, software and plans that were tested, the worst first."""
    dossier = case.dossier
    groups = sorted(dossier.groups, key=lambda each: _WORST.index(each.outcome))

    def drawn(shown: Sequence[kit.Group], left: int) -> list[Flowable]:
        if not shown:
            return []
        head = ("Unit", "Software reported by the device", "Plan and runs", "Result")
        rows = [_row(case, group) for group in shown]
        return [
            *kit.subheading("What was tested"),
            kit.table(head, rows, _WIDTHS),
            *kit.rest(left, "", part.text("groups_at")),
        ]

    return lambda room: kit.fitting(groups, room, drawn)


def _row(case: kit.Case, group: kit.Group) -> list[kit.Cell]:
    named = ", ".join(f"{text.name} {text.version}" for text in group.software) or "not named"
    runs = kit.run_list([case.dossier.called(run.run) for run in group.runs])
    cure = kit.curing.cured_by(case.dossier, group)
    cured = f", retest passed: deficiency {cure.id}" if cure else ""
    texts = (
        ("{}, {}", (group.model or "model not known", group.serial or "serial number not known")),
        (f"{{}} ({case.dossier.standing(group).value}{cured})", (named,)),
        (f"{{}}, {runs}", (group.first.frozen.plan.title,)),
    )
    cells: list[kit.Cell] = [
        kit.woven(words, text, "cell", _LINES, kit.FRAME_WIDTH * _WIDTHS[place] / 100 - 12)
        for place, (words, text) in enumerate(texts)
    ]
    return [*cells, _result(case, group)]


def _result(case: kit.Case, group: kit.Group) -> kit.Cell:
    """Return the verdict of all runs where each has it; else that of each, and what they come to together."""
    alone = group.standings
    if all(each.verdict is group.standing.verdict for each in alone):
        return kit.standing_word(group.standing)
    return [
        *(
            kit.colored(
                f"{kit.run_list([case.dossier.called(run.run) for run in runs])}: {kit.standing_words(each)}",
                kit.INK if each.verdict is None else kit.OUTCOME_COLORS[each.verdict.value],
                "word",
            )
            for each, runs in alone.items()
        ),
        kit.colored(f"together: {kit.standing_words(group.standing)}", kit.INK, "word"),
    ]


def _conditions(case: kit.Case, part: kit.SectionPlace) -> _Drawing:
    conclusion, advice = case.conclusion, case.conclusion.recommendation
    given = advice is not None and not conclusion.refused
    texts = advice.conditions if advice is not None and given else ()
    return _points("Conditions", [("", [text]) for text in texts], "condition", part, "conditions_at")


def _reasons(case: kit.Case, part: kit.SectionPlace) -> _Drawing:
    """Return what draws the reasons of the verdict, then what else stands against approval."""
    conclusion, advice = case.conclusion, case.conclusion.recommendation
    if conclusion.objections:
        title = "Why this is a failure" if conclusion.outcome is kit.Outcome.FAIL else "Open items"
        title += f" ({kit.amount(len(conclusion.objections), 'point')})"
        items = [
            (f"{name} ({kit.number(len(texts))}): ", texts) if name else ("", [text])
            for name, texts in kit.open_items.by_kind(conclusion.objections, case.say).items()
            for text in (texts[:1] if name else texts)
        ]
        return _points(title, items, "point", part, "reasons_at")
    grounds = [("", [advice.grounds])] if advice is not None and not conclusion.refused else []
    return _points("Grounds", grounds, "ground", part, "conditions_at")


def _points(
    title: str, points: Sequence[tuple[str, Sequence[str]]], thing: str, part: kit.SectionPlace, where: str
) -> _Drawing:
    """Return what draws points, those of one kind behind the words for it; what is left out is counted one by one."""
    total = sum(len(texts) for _, texts in points)

    def drawn(shown: Sequence[tuple[str, Sequence[str]]], _: int) -> list[Flowable]:
        if not shown:
            return []
        look = {"leftIndent": 10, "spaceAfter": 2}
        flowables = [
            kit.enumerated(f"– {head}", texts, "cell", _LINES if head else _WHOLE, **look)
            for head, texts in shown
        ]
        left = total - sum(len(texts) for _, texts in shown)
        return [*kit.subheading(title), *flowables, *kit.rest(left, thing, part.text(where))]

    return lambda room: kit.fitting(points, room, drawn)
