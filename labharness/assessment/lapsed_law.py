"""Rescinded and temporary chapters under which runs were made, and the law in force that the authorizer names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from labharness.assessment.dossier import Dossier
from labharness.filings.entries.review import Confirmation
from labharness.games.chapter_standing import ChapterStanding, is_rescinded, lapsed, standing_in_short
from labharness.games.law_in_force import law_clause, named_law
from labharness.model.reasons.conclusion import Conclusions
from labharness.reason import Reason


@dataclass(frozen=True, slots=True)
class LapsedLaw:
    """A chapter that is not, or not for long, in force.

    Parameters
    ----------
    named
        The authorizer's word that names the law in force, None where there is none.
    """

    chapter: str
    standing: ChapterStanding
    named: Confirmation | None

    @property
    def clause(self) -> str:
        """The citation that the authorizer confirms."""
        return law_clause(self.chapter)

    @property
    def on_record(self) -> bool:
        """Whether the law that is named is the successor on record."""
        return self.named is not None and named_law(self.named.source, self.chapter, self.standing).on_record

    @property
    def rescinded(self) -> bool:
        """Whether a publication rescinds it."""
        return is_rescinded(self.standing)

    @property
    def open_item(self) -> Reason:
        """What prevents a recommendation to approve while the law in force is not named."""
        return Conclusions.LAW_NOT_NAMED(
            clause=self.clause, standing=tuple(standing_in_short(self.chapter, self.standing))
        )

    @property
    def caveat(self) -> Reason:
        """What the verdict says of the chapter in any case."""
        if self.standing.rescinded_by is None:
            return Conclusions.TEMPORARY_TEXT(chapter=self.chapter)
        return Conclusions.RESCINDED_TEXT(chapter=self.chapter, by=self.standing.rescinded_by)


def lapsed_laws(dossier: Dossier) -> Iterator[LapsedLaw]:
    """Yield the chapters of a dossier's runs that are rescinded or temporary, in the order of the runs."""
    games = {each.chapter: each for each in (group.first.frozen.game for group in dossier.groups)}
    for game in games.values():
        if game.standing is not None and lapsed(game.standing):
            words = [
                kind
                for kind in dossier.submission.grounded(Confirmation)
                if kind.clause == law_clause(game.chapter)
                and named_law(kind.source, game.chapter, game.standing).possible
            ]
            yield LapsedLaw(game.chapter, game.standing, words[-1] if words else None)
