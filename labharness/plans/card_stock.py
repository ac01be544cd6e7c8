"""Card-set files: marked stock whose copies a reader tells apart, by the back of each deck or a code on each face.

Which reading of its game's text a plan uses, where the text can be read in more than one way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, model_validator

from labharness.errors import CardError, InputError, PlanError
from labharness.evidence.folder import RunFolder
from labharness.evidence.outside import FileReading, SizeLimit, read_outside
from labharness.evidence.records.course import CardsNamed
from labharness.games.mistakes import Data, Problem, Slug, Text, parse, placed
from labharness.games.outcomes.registry import RULES
from labharness.model.cards import COVER, UNREAD, CardSet, format_card, parse_card
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.plan import Plans
from labharness.plans.frozen import FrozenPlan

if TYPE_CHECKING:
    from labharness.games.dealing import Game
    from labharness.games.equipment import OutcomeUse, Reading
    from labharness.plans.plan import Plan, PlannedCheck


FILE = "cards.toml"
"""Name of the card-set file in a run folder."""
NAMED = 5
"""Cards that a message names before it only counts the rest."""

Mark = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._:-]{0,39}$")]
Deck = Annotated[str, Field(pattern=r"^[1-9][0-9]{0,2}$")]


class CardStock(Data):
    """A card-set file.

    Parameters
    ----------
    title, maker, stock
        What the cards are called, who made them, and what they are, in words.
    backs
        What the reader calls the back of each deck, by the deck's number from 1.
    codes
        The card, with its copy, that each code stands for.
    """

    schema_: Literal[1] = Field(alias="schema")
    id: Slug
    title: Text
    maker: Text
    stock: Text
    backs: dict[Deck, Mark] = Field(default_factory=dict)
    codes: dict[Mark, str] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _one_way(self) -> CardStock:
        if bool(self.backs) == bool(self.codes):
            raise ValueError(Inputs.KEYS_APART(key="backs", other="codes"))
        return self

    @property
    def description(self) -> CardsNamed:
        """What a run's start record says of the stock."""
        marks = f"the backs of {len(self.backs)} decks" if self.backs else f"{len(self.codes)} codes"
        return CardsNamed(id=self.id, title=self.title, maker=self.maker, stock=self.stock, marks=marks)

    def problems(self, cards: CardSet) -> Iterator[Problem]:
        """Yield, key by key, why these are not the cards of a set, each of them once."""
        yield from _twice("backs", self.backs.values())
        yield from _twice("codes", self.codes)
        yield from self._against_decks(cards) if self.backs else self._against_cards(cards)

    def _against_decks(self, cards: CardSet) -> Iterator[Problem]:
        decks = max(cards.counts)
        if any(count not in (0, decks) for count in cards.counts):
            yield "backs", Plans.BACKS_CANNOT_TELL()
        elif set(self.backs) != {str(deck) for deck in range(1, decks + 1)}:
            yield "backs", Plans.BACKS_INCOMPLETE(decks=decks)

    def _against_cards(self, cards: CardSet) -> Iterator[Problem]:
        wanted, result = cards.marked().tolist(), Counter[int]()
        for code, text in self.codes.items():
            try:
                card = parse_card(text)
            except CardError as error:
                yield from ((f"codes.{code}", each) for each in error.reasons)
                continue
            result[card] += 1
            if card not in wanted:
                yield f"codes.{code}", Plans.NOT_OF_THE_SET(card=text, set=cards.name)
            elif result[card] > 1:
                yield f"codes.{code}", Plans.CARD_CODED_TWICE(card=text)
        missing = [format_card(card) for card in wanted if not result[card]]
        if missing:
            some = tuple(missing[:NAMED])
            yield "codes", Plans.CARDS_WITHOUT_CODE(cards=some, total=len(missing), set=cards.name)


class CardMarks:
    """What a reader of marked stock writes, as cards; capitals and small letters are the same.

    Parameters
    ----------
    stock
        The card-set file.

    Examples
    --------
    >>> words = {"schema": 1, "id": "two", "title": "Two", "maker": "nobody", "stock": "paper"}
    >>> marks = CardMarks(CardStock(**words, backs={"1": "red", "2": "blue"}))
    >>> cards, unknown = marks.read(["AS/red", "10D/blue", "??", "AS/green", "KH"])
    >>> " ".join(map(format_card, cards)), unknown
    ('AS 10D#1 ?? ?? ??', ['AS/green', 'KH'])
    """

    def __init__(self, stock: CardStock) -> None:
        self._backs = {back.upper(): int(deck) - 1 for deck, back in stock.backs.items()}
        self._codes = {"??": UNREAD, "CC": COVER}
        self._codes |= {code.upper(): parse_card(text) for code, text in stock.codes.items()}

    def read(self, words: Iterable[str]) -> tuple[list[int], list[str]]:
        """Return a card for every word, unread where the card set does not know it, and those words."""
        cards, unknown = [], []
        for word in words:
            card = self._card(word.upper())
            if card is None:
                unknown.append(word)
            cards.append(UNREAD if card is None else card)
        return cards, unknown

    def _card(self, word: str) -> int | None:
        """Return the card; a face without its mark is none, for nobody knows which copy it is."""
        face, _, back = word.partition("/")
        if word in self._codes or back not in self._backs or not face.isalnum():
            return self._codes.get(word)
        try:
            return parse_card(face) | self._backs[back] << 6
        except CardError:
            return None


