"""What wagers pay: odds as the chapters type them, and the part that the house keeps."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Annotated

from pydantic import Field, field_validator, model_validator

from labharness.games.data import Data, Slug, Text
from labharness.games.equipment import Decks
from labharness.games.outcomes.rule import Law, hold
from labharness.model.reasons.game import Games
from labharness.model.reasons.inputs import Inputs

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
