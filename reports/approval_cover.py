"""Page one of a submission's report: verdict, what was observed, recommendation, what was lifted; then the items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reportlab.platypus import Flowable, PageBreak

from labharness.reporting import kit

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


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return the cover, which is one page."""
    page = next((page for page in _pages(case, part) if kit.high(page) <= kit.FRAME_HEIGHT), None)
    return [*(page or list(_pages(case, part))[-1]), PageBreak()]


def _pages(case: kit.Case, part: kit.SectionPlace) -> Iterator[list[Flowable]]:
    """Yield the page with the picture and without it, with facts of fewer and fewer lines."""
    drawn = _picture(case)
    for picture in (drawn, []) if drawn else ([],):
        for lines in _LINES:
            yield _page(case, part, lines, picture)


def _page(case: kit.Case, part: kit.SectionPlace, lines: int, picture: Sequence[Flowable]) -> list[Flowable]:
    head, foot = _head(case, part), [_particulars(case, lines)]
    bare = [*head, kit.judgment.verdict(case, picture), kit.judgment.recommendation(case), *foot]
    room = kit.FRAME_HEIGHT - kit.high(bare) - _MARGIN
    wanted = _POINTS if case.conclusion.objections or _conditions(case) else 0.0
    lifted = kit.judgment.excepted(case, room - wanted)
    if lifted is None:
        lifted = kit.judgment.excepted_first(case, part.text("lifted_at"), room - wanted)
    room -= kit.high(lifted)
    advice = _advice(case, part, max(_POINTS, room / 2))
    reasons = _reasons(case, part, room - kit.high(advice))
    return [
        *head,
        kit.judgment.verdict(case, [*picture, *reasons, *_meaning(case, part, room - kit.high(advice))]),
        kit.judgment.recommendation(case, advice),
        *lifted,
        *foot,
    ]


