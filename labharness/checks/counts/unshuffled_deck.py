"""Shuffles that left the deck as it was, or nearly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.alarm_limits import AlarmLimits, limits
from labharness.analysis.laws.order_statistics import count_inversions, count_kept
from labharness.analysis.laws.permutation_laws import inversions
from labharness.analysis.laws.tails import kept_neighbours
from labharness.analysis.laws.type_laws import type_matches, type_successions
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.orders.faces import face_counts
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally, count, left_out_line
from labharness.analysis.sampling.violations import judge_violations, tally_violations
from labharness.model.cards import CardSet, types
from labharness.model.counted import Counted
from labharness.model.observations import Kind, Shuffle
from labharness.model.reasons.detail import Details, LimitedValue
from labharness.model.reasons.law import Laws
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult
from labharness.reason import Reason

CHANCE = 1e-9
"""Greatest chance that a fair shuffle raises an alarm, over all its values together."""


@check(
    name="unshuffled_deck",
    title="Unshuffled deck",
    observes=Kind.SHUFFLE,
    counting=True,
    unit="shuffle",
    reference="Kendall 1938, Biometrika 30, 81-93; Robbins 1980, American Mathematical Monthly 87, 122-124",
    hypothesis="No shuffle leaves the deck as it was, or nearly.",
    null_law="counting, by exact limits that a fair shuffle passes once in 10⁹",
    applies_from="1 shuffle with a known input",
)
@dataclass(frozen=True)
class UnshuffledDeck:
    """Which single shuffles did not shuffle.

    One failure in a thousand hides in every average.  So each shuffle is held to limits of its own, set
    from exact laws so that a fair one breaks any of them less than once in 10⁹ times: cards that are told
    apart keep too many neighbors, in either direction, or have too few or too many inversions (Kendall's
    rank correlation with the input is 1 - 4 × inversions / (N (N-1))).  For 52 cards that is 15 neighbors
    kept, or a correlation of 0.56 or -0.56.  Cards that are not told apart match the input in too many
    places, or follow each other in too many successions of types, against the order of an unopened set;
    turned round as a whole they are not seen.

    References
    ----------
    Kendall 1938, "A new measure of rank correlation", Biometrika 30, 81-93.  Robbins 1980, American
    Mathematical Monthly 87, 122-124.

    Examples
    --------
    >>> for name, limit in apart_limits(52).items():
    ...     print(name, limit.low, limit.high)
    kept neighbors -1 15
    inversions 292 1034
    """

    def tally(self, block: Block) -> Tally:
        """Hold every shuffle to the limits."""
        cards, apart = block.population.held, block.identified
        alike = np.empty(0, dtype=np.intp) if cards.distinct else np.setdiff1d(block.regular, apart)
        broken = _broken(apart, _values_apart(block), apart_limits(cards.size)) | _broken(
            alike, _values_alike(block, alike), alike_limits(cards) if len(alike) else {}
        )
        lines = [
            Details.IN_UNIT(unit=Kind.SHUFFLE, number=block.index + place + 1, problems=tuple(broken[place]))
            for place in sorted(broken)
        ]
        tally = tally_violations(len(apart) + len(alike), lines)
        sums = {"alike": count(len(alike)), "left_out": count(block.units - len(apart) - len(alike))}
        return replace(tally, sums={**tally.sums, **sums})

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Report the shuffles that broke a limit."""
        cards = population.held
        alike = tally.number("alike")
        limits_used = apart_limits(cards.size) | (alike_limits(cards) if alike else {})
        if all(not limit.chance for limit in limits_used.values()):
            return CheckResult(tally.number("units"), not_applicable=Sample.ORDER_BY_CHANCE())
        result = judge_violations(tally, Counted.KNOWN_SHUFFLES)
        if result.not_applicable:
            return result
        used = tuple(
            LAWS[name](least=limit.low + 1, most=limit.high - 1, chance=limit.chance)
            for name, limit in limits_used.items()
        )
        notes = (Details.READ_BY_TYPES(shuffles=alike),) if alike else ()
        details = (*result.details, *notes, *left_out_line(tally.number("left_out")))
        return replace(result, law=Laws.COUNTING_BY_LIMITS(limits=used), details=details)


LAWS = {
    LimitedValue.KEPT_NEIGHBORS: Laws.KEPT_NEIGHBORS,
    LimitedValue.INVERSIONS: Laws.INVERSIONS,
    LimitedValue.MATCHING_PLACES: Laws.MATCHING_PLACES,
    LimitedValue.TYPE_SUCCESSIONS: Laws.TYPE_SUCCESSIONS,
}


@lru_cache(maxsize=8)
def apart_limits(size: int) -> dict[LimitedValue, AlarmLimits]:
    """Return the limits of cards that are told apart."""
    return {
        LimitedValue.KEPT_NEIGHBORS: limits(kept_neighbours(size), 0.0, CHANCE / 2),
        LimitedValue.INVERSIONS: limits(inversions(size), CHANCE / 4, CHANCE / 4),
    }


@lru_cache(maxsize=8)
def alike_limits(cards: CardSet) -> dict[LimitedValue, AlarmLimits]:
    """Return the limits of cards of which some are alike."""
    held = face_counts(cards, "card")
    laws = {
        LimitedValue.MATCHING_PLACES: type_matches(held),
        LimitedValue.TYPE_SUCCESSIONS: type_successions(held),
    }
    return {name: limits(law, 0.0, CHANCE / 2) for name, law in laws.items()}


def _values_apart(block: Block) -> dict[LimitedValue, NDArray[np.int64]]:
    return {
        LimitedValue.KEPT_NEIGHBORS: block.of_each(count_kept),
        LimitedValue.INVERSIONS: block.of_each(count_inversions),
    }


def _values_alike(block: Block, places: NDArray[np.intp]) -> dict[LimitedValue, NDArray[np.int64]]:
    """Return values of units whose cards are alike; an input of the wrong length matches nowhere."""
    cards = block.population.held
    matches, follows = np.zeros(len(places), dtype=np.int64), np.zeros(len(places), dtype=np.int64)
    for row, place in enumerate(places.tolist()):
        shuffle = block.observations[place]
        assert isinstance(shuffle, Shuffle)
        out = np.searchsorted(cards.present, types(shuffle.output))
        follows[row] = ((out[:-1] + 1) % len(cards.present) == out[1:]).sum()
        if len(shuffle.input) == len(out):
            matches[row] = (types(shuffle.input) == types(shuffle.output)).sum()
    return {LimitedValue.MATCHING_PLACES: matches, LimitedValue.TYPE_SUCCESSIONS: follows}


def _broken(
    places: NDArray[np.intp],
    values: Mapping[LimitedValue, NDArray[np.int64]],
    allowed: Mapping[LimitedValue, AlarmLimits],
) -> dict[int, list[Reason]]:
    """Return which values of which units are outside their limits."""
    broken: dict[int, list[Reason]] = {}
    for name, limit in allowed.items():
        for row in np.flatnonzero((values[name] <= limit.low) | (values[name] >= limit.high)).tolist():
            reason = Details.BEYOND_LIMIT(number=int(values[name][row]), what=name)
            broken.setdefault(int(places[row]), []).append(reason)
    return broken
