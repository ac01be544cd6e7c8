"""Cover of a submission's report: verdict, recommendation and the reasons first; then whom and what it is about."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from reportlab.platypus import Flowable, PageBreak

from labharness.assessment.case import Case
from labharness.language.dates import day
from labharness.language.numbers import amount, number
from labharness.model.results import Outcome
from labharness.reporting import judgment, registered
from labharness.reporting.blocks import Cell, colored, facts, gap, paragraph
from labharness.reporting.fitting import clipped, fitting, high, more, woven
from labharness.reporting.section import Part
from labharness.reporting.typography import FRAME_HEIGHT, FRAME_WIDTH, INK, OUTCOME_COLORS

_LABEL = 104.0
_LINES = (5, 2)
"""Lines of a fact on the cover, fewer where room is scarce; all of it stands in the sections."""
_LEAST = 44.0
"""Room for the first reasons and for the first points against, each."""
_MARGINS = (8.0, 24.0, 48.0, 80.0)
"""Room that stays free: a panel's lines are shorter than the page's, so that a text may take more of them."""
_WHOLE = (12, 4, 2)
"""Lines that a point may take: a sentence is whole, unless the page would not hold the first of them."""
_MOST = (8, 5, 4)
"""So many facts stand on the cover, fewer where room is scarce."""


def section(case: Case, part: Part) -> list[Flowable]:
    """Return the cover, which is one page."""
    page: list[Flowable] = []
    for lines, margin in product(_WHOLE, _MARGINS):
        page = _page(case, part, margin, lines)
        if high(page) <= FRAME_HEIGHT:
            break
    return [*page, PageBreak()]


def _page(case: Case, part: Part, margin: float, lines: int) -> list[Flowable]:
    laboratory = case.submission.laboratory
    missing = colored("NO LABORATORY IS ON FILE", OUTCOME_COLORS["FAIL"], "word")
    issuer = (
        [clipped(laboratory.name, "kicker", 1), clipped(laboratory.address, "quiet", 1, spaceAfter=2)]
        if laboratory
        else [missing]
    )
    head = [
        *issuer,
        paragraph(part.text("authority"), "quiet"),
        *judgment.banners(case, part.text("simulated")),
        clipped(part.report, "title", 1),
        clipped(case.submission.filing.title, "lead", 2),
    ]
    bare = high([*head, judgment.verdict(case), judgment.recommendation(case)])
    points, lifted = _lifted(case, part, FRAME_HEIGHT - bare - margin, lines)
    bare += high(lifted)
    foot = _foot(case, FRAME_HEIGHT - bare - points - margin)
    room = FRAME_HEIGHT - bare - high(foot) - margin
    advice = _advice(case, part, max(_LEAST, room / 2), lines)
    return [
        *head,
        judgment.verdict(case, _reasons(case, part, max(_LEAST, room - high(advice)), lines)),
        judgment.recommendation(case, advice),
        *lifted,
        *foot,
    ]


def _lifted(case: Case, part: Part, room: float, lines: int) -> tuple[float, list[Flowable]]:
    """Return the room that reasons and points keep, and what the authorizer lifted.

    What was lifted is named whole as long as a few facts and points find room beside it.
    """
    wanted = high([*_reasons(case, part, FRAME_HEIGHT, lines), *_advice(case, part, FRAME_HEIGHT, lines)])
    shares = (3, 2) if case.conclusion.objections else (1,)
    kept = [min(wanted, share * _LEAST) for share in shares]
    for points in kept:
        for most in _MOST:
            spare = room - points - high([_particulars(case, most, min(_LINES))])
            found = judgment.excepted(case, spare)
            if found is not None:
                return points, found
    spare = room - kept[-1] - high([_particulars(case, min(_MOST), min(_LINES))])
    return kept[-1], judgment.excepted_first(case, part.text("lifted_at"), spare)


def _foot(case: Case, room: float) -> list[Flowable]:
    """Return whom and what the report is about; what is said elsewhere gives way to verdict and reasons."""
    drawn = [_particulars(case, most, lines) for most in _MOST for lines in _LINES]
    return [next((one for one in drawn if high([one]) <= room), drawn[-1])]


def _reasons(case: Case, part: Part, room: float, lines: int) -> list[Flowable]:
    found = case.conclusion
    if found.outcome is Outcome.PASS:
        return []
    return _points(case.words(found.reasons), "reason", part.text("reasons_at"), room, lines)


def _advice(case: Case, part: Part, room: float, lines: int) -> list[Flowable]:
    """Return the first conditions, or the first of what stands against a recommendation to approve."""
    found, advice = case.conclusion, case.conclusion.recommendation
    if advice is not None and not found.refused:
        return _points(advice.conditions, "condition", part.text("conditions_at"), room, lines)
    told = _counted(case)
    return [
        *_points(
            case.words(judgment.against(case)),
            "other point",
            part.text("reasons_at"),
            room - high(told),
            lines,
        ),
        *told,
    ]


def _counted(case: Case) -> list[Flowable]:
    """Say how many points stand against an approval in all, so that what is left out below can be added up."""
    found, kinds = case.conclusion, judgment.standing_against(case)
    if not found.objections:
        return []
    above, others = len(found.reasons), len(judgment.against(case))
    total = above + others
    told = (
        f"{amount(total, 'open item')} {'prevents' if total == 1 else 'prevent'} a recommendation to approve"
    )
    told += f" ({number(above)} as reasons of the verdict). " if above else ". "
    told += f"In all: {kinds}." if kinds else ""
    return [clipped(told, "word", 4, judgment.INSIDE)] if told else []


def _points(texts: Sequence[str], thing: str, where: str, room: float, lines: int) -> list[Flowable]:
    """Set the first texts, each shortened, and say how many more there are and where."""

    def drawn(shown: Sequence[str], left: int) -> list[Flowable]:
        look = {"leftIndent": 10, "spaceAfter": 1}
        told = [clipped(f"– {one}", "cell", lines, judgment.INSIDE, **look) for one in shown]
        rest = [colored(more(left, thing, where), INK, "word")] if left else []
        return [gap(3), *told, *rest, gap(3)] if told else []

    return fitting(texts, room, drawn)


def _particulars(case: Case, most: int, lines: int) -> Flowable:
    dossier, submission = case.dossier, case.submission
    filing, laboratory = submission.filing, submission.laboratory
    made = f"{dossier.number}, revision {dossier.revision}, {day(dossier.made)} (date of its newest record)"
    kind = filing.submitter_kind.value
    rows: list[tuple[str, str, tuple[object, ...]]] = [
        ("To", "{}", (laboratory.addressee if laboratory else "not recorded",)),
        ("Report", "{}", (made,)),
        ("Items", "{}", (registered.items(submission),)),
        ("Software", "{}", (registered.software_hashes(submission),)),
        ("Submission", f"{{}}, {filing.type.value}", (filing.reference,)),
        ("Submitted by", f"{{}}, {kind}, license {{}}", (filing.submitter, filing.license)),
        ("Games", "{}", (registered.games(dossier),)),
        ("Tests", "{}", (registered.runs(dossier),)),
    ]
    cells: list[tuple[str, Cell]] = [
        (label, woven(words, texts, "cell", lines, FRAME_WIDTH - _LABEL - 6))
        for label, words, texts in rows[:most]
    ]
    return facts(cells, _LABEL)
