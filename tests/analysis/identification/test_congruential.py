"""Each congruential family, its calls, bounds, strides and beginnings: the state is recovered and proves."""

import numpy as np
import pytest

from labharness.analysis.identification.calls import OutcomeMapping
from labharness.analysis.identification.congruential import Affine, Congruential
from labharness.analysis.identification.generator import WayOfUse, families
from labharness.analysis.identification.search import problems, search
from labharness.analysis.identification.stream import Stream
from labharness.model.reasons.game import Effort, Identifications
from labharness.reason import Reason

FAMILIES = [family for family in families() if isinstance(family, Congruential)]
CALLS = [(family, call) for family in FAMILIES for call in family.calls]
LENGTHS = {2: 60_000, 3: 6_000, 4: 4_000}


def drawn(family, call, n, stride, random, length=None):
    """Outcomes of a random state, after some that were not recorded."""
    way = WayOfUse(call, stride)
    state = jump_to(family, int(random.integers(1, 2**31)), int(random.integers(0, 10_000)))
    length = length or LENGTHS.get(n, 1_200)
    return way, state, Stream.of(family.predict(way, state, np.full(length, n)), n)


def jump_to(family, seed, steps):
    a, c, modulus = family.recurrence.times(steps)
    return (family.seeded(seed) * a + c) % modulus


def proved(family, way, stream):
    """Whether the problem of a way of use, tried alone, is proved with this way among those that fit."""
    result = search(stream, Effort.FULL, known=[Only(family, way)])
    return [(proof.generator.name, proof.way) for proof in result.proofs], result


class Only:
    """A family of which one way of use is tried."""

    def __init__(self, family, way):
        self._family, self._way = family, way

    def __getattr__(self, name):
        return getattr(self._family, name)

    def ways(self, effort):  # noqa: ARG002
        return iter([self._way])


@pytest.mark.parametrize("n", [2, 4, 16, 256])
def test_remainders_by_a_power_of_two_are_proved_by_their_low_bits(n):
    random = np.random.default_rng(8)
    tried = 0
    for family, call in CALLS:
        way, _, stream = drawn(family, call, n, 1, random, 1_000)
        remainder = family.recurrence.modulus % 2 == 0 and call.mapping_of(n) is not OutcomeMapping.SCALED
        if remainder and not isinstance(family.needed(way, stream), Reason):
            tried += 1
            assert (family.name, way) in proved(family, way, stream)[0], (family.name, call.name)
    assert tried >= 3


@pytest.mark.parametrize("n", [2, 52, 64])
@pytest.mark.parametrize("place", [0, 3, 20, 35])
def test_one_changed_outcome_of_those_that_tell_low_bits_hides_no_run(n, place):
    random = np.random.default_rng(9)
    tried = 0
    for family, call in CALLS:
        way, _, stream = drawn(family, call, n, 1, random, 600)
        remainder = family.recurrence.modulus % 2 == 0 and call.mapping_of(n) is not OutcomeMapping.SCALED
        if not remainder or isinstance(family.needed(way, stream), Reason):
            continue
        tried += 1
        stream.outcomes[place] = (stream.outcomes[place] + 1) % n
        run = proved(family, way, stream)[1].broken
        assert run is not None, (family.name, call.name)
        assert (run.start, run.stop, run.wrong) == (place + 1, 600, 1)
    assert tried >= 3


def test_draws_with_several_bounds_are_proved():
    random = np.random.default_rng(4)
    bounds = np.tile(np.arange(52, 1, -1), 3)
    for family, call in CALLS:
        way = WayOfUse(call)
        stream = Stream(family.predict(way, jump_to(family, 5, int(random.integers(9_999))), bounds), bounds)
        if not isinstance(family.needed(way, stream), Reason):
            assert (family.name, way) in proved(family, way, stream)[0], (family.name, call.name)


def test_coin_flips_even_states_and_words_of_32_bits_are_proved():
    (java,) = [family for family in FAMILIES if family.name == "java.util.Random"]
    way, state, stream = drawn(java, java.calls[0], 2, 1, np.random.default_rng(3), 150_000)
    fits, result = proved(java, way, stream)
    assert (java.name, way) in fits
    assert result.proofs[0].candidate.state == state
    (randu,) = [family for family in FAMILIES if family.name == "RANDU"]
    way = WayOfUse(randu.calls[0])
    stream = Stream.of(randu.predict(way, 4096 * 77, np.full(1_000, 52)), 52)
    assert (randu.name, way) in proved(randu, way, stream)[0]
    random = np.random.default_rng(6)
    for family, call in CALLS:
        if family.recurrence.modulus == 1 << 64 and call.width == 64:
            way, _, stream = drawn(family, call, 1 << 32, 1, random, 300)
            assert (family.name, way) in proved(family, way, stream)[0]


def test_too_wide_a_hidden_part_is_out_of_reach_and_few_outcomes_are_told_with_the_number_needed():
    (musl,) = [family for family in FAMILIES if family.name == "musl rand"]
    way, _, stream = drawn(musl, musl.calls[1], 7, 1, np.random.default_rng(1))
    assert musl.needed(way, stream).is_a(Identifications.OUT_OF_REACH)
    result = search(Stream.of(np.zeros(12, dtype=np.int64), 7), known=FAMILIES)
    assert not result.tried
    assert {reason.code for reason in result.untried} == {
        Identifications.TOO_FEW.code,
        Identifications.OUT_OF_REACH.code,
    }


def test_ways_with_the_same_candidates_are_solved_once():
    stream = Stream.of(np.zeros(100, dtype=np.int64), 7)
    together = problems(stream, Effort.DEFAULT, FAMILIES)

    assert sum(len(problem.ways) for problem in together) == 16 * len(CALLS)
    assert all(
        len({family.problem(way, stream) for family, way in problem.ways}) == 1 for problem in together
    )


@pytest.mark.parametrize(("a", "c", "modulus"), [(0x5DEECE66D, 11, 1 << 48), (48271, 0, 2**31 - 1)])
def test_orbits_follow_the_recurrence(a, c, modulus):
    states = [123]
    for _ in range(999):
        states.append((states[-1] * a + c) % modulus)

    step = Affine(a, c, modulus)
    many = step.times(700)
    assert step.orbit(123, 1_000).tolist() == states
    assert (states[0] * many.a + many.c) % modulus == states[700]
    assert many.before(states[700]) == 123


def test_flips_of_48_bits_are_proved_where_all_are_recorded():
    """Of a basis reduced less, some 11 of 20 such states were."""
    drand48 = next(family for family in FAMILIES if family.name.startswith("drand48"))
    way, random = WayOfUse(drand48.calls[0]), np.random.default_rng(3)
    states = random.integers(1 << 48, size=8).tolist()
    flips = [drand48.predict(way, state, np.full(60_000, 2)) for state in states]

    assert all(search(Stream.of(each, 2), known=[drand48]).proofs for each in flips)
