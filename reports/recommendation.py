"""Recommendation: what the Executive Director is advised to do, printed as such only where nothing forbids it."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.platypus import Flowable

from labharness.reporting import kit

_WHOLE = 12
"""Lines of a point in short."""
_MANY = 12
"""More points of one kind than these stand in one paragraph."""


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return the recommendation, or why none can be made; and who decides."""
    conclusion, decides = case.conclusion, kit.paragraph(part.text("decides"), "lead")
    advice = conclusion.recommendation
    if advice is None:
        result = [*kit.alarm("NO RECOMMENDATION IS ON FILE"), kit.paragraph(part.text("none"))]
        return [*result, decides, *_against(case)]
    if conclusion.refused:
        approving = conclusion.disposition is None or conclusion.disposition.approves
        return [*_refused(case, advice, part, decides), *([] if approving else _against(case))]
    kind = conclusion.disposition
    assert kind is not None  # what names no disposition is refused
    color = kit.OUTCOME_COLORS["PASS" if kind.approves else "INCONCLUSIVE"]
    text = [
        kit.paragraph(kit.judgment.kicker(case, kit.judgment.ADVICE), "kicker"),
        kit.colored(kind.title, color, "verdict"),
        kit.paragraph(kit.judgment.advised(case, kind), "lead"),
    ]
    result = [kit.panel(text, color), kit.gap(2)]
    if advice.conditions:
        result += [*kit.subheading("Conditions"), *_numbered(advice.conditions)]
    if kind.approves and (rests := list(kit.examined.terms(case.submission, conclusion.unexamined))):
        result += [*kit.subheading("Not examined, waived by the authorizer"), *kit.bullets(case.words(rests))]
    result += [*kit.subheading("Grounds"), kit.paragraph(advice.grounds), _who(case, advice), decides]
    return [*result, *([] if kind.approves else _against(case))]


def brief(case: kit.Case, part: kit.SectionPlace, room: float) -> list[Flowable]:
    """Return the recommendation with the first of its conditions, or the first open items."""
    conclusion = case.conclusion
    given = conclusion.recommendation is not None and not conclusion.refused
    conditions = list(conclusion.recommendation.conditions) if conclusion.recommendation and given else []
    texts = conditions or kit.open_items.in_short(conclusion.objections, case.say)
    title = "Conditions" if conditions else f"Open items: {len(conclusion.objections)}"
    around = [kit.judgment.recommendation(case), *(kit.subheading(title) if texts else [])]
    decides = kit.paragraph(part.text("decides"), "lead")

    def drawn(shown: Sequence[str], left: int) -> list[Flowable]:
        lines = (kit.clipped(f"– {each}", "body", _WHOLE) for each in shown)
        return [*lines, *kit.rest(left, "", part.annexed)]

    return [*around, *kit.fitting(texts, room - kit.high([*around, decides]), drawn), decides]


def _who(case: kit.Case, advice: kit.Recommendation) -> Flowable:
    person, date = case.submission.person(advice.by), kit.day(advice.date)
    return kit.facts([("Recommended by", person), ("On", date)])


def _numbered(texts: tuple[str, ...]) -> list[Flowable]:
    """Set texts with numbers by which a decision can refer to them."""
    return [
        kit.rich(f"<bullet>{place}.</bullet>{kit.markup(text)}", "bullet")
        for place, text in enumerate(texts, 1)
    ]


def _refused(
    case: kit.Case, advice: kit.Recommendation, part: kit.SectionPlace, decides: Flowable
) -> list[Flowable]:
    """Say what is on record, and everything that forbids it to be printed as a recommendation."""
    kind = case.conclusion.disposition
    why = list(case.conclusion.objections) if kind is None or kind.approves else []
    own = list[str]()
    if kind is None:
        own.append(f"The list of dispositions does not contain {advice.disposition!r}.")
    elif kind.conditions and not advice.conditions:
        own.append("The disposition requires conditions, and none are on file.")
    if case.conclusion.outdated is not None and case.conclusion.outdated not in why:
        why.append(case.conclusion.outdated)
    result = [*kit.alarm(kit.judgment.refusal(case), [part.text("refused")])]
    recorded = kind.title if kind else advice.disposition
    result.append(
        kit.facts(
            [
                ("On record", f"{recorded} — withheld"),
                ("By, on", kit.registered.signed(case.submission, advice.by, advice.date)),
                ("Grounds on file", advice.grounds),
                *((f"Condition {place}", text) for place, text in enumerate(advice.conditions, 1)),
            ]
        )
    )
    result.append(decides)
    title = f"Open items: {len(why) + len(own)}"
    return [*result, kit.loud(title, "h2"), *_points(case, why), *(kit.bullets(own) if own else [])]


def _points(case: kit.Case, points: Sequence[kit.Reason]) -> list[Flowable]:
    """List points, those of one kind under a line of their own."""
    flowables: list[Flowable] = []
    for name, texts in kit.open_items.by_kind(points, case.say).items():
        flowables += kit.subheading(f"{name}: {len(texts)}") if name else []
        if name and len(texts) > _MANY:
            flowables.append(kit.paragraph(f"{'; '.join(texts)}.", "cell"))
        else:
            flowables += kit.bullets(texts, "detail") if name else kit.bullets(texts)
        flowables.append(kit.gap(4))
    return flowables


def _against(case: kit.Case) -> list[Flowable]:
    """List what stands against an approval, whoever recommends what."""
    if not case.conclusion.objections:
        return []
    title = "Open items that prevent a recommendation to approve"
    return [*kit.subheading(title), *_points(case, case.conclusion.objections)]
