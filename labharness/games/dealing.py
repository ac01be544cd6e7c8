"""How cards leave a device, and what a generator selects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, model_validator

from labharness.games.data import Data, Slug, Text
from labharness.model.reasons.inputs import Inputs

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
