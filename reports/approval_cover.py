"""Page one of a submission's report: verdict, what was observed, recommendation, what was lifted; then the items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reportlab.platypus import Flowable, PageBreak

from labharness.assessment.case import Case
from labharness.assessment.observed import Observation, observations
from labharness.language.dates import day
from labharness.language.numbers import amount, number
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.statement import Statements
from labharness.model.results import Outcome
from labharness.reason import Reason
from labharness.reporting import judgment, registered
from labharness.reporting.blocks import Cell, colored, facts, gap, paragraph
from labharness.reporting.charts.beside import observed_beside
from labharness.reporting.fitting import clipped, enumerated, fitting, high, more
from labharness.reporting.open_items import in_short
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import FRAME_HEIGHT, FRAME_WIDTH, INK, OUTCOME_COLORS

_LABEL = 84.0
_LINES = (6, 3, 2)
"""Lines of a fact, fewer where room is scarce: whole items, then the number of the others."""
_PICTURES = 2
"""So many units that failed are named and drawn."""
_LEADING = 10.0
_MARGIN = 8.0
"""Room that stays free."""
_POINTS = 48.0
"""Room for the first reasons or conditions."""
_WHOLE = 12
"""Lines of a point: more than any sentence of ours takes."""


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return the cover, which is one page."""
    page = next((page for page in _pages(case, part) if high(page) <= FRAME_HEIGHT), None)
    return [*(page or list(_pages(case, part))[-1]), PageBreak()]


def _pages(case: Case, part: SectionPlace) -> Iterator[list[Flowable]]:
    """Yield the page with the picture and without it, with facts of fewer and fewer lines."""
    drawn = _picture(case)
    for picture in (drawn, []) if drawn else ([],):
        for lines in _LINES:
            yield _page(case, part, lines, picture)


def _page(case: Case, part: SectionPlace, lines: int, picture: Sequence[Flowable]) -> list[Flowable]:
    head, foot = _head(case, part), [_particulars(case, lines)]
    bare = [*head, judgment.verdict(case, picture), judgment.recommendation(case), *foot]
    room = FRAME_HEIGHT - high(bare) - _MARGIN
    wanted = _POINTS if case.conclusion.objections or _conditions(case) else 0.0
    lifted = judgment.excepted(case, room - wanted)
    if lifted is None:
        lifted = judgment.excepted_first(case, part.text("lifted_at"), room - wanted)
    room -= high(lifted)
    advice = _advice(case, part, max(_POINTS, room / 2))
    reasons = _reasons(case, part, room - high(advice))
    return [
        *head,
        judgment.verdict(case, [*picture, *reasons, *_meaning(case, part, room - high(advice))]),
        judgment.recommendation(case, advice),
        *lifted,
        *foot,
    ]


def _head(case: Case, part: SectionPlace) -> list[Flowable]:
    laboratory = case.submission.laboratory
    missing = colored("NO LABORATORY IS ON FILE", OUTCOME_COLORS["FAIL"], "word")
    issuer = (
        [clipped(laboratory.name, "kicker", 1), clipped(laboratory.address, "quiet", 1, spaceAfter=2)]
        if laboratory
        else [missing]
    )
    return [
        *issuer,
        paragraph(part.text("authority"), "quiet"),
        *judgment.banners(case, part.text("simulated")),
        clipped(part.report, "title", 1, fontSize=24, leading=28),
        clipped(case.submission.filing.title, "lead", 2),
    ]


def _picture(case: Case) -> list[Flowable]:
    """Draw what was observed of the units that failed beside what a random device gives."""
    return [
        drawn
        for seen in observations(case.dossier)[:_PICTURES]
        if seen.sentence is not None and seen.sentence.is_a(Conclusions.OBSERVED_COUNT)
        for drawn in (gap(2), _drawn(case, seen, seen.sentence))
    ]


def _drawn(case: Case, seen: Observation, sentence: Reason) -> Flowable:
    observed, expected = (float(str(sentence[name])) for name in ("observed", "expected"))
    return observed_beside(
        f"{case.dossier.called(seen.run.run)}, observed", observed, expected, judgment.INSIDE
    )


