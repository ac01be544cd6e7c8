"""Defects by name: what a sample of a plan should be able to show, and what it was tried on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from labharness.analysis.power.defects import flawed_rounds as numbers
from labharness.analysis.power.defects import flawed_rounds as rounds
from labharness.analysis.power.defects import flawed_shuffles as orders
from labharness.analysis.sampling.tables import Population
from labharness.errors import InputError
from labharness.model.cards import types
from labharness.model.observations import Kind
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.wire import Simulations

Units = NDArray[np.intp] | NDArray[np.uint16] | bytes
"""Places by shuffle or deal, cards by round, outcomes, or bytes."""

SHUFFLED = frozenset({Kind.SHUFFLE, Kind.DEAL})


@dataclass(frozen=True, slots=True)
class Defect:
    """A flaw of one strength, or none.

    Parameters
    ----------
    name
        ``shelves:10``, or ``fair``.
    title
        What it is, in words.
    kinds
        Kinds of observation that it acts on; others stay fair.
    make
        Units of a sample from (random, population, units).
    """

    name: str
    title: str
    kinds: frozenset[Kind]
    make: Callable[[Generator, Population, int], Units]


@dataclass(frozen=True, slots=True)
class _Model:
    """A flaw whose strength may be chosen.

    Parameters
    ----------
    title
        Words with ``{}`` for the strength.
    least, most
        Strengths that make sense; whole numbers where ``whole``.
    faces
        Whether it acts on what cards are, of shuffles that begin with an unopened set.
    unmarked
        Whether it is usual only where equal cards are not told apart; of others each table shows it.
    usual
        Strengths that are tried unless others are asked for; empty where it has none.
    """

    title: str
    kinds: frozenset[Kind]
    make: Callable[..., Units]
    usual: tuple[float, ...] = ()
    least: float = 0.0
    most: float = 1.0
    whole: bool = False
    faces: bool = False
    unmarked: bool = False


def defect(text: str) -> Defect:
    """Return the defect that a person names as ``NAME`` or ``NAME:STRENGTH``, such as ``riffles:7``."""
    name, colon, strength = text.partition(":")
    if text == FAIR.name:
        return FAIR
    if name not in _MODELS:
        raise InputError(Inputs.UNKNOWN(what=Noun.DEFECT, name=name, known=(FAIR.name, *_MODELS)))
    model = _MODELS[name]
    if not model.usual:
        if colon:
            raise InputError(Simulations.NO_STRENGTH(defect=name, strength=strength))
        return Defect(name, model.title, model.kinds, _Making(model, ()))
    value = _strength(strength, model) if colon else model.usual[0]
    words = f"{value:g}"
    return Defect(f"{name}:{words}", model.title.format(words), model.kinds, _Making(model, (value,)))


def usual_defects(kinds: frozenset[Kind], *, unmarked: bool = False) -> tuple[Defect, ...]:
    """Return what is tried on samples of these kinds unless something else is asked for, fair first.

    Parameters
    ----------
    unmarked
        Whether cards are alike that are not told apart.
    """
    result = [FAIR]
    for name, model in _MODELS.items():
        if model.kinds & kinds and (unmarked or not model.unmarked):
            result += [defect(f"{name}:{value}") for value in model.usual] or [defect(name)]
    return tuple(result)


def fair_units(random: Generator, population: Population, units: int) -> Units:
    """Return units without flaw: of a machine as declared, its buffer included."""
    if population.kind in SHUFFLED:
        return orders.uniform(random, units, _size(population))
    if population.kind is Kind.ROUND:
        deck = population.held.marked()
        return rounds.buffered(random, deck, units, population.round_cards, population.buffer)
    if population.kind is Kind.DRAW:
        return numbers.uniform(random, units, population.low, population.high)
    return random.bytes(units)


FAIR = Defect("fair", "no flaw: how often the rule speaks against a fair device", frozenset(Kind), fair_units)


def _strength(text: str, model: _Model) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value) or not model.least <= value <= model.most or (model.whole and value % 1):
        wrong = Simulations.NOT_A_WHOLE_STRENGTH if model.whole else Simulations.NOT_A_STRENGTH
        raise InputError(wrong(least=model.least, most=model.most, got=text))
    return int(value) if model.whole else value


@dataclass(frozen=True, slots=True)
class _Making:
    """A model at one strength; unlike a closure it can be sent to another process."""

    model: _Model
    strength: tuple[float, ...]

    def __call__(self, random: Generator, population: Population, units: int) -> Units:
        """Make units, fair ones where the flaw does not act."""
        make = self.model.make
        if population.kind not in self.model.kinds:
            return fair_units(random, population, units)
        result: Units
        if population.kind in SHUFFLED:
            cards = types(population.held.new_deck_order()) if self.model.faces else _size(population)
            result = make(random, units, cards, *self.strength)
        elif population.kind is Kind.ROUND:
            deck = population.held.marked()
            result = make(random, deck, units, population.round_cards, *self.strength)
        elif population.kind is Kind.DRAW:
            result = make(random, units, population.low, population.high, *self.strength)
        else:
            result = make(random, units, *self.strength)
        return result


def _size(population: Population) -> int:
    return population.held.size


_SHUFFLES = frozenset({Kind.SHUFFLE})
_ROUNDS, _DRAWS, _BYTES = frozenset({Kind.ROUND}), frozenset({Kind.DRAW}), frozenset({Kind.BYTES})

_MODELS = {
    "shelves": _Model("one pass through {} shelves", SHUFFLED, orders.shelved, (10, 20, 38), 1, 1000, whole=True),
    "apart": _Model("{} parts of the set that are never mixed", SHUFFLED, orders.apart, (2,), 2, 52, whole=True, unmarked=True),
    "queues": _Model("{} compartments, first in first out", SHUFFLED, orders.queued, (38,), 1, 1000, whole=True),
    "riffles": _Model("{} riffles", SHUFFLED, orders.riffled, (7, 8), 0, 1000, whole=True),
    "returned": _Model("comes out unshuffled with chance {}", SHUFFLED, orders.returned, (0.01,)),
    "one-order": _Model("one fixed order with chance {}", SHUFFLED, orders.repeated, (0.02,)),
    "packet": _Model("{} neighbors stay together", SHUFFLED, orders.packed, (2, 5), 2, 20, whole=True),
    "sticky-top": _Model("the top card stays with chance {}", SHUFFLED, orders.stuck_on_top, (0.1,)),
    "transpositions": _Model("{} random transpositions", SHUFFLED, orders.transposed, (150,), 0, 10_000, whole=True),
    "naive-swap": _Model("every card swapped with any card", SHUFFLED, orders.swapped_naively),
    "byte-swap": _Model("Fisher-Yates with a byte's remainder", SHUFFLED, orders.swapped_by_remainder),
    "single-cycle": _Model("Sattolo's single cycle", SHUFFLED, orders.single_cycle),
    "reseeded": _Model("seeded with {} bits for every shuffle", SHUFFLED, orders.reseeded, (16,), 1, 62, whole=True),
    "starved-seat": _Model("a seat gets a share of {} of its aces less", _SHUFFLES, orders.starved, (1.0,), faces=True),
    "rich-up-card": _Model("a ten or an ace as up card with a chance higher by {}", _SHUFFLES, orders.enriched, (0.12,), faces=True),
    "taken-back": _Model("every second shuffle takes back the one before", _SHUFFLES, orders.taken_back),
    "misread-chain": _Model("{} riffles of its last output, recorded as a new deck", _SHUFFLES, orders.chained, (7,), 0, 1000, whole=True),
    "even-orders": _Model("even orders only", _SHUFFLES, orders.even),
    "buffer": _Model("{} cards always lie ready", _ROUNDS, rounds.buffered, (5, 16), 0, 400, whole=True),
    "unmixed": _Model("{} rounds come as the cards were put in", _ROUNDS, rounds.layered, (3,), 1, 10_000, whole=True),
    "favored": _Model("cards of the first type are drawn more readily by a share of {}", _ROUNDS, rounds.favored, (0.2,), -1, 100),
    "remainder": _Model("a word of {} bits modulo the range", _DRAWS, numbers.remainder, (8, 16), 1, 62, whole=True),
    "stuck": _Model("the smallest outcome instead of a fair one with chance {}", _DRAWS, numbers.stuck, (0.01,)),
    "again": _Model("the outcome before once more with chance {}", _DRAWS, numbers.repeated, (0.01,)),
    "lcg-16": _Model("a 16-bit linear congruential generator, scaled", _DRAWS, numbers.congruential),
    "unbalanced": _Model("ones come with a chance of 0.5 + {}", _BYTES, numbers.unbalanced, (0.001,), -0.5, 0.5),
    "persistent": _Model("a bit is that before with a chance of 0.5 + {}", _BYTES, numbers.persistent, (0.001,), -0.5, 0.5),
    "stuck-bit": _Model("bit {} of every byte is set", _BYTES, numbers.stuck_bit, (0,), 0, 7, whole=True),
}  # fmt: skip
