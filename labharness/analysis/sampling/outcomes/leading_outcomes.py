"""The first outcomes of a sample in order, for checks that need the sequence itself."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.outcomes.outcome_groups import inside, stretch
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally, count
from labharness.model.reasons.detail import Details
from labharness.reason import Reason

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