def find_stock(name: str, frozen: FrozenPlan) -> tuple[CardStock, bytes]:
    """Read a card-set file for the cards of a plan.

    Raises
    ------
    PlanError
        With every mistake: file, key, and what is wrong.
    InputError
        If the file cannot be read, or the plan has no use for it.
    """
    path, cards = Path(name), frozen.stock
    if cards is None:
        raise InputError(Plans.NO_CARDS_TO_MARK(plan=frozen.plan.id))
    if not (cards.distinct or frozen.plan.game.marked):
        raise InputError(Plans.CARDS_NOT_TOLD_APART(plan=frozen.plan.id))
    with FileReading(name, InputError):
        content = read_outside(path, SizeLimit.WRITTEN)
    stock = parse(CardStock, content, path.name)
    if problems := placed(path.name, stock.problems(cards)):
        raise PlanError(problems)
    return stock, content


def recorded_marks(folder: RunFolder) -> CardMarks | None:
    """Return the marks that a run was started with, None where it had no card-set file.

    Raises
    ------
    IntegrityError
        If the file is not as it was frozen at the start.
    """
    if FILE not in folder.begun().files:
        return None
    return CardMarks(parse(CardStock, folder.frozen(FILE), FILE))


def _twice(key: str, marks: Iterable[str]) -> Iterator[Problem]:
    """Yield marks that are the same for a reader, for whom capitals and small letters are."""
    for mark, times in Counter(mark.upper() for mark in marks).items():
        if times > 1:
            yield key, Plans.MARK_TWICE(mark=mark, times=times)


DETERMINANT = "determinant-first-card"
"""The rule that the check of determinant cards goes by."""


@dataclass(frozen=True, slots=True)
class ReadingUsed:
    """A reading of the game, and what the plan made of it.

    Parameters
    ----------
    by
        Checks of the plan that read outcomes by it, by the name of the choice that they take; empty where none does.
    of_outcomes
        Whether outcomes of the game are read by it; the others say how the game file itself was meant.
    """

    reading: Reading
    by: dict[str, tuple[str, ...]]
    of_outcomes: bool


def readings_used(plan: Plan, game: Game) -> list[ReadingUsed]:
    """Return every open reading of a game with the choice that a plan takes, in the order of the file.

    Examples
    --------
    >>> from labharness.games.game import packaged_game
    >>> from labharness.plans.frozen import find_plan, freeze
    >>> frozen = freeze(find_plan("pai-gow-poker-645a-automated-dealing-shoe")[0], "example")
    >>> for one in readings_used(frozen.plan, frozen.game)[:2]:
    ...     print(one.reading.id, one.of_outcomes, one.by)
    face-up-stub False {}
    straight-or-three True {'straight': ('odds-of-fortune-bonus', 'odds-of-emperors-treasure')}
    """
    taken: dict[str, dict[str, list[str]]] = {}
    for check in plan.checks:
        for reading, choice in _choices(check, game):
            named = taken.setdefault(reading, {}).setdefault(choice, [])
            if check.id not in named:
                named.append(check.id)
    depending = {name for outcome in game.outcomes for name in outcome.reading}
    return [
        ReadingUsed(
            reading,
            {choice: tuple(checks) for choice, checks in taken.get(reading.id, {}).items()},
            reading.id in depending,
        )
        for reading in game.readings
    ]


def _choices(check: PlannedCheck, game: Game) -> Iterator[tuple[str, str]]:
    """Yield the readings by which a check reads outcomes, each with its choice."""
    if check.check == "determinant_card":  # it counts the rounds of each side by the reading that is of it
        by = {name for outcome in game.outcomes if outcome.rule == DETERMINANT for name in outcome.reading}
        for reading in game.readings:
            if reading.id in by:
                yield from ((reading.id, choice) for choice in reading.choices)
    rule = RULES.get(str(check.parameters.get("rule", "")))
    if rule is None:
        return
    words = check.parameters.get("reading") or rule.readings[0]  # as the checks take it
    for outcome in game.outcomes:
        if outcome.rule == rule.name:
            yield from _chosen(outcome, game, str(words))


def _chosen(outcome: OutcomeUse, game: Game, words: str) -> Iterator[tuple[str, str]]:
    declared = {reading.id: reading.choices for reading in game.readings}
    for picks in product(*(declared[name] for name in outcome.reading)):
        chosen = list(zip(outcome.reading, picks, strict=True))
        if chosen and "; ".join(declared[name][pick] for name, pick in chosen) == words:
            yield from chosen
