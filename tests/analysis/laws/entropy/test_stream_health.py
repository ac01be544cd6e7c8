"""Health tests of a stream: against the text of the standard, for every split, and at their false-alarm chance."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from labharness.analysis.laws.entropy import health as stream_health
from labharness.analysis.laws.entropy.health import HealthAlarm, HealthLimits, StreamHealth
from labharness.model.stages import HealthAlarms, HealthTest

REPETITION, PROPORTION, STUCK, BLOCK = HealthTest


def by_the_standard(data, limits):
    """Do what SP 800-90B, § 4.4.1 and 4.4.2, write step by step, and the same for bits and blocks."""
    samples = [value & ((1 << limits.bits) - 1) for value in data]
    alarms = [(place, REPETITION) for place in counted_runs(samples, limits.repetition)]
    for start in range(0, len(samples) - limits.window + 1, limits.window):
        first, times = samples[start], 1
        for other in samples[start + 1 : start + limits.window]:
            times += other == first
        if times >= limits.proportion:
            alarms.append((start + limits.window - 1, PROPORTION))
    if limits.stuck_bit is not None:
        for bit in range(limits.bits):
            bits = [value >> bit & 1 for value in samples]
            alarms += [(place, STUCK) for place in counted_runs(bits, limits.stuck_bit)]
    blocks = [data[at : at + limits.block] for at in range(0, len(data) - limits.block + 1, limits.block)]
    for number, block in enumerate(blocks):
        since = max(0, number // stream_health.BLOCKS - 1) * stream_health.BLOCKS
        if block in blocks[since:number]:
            alarms.append(((number + 1) * limits.block - 1, BLOCK))
    return sorted(alarms, key=lambda each: (each[0], each[1].value))


def counted_runs(samples, cutoff):
    result, value, times = [], None, 0
    for place, sample in enumerate(samples):
        times = times + 1 if sample == value else 1
        value = sample
        if times == cutoff:
            result.append(place)
    return result


def in_pieces(data, limits, cuts):
    health, result = StreamHealth(limits), []
    places = [0, *sorted(cuts), len(data)]
    for begin, end in itertools.pairwise(places):
        result += health.take(data[begin:end])
    return sorted(((each.sample, each.test) for each in result), key=lambda each: (each[0], each[1].value))


def stream(seed, size):
    """Return bytes of a source that sticks, halts bits, favors a byte and repeats itself now and then."""
    draw = np.random.default_rng(seed)
    data = draw.integers(0, 256, size).astype(np.uint8)
    for _ in range(int(draw.integers(0, 6))):
        begin, length = int(draw.integers(0, size)), int(draw.integers(1, 700))
        part = data[begin : begin + length]
        match int(draw.integers(0, 4)):
            case 0:
                part[:] = part[0]
            case 1:
                part |= np.uint8(1 << int(draw.integers(0, 8)))
            case 2:
                part[draw.random(len(part)) < 0.1] = 7
            case _:
                begin = begin // 64 * 64
                data[begin + 1280 : begin + 1280 + 128] = data[begin : begin + 128][
                    : max(0, size - begin - 1280)
                ]
    return data.tobytes()


LIMITS = [
    HealthLimits(8.0),
    HealthLimits(7.5, 8, 20),
    HealthLimits(1.0, 1, 30),
    HealthLimits(0.6, 2, 20),
    HealthLimits(2.0, 8, 20),
]


@pytest.mark.parametrize("limits", LIMITS, ids=repr)
@settings(max_examples=25)
@given(seed=st.integers(0, 1 << 32), cuts=st.lists(st.integers(0, 2900), max_size=12))
def test_every_split_gives_the_alarms_of_the_standard(limits, seed, cuts):
    data = stream(seed, 3000)
    assert in_pieces(data, limits, cuts) == by_the_standard(data, limits)


@pytest.mark.parametrize("limits", LIMITS, ids=repr)
def test_byte_by_byte_is_the_same(limits):
    data = stream(20, 3000) + bytes(700) + stream(21, 1500)
    assert in_pieces(data, limits, range(1, len(data))) == by_the_standard(data, limits) != []


def test_old_blocks_are_forgotten(monkeypatch):
    monkeypatch.setattr(stream_health, "BLOCKS", 4)
    draw = np.random.default_rng(1).bytes
    blocks = [draw(64) for _ in range(16)]
    data = b"".join([*blocks, blocks[15], blocks[12], *blocks[:3], *blocks[14:]])
    assert by_the_standard(data, HealthLimits(8.0)) == in_pieces(data, HealthLimits(8.0), [100, 700]) != []


CUTOFFS = [(2.0, 30, 16), (1.0, 20, 21), (8.0, 20, 4), (8.0, 40, 6), (0.5, 40, 81), (7.5, 30, 5)]


def test_cutoffs_of_the_repetition_count():
    assert [(entropy, e, HealthLimits(entropy, 8, e).repetition) for entropy, e, _ in CUTOFFS] == CUTOFFS


def test_cutoffs_of_the_adaptive_proportion_are_those_of_excel_s_critbinom():
    """Those that the standard prints are among the published numbers."""
    for entropy, bits in itertools.product((0.2, 0.5, 1.0, 3.0, 8.0), (1, 8)):
        limits = HealthLimits(entropy, bits, 20)
        assert limits.proportion == 1 + binom.isf(2.0**-20, limits.window, 2**-entropy), (entropy, bits)


def test_a_block_is_as_long_as_the_claim_asks():
    for entropy in (8.0, 3.0, 1.0, 0.1):
        limits = HealthLimits(entropy)
        assert limits.block % 64 == 0
        assert 2 * stream_health.BLOCKS * 2 ** (-entropy * limits.block) <= 2.0**-40


def test_alarms_are_counted_by_test_and_without_end_need_little_memory():
    health = StreamHealth(HealthLimits(8.0), first=1000)
    assert health.counted(np.random.default_rng(3).bytes(100)) == ()
    assert (
        health.counted(bytes(60)) == (HealthAlarms(REPETITION, 1, 1106, 6), HealthAlarms(STUCK, 8, 1144, 44))
        or health.counted(b"") == ()
    )
    assert health.take(b"") == []
    health = StreamHealth(HealthLimits(8.0))
    for _ in range(20):
        health.take(bytes(1 << 16))
    assert len(health._changes) <= 44
    assert len(health._blocks) + len(health._older) <= 2
    assert HealthAlarm(5, REPETITION) not in health.take(bytes(1 << 10))


@pytest.mark.parametrize(("exponent", "entropy"), [(6, 1.0), (5, 2.0)])
def test_false_alarms_stay_at_their_chance(exponent, entropy):
    """At a chance that can be counted: runs at most 2^-e for each sample, windows at most 2^-e for each window."""
    values = round(2**entropy)
    limits = HealthLimits(entropy, 8, exponent)
    data = np.random.default_rng(7).integers(0, values, 512 * 4000).astype(np.uint8).tobytes()
    result = [each.test for each in StreamHealth(limits).take(data)]
    runs, windows = result.count(REPETITION), result.count(PROPORTION)
    chance = 2.0**-exponent
    # A run begins with 1 - 2^-H and goes on with 2^-H(C - 1): the standard's chance bounds it.
    expected = len(data) * (1 - 1 / values) * values ** -(limits.repetition - 1.0)
    assert abs(runs - expected) < 5 * math.sqrt(expected)
    assert runs < len(data) * chance
    exact = 4000 * binom.sf(limits.proportion - 2, 511, 1 / values)
    assert abs(windows - exact) < 5 * math.sqrt(exact)
