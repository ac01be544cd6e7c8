"""What a check makes of one sample, and samples of shuffles, rounds and outcomes as checks read them."""

from dataclasses import replace

import numpy as np

from labharness.analysis.power.defects.flawed_rounds import buffered
from labharness.analysis.sampling.tables import Block, CardRows
from labharness.model.observations import Draws, Round, Shuffle
from labharness.model.reasons.decision import Details
from labharness.testing.samples import WITNESSED


def judged(check, population, units, **changes):
    """Judge units of one block, other fields of which may be given."""
    units = units if isinstance(units, CardRows) else tuple(units)
    block = replace(Block(population, 0, units, WITNESSED), **changes)
    return check.judge(check.tally(block), population)


def of_rounds(population, dealt, events=()):
    """A block of rounds whose cards all go back."""
    return Block(population, 0, CardRows(Round, dealt, dealt), WITNESSED, events=events)


def dealt_rounds(population, seed, units, buffer=0, *, marked=True, events=()):
    """A block of rounds of a machine that keeps so many cards ready, each card told apart by its copy or not."""
    cards = population.cards.marked() if marked else population.cards.new_deck_order()
    random = np.random.default_rng(seed)
    return of_rounds(population, buffered(random, cards, units, population.round_cards, buffer), events)


def as_declared(check, block, buffer=0):
    """Judge a block as one of a machine that is declared to keep so many cards ready."""
    return check.judge(check.tally(block), replace(block.population, buffer=buffer))


def wrong(kind, number, *problems):
    """What is told of a unit with problems."""
    return Details.IN_UNIT(unit=kind, number=number, problems=problems)


def shuffles(deck, dealt):
    """Shuffles of the same deck, of what came out of each."""
    return CardRows(Shuffle, np.broadcast_to(deck, dealt.shape), np.ascontiguousarray(dealt))


def drawn(values):
    """Outcomes as units of a block."""
    return (Draws(np.asarray(values).ravel().astype(np.uint16)),)
