"""Fair samples of every kind, from a seeded generator: the null hypothesis of every check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import CheckInfo
from labharness.analysis.sampling.population import Population
from labharness.games.outcomes.double_shoe import decks_of_a_side, fair_loads
from labharness.model.cards import FOREIGN_BACK, TYPES, UNREAD, CardSet, Order
from labharness.model.events import Event, EventKind
from labharness.model.observations import (
    Deal,
    Draws,
    InputKnown,
    Kind,
    Observation,
    Provenance,
    RawBytes,
    Round,
    Shuffle,
    Source,
)

POPULATIONS = {
    Kind.SHUFFLE: Population(Kind.SHUFFLE, CardSet.of_decks("one deck", 1)),
    Kind.ROUND: Population(
        Kind.ROUND, CardSet("eight cards twice", (2,) * 8 + (0,) * (TYPES - 8)), round_cards=5
    ),
    Kind.DEAL: Population(
        Kind.DEAL, CardSet.of_decks("one deck and a joker", 1, jokers=1), stacks=(7,) * 7, stub=4
    ),
    Kind.DRAW: Population(Kind.DRAW, low=1, high=7),
    Kind.BYTES: Population(Kind.BYTES),
}
"""A small population of each kind."""

LOADS = Population(
    Kind.DEAL, CardSet.of_decks("one deck on each side", 2), stacks=(5,) * 7, stub=69, determinant=True
)
"""Loads of a double shoe, for checks that read nothing else."""

WITNESSED = Provenance(InputKnown.RESET, Source.OBSERVED)


def population_of(info: CheckInfo, kind: Kind) -> Population:
    """Return the small population of units of a kind that a check is tried on."""
    return LOADS if info.determinant else POPULATIONS[kind]


def fair_block(population: Population, units: int, random: np.random.Generator) -> Block:
    """Return one block of a fair device, from the first unit on; before the first round it was filled."""
    events = (Event(0, EventKind.REFILL),) if population.kind is Kind.ROUND else ()
    return Block(population, 0, tuple(fair_units(population, units, random)), WITNESSED, events=events)


def fair_units(population: Population, units: int, random: np.random.Generator) -> list[Observation]:
    """Return units of a fair device."""
    if population.kind is Kind.DRAW:
        return [Draws(random.integers(population.low, population.high + 1, units).astype(np.uint16))]
    if population.kind is Kind.BYTES:
        return [RawBytes(random.bytes(units))]
    if population.determinant:
        decks = decks_of_a_side(population.held)
        side = population.held.marked()[: population.held.size // 2]
        return ordered_units(population, fair_loads(random, side, units, population.stacks, "black", decks))
    deck = population.held.new_deck_order()
    return ordered_units(population, random.permuted(np.tile(deck, (units, 1)), axis=1))


def ordered_units(population: Population, orders: Sequence[Order] | NDArray[np.uint16]) -> list[Observation]:
    """Return the units in which cards leave in these orders, each put in as an unopened set."""
    if population.kind is Kind.SHUFFLE:
        return [Shuffle(population.held.new_deck_order(), order) for order in orders]
    if population.kind is Kind.ROUND:
        dealt = [order[: population.round_cards] for order in orders]
        return [Round(cards, cards) for cards in dealt]
    ends = np.cumsum(population.stacks)
    split = [np.split(order, ends) for order in orders]
    return [Deal(tuple(parts[:-1]), parts[-1]) for parts in split]


def spoiled(observation: Observation, random: np.random.Generator) -> Observation:
    """Return a unit broken in one of the ways that counting checks find; raw bytes cannot be."""
    if isinstance(observation, RawBytes):
        return observation
    if isinstance(observation, Draws):
        hit = random.random(len(observation.values)) < 0.1
        return Draws(np.where(hit, 9, observation.values).astype(np.uint16))
    way = int(random.integers(0, 4))

    def broken(order: Order) -> Order:
        first = (order[-1], UNREAD, order[0] | FOREIGN_BACK)
        return order[1:] if way == 3 else np.array([first[way], *order[1:]], dtype=np.uint16)

    if isinstance(observation, Shuffle):
        return Shuffle(observation.input, broken(observation.output))
    if isinstance(observation, Round):
        return Round(broken(observation.dealt), observation.returned)
    return Deal((broken(observation.stacks[0]), *observation.stacks[1:]), observation.stub)


def pieces(block: Block, cuts: Sequence[int]) -> Iterator[Block]:
    """Yield a block cut before these units, each piece with everything before it as context."""
    single = [unit for observation in block.observations for unit in _single(observation)]
    borders = [0, *sorted(cuts), len(single)]
    for low, high in pairwise(borders):
        yield replace(
            block,
            index=block.index + low,
            observations=tuple(single[low:high]),
            context=tuple(single[:low]),
        )


def _single(observation: Observation) -> list[Observation]:
    if isinstance(observation, Draws):
        return [Draws(observation.values[place : place + 1]) for place in range(len(observation.values))]
    if isinstance(observation, RawBytes):
        return [RawBytes(observation.data[place : place + 1]) for place in range(len(observation.data))]
    return [observation]