def _head(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    return [
        *kit.judgment.issuer(case),
        kit.paragraph(part.text("authority"), "quiet"),
        *kit.judgment.banners(case, part.text("simulated")),
        kit.clipped(part.report, "title", 1, fontSize=24, leading=28),
        kit.clipped(case.submission.filing.title, "lead", 2),
    ]


def _picture(case: kit.Case) -> list[Flowable]:
    """Draw what was observed of the units that failed beside what a random device gives."""
    return [
        drawn
        for seen in kit.observed.observations(case.dossier)[:_PICTURES]
        if seen.sentence is not None and seen.sentence.is_a(kit.Conclusions.OBSERVED_COUNT)
        for drawn in (kit.gap(2), _drawn(case, seen, seen.sentence))
    ]


def _drawn(case: kit.Case, seen: kit.observed.Observation, sentence: kit.Reason) -> Flowable:
    observed, expected = (float(str(sentence[name])) for name in ("observed", "expected"))
    return kit.observed_beside(
        f"{case.dossier.called(seen.run.run)}, observed", observed, expected, kit.judgment.INSIDE
    )


def _reasons(case: kit.Case, part: kit.SectionPlace, room: float) -> list[Flowable]:
    conclusion = case.conclusion
    texts = kit.open_items.in_short(conclusion.reasons, case.say)
    if conclusion.outcome is kit.Outcome.PASS or (
        conclusion.outcome is kit.Outcome.INCONCLUSIVE and len(texts) == 1
    ):
        return []  # the only reason of an inconclusive verdict is one of its sentences
    return _points(texts, "reason", part.text("reasons_at"), room)


def _meaning(case: kit.Case, part: kit.SectionPlace, room: float) -> list[Flowable]:
    """Return what the passes of all runs exclude, or in short what none of them does; nothing where it is no pass."""
    texts = kit.judgment.meanings(case) if case.conclusion.outcome is kit.Outcome.PASS else []
    whole = _listed(texts, "", "cell")
    if not texts or kit.high(whole) <= room:
        return whole
    short = " ".join(map(case.say, (kit.Statements.NOT_SHOWN_UNFAIR(), kit.Statements.UNBOUNDED())))
    counted = f"Gains bounded and not bounded in {kit.amount(len(texts), 'run')}: {part.text('meaning_at')}"
    return [
        kit.gap(3),
        kit.clipped(short, "cell", _WHOLE, kit.judgment.INSIDE),
        kit.colored(counted, kit.INK, "word"),
    ]


def _conditions(case: kit.Case) -> tuple[str, ...]:
    conclusion, advice = case.conclusion, case.conclusion.recommendation
    return advice.conditions if advice is not None and not conclusion.refused else ()


def _advice(case: kit.Case, part: kit.SectionPlace, room: float) -> list[Flowable]:
    """Return the first conditions, or the first open items and how many prevent a recommendation to approve."""
    conclusion, advice = case.conclusion, case.conclusion.recommendation
    if advice is not None and not conclusion.refused:
        return _points(_conditions(case), "condition", part.text("conditions_at"), room)
    total, above = len(conclusion.objections), len(conclusion.reasons)
    if not total:
        return []
    verb, kinds = "prevents" if total == 1 else "prevent", kit.judgment.standing_against(case)
    of_verdict = "also a reason" if above == 1 else "also reasons"
    text = f"{kit.amount(total, 'open item')} {verb} a recommendation to approve"
    text += f" ({kit.number(above)} {of_verdict} of the verdict). " if above else ". "
    text += f"On record: {kinds}." if kinds else ""
    counted = kit.paragraph(text, "word")
    texts = kit.open_items.in_short(kit.judgment.against(case), case.say)
    return [*_points(texts, "open item", part.text("reasons_at"), room - kit.high([counted])), counted]


def _points(texts: Sequence[str], thing: str, where: str, room: float) -> list[Flowable]:
    """Set the first texts whole, and say how many more there are and where."""

    def drawn(shown: Sequence[str], left: int) -> list[Flowable]:
        return _listed(shown, kit.more(left, thing, where) if left else "", "fine")

    large = _listed(texts, "", "cell")
    fitting = large if kit.high(large) <= room else kit.fitting(texts, room, drawn)
    # One text alone may be higher than the room: the section then prints all of them.
    if kit.high(fitting) <= room:
        return fitting
    return [kit.colored(f"{kit.amount(len(texts), thing)}, {where}", kit.INK, "word")]


def _listed(texts: Sequence[str], rest: str, kind: str) -> list[Flowable]:
    look = {"leftIndent": 10, "spaceAfter": 1}
    flowables = [kit.clipped(f"– {text}", kind, _WHOLE, kit.judgment.INSIDE, **look) for text in texts]
    last = [kit.colored(rest, kit.INK, "word")] if rest else []
    return [kit.gap(3), *flowables, *last] if flowables else []


def _particulars(case: kit.Case, lines: int) -> Flowable:
    dossier, submission = case.dossier, case.submission
    filing, laboratory = submission.filing, submission.laboratory
    inside = kit.FRAME_WIDTH - _LABEL - 6

    def several(texts: Sequence[str], none: str) -> kit.Cell:
        below = [kit.clipped(text, "fine", 2, inside) for text in texts]
        if len(texts) > 1 and kit.high(below) <= lines * _LEADING:
            return below
        return kit.enumerated("", texts or [none], "fine", lines, inside)

    rows: kit.Facts = [
        ("To", several([laboratory.addressee] if laboratory else [], "not recorded")),
        ("Report", f"{dossier.number}, revision {dossier.revision}"),
        (
            "Date of issue",
            f"{kit.day(dossier.made)}, the date of its newest record; each signature has its own",
        ),
        ("Items", several(kit.registered.products(submission), "No item is on file.")),
        ("Software", several(kit.registered.software_hashes(submission), "No software is on file.")),
        ("Submission", several([f"{filing.reference}, {filing.type.value}"], "")),
    ]
    return kit.facts(rows, _LABEL, dense=True)
