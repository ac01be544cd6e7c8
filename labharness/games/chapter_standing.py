"""Whether the regulation of a chapter is in force, temporary, rescinded or replaced, as far as its sources show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from labharness.games.mistakes import Data, Text
from labharness.model.reasons.game import Games
from labharness.reason import Reason

_CHAPTER = r"^\d{3}[a-z]?$"


class ChapterForce(StrEnum):
    """Whether a chapter binds anybody now."""

    IN_FORCE = "in_force"
    TEMPORARY = "temporary"
    """To lapse; nothing on record rescinds it."""
    RESCINDED = "rescinded"
    UNRECORDED = "unrecorded"
    """The game file is of a version that did not record it."""


class ChapterStanding(Data):
    """What the sources of a chapter's text say of its force, and where they misprint its sections.

    Parameters
    ----------
    kind
        Temporary or permanent regulation.
    lapses_after_years
        Years after publication when it was to lapse, where the text says so.
    rescinded_by
        Publication that rescinds it, where one is known.
    successor
        Chapter that has the game since, where one is known.
    misprints
        Sections as they are printed, and as they are meant.
    """

    kind: Literal["temporary", "permanent"]
    lapses_after_years: Annotated[int, Field(ge=1, le=20)] | None = None
    rescinded_by: Text | None = None
    successor: Annotated[str, Field(pattern=_CHAPTER)] | None = None
    misprints: Mapping[str, str] = {}

    def marked(self, citation: str) -> str:
        """Return a citation that names the section meant behind one that is misprinted.

        Examples
        --------
        >>> standing = ChapterStanding(kind="permanent", misprints={"645.14": "645a.14"})
        >>> standing.marked("§ 645.14(h), (k)"), standing.marked("§ 645a.10(d)")
        ('§ 645.14(h), (k) [sic, § 645a.14]', '§ 645a.10(d)')
        """
        for printed, meant in self.misprints.items():
            mark = f" [sic, § {meant}]"
            named = rf"(§ {re.escape(printed)}(?!\d)(?:\(\w+\)|, (?=\()|-(?=\())*)(?:{re.escape(mark)})?"
            citation = re.sub(named, rf"\g<1>{mark}", citation)  # what is marked already stays as it is
        return citation


def force_of(standing: ChapterStanding | None) -> ChapterForce:
    """Return whether a chapter is in force."""
    if standing is None:
        return ChapterForce.UNRECORDED
    if standing.rescinded_by is not None:
        return ChapterForce.RESCINDED
    return ChapterForce.IN_FORCE if standing.kind == "permanent" else ChapterForce.TEMPORARY


def is_rescinded(standing: ChapterStanding | None) -> bool:
    """Whether a publication on record rescinds a chapter."""
    return force_of(standing) is ChapterForce.RESCINDED


def lapsed(standing: ChapterStanding | None) -> bool:
    """Whether the law in force must be named before anybody relies on the chapter."""
    return force_of(standing) in (ChapterForce.TEMPORARY, ChapterForce.RESCINDED)


def standing_reasons(chapter: str, standing: ChapterStanding | None) -> Iterator[Reason]:
    """Yield what is known of a chapter's force, what is not on record, and misprints of its sections."""
    if standing is None:
        yield Games.STANDING_UNRECORDED(chapter=chapter)
        return
    yield from standing_in_short(chapter, standing)
    if lapsed(standing):
        if standing.rescinded_by is None:
            yield Games.RESCISSION_UNRECORDED()
        if standing.successor is None:
            yield Games.SUCCESSOR_UNRECORDED()
        yield Games.CONFIRM_STANDING()
    for printed, meant in standing.misprints.items():
        yield Games.MISPRINT(printed=printed, meant=meant)


def standing_in_short(chapter: str, standing: ChapterStanding) -> Iterator[Reason]:
    """Yield what is known of a chapter's force."""
    if standing.kind == "permanent":
        yield Games.PERMANENT(chapter=chapter)
    elif standing.lapses_after_years is None:
        yield Games.TEMPORARY(chapter=chapter)
    else:
        yield Games.TEMPORARY_LAPSES(chapter=chapter, years=standing.lapses_after_years)
    if standing.rescinded_by is not None:
        yield Games.RESCINDED(by=standing.rescinded_by)
    if standing.successor is not None:
        yield Games.REPLACED(successor=standing.successor)
