"""How cards leave a device, and what a generator selects.

A game file: which equipment, dealt how, by which devices, counted when, with which citation.

What the parts of a game file call one another by: once each, and nothing that is not there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, model_validator

from labharness.errors import CardError
from labharness.games.chapter_standing import ChapterStanding
from labharness.games.equipment import (
    CountRule,
    DeviceUse,
    Dice,
    FaultRule,
    Obligation,
    OutcomeUse,
    PermittedSet,
    Reading,
    Tiles,
)
from labharness.games.mistakes import Data, Problem, Slug, Text, entries
from labharness.model.cards import CardSet
from labharness.model.device import DeviceClass
from labharness.model.reasons.game import Games
from labharness.model.reasons.inputs import Inputs, Noun

Cards = Annotated[int, Field(ge=1, le=416)]


@dataclass(frozen=True, slots=True)
class RoundLayout:
    """Sizes of the stacks of one round, in order, cards that remain, and cards burned before them."""

    stacks: tuple[int, ...]
    stub: int
    burns: int = 0
    determinant: bool = False
    """Whether each stack is one round that a determinant card opened."""

    @property
    def total(self) -> int:
        """All cards, where none is missing."""
        return self.burns + sum(self.stacks) + self.stub


class StackGroup(Data):
    """Stacks of one kind, in the order in which the device gives them out.

    Parameters
    ----------
    to
        Who gets them.
    cards
        Cards of each stack.
    stacks
        How many there are, or ``players``: one for each player who made a wager.
    """

    to: Text
    cards: Cards
    stacks: Annotated[int, Field(ge=1, le=20)] | Literal["players"] = 1


class Dealing(Data):
    """How one method takes cards out of the device: stacks in order, and the stub that must remain.

    Parameters
    ----------
    stacks, stub
        Where they do not depend on the number of players.
    parts
        Where they do.
    order
        The order in which players are served, in words.
    burns
        Cards burned before the first stack of every round.
    burned
        What else is burned, in words.
    ends
        When the cards are shuffled or changed, in words.
    stub_count
        When the stub is counted, in words, None where the chapter does not say.
    determinant
        Whether a card drawn before each round says which of two sides deals it.
    """

    method: Slug
    stacks: tuple[Cards, ...] = ()
    stub: Annotated[int, Field(ge=0)] | None = None
    parts: tuple[StackGroup, ...] = ()
    order: Text | None = None
    burns: Annotated[int, Field(ge=0, le=52)] = 0
    burned: Text | None = None
    ends: Text | None = None
    stub_count: Text | None = None
    determinant: bool = False
    citation: Text

    @model_validator(mode="after")
    def _one_way(self) -> Dealing:
        if bool(self.stacks) == bool(self.parts):
            raise ValueError(Inputs.KEYS_APART(key="stacks", other="parts"))
        if self.stacks and self.stub is None:
            raise ValueError(Inputs.KEY_NEEDS(key="stacks", other="stub"))
        return self

    def layout(self, players: int, cards: int, rounds: int = 0) -> RoundLayout:
        """Return how a set of so many cards is dealt where so many players made a wager.

        Parameters
        ----------
        rounds
            Rounds dealt one after another without a shuffle between them, each of them one stack; 0 for a
            single one with the stacks as they are.

        Examples
        --------
        >>> parts = ({"to": "each player", "cards": 2, "stacks": "players"}, {"to": "the dealer", "cards": 2})
        >>> shoe = Dealing(method="shoe", parts=parts, determinant=True, citation="§ 633a.7(d)")
        >>> shoe.layout(players=1, cards=104, rounds=7)  # four cards, and the determinant card of each round
        Layout(stacks=(5, 5, 5, 5, 5, 5, 5), stub=69, burns=0, determinant=True)
        """
        stacks = self.stacks or tuple(
            part.cards
            for part in self.parts
            for _ in range(players if part.stacks == "players" else part.stacks)
        )
        if rounds:
            stacks = (sum(stacks) + self.determinant,) * rounds
        left = cards - self.burns - sum(stacks) if self.stub is None or rounds else self.stub
        return RoundLayout(stacks, left, self.burns, self.determinant and bool(rounds))


class Selection(Data):
    """A number that a generator selects, such as a starting position."""

    id: Slug
    low: Annotated[int, Field(ge=0, le=65535)]
    high: Annotated[int, Field(ge=1, le=65535)]
    citation: Text

    @model_validator(mode="after")
    def _range(self) -> Selection:
        if self.high <= self.low:
            raise ValueError(Inputs.NOT_GREATER(key="high", other="low"))
        return self


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

    def dealt_by(self, method: str | None) -> Dealing | None:
        """Return a method of dealing, None where the game has not this one."""
        return next((dealing for dealing in self.dealing if dealing.method == method), None)

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


def references(game: Game) -> Iterator[Problem]:
    """Yield the names of a game file that stand twice, and those that stand for nothing."""
    if not (game.sets or game.tiles or game.dice):
        yield "", Games.NO_EQUIPMENT()
    yield from _twice(game)
    yield from _unnamed_devices(game)
    sets, readings = tuple(each.id for each in game.sets), tuple(reading.id for reading in game.readings)
    for key, part in (*entries("devices", game.devices), *entries("outcomes", game.outcomes)):
        if part.set is not None and part.set not in sets:
            yield f"{key}.set", Inputs.UNKNOWN(what=Noun.SET, name=part.set, known=sets)
    for key, outcome in entries("outcomes", game.outcomes):
        for name in outcome.reading:
            if name not in readings:
                yield f"{key}.reading", Inputs.UNKNOWN(what=Noun.READING, name=name, known=readings)


def _unnamed_devices(game: Game) -> Iterator[Problem]:
    named = {device.device for device in game.devices}
    for key, obligation in entries("obligations", game.obligations):
        for device in obligation.devices:
            if device not in named:
                yield f"{key}.devices", Games.DEVICE_UNNAMED(device=device)
    for key, fault in entries("faults", game.faults):
        if fault.device is not None and fault.device not in named:
            yield f"{key}.device", Games.DEVICE_UNNAMED(device=fault.device)


def _twice(game: Game) -> Iterator[Problem]:
    tables = [table.id for outcome in game.outcomes for table in outcome.pays]
    names: tuple[tuple[str, Noun, Iterable[str]], ...] = (
        ("sets", Noun.SET, (each.id for each in game.sets)),
        ("dice", Noun.DICE, (die.id for die in game.dice)),
        ("dealing", Noun.DEALING, (dealing.method for dealing in game.dealing)),
        ("selections", Noun.SELECTION, (selection.id for selection in game.selections)),
        ("devices", Noun.DEVICE, (device.device for device in game.devices)),
        ("obligations", Noun.OBLIGATION, (obligation.id for obligation in game.obligations)),
        ("counts", Noun.COUNT, (count.id for count in game.counts)),
        ("faults", Noun.FAULT, (fault.id for fault in game.faults)),
        ("readings", Noun.READING, (reading.id for reading in game.readings)),
        ("outcomes", Noun.OUTCOME, (outcome.id for outcome in game.outcomes)),
        ("outcomes.pays", Noun.PAYTABLE, tables),
    )
    for key, what, each in names:
        seen: set[str] = set()
        for name in each:
            if name in seen:
                yield key, Inputs.TWICE(what=what, name=str(name))
            seen.add(name)
