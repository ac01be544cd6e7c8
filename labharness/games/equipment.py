"""What a game is played with: sets of cards, tiles, dice."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator, model_validator

from labharness.errors import CardError
from labharness.games.data import Data, Slug, Text
from labharness.model.cards import JOKER, parse_card
from labharness.model.reasons.game import Games
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.reason import Reason

Decks = Annotated[int, Field(ge=1, le=64)]


class PermittedSet(Data):
    """One set of cards that the chapter permits.

    Parameters
    ----------
    min_decks, max_decks
        Fewest and most decks of one batch; ``max_decks`` is absent where the chapter states no upper limit.
    decks
        The numbers of decks that are permitted, where not every one between is.
    jokers
        Jokers in each deck.
    removed
        Cards taken out of each deck.
    usual
        Decks that a plan takes unless somebody chooses others.
    batches
        Batches of that many decks each, told apart by their backs, of which one is in play at a time.
    alternate
        When the other batch comes into play: ``determinant`` where a card drawn before each round says which.
    backs
        What the text asks of the backs.
    cover_cards
        Cover cards beside the set, None where no number is stated.
    change
        How long a set may stay in play, in words.
    """

    id: Slug
    min_decks: Decks
    max_decks: Decks | None = None
    decks: tuple[Decks, ...] = ()
    usual: Decks | None = None
    jokers: Annotated[int, Field(ge=0, le=4)] = 0
    removed: tuple[str, ...] = ()
    batches: Annotated[int, Field(ge=1, le=2)] = 1
    alternate: Literal["shoe", "round", "determinant"] | None = None
    backs: Text | None = None
    cover_cards: Annotated[int, Field(ge=0, le=4)] | None = None
    change: Text | None = None
    citation: Text

    @field_validator("removed")
    @classmethod
    def _cards(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for card in value:
            try:
                code = parse_card(card)
            except CardError as error:
                raise ValueError(*error.reasons) from error
            if code >= JOKER:  # also copies and foreign backs: what is taken out are faces of every deck
                raise ValueError(Games.CANNOT_REMOVE(card=card))
        for card in dict.fromkeys(value):
            if value.count(card) > 1:
                raise ValueError(Games.REMOVED_TWICE(card=card))
        return value

    @model_validator(mode="after")
    def _range(self) -> PermittedSet:
        if self.max_decks is not None and self.max_decks < self.min_decks:
            raise ValueError(Inputs.LESS_THAN(key="max_decks", other="min_decks"))
        if self.decks and (min(self.decks), max(self.decks)) != (self.min_decks, self.max_decks):
            raise ValueError(Games.DECKS_DO_NOT_BEGIN_AND_END())
        if (self.alternate is None) != (self.batches == 1):
            raise ValueError(Inputs.KEYS_TOGETHER(key="alternate", other="batches = 2"))
        if self.usual is not None and not self.permits(self.usual):
            raise ValueError(Games.USUAL_NOT_PERMITTED(permitted=self.allowed))
        return self

    def permits(self, decks: int) -> bool:
        """Say whether a batch may have so many decks."""
        if self.decks:
            return decks in self.decks
        return decks >= self.min_decks and (self.max_decks is None or decks <= self.max_decks)

    @property
    def allowed(self) -> Reason:
        """The permitted numbers of decks, as a part of a sentence."""
        if self.decks:
            return Games.DECKS_LISTED(decks=self.decks)
        if self.max_decks is None:
            return Games.DECKS_FROM(least=self.min_decks)
        if self.max_decks == self.min_decks:
            return Games.DECKS_EXACTLY(decks=self.min_decks)
        return Games.DECKS_BETWEEN(least=self.min_decks, most=self.max_decks)


class TileKind(Data):
    """Tiles of one face.

    Parameters
    ----------
    spots
        The two ends, such as ``"6-5"``.
    rank
        Rank of the pair that it belongs to, 1 the highest.
    value
        Spots counted in a hand.
    number
        How many of them a set has.
    """

    spots: Annotated[str, Field(pattern=r"^[1-6]-[1-6]$")]
    rank: Annotated[int, Field(ge=1, le=17)]
    value: Annotated[int, Field(ge=2, le=12)]
    number: Annotated[int, Field(ge=1, le=2)]


class Tiles(Data):
    """A set of tiles."""

    total: Annotated[int, Field(ge=1, le=136)]
    kinds: Annotated[tuple[TileKind, ...], Field(min_length=1)]
    citation: Text

    @model_validator(mode="after")
    def _add_up(self) -> Tiles:
        held = sum(kind.number for kind in self.kinds)
        if held != self.total:
            raise ValueError(Games.TILES_DO_NOT_ADD_UP(held=held, total=self.total))
        spots = [kind.spots for kind in self.kinds]
        if twice := sorted({face for face in spots if spots.count(face) > 1}):
            raise ValueError(*(Inputs.TWICE(what=Noun.FACE, name=face) for face in twice))
        return self


class Dice(Data):
    """Dice in a shaker.

    Parameters
    ----------
    number
        Dice that are thrown together.
    positions
        Places that their total counts round, where it selects a starting position: place
        ``(total - 1) mod positions + 1``.
    change_hours
        Hours that the dice may stay on a table.
    """

    id: Slug
    number: Annotated[int, Field(ge=1, le=20)]
    positions: Annotated[int, Field(ge=2, le=20)] | None = None
    change_hours: Annotated[int, Field(ge=1, le=168)] | None = None
    citation: Text
