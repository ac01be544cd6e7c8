"""Known outcomes of each family, made by real implementations."""

import numpy as np
import pytest

from labharness.analysis.identification.generator import WayOfUse, families
from labharness.analysis.identification.stream import Stream

VECTORS = [(family, vector) for family in families() for vector in family.vectors]
BY_ITSELF = [pair for pair in VECTORS if pair[1].seed is None]


def call_of(family, vector):
    (call,) = [call for call in family.calls if call.name == vector.call]
    return call


def named(pairs):
    return [f"{family.name}-{vector.call}-{vector.n}" for family, vector in pairs]


@pytest.mark.parametrize(("family", "vector"), VECTORS, ids=named(VECTORS))
def test_the_seed_gives_the_outcomes(family, vector):
    if vector.seed is None:
        return
    bounds = np.full(len(vector.codes), vector.n)
    way = WayOfUse(call_of(family, vector))

    assert family.predict(way, family.seeded(vector.seed), bounds).tolist() == list(vector.codes)


@pytest.mark.parametrize(("family", "vector"), BY_ITSELF, ids=named(BY_ITSELF))
def test_outcomes_without_a_seed_tell_the_state_that_repeats_them(family, vector):
    stream = Stream.of(vector.codes, vector.n)
    for way in family.ways("default"):
        if way.call != call_of(family, vector) or way.stride > 1 or way.place:
            continue
        candidates = family.candidates(way, stream, lambda: None)
        assert any(
            (family.predict(way, each.state, stream.bounds) == stream.outcomes).all() for each in candidates
        )


def test_names_are_unique_and_implementations_and_sources_said():
    assert all(family.source for family in families())
    assert all(vector.implementation for _, vector in VECTORS)
    names = [family.name for family in families()]
    assert len(set(names)) == len(names)
    for family in families():
        calls = [call.name for call in family.calls]
        assert len(set(calls)) == len(calls)
