"""Who gets which place of an order, by the dealing order that a game states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from labharness.analysis.sampling.population import Population
from labharness.errors import InputError
from labharness.model.observations import Kind
from labharness.model.reasons.parameter import Parameters
from labharness.model.reasons.seating import Seating
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
