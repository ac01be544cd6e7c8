"""What a game is played with: sets of cards, tiles, dice.

What wagers pay: odds as the chapters type them, and the part that the house keeps.

What a chapter says about devices, counts, faults and outcomes.
"""

from __future__ import annotations

import re
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, field_validator, model_validator

from labharness.errors import CardError
from labharness.games.mistakes import Data, Slug, Text
from labharness.games.outcomes.rule import Law, hold
from labharness.model.cards import JOKER, parse_card
from labharness.model.device import DeviceClass
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


NO_WAGER = "no wager"
AMOUNT = re.compile(r"[0-9]{1,9}(\.[0-9]{1,6})?")


class PayTable(Data):
    """What a wager pays.

    Parameters
    ----------
    odds
        By outcome of the rule, as the chapter types them: ``"8 to 1"`` leaves the stake out, ``"8 for 1"``
        counts it in, ``"push"`` returns it.  Outcomes that are not listed lose.
    min_decks, max_decks
        Fewest and most decks of a batch that it is for; absent where it is for any.
    published_hold
        Share of the wagers that the Board says the licensee keeps, where it says so.
    published_where
        Where it says so, and what the figure rests on.
    """

    id: Slug
    wager: Text
    odds: Annotated[dict[Text, str], Field(min_length=1)]
    min_decks: Decks | None = None
    max_decks: Decks | None = None
    published_hold: Annotated[float, Field(gt=-1, lt=1)] | None = None
    published_where: Text | None = None
    citation: Text

    @field_validator("odds")
    @classmethod
    def _readable(cls, value: dict[str, str]) -> dict[str, str]:
        for text in value.values():
            profit(text, meter=Fraction(0))
        return value

    @model_validator(mode="after")
    def _consistent(self) -> PayTable:
        if self.min_decks and self.max_decks and self.max_decks < self.min_decks:
            raise ValueError(Inputs.LESS_THAN(key="max_decks", other="min_decks"))
        if (self.published_hold is None) != (self.published_where is None):
            raise ValueError(Inputs.KEYS_TOGETHER(key="published_hold", other="published_where"))
        return self

    def serves(self, decks: int) -> bool:
        """Say whether it is for sets of so many decks."""
        return (self.min_decks or 1) <= decks and (self.max_decks is None or decks <= self.max_decks)

    def contradicted(self, kept: Fraction) -> bool:
        """Say whether a part of the wagers is not the published one, rounded as that is.

        Examples
        --------
        >>> table = PayTable(id="tie", wager="Tie", odds={"tie": "8 to 1"}, published_hold=0.059,
        ...                  published_where="preamble", citation="§ 681a.12")
        >>> table.contradicted(Fraction(58555, 10**6)), table.contradicted(Fraction(54177, 10**6))
        (False, True)
        """
        if self.published_hold is None:
            return False
        published = Decimal(repr(self.published_hold))
        exponent = published.as_tuple().exponent
        digits = -exponent if isinstance(exponent, int) else 0
        return abs(kept - Fraction(published)) > Fraction(1, 2 * 10**digits)

    @property
    def of_meter(self) -> bool:
        """Whether it pays a share of a progressive meter."""
        return any(text.endswith("meter") for text in self.odds.values())

    def hold(self, law: Law, meter: Fraction | None = None) -> Fraction:
        """Part of a wager that the house keeps on average, over the rounds in which one can be made.

        Parameters
        ----------
        law
            Chance of each outcome.
        meter
            Amount of the progressive meter in wagers, needed where :attr:`of_meter`.

        Raises
        ------
        InputError
            If an outcome is paid that the law does not know.
        ValueError
            If a meter is needed and none is given.
        """
        pays = {name: profit(text, meter) for name, text in self.odds.items()}
        idle = sum((law[name] for name, text in self.odds.items() if text == NO_WAGER), Fraction(0))
        return hold(law, pays) / (1 - idle)


def profit(odds: str, meter: Fraction | None = None) -> Fraction:
    """Return what one unit staked wins beyond the stake.

    Parameters
    ----------
    odds
        Also ``less 5%`` for a commission on what is won, or on the stake where that is returned;
        ``11 to 1 and 4 to 1`` where one wager is paid twice; ``100% of meter``; and ``no wager`` where
        none can be made.
    meter
        Amount of the progressive meter in wagers; what it pays counts the stake in.

    Raises
    ------
    ValueError
        If the text is no odds, or speaks of a meter and none is given.

    Examples
    --------
    >>> profit("8 to 1"), profit("9 for 1"), profit("push"), profit("1 to 1 less 5%")
    (Fraction(8, 1), Fraction(8, 1), Fraction(0, 1), Fraction(19, 20))
    >>> profit("push less 25%"), profit("11 to 1 and 4 to 1"), profit("2.5 to 1"), profit("no wager")
    (Fraction(-1, 4), Fraction(15, 1), Fraction(5, 2), Fraction(0, 1))
    >>> profit("10% of meter", meter=Fraction(2000))
    Fraction(199, 1)
    """
    if odds == NO_WAGER:
        return Fraction(0)
    if " and " in odds:
        twice = odds.split(" and ")
        if all(" to " in each for each in twice):
            return sum((profit(each) for each in twice), Fraction(0))
    words = odds.replace(",", "").split()
    if len(words) == 3 and words[1:] == ["of", "meter"]:
        if meter is None:
            raise ValueError(Games.ODDS_NEED_METER(odds=odds))
        return _percent(words[0], odds) * meter - 1
    commission = Fraction(0)
    if len(words) > 2 and words[-2] == "less":
        commission, words = _percent(words[-1], odds), words[:-2]
    if words == ["push"]:
        return -commission
    if len(words) != 3 or words[1] not in ("to", "for"):
        raise ValueError(Games.NOT_ODDS(odds=odds))
    paid, staked = _amount(words[0], odds), _amount(words[2], odds)
    if not staked:
        raise ValueError(Games.NOT_ODDS(odds=odds))
    value = paid / staked
    return (value if words[1] == "to" else value - 1) * (1 - commission)


