"""A game file: which equipment, dealt how, by which devices, counted when, with which citation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from labharness.errors import CardError
from labharness.games.chapter_standing import ChapterStanding
from labharness.games.data import Data, Slug, Text
from labharness.games.dealing import Dealing, Selection
from labharness.games.equipment import Dice, PermittedSet, Tiles
from labharness.games.provisions import CountRule, DeviceUse, FaultRule, Obligation, OutcomeUse, Reading
from labharness.model.cards import CardSet
from labharness.model.device import DeviceClass
from labharness.model.reasons.game import Games
from labharness.model.reasons.inputs import Inputs, Noun


class Game(Data):
    """A game of one chapter.

    Parameters
    ----------
    positions
        Most player positions.
    main_wager
        Payoff of the main wager, where the first cards of a round can be valued by it.
    source
        Where the text was published.
    standing
        Whether it is temporary, rescinded or replaced; absent in files of earlier versions.
    devices
        Device classes that the chapter names; of all others it is silent.
    """

    schema_: Literal[1] = Field(alias="schema")
    id: Slug
    title: Text
    chapter: Text
    source: Text | None = None
    standing: ChapterStanding | None = None
    positions: Annotated[int, Field(ge=1, le=20)]
    main_wager: Literal["blackjack", "baccarat"] | None = None
    sets: tuple[PermittedSet, ...] = ()
    tiles: tuple[Tiles, ...] = ()
    dice: tuple[Dice, ...] = ()
    dealing: tuple[Dealing, ...] = ()
    selections: tuple[Selection, ...] = ()
    devices: tuple[DeviceUse, ...] = ()
    obligations: tuple[Obligation, ...] = ()
    counts: tuple[CountRule, ...] = ()
    faults: tuple[FaultRule, ...] = ()
    readings: tuple[Reading, ...] = ()
    outcomes: tuple[OutcomeUse, ...] = ()

    def device(self, device: DeviceClass) -> DeviceUse | None:
        """Return what the chapter says of a device class, None where it is silent."""
        return next((each for each in self.devices if each.device is device), None)

    def reading(self, outcome: OutcomeUse, chosen: Mapping[str, str] | None = None) -> str | None:
        """Return the reading of an outcome's rule, None where it has no other.

        Parameters
        ----------
        outcome
            One of the game's outcomes.
        chosen
            Choices other than the defaults, by the ids of readings.
        """
        declared = {reading.id: reading for reading in self.readings}
        words = [
            declared[name].choices[(chosen or {}).get(name, declared[name].default)]
            for name in outcome.reading
        ]
        return "; ".join(words) or None

    def card_set(self, set_id: str, decks: int) -> CardSet:
        """Return one batch of a permitted set, of so many decks.

        Raises
        ------
        CardError
            If the chapter does not permit it; the reason holds what it permits.
        """
        chosen = next((each for each in self.sets if each.id == set_id), None)
        if chosen is None:
            known = tuple(each.id for each in self.sets)
            raise CardError(Inputs.UNKNOWN(what=Noun.SET, name=set_id, known=known))
        if not chosen.permits(decks):
            raise CardError(
                Games.DECKS_NOT_PERMITTED(
                    game=self.title, permitted=chosen.allowed, citation=chosen.citation, decks=decks
                )
            )
        name = f"{self.title}, {decks} deck{'s' if decks > 1 else ''}"
        return CardSet.of_decks(name, decks, jokers=chosen.jokers, removed=chosen.removed)

    def both_batches(self, set_id: str, decks: int) -> CardSet:
        """Return all cards of a permitted set: those of both batches, or of both sides, where it has two."""
        cards, (chosen,) = self.card_set(set_id, decks), [each for each in self.sets if each.id == set_id]
        if chosen.batches == 1:
            return cards
        what = "on each side" if chosen.alternate == "determinant" else "in each batch"
        return CardSet(f"{cards.name} {what}", tuple(2 * count for count in cards.counts))

    def takes_turns(self, set_id: str) -> str | None:
        """Return when the other batch of a set comes into play, None where there is no other."""
        return next((each.alternate for each in self.sets if each.id == set_id), None)
