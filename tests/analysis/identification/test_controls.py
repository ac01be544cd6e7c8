"""Streams of strong generators are never proved, nor is a run of them."""

import numpy as np
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from labharness.analysis.identification.catalog import families
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


def tried(source, stage, numbers, budget=2.0):
    known, ways = [family for family in families() if family.stage is stage], 0
    for number in numbers:
        n = 52 if number % 10 else 7
        result = search(Stream.of(outcomes(source, number, n, 300), n), known=known, budget=budget)
        assert (result.proofs, result.broken) == ([], None), (source, number, n)
        ways += len(result.tried)
    return ways


@pytest.mark.parametrize("source", ["chacha20", "aes_ctr", "pcg64"])
def test_nothing_is_proved(source):
    assert sum(tried(source, stage, range(9, 11), 0.2) for stage in STAGES) > 30


@pytest.mark.long
@pytest.mark.timeout(20_000)
@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name.lower())
@pytest.mark.parametrize("source", ["chacha20", "aes_ctr", "pcg64"])
def test_nothing_is_proved_in_a_thousand_streams(source, stage):
    tried(source, stage, range(1_000))
