"""Readings: where the text of the chapter can be read in more than one way, and which way this run took."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit

_HEAD = ("Provision", "Provision and its readings", "Reading used", "Reason for the default")


def section(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    """Return the open readings of the game, as it was frozen, on which a check depends, and those of general law."""
    return [*_of_chapter(subject, part), *_of_general_law(subject)]


def _of_chapter(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    found = [one for one in kit.readings_used(subject.frozen.plan, subject.frozen.game) if one.by]
    if not found:
        return [kit.nothing(part.text("none"))]
    rows = [_row(one) for one in found]
    told = [] if part.again else [kit.paragraph(part.text("intro"))]
    return [*told, kit.table(_HEAD, rows, (23, 33, 22, 22), dense=True)]


def _of_general_law(subject: kit.Subject) -> list[Flowable]:
    """Return how the laboratory reads the level of each rule that the plan cites and that leaves it open."""
    cited = [(kit.game.cite(one.clause), kit.clause_of(one.clause)) for one in subject.frozen.plan.citations]
    found = [f"{citation}: {kept.reading}" for citation, kept in cited if kept and kept.reading]
    return [*kit.subheading("General law"), *kit.bullets(found)] if found else []


def _row(one: kit.ReadingUsed) -> list[kit.Cell]:
    reading = one.reading
    ways = [f"– {_words(one, name)}" for name in reading.choices]
    return [
        kit.stacked(kit.game.cite(reading.citation), f"({reading.id})", kind="fine"),
        kit.stacked(kit.flowing(reading.point), *ways, kind="fine"),
        kit.stacked(
            *(f"{_words(one, choice)}: {', '.join(checks)}" for choice, checks in one.by.items()), kind="fine"
        ),
        kit.flowing(reading.why),
    ]


def _words(one: kit.ReadingUsed, choice: str) -> str:
    return f"{kit.flowing(one.reading.choices[choice])}{' (default)' * (choice == one.reading.default)}"
