"""The law in force that the authorizer names for a chapter that is temporary or rescinded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from labharness.games.chapter_standing import ChapterStanding
from labharness.games.game import readable_games

_CITED = re.compile(
    r"(?P<statute>\bPa\.? ?C\.? ?S\.? )?(?:§§?|\b(?:chs?\.|chapters?\b|sections?\b)) *(?P<number>\w+)",
    re.IGNORECASE,
)
_STATUTE = re.compile(r"[1-9]\d*[A-Za-z]?\d*")
_CHAPTER = re.compile(r"(?:[4-9]\d\d|1\d{3})[a-z]?")
"""Chapters of Part VII of Title 58, on gaming."""
_REPLACED = frozenset({"549", "561"})
"""Rescinded by 42 Pa.B. 2922 (May 19, 2012), which adds Chapters 633a and 645a; no game file is about them."""


@dataclass(frozen=True, slots=True)
class NamedLaw:
    """What a text names as the law in place of a chapter.

    Parameters
    ----------
    possible
        Chapters of Title 58 and sections of statutes that nothing on record shows to be out of force.
    lapsed
        Chapters that are on record as rescinded, lapsed or replaced.
    on_record
        Whether one of the possible is the successor on record.
    """

    possible: tuple[str, ...]
    lapsed: tuple[str, ...]
    on_record: bool


def law_clause(chapter: str) -> str:
    """Return the citation of a chapter by which the authorizer names the law in force.

    Examples
    --------
    >>> law_clause("593")
    '58 Pa. Code ch. 593'
    """
    return f"58 Pa. Code ch. {chapter}"


def chapter_cited(clause: str) -> str:
    """Return the chapter that a citation of :func:`law_clause` is about, "" for any other citation."""
    cited = re.fullmatch(r"58 Pa\. Code ch\. (\d{3}[a-z]?)", clause)
    return cited[1] if cited else ""


def named_law(text: str, chapter: str, standing: ChapterStanding | None = None) -> NamedLaw:
    """Return the law that a text names in place of a chapter.

    Parameters
    ----------
    standing
        Of the chapter; that of its packaged game where it is left out.

    Examples
    --------
    >>> named_law("Chapter 674a, § 674a.5", "592")
    NamedLaw(possible=('674a',), lapsed=(), on_record=True)
    >>> named_law("Chapters 592 and 0; see § 593.3 and 46 Pa.B. 5540", "592")
    NamedLaw(possible=(), lapsed=('592', '593'), on_record=False)
    """
    known = _standings()
    if standing is not None:
        known = {**known, chapter: standing}
    cited = tuple(dict.fromkeys(_cited(text)))
    lapsed = tuple(each for each in cited if each in _REPLACED or not _can_be_in_force(known.get(each)))
    successor = known[chapter].successor if chapter in known else None
    return NamedLaw(tuple(each for each in cited if each not in lapsed), lapsed, successor in cited)


def _cited(text: str) -> Iterator[str]:
    """Yield chapters of Title 58 and sections of statutes; anything else is no law that could be in force."""
    for match in _CITED.finditer(text):
        number = match["number"]
        if match["statute"] and _STATUTE.fullmatch(number):
            yield f"Pa.C.S. § {number}"
        elif _CHAPTER.fullmatch(number.lower()):
            yield number.lower()


def _can_be_in_force(standing: ChapterStanding | None) -> bool:
    """Whether nothing on record speaks against a chapter: no rescission, no lapse by its own words, no successor."""
    return standing is None or not (
        standing.rescinded_by or standing.successor or standing.lapses_after_years is not None
    )


@lru_cache(maxsize=1)
def _standings() -> Mapping[str, ChapterStanding]:
    games, _ = readable_games()
    return {game.chapter: game.standing for game in games.values() if game.standing is not None}
