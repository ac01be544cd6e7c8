"""Whether the regulation of a chapter is temporary, rescinded or replaced, as far as its sources show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from labharness.games.data import Data, Text
from labharness.model.reasons.game import Games
from labharness.reason import Reason


class ChapterStanding(Data):
    """What the sources of a chapter's text say of its force.

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
    """

    kind: Literal["temporary", "permanent"]
    lapses_after_years: Annotated[int, Field(ge=1, le=20)] | None = None
    rescinded_by: Text | None = None
    successor: Annotated[str, Field(pattern=r"^\d{3}[a-z]?$")] | None = None


def standing_reasons(chapter: str, standing: ChapterStanding | None) -> Iterator[Reason]:
    """Yield what is known of a chapter's force, and what is not."""
    if standing is None:
        yield Games.STANDING_UNRECORDED(chapter=chapter)
        return
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
    if standing.kind == "temporary":
        if standing.rescinded_by is None and standing.successor is None:
            yield Games.RESCISSION_AND_SUCCESSOR_UNKNOWN()
        elif standing.rescinded_by is None:
            yield Games.RESCISSION_UNKNOWN()
        elif standing.successor is None:
            yield Games.SUCCESSOR_UNKNOWN()
        yield Games.CONFIRM_STANDING()
