"""Tests that read outcomes in groups, or restart at fixed outcomes, and still merge exactly.

A group is a fixed number of consecutive outcomes whose place follows from the absolute index alone: group
k holds outcomes k·length to (k+1)·length - 1 of the sample, counted from 0.  The block in which a group
*ends* counts it, with what it lacks taken from the context, so that a tally is a sum and any split of the
sample gives the same one.  A group that a gap in the capture, the start or the end of the sample cuts is
not counted; its outcomes are the remainder that results report.

Tests whose items have no longest length (coupon collector, runs) start anew in each group, called a unit
here, and count the same number of items in each: the first ones, as many as fit in all but one of 10⁹ fair
units (:func:`fitting`).  Counting all that fit would leave out long items more often than short ones, a
bias that grows with the sample.  Items that do not fit after all are the longest there are and counted so.

The first outcomes of a sample in order, for checks that need the sequence itself.
"""

from __future__ import annotations

from math import log

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.intervals import accept_range
from labharness.analysis.laws.tails import Lattice
from labharness.analysis.sampling.check import Tally, count
from labharness.analysis.sampling.tables import Block, Population
from labharness.model.reasons.decision import Details
from labharness.reason import Reason

LONGEST_UNIT = 10_000
"""Longest unit, hence the longest context that a restarting check asks for."""

SHORTEST_UNIT = 1_000
"""Shortest unit that is chosen by itself."""

ITEMS = 50
"""Items that a unit chosen by itself holds on average, where the longest unit allows."""

OVERFLOW = 1e-9
"""Largest chance that the items of a fair unit do not fit."""


def accept_unit(unit: int, name: str = "unit") -> None:
    """Raise :class:`InputError` unless the parameter of this name is a length of units, or 0: chosen by the check."""
    accept_range(name, unit, 0, LONGEST_UNIT)


def outcomes(population: Population) -> int:
    """Return d, the number of outcomes in the declared range."""
    return population.high - population.low + 1


def stretch(block: Block, look_back: int) -> NDArray[np.int32]:
    """Return outcomes less the lowest one, the last ``look_back`` of the context first.

    Examples
    --------
    >>> from labharness.testing.samples import POPULATIONS, WITNESSED
    >>> from labharness.model.observations import Draws, Kind
    >>> past, now = (Draws(np.array(values, dtype=np.uint16)) for values in ([7, 1, 2], [3, 4]))
    >>> stretch(Block(POPULATIONS[Kind.DRAW], 3, (now,), WITNESSED, (past,)), 2).tolist()
    [0, 1, 2, 3]
    """
    return block.codes[max(0, len(block.codes) - block.units - look_back) :]


def inside(codes: NDArray[np.int32], population: Population) -> NDArray[np.bool_]:
    """Return which outcomes lie in the declared range; negative codes are large when read unsigned."""
    return codes.view(np.uint32) < outcomes(population)


def groups(block: Block, length: int) -> tuple[NDArray[np.int32], Tally]:
    """Return the groups that end in a block, shape (groups, length), and the count of what was read.

    Groups with an outcome outside the declared range are left out and counted; the ``frequency`` check
    reports such outcomes.  The check's ``look_back`` must be at least ``length - 1``.
    """
    codes = stretch(block, length - 1)
    first = block.index - (len(codes) - block.units)
    start = -first % length
    rows = codes[start : start + max(0, len(codes) - start) // length * length].reshape(-1, length)
    whole = rows if block.spotless else rows[inside(rows, block.population).all(axis=1)]
    read = Tally(
        {"read": count(block.units), "groups": count(len(rows)), "spoiled": count(len(rows) - len(whole))}
    )
    return whole, read


def remainder(tally: Tally, length: int) -> tuple[Reason, ...]:
    """Return lines about outcomes that no group holds and groups that were left out."""
    cut, spoiled = tally.number("read") - length * tally.number("groups"), tally.number("spoiled")
    lines = (
        (cut, Details.OUTCOMES_IN_NO_GROUP(outcomes=cut, length=length)),
        (spoiled, Details.GROUPS_LEFT_OUT(groups=spoiled, length=length)),
    )
    return tuple(line for number, line in lines if number)


def unit_length(mean: float) -> int:
    """Return the length of a unit for items of a mean length, where the plan sets none."""
    return int(min(LONGEST_UNIT, SHORTEST_UNIT * max(1, -(-ITEMS * mean // SHORTEST_UNIT))))


def fitting(law: Lattice, unit: int) -> int:
    """Return how many items fit in a unit but for one fair unit in 10⁹, by Chernoff's bound.

    For every s > 0, P(sum of m lengths > unit) ≤ exp(m K(s) - s unit), K the logarithm of the moment
    generating function; so m = (s unit - ln 10⁹) / K(s) items fit, whichever s is taken.

    Examples
    --------
    >>> fitting(Lattice(2, np.ones(1)), 1000) <= 500
    True
    """
    longest = law.values[-1]
    s = np.geomspace(1e-5, min(1.0, 600 / longest), 200)
    growth = np.log(np.exp(np.outer(s, law.values)) @ law.mass)
    return max(0, int(((s * unit + log(OVERFLOW)) / growth).max()))


MOST = 1 << 20
"""Most outcomes that such checks read unless a plan says otherwise: 2 MiB each, however long the sample."""


def leading(block: Block, most: int) -> Tally:
    """Keep the outcomes of a block that belong to the first ``most`` of the sample and lie in the range.

    Notes
    -----
    Outcomes outside the declared range are left out, and their neighbors close up; the ``frequency`` check
    reports them.
    """
    codes = stretch(block, 0)[: max(0, most - block.index)]
    if not block.spotless:
        codes = codes[inside(codes, block.population)]
    return Tally({"read": count(block.units)}, columns={"codes": codes.astype(np.uint16)})


def codes_of(tally: Tally) -> NDArray[np.int32]:
    """Return what :func:`leading` kept of a whole sample."""
    return tally.columns.get("codes", np.empty(0, dtype=np.uint16)).astype(np.int32)


def beyond(tally: Tally, judged: int) -> tuple[Reason, ...]:
    """Return a line about the outcomes that are not judged, if there are any."""
    rest = tally.number("read") - judged
    return (Details.OUTCOMES_NOT_READ(judged=judged, recorded=judged + rest),) if rest else ()


def prime_factors(population: Population) -> list[tuple[int, int]]:
    """Return the primes that divide the number of outcomes, each with its power, in ascending order.

    Examples
    --------
    >>> from labharness.model.observations import Kind
    >>> prime_factors(Population(Kind.DRAW, low=1, high=52))
    [(2, 2), (13, 1)]
    """
    rest, result, prime = population.high - population.low + 1, [], 2
    while prime * prime <= rest:
        power = 0
        while rest % prime == 0:
            rest, power = rest // prime, power + 1
        if power:
            result.append((prime, power))
        prime += 1
    return [*result, (rest, 1)] if rest > 1 else result
