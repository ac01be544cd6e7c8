"""Scores of groups of cards at sets of places: what fair orders owe them, and what a sample has.

Who gets which place of an order, by the dealing order that a game states.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.joint_minimum import SumLaw, smallest
from labharness.analysis.laws.null_samples import ENOUGH_SHUFFLES, FairOrders
from labharness.analysis.laws.tails import Lattice, drawn_pairs, drawn_sum
from labharness.analysis.sampling.orders.card_groups import PAIRED, CardGroup, classes, pair_codes, scores
from labharness.analysis.sampling.rounds.round_nulls import dealt_rounds
from labharness.analysis.sampling.tables import Population, place_table
from labharness.errors import InputError
from labharness.model.cards import TYPES, Order, types
from labharness.model.observations import Kind
from labharness.model.reasons.plan import Parameters
from labharness.model.reasons.wire import Seating
from labharness.reason import Reason

PLAYERS = "players"
"""Who is served once for each player; whoever else is named is served once."""
MOST_PLACES = 60
"""Most single places that are looked at where no dealing order is declared."""

Served = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class PlaceSet:
    """Places of an order, from 0, that belong together.

    Parameters
    ----------
    name
        Whose they are.
    hand
        Whether they make the hand of one person, so that pairs among them count.
    """

    name: Reason
    places: tuple[int, ...]
    hand: bool = False


def parse_served(served: Sequence[str]) -> Served:
    """Return whom a round serves in turn, and with how many cards, from words such as ``players 1``.

    Raises
    ------
    InputError
        If an entry does not end with a number of cards.

    Examples
    --------
    >>> parse_served(["players 1", "the dealer, face up 1"])
    (('players', 1), ('the dealer, face up', 1))
    """
    result = []
    for entry in served:
        to, _, cards = entry.rpartition(" ")
        if not to or not cards.isascii() or not cards.isdigit() or not 1 <= int(cards) <= MOST_PLACES:
            raise InputError(Parameters.NOT_SERVED(got=entry))
        result.append((to, int(cards)))
    return tuple(result)


def first_places(served: Served, players: int, burns: int) -> dict[str | int, tuple[int, ...]]:
    """Return the places that each seat, numbered from 1, and everybody else gets, burned cards first.

    Examples
    --------
    >>> first_places((("players", 1), ("up", 1), ("players", 1), ("hole", 1)), players=2, burns=1)
    {1: (1, 4), 2: (2, 5), 'up': (3,), 'hole': (6,)}
    """
    result: dict[str | int, tuple[int, ...]] = {}
    place = burns
    for to, cards in served:
        for who in range(1, players + 1) if to == PLAYERS else (to,):
            result[who] = (*result.get(who, ()), *range(place, place + cards))
            place += cards
    return result


@lru_cache(maxsize=64)
def seating(population: Population, served: Served, positions: int, burns: int) -> tuple[PlaceSet, ...]:
    """Return the sets of places that contrasts look at, each once.

    Of a dealing shoe they are its stacks and the stub; of an order, the places of each seat and everybody else
    for every number of players, those of all seats together, and every single place of a full first round.
    """
    if population.kind is Kind.DEAL:
        sets = list(_stacks(population))
    else:
        dealt = population.round_cards or population.held.size
        sets = [
            place_set
            for players in range(1, positions + 1)
            for place_set in _round(served, players, positions, burns)
        ]
        full = sum(cards * (positions if to == PLAYERS else 1) for to, cards in served)
        last = burns + full if served else MOST_PLACES
        sets += [PlaceSet(Seating.PLACE(place=place + 1), (place,)) for place in range(burns, last)]
        sets = [each for each in sets if max(each.places) < dealt]
    first: dict[tuple[int, ...], PlaceSet] = {}
    for each in sets:
        first.setdefault(tuple(sorted(each.places)), each)
    return tuple(first.values())


def _round(served: Served, players: int, positions: int, burns: int) -> Iterator[PlaceSet]:
    seated = any(to == PLAYERS for to, _ in served)
    if not seated and players < positions:
        return
    result = first_places(served, players, burns)
    for who, places in result.items():
        if isinstance(who, int):
            yield PlaceSet(Seating.SEAT(seat=who, players=players), places, hand=True)
        elif seated:
            yield PlaceSet(Seating.OTHER(name=who, players=players), places, hand=True)
        else:
            yield PlaceSet(Seating.HAND(name=who), places, hand=True)
    seats = tuple(place for who, places in result.items() if isinstance(who, int) for place in places)
    if seats:
        yield PlaceSet(Seating.ALL_SEATS(players=players), seats)


def _stacks(population: Population) -> Iterator[PlaceSet]:
    place = 0
    for number, cards in enumerate(population.stacks, 1):
        yield PlaceSet(Seating.STACK(stack=number), tuple(range(place, place + cards)), hand=True)
        place += cards
    if place < population.held.size:
        yield PlaceSet(Seating.STUB(), tuple(range(place, population.held.size)))


CHUNK = 1 << 22
"""Cards that are simulated at once."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """A group of cards at a set of places, and the law of its score in one fair order."""

    group: CardGroup
    where: PlaceSet
    law: Lattice


@dataclass(frozen=True)
class Contrasts:
    """All contrasts of a family.

    Parameters
    ----------
    population
        What the orders are drawn from.
    groups, served, positions, burns
        As the check has them.
    """

    population: Population
    groups: tuple[CardGroup, ...]
    served: Served
    positions: int
    burns: int

    @cached_property
    def sets(self) -> tuple[PlaceSet, ...]:
        """Sets of places."""
        return seating(self.population, self.served, self.positions, self.burns)

    @cached_property
    def places(self) -> int:
        """Number of first places that are read."""
        return 1 + max((max(each.places) for each in self.sets), default=-1)

    @cached_property
    def plain(self) -> tuple[CardGroup, ...]:
        """Groups whose cards count one by one."""
        return tuple(group for group in self.groups if group not in PAIRED)

    @cached_property
    def paired(self) -> tuple[CardGroup, ...]:
        """Groups of cards that count in pairs."""
        return tuple(group for group in self.groups if group in PAIRED)

    @cached_property
    def hands(self) -> tuple[PlaceSet, ...]:
        """Sets of places whose pairs count."""
        return tuple(each for each in self.sets if each.hand and len(each.places) > 1)

    @cached_property
    def pairs(self) -> NDArray[np.int64]:
        """All pairs of places of a hand, each once, shape (pairs, 2)."""
        each = dict.fromkeys(pair for hand in self.hands for pair in combinations(hand.places, 2))
        return np.array(list(each), dtype=np.int64).reshape(-1, 2)

    @cached_property
    def every(self) -> tuple[Contrast, ...]:
        """All contrasts that chance has a say in, in the order of :meth:`totals`."""
        return tuple(each for each in self._all if len(each.law.mass) > 1)

    @cached_property
    def _all(self) -> tuple[Contrast, ...]:
        cards, dealt = self.population.held, self.population.held.size
        contrasts = [
            Contrast(group, each, drawn_sum(classes(cards, group), len(each.places)))
            for group in self.plain
            for each in self.sets
            if len(each.places) <= dealt
        ]
        return (
            *contrasts,
            *(
                Contrast(group, hand, drawn_pairs(classes(cards, group), len(hand.places)))
                for group in self.paired
                for hand in self.hands
            ),
        )

    @cached_property
    def _kept(self) -> NDArray[np.bool_]:
        return np.array([len(each.law.mass) > 1 for each in self._all], dtype=bool)

    @cached_property
    def _weights(self) -> NDArray[np.int64]:
        return np.array([scores(group) for group in self.plain], dtype=np.int64).reshape(-1, TYPES)

    @cached_property
    def _member(self) -> NDArray[np.int64]:
        array = np.zeros((len(self.sets), self.places), dtype=np.int64)
        for row, each in enumerate(self.sets):
            array[row, list(each.places)] = 1
        return array

    @cached_property
    def _pair_member(self) -> NDArray[np.int64]:
        of = {tuple(pair): column for column, pair in enumerate(self.pairs.tolist())}
        array = np.zeros((len(self.hands), len(of)), dtype=np.int64)
        for row, hand in enumerate(self.hands):
            array[row, [of[pair] for pair in combinations(hand.places, 2)]] = 1
        return array

    def counted(self, rows: Order) -> dict[str, NDArray[np.int64]]:
        """Count types by place, and pairs of one rank or suit, of the first places of some orders."""
        from labharness.analysis.laws.kernels.cards import card_tables

        first = np.ascontiguousarray(rows[:, : self.places])
        table = place_table(first, TYPES)
        result = {"table": table if len(table) else np.zeros((0, TYPES), dtype=np.int64)}
        return result | {
            group.value: card_tables.same_codes(first, pair_codes(group), self.pairs) for group in self.paired
        }

    def totals(self, counts: dict[str, NDArray[np.int64]]) -> NDArray[np.int64]:
        """Return the total score of every contrast."""
        linear = (self._weights @ (self._member @ counts["table"]).T).ravel()
        pairs = [self._pair_member @ counts[group.value] for group in self.paired]
        return np.concatenate([linear, *pairs])[self._kept]

    def laws(self, units: int) -> list[SumLaw]:
        """Return the law of every contrast's total over so many independent orders."""
        return [SumLaw(each.law, units) for each in self.every]

    def minima(self, units: int, replicates: int, seed: int) -> NDArray[np.float64]:
        """Return the smallest p-value of each of many fair samples, of at most :data:`ENOUGH_SHUFFLES` orders.

        Notes
        -----
        Only the first places of an order are dealt.  Rounds of a declared buffer come from machines that keep
        so many cards ready.
        """
        units = min(units, ENOUGH_SHUFFLES)
        deck = types(self.population.held.new_deck_order()).astype(np.uint16)
        random = np.random.Generator(np.random.PCG64(seed))
        if self.population.buffer:
            return smallest(self.laws(units), self._buffered(random, deck, units, replicates))
        fair, result = FairOrders(random), []
        some = max(1, CHUNK // (units * self.places))
        for begin in range(0, replicates, some):
            number = min(some, replicates - begin)
            rows = fair.dealt(deck, number * units, self.places)
            result += [
                self.totals(self.counted(rows[first : first + units])) for first in range(0, len(rows), units)
            ]
        return smallest(self.laws(units), np.array(result))

    def _buffered(
        self, random: np.random.Generator, deck: Order, units: int, replicates: int
    ) -> NDArray[np.int64]:
        """Return totals of machines with a buffer."""
        dealt, buffer = self.population.round_cards, self.population.buffer
        rounds = np.array(
            list(dealt_rounds(random, deck.astype(np.intp), units, dealt, buffer, replicates)),
            dtype=np.uint16,
        )
        return np.array([self.totals(self.counted(rounds[:, each])) for each in range(replicates)])


@lru_cache(maxsize=32)
def contrasts(
    population: Population, groups: tuple[CardGroup, ...], served: Served, positions: int, burns: int
) -> Contrasts:
    """Return the contrasts of a check, built once for a population."""
    return Contrasts(population, groups, served, positions, burns)


@lru_cache(maxsize=32)
def fair_minima(family: Contrasts, units: int, replicates: int, seed: int) -> NDArray[np.float64]:
    """Return :meth:`Contrasts.minima`, simulated once for a size of sample."""
    return family.minima(units, replicates, seed)
