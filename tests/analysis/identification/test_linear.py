"""States of linear generators are recovered from outcomes of real implementations, or nothing is proved."""

import numpy as np

from labharness.analysis.identification.calls import OutcomeMapping
from labharness.analysis.identification.generator import WayOfUse, families
from labharness.analysis.identification.linear import LinearGenerator, sure_bits
from labharness.analysis.identification.search import search
from labharness.analysis.identification.stream import Stream
from labharness.model.reasons.game import Effort, Identifications

FAMILIES = {family.name: family for family in families() if isinstance(family, LinearGenerator)}
MT, V8 = FAMILIES["MT19937"], FAMILIES["V8 Math.random"]


def searched(family, outcomes, n, effort=Effort.DEFAULT):
    return search(Stream.of(np.asarray(outcomes), n), effort, known=[family])


def test_words_of_the_64_bit_twister_begin_as_published():
    family = FAMILIES["MT19937-64"]

    # C++ [rand.predef]: the 10,000th word of a generator seeded by default.
    assert int(family.words(family.seeded(5489), 10_000)[-1]) == 9981545732273789042


def test_too_few_outcomes_name_the_number_needed():
    result = searched(MT, np.random.MT19937(1).random_raw(2_000) * np.uint64(7) >> np.uint64(32), 7)
    short = [reason for reason in result.untried if reason.is_a(Identifications.TOO_FEW)]

    assert not result.proofs
    assert {reason["recorded"] for reason in short} == {2_000}
    assert all(reason["needed"] > 15_000 for reason in short)
    assert 15_000 < min(reason["needed"] for reason in short) < 15_400


def test_few_equations_are_a_remark_also_of_planes_that_never_mix():
    # The leading 3 bits of words of 3 bits: only 3 of 8 unknown bits of each word are ever seen together with too few words.
    family = FAMILIES["TT800"]
    outcomes = family.predict(WayOfUse(family.calls[0]), tuple(range(1, 26)), np.full(300, 4096))
    given = list(family.candidates(WayOfUse(family.calls[0]), Stream.of(outcomes[:40], 4096), lambda: None))
    assert [reason.is_a(Identifications.CONSISTENT_TOO_FEW) for reason in given] == [True]
    assert given[0]["rank"] < given[0]["unknowns"]
    # Of 200 words of 32 bits, 6,400 equations, any state of 8,000 bits fits.
    family, words = FAMILIES["R250"], np.random.default_rng(4).integers(0, 1 << 32, 2_000)
    way = WayOfUse(family.calls[0])
    assert family.needed(way, Stream.of(words, 1 << 32)) == 406
    assert list(family.candidates(way, Stream.of(words[:406], 1 << 32), lambda: None)) == []


def test_sure_bits_are_bits_of_every_word_that_gives_the_outcome():
    words = np.random.default_rng(3).integers(0, 1 << 32, 4_000, dtype=np.uint64)
    for n in (2, 3, 7, 52, 53, 1 << 16, 1 << 32):
        stream = Stream.of((words * np.uint64(n) >> np.uint64(32)).astype(np.int64), n)
        sure = sure_bits(OutcomeMapping.SCALED, 0, 32, stream)
        assert ((words[sure.index] >> sure.bit.astype(np.uint64) & np.uint64(1)) == sure.value).all()


def test_draws_of_decks_are_outcomes_with_several_bounds_and_zeros_of_no_state():
    bounds = np.tile(np.arange(52, 1, -1), 12)
    state, way = (0x123456789ABCDEF, 0xFEDCBA987654321, 17), WayOfUse(V8.calls[0])
    stream = Stream(V8.predict(way, state, bounds), bounds)
    assert len(search(stream, known=[V8]).proofs) == 2
    stream = Stream.of(np.zeros(1_000, dtype=np.int64), 1 << 31)
    assert list(V8.candidates(WayOfUse(V8.calls[0]), stream, lambda: None)) == []
