"""Streams of strong generators are never proved, nor is a run of them."""

import numpy as np
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from labharness.analysis.identification.generator import SearchStage, families
from labharness.analysis.identification.search import search
from labharness.analysis.identification.stream import Stream

STAGES = sorted({family.stage for family in families()})


def outcomes(source, number, n, length):
    if source == "pcg64":
        return np.random.Generator(np.random.PCG64(number)).integers(0, n, length)
    key, nonce = number.to_bytes(32, "little"), bytes(16)
    cipher = (
        Cipher(algorithms.ChaCha20(key, nonce), mode=None)
        if source == "chacha20"
        else Cipher(algorithms.AES(key), modes.CTR(nonce))
    )
    words = np.frombuffer(cipher.encryptor().update(bytes(4 * length)), dtype="<u4").astype(np.uint64)
    return (words * np.uint64(n) >> np.uint64(32)).astype(np.int64)


LENGTHS = {SearchStage.ADDITIVE: 24_000, SearchStage.LONG_LINEAR: 5_400}
"""Outcomes that the engines of a stage need to try anything, where 300 are too few."""


def tried(source, stage, numbers, budget=6.0):
    """Search streams; return how many ways of use were tried of each."""
    known, ways = [family for family in families() if family.stage is stage], []
    for number in numbers:
        n = 52 if number % 10 or stage is SearchStage.LONG_LINEAR else 7
        stream = Stream.of(outcomes(source, number, n, LENGTHS.get(stage, 300)), n)
        result = search(stream, known=known, budget=budget)
        assert (result.proofs, result.broken, result.remarks) == ([], None, []), (source, number, n)
        ways.append(len(result.tried))
    return ways


def test_nothing_is_proved():  # by the twister: test_memory
    short = [stage for stage in STAGES if stage is not SearchStage.LONG_LINEAR]
    assert sum(sum(tried("chacha20", stage, range(9, 11), 0.2)) for stage in short) > 30


@pytest.mark.long
@pytest.mark.timeout(20_000)
@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name.lower())
@pytest.mark.parametrize("source", ["chacha20", "aes_ctr", "pcg64"])
def test_nothing_is_proved_in_a_thousand_streams(source, stage):
    assert min(tried(source, stage, range(1_000))) > 0
