"""States of linear generators are recovered from outcomes of real implementations, or nothing is proved."""

import ctypes
import hashlib
import shutil
import subprocess

import numpy as np
import pytest

from labharness.analysis.identification.calls import OutcomeMapping
from labharness.analysis.identification.catalog import families
from labharness.analysis.identification.generator import WayOfUse
from labharness.analysis.identification.linear import LinearGenerator, sure_bits
from labharness.analysis.identification.search import search
from labharness.analysis.identification.stream import Stream
from labharness.model.reasons.game import Effort, Identifications

FAMILIES = {family.name: family for family in families() if isinstance(family, LinearGenerator)}
SHORT = [name for name, family in FAMILIES.items() if family.unknowns < 10_000]
MT, V8 = FAMILIES["MT19937"], FAMILIES["V8 Math.random"]


def searched(family, outcomes, n, effort=Effort.DEFAULT):
    return search(Stream.of(np.asarray(outcomes), n), effort, known=[family])


def proved(result):
    return {(run.way.call.name, run.way.stride) for run in result.proofs}


def random_words(seed, count):
    """Words of ChaCha20, of AES-CTR and of PCG64."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    key, nonce = hashlib.sha256(b"%d" % seed).digest(), bytes(16)
    for cipher in (
        Cipher(algorithms.ChaCha20(key, nonce), None),
        Cipher(algorithms.AES(key), modes.CTR(nonce)),
    ):
        yield np.frombuffer(cipher.encryptor().update(bytes(4 * count)), dtype="<u4").astype(np.uint64)
    yield np.random.Generator(np.random.PCG64(seed)).integers(0, 1 << 32, count, dtype=np.uint64)


@pytest.mark.parametrize("n", [2, 3, 7, 52])
@pytest.mark.parametrize("name", SHORT)
def test_random_states_are_proved_at_every_stride(name, n):
    family, rng = FAMILIES[name], np.random.default_rng(n)
    for stride in (1, 5):
        for call in family.calls:
            state = tuple(int(word) for word in rng.integers(1, 1 << min(family.width, 63), family.length))
            state = (*state, int(rng.integers(64))) if family.cache > 1 else state
            bounds = np.full(9000 if name == "R250" else 3000, n)
            way = WayOfUse(call, stride)
            stream = Stream.of(family.predict(way, state, bounds), n)
            if not isinstance(family.needed(way, stream), int) or (name.startswith("xorshift32") and n % 2):
                continue
            if name == "R250" and stride > 1:
                continue
            assert any(
                (family.predict(way, each.state, bounds) == stream.outcomes).all()
                for each in family.candidates(way, stream, lambda: None)
            )


def test_twister_scaled_from_numpy():
    words = np.random.MT19937(77).random_raw(18_000)
    result = searched(MT, words * np.uint64(7) >> np.uint64(32), 7)

    assert ("floor(word n / 2^32)", 1) in proved(result)
    run = result.proofs[0]
    assert run.predicted == len(words) - run.candidate.used > 2_000


@pytest.mark.long
def test_twister_of_two_words_from_cpython():
    import random

    source = random.Random("seeded by 64 bits and more")
    outcomes = np.array([int(source.random() * 52) for _ in range(7_000)])
    way = WayOfUse(MT.calls[1])
    (candidate,) = MT.candidates(way, Stream.of(outcomes, 52), lambda: None)

    assert (MT.predict(way, candidate.state, np.full(7_000, 52)) == outcomes).all()


@pytest.mark.long
@pytest.mark.parametrize("n", [2, 6, 7, 52, 53])
@pytest.mark.parametrize("stride", [1, 2, 3])
def test_twister_at_strides(n, stride):
    words = np.random.MT19937(n).random_raw(45_000 * stride)[::stride]

    assert ("floor(word n / 2^32)", stride) in proved(
        searched(MT, words * np.uint64(n) >> np.uint64(32), n, Effort.FULL)
    )


@pytest.mark.long
@pytest.mark.parametrize("shift", [0, 1])
def test_twister_by_low_bits(shift):
    words = np.random.MT19937(5).random_raw(15_000) >> np.uint64(shift)

    assert proved(searched(MT, words % np.uint64(52), 52)) >= {(MT.calls[3 + shift].name, 1)}


@pytest.mark.long
@pytest.mark.parametrize("n", [7, 52])
def test_twister_of_64_bits(n):
    family = FAMILIES["MT19937-64"]
    words = family.words(family.seeded(5489), 20_000)
    outcomes = (words >> np.uint64(32)) * np.uint64(n) >> np.uint64(32)

    assert ("floor(word n / 2^64)", 1) in proved(searched(family, outcomes, n))


def test_words_of_the_64_bit_twister_begin_as_published():
    family = FAMILIES["MT19937-64"]

    # C++ [rand.predef]: the 10,000th word of a generator seeded by default.
    assert int(family.words(family.seeded(5489), 10_000)[-1]) == 9981545732273789042


@pytest.mark.parametrize("n", [2, 7, 52])
def test_node_is_recovered_from_any_place_of_its_cache(n):
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed: V8 was tried on recorded outcomes only")
    script = f"for (let i = 0; i < 1{n}; i++) Math.random(); const o = []; for (let i = 0; i < 2000; i++) o.push(Math.floor(Math.random() * {n})); console.log(o.join(' '))"
    text = subprocess.run([node, "-e", script], capture_output=True, text=True, check=True).stdout

    assert len(searched(V8, [int(code) for code in text.split()], n).proofs) == 2


def test_draws_of_decks_are_outcomes_with_several_bounds():
    bounds = np.tile(np.arange(52, 1, -1), 12)
    state, way = (0x123456789ABCDEF, 0xFEDCBA987654321, 17), WayOfUse(V8.calls[0])
    stream = Stream(V8.predict(way, state, bounds), bounds)

    assert len(search(stream, known=[V8]).proofs) == 2


@pytest.mark.parametrize(("kind", "name"), [("taus", "taus88"), ("taus113", "LFSR113"), ("tt800", "TT800")])
@pytest.mark.parametrize("n", [2, 7, 8, 52])
def test_gsl_is_recovered(kind, name, n):
    try:
        gsl = ctypes.CDLL("libgsl.so.27")
    except OSError:
        pytest.skip("GSL is not installed: its generators were tried on recorded outcomes only")
    gsl.gsl_rng_alloc.restype = ctypes.c_void_p
    gsl.gsl_rng_uniform_int.restype = ctypes.c_ulong
    source = ctypes.c_void_p(gsl.gsl_rng_alloc(ctypes.c_void_p.in_dll(gsl, f"gsl_rng_{kind}")))
    gsl.gsl_rng_set(source, ctypes.c_ulong(1000 + n))
    outcomes = [gsl.gsl_rng_uniform_int(source, ctypes.c_ulong(n)) for _ in range(4_000)]

    assert ("gsl_rng_uniform_int(r, n)", 1) in proved(searched(FAMILIES[name], outcomes, n))


@pytest.mark.parametrize("place", [20, 1_500, 2_900])
@pytest.mark.parametrize("name", SHORT)
def test_one_changed_outcome_leaves_no_proof_but_the_place(name, place):
    family, n = FAMILIES[name], 8
    state = (*range(11, 11 + 977 * family.length, 977), *([5] if family.cache > 1 else []))
    outcomes = family.predict(WayOfUse(family.calls[0]), state, np.full(20_000, n))
    outcomes[place] = (outcomes[place] + 1) % n
    result = searched(family, outcomes, n)

    assert not result.proofs
    assert (result.broken.start, result.broken.stop, result.broken.wrong) == (place + 1, 20_000, 1)


@pytest.mark.parametrize("n", [2, 51, 52, 256])
@pytest.mark.parametrize("name", SHORT)
def test_no_proof_of_ciphers_and_pcg(name, n):
    for words in random_words(n, 3_000):
        result = searched(FAMILIES[name], words * np.uint64(n) >> np.uint64(32), n)
        assert (result.proofs, result.broken) == ([], None)


@pytest.mark.long
@pytest.mark.parametrize("name", SHORT)
def test_no_proof_of_1000_streams(name):
    for seed in range(334):
        for words in random_words(seed, 1_200):
            result = searched(FAMILIES[name], words * np.uint64(52) >> np.uint64(32), 52)
            assert (result.proofs, result.broken) == ([], None)


@pytest.mark.long
@pytest.mark.parametrize("n", [7, 52])
def test_no_proof_of_ciphers_and_pcg_by_the_twister(n):
    for words in random_words(n, 20_000):
        result = searched(MT, words * np.uint64(n) >> np.uint64(32), n)
        assert (result.proofs, result.broken) == ([], None)


def test_too_few_outcomes_name_the_number_needed():
    result = searched(MT, np.random.MT19937(1).random_raw(2_000) * np.uint64(7) >> np.uint64(32), 7)
    short = [reason for reason in result.untried if reason.is_a(Identifications.TOO_FEW)]

    assert not result.proofs
    assert {reason["recorded"] for reason in short} == {2_000}
    assert all(reason["needed"] > 15_000 for reason in short)
    assert 15_000 < min(reason["needed"] for reason in short) < 15_400


def test_few_independent_equations_are_a_remark_and_no_candidate():
    # The leading 3 bits of words of 3 bits: only 3 of 8 unknown bits of each word are ever seen together with too few words.
    family = FAMILIES["TT800"]
    outcomes = family.predict(WayOfUse(family.calls[0]), tuple(range(1, 26)), np.full(300, 4096))
    given = list(family.candidates(WayOfUse(family.calls[0]), Stream.of(outcomes[:40], 4096), lambda: None))

    assert [reason.is_a(Identifications.CONSISTENT_TOO_FEW) for reason in given] == [True]
    assert given[0]["rank"] < given[0]["unknowns"]


def test_sure_bits_are_bits_of_every_word_that_gives_the_outcome():
    words = np.random.default_rng(3).integers(0, 1 << 32, 4_000, dtype=np.uint64)
    for n in (2, 3, 7, 52, 53, 1 << 16, 1 << 32):
        stream = Stream.of((words * np.uint64(n) >> np.uint64(32)).astype(np.int64), n)
        sure = sure_bits(OutcomeMapping.SCALED, 0, 32, stream)
        assert ((words[sure.index] >> sure.bit.astype(np.uint64) & np.uint64(1)) == sure.value).all()
