"""Recommendation: what the Executive Director is advised to do, printed as such only where nothing forbids it."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.assessment.examined import terms
from labharness.filings.entries.review import Recommendation
from labharness.reason import Reason
from labharness.reporting import judgment
from labharness.reporting.blocks import bullets, colored, facts, gap, panel, paragraph, rich, subheading
from labharness.reporting.fitting import clipped, fitting, high, more
from labharness.reporting.open_items import by_kind, in_short
from labharness.reporting.registered import dated, signed
from labharness.reporting.said import alarm
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import OUTCOME_COLORS
from labharness.reporting.wording import markup

_WHOLE = 12
"""Lines of a point in short."""
_MANY = 12
"""More points of one kind than these stand in one paragraph."""


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return the recommendation, or why none can be made; and who decides."""
    conclusion, decides = case.conclusion, paragraph(part.text("decides"), "lead")
    advice = conclusion.recommendation
    if advice is None:
        found = [*alarm("NO RECOMMENDATION IS ON FILE"), paragraph(part.text("none"))]
        return [*found, decides, *_against(case)]
    if conclusion.refused:
        approving = conclusion.disposition is None or conclusion.disposition.approves
        return [
            *_refused(case, advice, part, decides),
            *([] if approving else _against(case)),
        ]
    kind = conclusion.disposition
    assert kind is not None  # what names no disposition is refused
    color = OUTCOME_COLORS["PASS" if kind.approves else "INCONCLUSIVE"]
    said = [
        paragraph(judgment.kicker(case, judgment.ADVICE), "kicker"),
        colored(kind.title, color, "verdict"),
        paragraph(judgment.advised(case, kind), "lead"),
    ]
    found = [panel(said, color), gap(2)]
    if advice.conditions:
        found += [*subheading("Conditions"), *_numbered(advice.conditions)]
    if kind.approves and (rests := list(terms(case.submission, conclusion.unexamined))):
        found += [*subheading("Not examined, waived by the authorizer"), *bullets(case.words(rests))]
    found += [*subheading("Grounds"), paragraph(advice.grounds), _who(case, advice), decides]
    return [*found, *([] if kind.approves else _against(case))]


def brief(case: Case, part: SectionPlace, room: float) -> list[Flowable]:
    """Return the recommendation with the first of its conditions, or the first open items."""
    found = case.conclusion
    given = found.recommendation is not None and not found.refused
    conditions = list(found.recommendation.conditions) if found.recommendation and given else []
    texts = conditions or in_short(found.objections, case.say)
    title = "Conditions" if conditions else f"Open items: {len(found.objections)}"
    around = [judgment.recommendation(case), *(subheading(title) if texts else [])]
    decides = paragraph(part.text("decides"), "lead")
    where = f"in the annex “{part.layout.title}, in full”"

    def drawn(shown: Sequence[str], left: int) -> list[Flowable]:
        told = [clipped(f"– {one}", "body", _WHOLE) for one in shown]
        return [*told, *([paragraph(more(left, "", where), "word")] if left else [])]

    return [*around, *fitting(texts, room - high([*around, decides]), drawn), decides]


def _who(case: Case, advice: Recommendation) -> Flowable:
    return facts([("Recommended by", case.submission.person(advice.by)), ("On", dated(advice.date))])


def _numbered(texts: tuple[str, ...]) -> list[Flowable]:
    """Set texts with numbers by which a decision can refer to them."""
    return [rich(f"<bullet>{place}.</bullet>{markup(text)}", "bullet") for place, text in enumerate(texts, 1)]


def _refused(case: Case, advice: Recommendation, part: SectionPlace, decides: Flowable) -> list[Flowable]:
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
    found = [*alarm(judgment.refusal(case), [part.text("refused")])]
    recorded = kind.title if kind else advice.disposition
    found.append(
        facts(
            [
                ("On record", f"{recorded} — withheld"),
                ("By, on", signed(case.submission, advice.by, advice.date)),
                ("Grounds on file", advice.grounds),
                *((f"Condition {place}", text) for place, text in enumerate(advice.conditions, 1)),
            ]
        )
    )
    found.append(decides)
    title = f"Open items: {len(why) + len(own)}"
    return [
        *found,
        colored(title, OUTCOME_COLORS["FAIL"], "h2"),
        *_points(case, why),
        *(bullets(own) if own else []),
    ]


def _points(case: Case, points: Sequence[Reason]) -> list[Flowable]:
    """List points, those of one kind under a line of their own."""
    found: list[Flowable] = []
    for name, texts in by_kind(points, case.say).items():
        found += subheading(f"{name}: {len(texts)}") if name else []
        if name and len(texts) > _MANY:
            found.append(paragraph(f"{'; '.join(texts)}.", "cell"))
        else:
            found += bullets(texts, "detail") if name else bullets(texts)
        found.append(gap(4))
    return found


def _against(case: Case) -> list[Flowable]:
    """List what stands against an approval, whoever recommends what."""
    if not case.conclusion.objections:
        return []
    title = "Open items that prevent a recommendation to approve"
    return [*subheading(title), *_points(case, case.conclusion.objections)]
