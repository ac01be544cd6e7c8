"""Readings: where the text of the chapter can be read in more than one way, and which way this run took."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit

_HEAD = ("Provision", "Provision and its readings", "Reading used", "Reason for the default")


def section(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    """Return the open readings of the game, as it was frozen, on which a check depends, and those of general law."""
    return [*_of_chapter(subject, part), *_of_general_law(subject)]


def _of_chapter(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    result = [used for used in kit.readings_used(subject.frozen.plan, subject.frozen.game) if used.by]
    if not result:
        return [kit.nothing(part.text("none"))]
    rows = [_row(each) for each in result]
    text = [] if part.again else [kit.paragraph(part.text("intro"))]
    return [*text, kit.table(_HEAD, rows, (23, 33, 22, 22), dense=True)]


def _of_general_law(subject: kit.Subject) -> list[Flowable]:
    """Return how the laboratory reads the level of each rule that the plan cites and that leaves it open."""
    cited = [
        (kit.game.cite(citation.clause), kit.clause_of(citation.clause))
        for citation in subject.frozen.plan.citations
    ]
    result = [f"{citation}: {kept.reading}" for citation, kept in cited if kept and kept.reading]
    return [*kit.subheading("General law"), *kit.bullets(result)] if result else []


def _row(used: kit.ReadingUsed) -> list[kit.Cell]:
    reading = used.reading
    ways = [f"– {_words(used, name)}" for name in reading.choices]
    uses = [f"{_words(used, choice)}: {', '.join(checks)}" for choice, checks in used.by.items()]
    return [
        kit.stacked(kit.game.cite(reading.citation), f"({reading.id})", kind="fine"),
        kit.stacked(kit.flowing(reading.point), *ways, kind="fine"),
        kit.stacked(*uses, kind="fine"),
        kit.flowing(reading.why),
    ]


def _words(used: kit.ReadingUsed, choice: str) -> str:
    return f"{kit.flowing(used.reading.choices[choice])}{' (default)' * (choice == used.reading.default)}"
