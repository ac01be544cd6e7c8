"""Additive generators without their seed, .NET's seed, and a recurrence that is no proof."""

import ctypes
import ctypes.util
import sys

import numpy as np
import pytest

from labharness.analysis.generators.dotnet import GENERATOR as DOTNET
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
@pytest.mark.parametrize("n", [6, 7, 52])
def test_the_orbit_of_glibc_is_proved(call, n):
    proofs = search(Stream.of(drawn(GLIBC, call, n, 30_000, 1_000), n), known=[GLIBC]).proofs
    assert [proof.way.call.name for proof in proofs] == [call]


@pytest.mark.skipif(
    sys.platform != "linux" or not ctypes.util.find_library("c"), reason="needs the GNU C Library"
)
def test_the_outcomes_of_the_library_itself_are_proved():
    c = ctypes.CDLL(None)
    if not hasattr(c, "gnu_get_libc_version"):
        pytest.skip("the C library is not GNU's")
    c.srand(2_026)
    outcomes = [c.rand() % 7 for _ in range(26_000)]
    (proof,) = search(Stream.of(outcomes, 7), known=[GLIBC]).proofs
    assert proof.way.call.name == MODULO


@pytest.mark.parametrize(("n", "skipped"), [(5, 0), (7, 5), (52, 15)])
def test_the_seed_of_dotnet_follows_from_some_dozen_outcomes(n, skipped):
    (proof,) = search(Stream.of(drawn(DOTNET, "Next(n)", n, 100, skipped), n), known=[DOTNET]).proofs
    assert (proof.candidate.state.seed, proof.candidate.state.skipped) == (77, skipped)


@pytest.mark.parametrize("call", ["Next(n)", "Next() % n"])
def test_the_orbit_of_dotnet_is_proved_anywhere(call):
    (proof,) = search(Stream.of(drawn(DOTNET, call, 7, 70_000, 3_000), 7), known=[DOTNET]).proofs
    assert proof.way.call.name == call


@pytest.mark.parametrize("call", [SCALED, MODULO])
def test_a_recurrence_is_a_remark_and_no_proof(call):
    result = search(Stream.of(drawn(GLIBC, call, 7, 2_000), 7), known=[GLIBC])
    (remark,) = result.remarks
    assert not result.proofs
    assert remark.is_a(Identifications.RECURRENCE)
    assert remark["call"] == call


@pytest.mark.parametrize("place", [100, 80_000])
def test_one_changed_outcome_leaves_the_place_and_no_proof(place):
    outcomes = drawn(GLIBC, MODULO, 7, 150_000)
    outcomes[place] = (outcomes[place] + 1) % 7
    result = search(Stream.of(outcomes, 7), known=[GLIBC])
    assert not result.proofs
    assert result.broken.wrong == 1
    assert place in {result.broken.start - 1, result.broken.stop}


@pytest.mark.parametrize("n", [2, 7, 52])
def test_a_fair_stream_is_neither(n):
    fair = np.random.Generator(np.random.PCG64(3)).integers(0, n, 70_000)
    result = search(Stream.of(fair, n), known=[GLIBC, DOTNET])
    assert not (result.proofs)
    assert not (result.broken)
    assert not (result.remarks)