def _percent(word: str, odds: str) -> Fraction:
    share = _amount(word.removesuffix("%"), odds) / 100
    if not word.endswith("%") or share > 1:
        raise ValueError(Games.NOT_ODDS(odds=odds))
    return share


def _amount(word: str, odds: str) -> Fraction:
    if not AMOUNT.fullmatch(word):
        raise ValueError(Games.NOT_ODDS(odds=odds))
    return Fraction(word)


class Aspect(StrEnum):
    """What an obligation is about, hence which checks and procedures of a plan answer it."""

    RANDOM = "random"
    """Cards, dice or numbers come in fair order."""
    STACK = "stack"
    """All cards end in one stack."""
    COMPOSITION = "composition"
    """The right cards, tiles or dice are there."""
    COUNT = "count"
    """The device counts, and tells the truth."""
    BATCHES = "batches"
    """Two batches alternate and never mix; one is kept safely."""
    DEALING = "dealing"
    """Size, number and order of stacks or single cards."""
    STUB = "stub"
    """Cards that remain, and how they can be counted."""
    DRAWS = "draws"
    """Cards that are drawn after the first deal, as players decide."""
    RANGE = "range"
    """Which numbers a selection gives."""
    LEAK = "leak"
    """Nothing is shown to anyone who must not see it."""
    LOCK_OUT = "lock-out"
    """Late wagers or early stacks are refused."""
    FAULT = "fault"
    """Jam, stop or malfunction."""
    CONSTRUCTION = "construction"
    """How it is built and marked."""
    APPROVAL = "approval"
    """Who approves it before use."""


class Obligation(Data):
    """What a chapter asks of a device and a laboratory can test.

    Parameters
    ----------
    devices
        Device classes that it binds.
    text
        The obligation in our words, one sentence.
    """

    id: Slug
    devices: Annotated[tuple[DeviceClass, ...], Field(min_length=1)]
    aspect: Aspect
    text: Text
    citation: Text


class DeviceUse(Data):
    """A device class that the chapter names.

    Parameters
    ----------
    permitted
        ``implied`` where the chapter regulates or mentions the device without granting it.
    set
        The permitted set that is used with it; absent where it holds no cards.
    approval
        Who approves it and under what, in words.
    condition
        When it may or must be used.
    displaces
        Provisions that its use switches off.
    """

    device: DeviceClass
    permitted: Literal["required", "yes", "implied"]
    set: Slug | None = None
    approval: Text = "the chapter names no approving body"
    condition: Text | None = None
    displaces: Text | None = None
    citation: Text


class CountRule(Data):
    """A count that the chapter asks for.

    Parameters
    ----------
    who
        Who or what counts.
    expected
        The right number, ``set`` for all cards of the set, None where the text gives none.
    consequence
        What follows a wrong count.
    """

    id: Slug
    when: Text
    who: Literal["device", "dealer", "device or dealer"]
    expected: Annotated[int, Field(ge=0, le=1000)] | Literal["set"] | None = None
    consequence: Text | None = None
    citation: Text


class FaultRule(Data):
    """What follows a fault or an irregularity.

    Parameters
    ----------
    device
        The device class that it concerns, None for all.
    """

    id: Slug
    event: Text
    consequence: Text
    device: DeviceClass | None = None
    citation: Text


class Reading(Data):
    """A place where the text allows more than one reading.

    Parameters
    ----------
    point
        What is open.
    choices
        The readings in words, by their names; where a rule reads outcomes by it, in the words of the rule.
    default, why
        Which one is used unless a plan says otherwise, and the reason.
    """

    id: Slug
    point: Text
    choices: Annotated[dict[Slug, Text], Field(min_length=2)]
    default: Slug
    why: Text
    citation: Text

    @model_validator(mode="after")
    def _known(self) -> Reading:
        if self.default not in self.choices:
            raise ValueError(Inputs.UNKNOWN(what=Noun.CHOICE, name=self.default, known=tuple(self.choices)))
        return self


def _several(value: object) -> object:
    if isinstance(value, str):
        return (value,)
    return tuple(value) if isinstance(value, list) else value


class OutcomeUse(Data):
    """An outcome that depends only on what is dealt, judged by a rule of :mod:`labharness.games.outcomes`.

    Parameters
    ----------
    rule
        Name of the rule.
    set
        The permitted set that it is dealt from; absent for dice and numbers.
    reading
        The reading on which it depends, or several; the rule's reading is their choices joined by ``; ``.
    """

    id: Slug
    title: Text
    rule: Slug
    set: Slug | None = None
    reading: Annotated[tuple[Slug, ...], BeforeValidator(_several)] = ()
    pays: tuple[PayTable, ...] = ()
    citation: Text
