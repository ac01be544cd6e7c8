"""Additive generators without their seed, .NET's seed, and a recurrence that is no proof."""

import numpy as np
import pytest

from labharness.analysis.generators.dotnet import GENERATOR as DOTNET
from labharness.analysis.generators.dotnet import affine
from labharness.analysis.generators.glibc import GENERATOR as GLIBC
from labharness.analysis.identification.generator import WayOfUse
from labharness.analysis.identification.search import search
from labharness.analysis.identification.stream import Stream
from labharness.model.reasons.game import Identifications

SCALED, MODULO = (call.name for call in GLIBC.calls)


def drawn(family, call, n, count, skipped=0, seed=77):
    (way,) = [WayOfUse(each) for each in family.calls if each.name == call]
    return family.predict(way, family.seeded(seed), np.full(count + skipped, n))[skipped:]


@pytest.mark.parametrize("call", [SCALED, MODULO])
def test_a_recurrence_is_a_remark_and_no_proof(call):
    result = search(Stream.of(drawn(GLIBC, call, 7, 2_000), 7), known=[GLIBC])
    (remark,) = result.remarks
    assert not result.proofs
    assert remark.is_a(Identifications.RECURRENCE)
    assert remark["call"] == call


@pytest.mark.parametrize("n", [2, 7, 52])
def test_a_fair_stream_is_neither(n):
    fair = np.random.Generator(np.random.PCG64(3)).integers(0, n, 70_000)
    result = search(Stream.of(fair, n), known=[GLIBC, DOTNET])
    assert not (result.proofs)
    assert not (result.broken)
    assert not (result.remarks)


def test_seeds_of_all_skipped_outcomes_are_not_kept():
    """1,500 tables of up to 1,500 words, for four overflows, would be 600 MB."""
    fair = Stream.of(np.random.default_rng(1).integers(0, 52, 300), 52)
    for place in range(1, 40):
        assert list(DOTNET.candidates(WayOfUse(DOTNET.calls[0], place=place), fair, lambda: None))

    assert affine.cache_info().currsize <= 8
