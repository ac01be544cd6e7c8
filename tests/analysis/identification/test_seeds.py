"""Seeds of 32 bits are found by search, with every mapping of the call, or nothing is proved."""

import numpy as np
import pytest

from labharness.analysis.identification.generator import WayOfUse, families
from labharness.analysis.identification.search import search
from labharness.analysis.identification.seeds import CLOCK, SeededTwister, shared
from labharness.analysis.identification.stream import Stream
from labharness.model.reasons.game import Effort

FAMILIES = {family.name: family for family in families()}
SEEDED = [family for family in FAMILIES.values() if isinstance(family, SeededTwister)]
MT, PYTHON = (FAMILIES[name] for name in ("MT19937, init_genrand(seed)", "Python random.seed(seed)"))
XORSHIFT = FAMILIES["xorshift32 (13, 17, 5)"]


def proofs(family, outcomes, n):
    return {
        run.way.call.name: run.candidate.state
        for run in search(Stream.of(np.asarray(outcomes), n), known=[family]).proofs
    }


def ways(family, call, place=0):
    return WayOfUse(next(each for each in family.calls if each.name == call), place=place)


@pytest.mark.parametrize("family", SEEDED, ids=lambda family: family.name)
def test_the_search_sees_a_seed_in_any_part_of_the_range(family):
    for seed in (1, CLOCK.start + 12_345, (1 << 31) - 1):
        for call in family.calls:
            way = WayOfUse(call)
            stream = Stream.of(family.predict(way, seed, np.full(40, 7)), 7)
            assert seed in family.search(way, stream)(max(0, seed - 50), seed + 1)


@pytest.mark.long
@pytest.mark.parametrize("n", [3, 7])
def test_remainders_of_xorshift32_by_all_states(n):
    for state in np.random.default_rng(n).integers(1, 1 << 32, 5).tolist():
        outcomes = XORSHIFT.predict(ways(XORSHIFT, "word % n"), (state,), np.full(300, n))
        assert proofs(XORSHIFT, outcomes, n) == {"word % n": (state,)}


@pytest.mark.parametrize("family", [*SEEDED, XORSHIFT], ids=lambda family: family.name)
def test_no_proof_of_pcg(family):
    assert not proofs(family, np.random.default_rng(1).integers(0, 53, 500), 53)


def test_all_mappings_are_tried_in_one_pass_and_all_seeds_only_in_full():
    result = search(Stream.of(np.zeros(300, dtype=np.int64), 7), known=[MT])
    assert len(result.tried) == len(MT.calls)
    assert result.seconds < 1
    assert {way.place for way in MT.ways(Effort.DEFAULT)} == {0}
    every = [MT.ranges[way.place] for way in MT.ways(Effort.FULL) if way.call is MT.calls[0]]
    assert every[:2] == [range(1 << 20), CLOCK]
    assert [seeds.start for seeds in every[2:]] == [0, *(seeds.stop for seeds in every[2:-1])]
    assert every[-1].stop == 1 << 32


def test_seeds_come_in_their_order_whatever_the_cores():
    def search_range(start, stop):
        return np.arange(start, stop)[:3]

    given = [shared(range(10, 1000), search_range, lambda: None, cores, chunk=100) for cores in (1, 3, 7)]

    assert given[0] == given[1] == given[2] == sorted(given[0])


def test_interruption_passes_through():
    pulses = []

    def pulse():
        pulses.append(len(pulses))
        if len(pulses) == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        shared(range(10_000), lambda *_: np.arange(0), pulse, 1, chunk=100)
    assert len(pulses) == 3