def _reasons(case: Case, part: SectionPlace, room: float) -> list[Flowable]:
    found = case.conclusion
    texts = in_short(found.reasons, case.say)
    if found.outcome is Outcome.PASS or (found.outcome is Outcome.INCONCLUSIVE and len(texts) == 1):
        return []  # the only reason of an inconclusive verdict is one of its sentences
    return _points(texts, "reason", part.text("reasons_at"), room)


def _meaning(case: Case, part: SectionPlace, room: float) -> list[Flowable]:
    """Return what the passes of all runs exclude, or in short what none of them does; nothing where it is no pass."""
    texts = judgment.meanings(case) if case.conclusion.outcome is Outcome.PASS else []
    whole = _listed(texts, "", "cell")
    if not texts or high(whole) <= room:
        return whole
    short = " ".join(map(case.say, (Statements.NOT_SHOWN_UNFAIR(), Statements.UNBOUNDED())))
    counted = f"Gains bounded and not bounded in {amount(len(texts), 'run')}: {part.text('meaning_at')}"
    return [gap(3), clipped(short, "cell", _WHOLE, judgment.INSIDE), colored(counted, INK, "word")]


def _conditions(case: Case) -> tuple[str, ...]:
    found, advice = case.conclusion, case.conclusion.recommendation
    return advice.conditions if advice is not None and not found.refused else ()


def _advice(case: Case, part: SectionPlace, room: float) -> list[Flowable]:
    """Return the first conditions, or the first open items and how many prevent a recommendation to approve."""
    found, advice = case.conclusion, case.conclusion.recommendation
    if advice is not None and not found.refused:
        return _points(_conditions(case), "condition", part.text("conditions_at"), room)
    total, above = len(found.objections), len(found.reasons)
    if not total:
        return []
    verb, kinds = "prevents" if total == 1 else "prevent", judgment.standing_against(case)
    of_verdict = "also a reason" if above == 1 else "also reasons"
    told = f"{amount(total, 'open item')} {verb} a recommendation to approve"
    told += f" ({number(above)} {of_verdict} of the verdict). " if above else ". "
    told += f"On record: {kinds}." if kinds else ""
    counted = paragraph(told, "word")
    texts = in_short(judgment.against(case), case.say)
    return [*_points(texts, "open item", part.text("reasons_at"), room - high([counted])), counted]


def _points(texts: Sequence[str], thing: str, where: str, room: float) -> list[Flowable]:
    """Set the first texts whole, and say how many more there are and where."""

    def drawn(shown: Sequence[str], left: int) -> list[Flowable]:
        return _listed(shown, more(left, thing, where) if left else "", "fine")

    large = _listed(texts, "", "cell")
    found = large if high(large) <= room else fitting(texts, room, drawn)
    # One text alone may be higher than the room: the section then prints all of them.
    return found if high(found) <= room else [colored(f"{amount(len(texts), thing)}, {where}", INK, "word")]


def _listed(texts: Sequence[str], rest: str, kind: str) -> list[Flowable]:
    look = {"leftIndent": 10, "spaceAfter": 1}
    told = [clipped(f"– {one}", kind, _WHOLE, judgment.INSIDE, **look) for one in texts]
    return [gap(3), *told, *([colored(rest, INK, "word")] if rest else [])] if told else []


def _particulars(case: Case, lines: int) -> Flowable:
    dossier, submission = case.dossier, case.submission
    filing, laboratory = submission.filing, submission.laboratory
    inside = FRAME_WIDTH - _LABEL - 6

    def several(texts: Sequence[str], none: str) -> Cell:
        below = [clipped(text, "fine", 2, inside) for text in texts]
        if len(texts) > 1 and high(below) <= lines * _LEADING:
            return below
        return enumerated("", texts or [none], "fine", lines, inside)

    rows: list[tuple[str, Cell]] = [
        ("To", several([laboratory.addressee] if laboratory else [], "not recorded")),
        ("Report", f"{dossier.number}, revision {dossier.revision}"),
        ("Date of issue", f"{day(dossier.made)}, the date of its newest record; each signature has its own"),
        ("Items", several(registered.products(submission), "No item is on file.")),
        ("Software", several(registered.software_hashes(submission), "No software is on file.")),
        ("Submission", several([f"{filing.reference}, {filing.type.value}"], "")),
    ]
    return facts(rows, _LABEL, dense=True)
