"""Shuffles that left the deck as it was, or nearly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

CHANCE = 1e-9
"""Greatest chance that a fair shuffle raises an alarm, over all its values together."""


@kit.check(
    title="Unshuffled deck",
    observes=kit.Kind.SHUFFLE,
    counting=True,
    reference="Kendall 1938, Biometrika 30, 81-93; Robbins 1980, American Mathematical Monthly 87, 122-124",
    hypothesis="No shuffle leaves the deck as it was, or nearly.",
    null_law="counting, by exact limits that a fair shuffle passes once in 10⁹",
    applies_from="1 shuffle with a known input",
)
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

    def tally(self, block: kit.Block) -> kit.Tally:
        """Hold every shuffle to the limits."""
        cards, apart = block.population.held, block.identified
        orders = not cards.distinct and len(cards.present) > 1  # cards of one type have only one
        alike = np.setdiff1d(block.regular, apart) if orders else np.empty(0, dtype=np.intp)
        broken = _broken(apart, _values_apart(block), apart_limits(cards.size)) | _broken(
            alike, _values_alike(block, alike), alike_limits(cards) if len(alike) else {}
        )
        lines = [
            kit.Details.IN_UNIT(
                unit=kit.Kind.SHUFFLE, number=block.index + place + 1, problems=tuple(broken[place])
            )
            for place in sorted(broken)
        ]
        tally = kit.tally_violations(len(apart) + len(alike), lines)
        sums = kit.counts(alike=len(alike), left_out=block.units - len(apart) - len(alike))
        return replace(tally, sums={**tally.sums, **sums})

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Report the shuffles that broke a limit."""
        cards = population.held
        alike = tally.number("alike")
        limits_used = apart_limits(cards.size) | (alike_limits(cards) if alike else {})
        if all(not limit.chance for limit in limits_used.values()):
            kit.refuse(tally.number("units"), kit.Sample.ORDER_BY_CHANCE())
        result = kit.judge_violations(tally, kit.Counted.KNOWN_SHUFFLES)
        used = tuple(
            LAWS[name](least=limit.low + 1, most=limit.high - 1, chance=limit.chance)
            for name, limit in limits_used.items()
        )
        notes = (kit.Details.READ_BY_TYPES(shuffles=alike),) if alike else ()
        details = (*result.details, *notes, *kit.left_out_line(tally.number("left_out")))
        return replace(result, law=kit.Laws.COUNTING_BY_LIMITS(limits=used), details=details)


LAWS = {
    kit.LimitedValue.KEPT_NEIGHBORS: kit.Laws.KEPT_NEIGHBORS,
    kit.LimitedValue.INVERSIONS: kit.Laws.INVERSIONS,
    kit.LimitedValue.MATCHING_PLACES: kit.Laws.MATCHING_PLACES,
    kit.LimitedValue.TYPE_SUCCESSIONS: kit.Laws.TYPE_SUCCESSIONS,
}


@lru_cache(maxsize=8)
def apart_limits(size: int) -> dict[kit.LimitedValue, kit.AlarmLimits]:
    """Return the limits of cards that are told apart."""
    return {
        kit.LimitedValue.KEPT_NEIGHBORS: kit.alarm_limits.limits(kit.kept_neighbours(size), 0.0, CHANCE / 2),
        kit.LimitedValue.INVERSIONS: kit.alarm_limits.limits(
            kit.permutation_laws.inversions(size), CHANCE / 4, CHANCE / 4
        ),
    }


@lru_cache(maxsize=8)
def alike_limits(cards: kit.CardSet) -> dict[kit.LimitedValue, kit.AlarmLimits]:
    """Return the limits of cards of which some are alike."""
    held = kit.face_counts(cards, "card")
    laws = {
        kit.LimitedValue.MATCHING_PLACES: kit.type_matches(held),
        kit.LimitedValue.TYPE_SUCCESSIONS: kit.type_successions(held),
    }
    return {name: kit.alarm_limits.limits(law, 0.0, CHANCE / 2) for name, law in laws.items()}


def _values_apart(block: kit.Block) -> dict[kit.LimitedValue, NDArray[np.int64]]:
    return {
        kit.LimitedValue.KEPT_NEIGHBORS: block.of_each(kit.count_kept),
        kit.LimitedValue.INVERSIONS: block.of_each(kit.count_inversions),
    }


def _values_alike(block: kit.Block, places: NDArray[np.intp]) -> dict[kit.LimitedValue, NDArray[np.int64]]:
    """Return values of units whose cards are alike; an input of the wrong length matches nowhere."""
    cards = block.population.held
    matches, follows = np.zeros(len(places), dtype=np.int64), np.zeros(len(places), dtype=np.int64)
    for row, place in enumerate(places.tolist()):
        shuffle = block.observations[place]
        assert isinstance(shuffle, kit.Shuffle)
        out = np.searchsorted(cards.present, kit.types(shuffle.output))
        follows[row] = ((out[:-1] + 1) % len(cards.present) == out[1:]).sum()
        if len(shuffle.input) == len(out):
            matches[row] = (kit.types(shuffle.input) == kit.types(shuffle.output)).sum()
    return {kit.LimitedValue.MATCHING_PLACES: matches, kit.LimitedValue.TYPE_SUCCESSIONS: follows}


def _broken(
    places: NDArray[np.intp],
    values: Mapping[kit.LimitedValue, NDArray[np.int64]],
    allowed: Mapping[kit.LimitedValue, kit.AlarmLimits],
) -> dict[int, list[kit.Reason]]:
    """Return which values of which units are outside their limits."""
    broken: dict[int, list[kit.Reason]] = {}
    for name, limit in allowed.items():
        for row in np.flatnonzero((values[name] <= limit.low) | (values[name] >= limit.high)).tolist():
            reason = kit.Details.BEYOND_LIMIT(number=int(values[name][row]), what=name)
            broken.setdefault(int(places[row]), []).append(reason)
    return broken
