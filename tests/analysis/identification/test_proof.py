"""The rule of proof, with an engine that proposes what it is asked to."""

import numpy as np
import pytest

from labharness.analysis.identification.calls import Call
from labharness.analysis.identification.generator import Candidate, KnownGenerator, WayOfUse
from labharness.analysis.identification.proof import BrokenRun, ProvedState, examine
from labharness.analysis.identification.search import estimate, search
from labharness.analysis.identification.stream import Stream
from labharness.model.reasons.game import Effort, Identifications

CALL = Call("fixed(n)")


class Fixed(KnownGenerator):
    """The outcomes of NumPy's generator with the state as its seed; the state 5 is always proposed."""

    def needed(self, way, stream):  # noqa: ARG002
        return 10

    def seconds(self, way, stream):  # noqa: ARG002
        return 20.0 * way.stride

    def candidates(self, way, stream, pulse):  # noqa: ARG002
        pulse()
        yield Candidate(5, 0, 4)

    def predict(self, way, state, bounds):  # noqa: ARG002
        return np.random.Generator(np.random.PCG64(state)).integers(0, 1 << 30, len(bounds)) % bounds


FIXED = Fixed(name="fixed", source="none", calls=(CALL,))


def stream(length, n=2, state=5):
    bounds = np.full(length, n)
    return Stream.of(FIXED.predict(WayOfUse(CALL), state, bounds), n)


@pytest.mark.parametrize(("n", "later"), [(2, 92), (7, 33), (52, 17), (256, 12)])
def test_92_bits_after_the_used_outcomes_prove(n, later):
    enough = examine(FIXED, WayOfUse(CALL), stream(4 + later, n), Candidate(5, 0, 4))
    few = examine(FIXED, WayOfUse(CALL), stream(3 + later, n), Candidate(5, 0, 4))

    assert isinstance(enough, ProvedState)
    assert (enough.predicted, few) == (later, None)
    assert enough.bits >= 92


@pytest.mark.parametrize("place", [0, 3, 4, 11, 40, 70, 500, 999])
def test_one_wrong_outcome_is_a_broken_run(place):
    sample = stream(1_000)
    sample.outcomes[place] ^= 1
    run = examine(FIXED, WayOfUse(CALL), sample, Candidate(5, 0, 4))

    assert isinstance(run, BrokenRun)
    assert run.wrong == 1
    assert (run.start, run.stop) == ((0, place) if place >= 500 else (place + 1, 1_000))


def test_a_run_is_beyond_chance_by_the_outcomes_after_those_used():
    runs = []
    for stop in (95, 96):
        sample = stream(1_000)
        sample.outcomes[stop:] = stream(1_000, state=6).outcomes[stop:]
        sample.outcomes[stop] = 1 - stream(1_000).outcomes[stop]
        runs.append(examine(FIXED, WayOfUse(CALL), sample, Candidate(5, 0, 4)))

    assert runs[0] is None
    assert (runs[1].start, runs[1].stop) == (0, 96)


def test_a_short_run_and_other_outcomes_are_nothing():
    sample = stream(1_000)
    sample.outcomes[90:] = stream(1_000, state=6).outcomes[90:]
    assert examine(FIXED, WayOfUse(CALL), sample, Candidate(5, 0, 4)) is None
    assert examine(FIXED, WayOfUse(CALL), stream(1_000, state=6), Candidate(5, 0, 4)) is None


def test_several_bounds_count_their_own_bits_and_repeating_outcomes_prove_nothing():
    bounds = np.tile(np.arange(52, 1, -1), 2)
    sample = Stream(FIXED.predict(WayOfUse(CALL), 5, bounds), bounds)
    proof = examine(FIXED, WayOfUse(CALL), sample, Candidate(5, 0, 4))
    assert proof.bits == pytest.approx(np.log2(bounds[4:]).sum())

    class Alternating(Fixed):
        def predict(self, way, state, bounds):  # noqa: ARG002
            return np.arange(len(bounds)) % bounds

    family = Alternating(name="alternating", source="none", calls=(CALL,))
    outcomes = family.predict(WayOfUse(CALL), 5, np.full(1_000, 2))
    assert examine(family, WayOfUse(CALL), Stream.of(outcomes, 2), Candidate(5, 0, 4)) is None


def test_default_effort_spends_declared_seconds_and_names_the_rest():
    sample = stream(1_000, state=6)
    fair = search(sample, Effort.DEFAULT, known=[FIXED], budget=10)
    full = search(sample, Effort.FULL, known=[FIXED])

    assert not fair.tried
    assert (fair.seconds, fair.left) == (0, 20 * sum(way.stride for way in FIXED.ways(Effort.DEFAULT)))
    assert [reason.code for reason in fair.untried] == [Identifications.NOT_IN_TIME.code]
    assert [stride for *_, stride in full.tried] == list(range(1, 17))
    assert full.seconds == estimate(sample, Effort.FULL, [FIXED]) == 20 * 136


def test_a_search_can_be_interrupted():
    class InterruptError(Exception):
        pass

    def stop():
        raise InterruptError

    with pytest.raises(InterruptError):
        search(stream(1_000), pulse=stop, known=[FIXED])
