"""Readings: where the text of the chapter can be read in more than one way, and which way this run took."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.law import clause_of
from labharness.assessment.runs.subject import Subject
from labharness.games.game import cite
from labharness.language.text import flowing
from labharness.plans.readings_used import ReadingUsed, readings_used
from labharness.reporting.blocks import Cell, bullets, nothing, paragraph, stacked, subheading, table
from labharness.reporting.section import SectionPlace

_HEAD = ("Provision", "Provision and its readings", "Reading used", "Reason for the default")


def section(subject: Subject, part: SectionPlace) -> list[Flowable]:
    """Return the open readings of the game, as it was frozen, on which a check depends, and those of general law."""
    return [*_of_chapter(subject, part), *_of_general_law(subject)]


def _of_chapter(subject: Subject, part: SectionPlace) -> list[Flowable]:
    found = [one for one in readings_used(subject.frozen.plan, subject.frozen.game) if one.by]
    if not found:
        return [nothing(part.text("none"))]
    rows = [_row(one) for one in found]
    told = [] if part.again else [paragraph(part.text("intro"))]
    return [*told, table(_HEAD, rows, (23, 33, 22, 22), dense=True)]


def _of_general_law(subject: Subject) -> list[Flowable]:
    """Return how the laboratory reads the level of each rule that the plan cites and that leaves it open."""
    cited = [(cite(one.clause), clause_of(one.clause)) for one in subject.frozen.plan.citations]
    found = [f"{citation}: {kept.reading}" for citation, kept in cited if kept and kept.reading]
    return [*subheading("General law"), *bullets(found)] if found else []


def _row(one: ReadingUsed) -> list[Cell]:
    reading = one.reading
    ways = [f"– {_words(one, name)}" for name in reading.choices]
    return [
        stacked(cite(reading.citation), f"({reading.id})", kind="fine"),
        stacked(flowing(reading.point), *ways, kind="fine"),
        stacked(
            *(f"{_words(one, choice)}: {', '.join(checks)}" for choice, checks in one.by.items()), kind="fine"
        ),
        flowing(reading.why),
    ]


def _words(one: ReadingUsed, choice: str) -> str:
    return f"{flowing(one.reading.choices[choice])}{' (default)' * (choice == one.reading.default)}"
