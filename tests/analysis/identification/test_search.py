"""The search in full: shared by processes with the same result, watched, interrupted, estimated."""

import numpy as np
import pytest

from labharness.analysis.generators.minstd_rand0 import GENERATOR as MINSTD
from labharness.analysis.identification.generator import SHUFFLES, WayOfUse, at, families, place_of
from labharness.analysis.identification.search import SURROUNDINGS, Surroundings, estimate, search
from labharness.analysis.identification.stream import Stream
from labharness.analysis.sampling.processes import Processes
from labharness.model.reasons.game import Effort
from labharness.model.reasons.wire import Task

KNOWN = [MINSTD]
WHERE = 37


def of_minstd(count, stride):
    way = WayOfUse(MINSTD.calls[0], stride)
    return Stream.of(MINSTD.predict(way, MINSTD.seeded(5), np.full(count, 52)), 52, first=11)


def changed(count, stride):
    stream = of_minstd(count, stride)
    stream.outcomes[count // 2] = (stream.outcomes[count // 2] + 1) % 52
    return stream


def fair():
    return Stream.of(np.random.Generator(np.random.PCG64(3)).integers(0, 52, 300), 52)


def facts(result):
    """All that a search shows, with families by their names."""
    runs = [*result.proofs, *([result.broken] if result.broken else [])]
    named = [(run.generator.name, run.way.call.name, run.way.stride, run.candidate) for run in runs]
    return named, list(result.tried), result.untried, result.remarks, result.seconds


@pytest.fixture
def around():
    """Set who watches and helps, for one test."""
    tokens = []
    yield lambda *given, **more: tokens.append(SURROUNDINGS.set(Surroundings(*given, **more)))
    for token in reversed(tokens):
        SURROUNDINGS.reset(token)


@pytest.fixture(scope="module")
def processes():
    """Two processes that help."""
    others = Processes(2, Task.COUNTING)
    yield others
    others.close()


class Waiting:
    """What a helper was given and has not begun."""

    def __init__(self):
        self.taken_back = False

    def done(self):
        return False

    def cancel(self):
        self.taken_back = not self.taken_back
        return self.taken_back

    def result(self):
        raise AssertionError


class Idle:
    """Helpers that begin nothing."""

    workers = 2

    def __init__(self):
        self.given = []

    def submit(self, work, *arguments):  # noqa: ARG002
        self.given.append(Waiting())
        return self.given[-1]


@pytest.mark.parametrize(
    "sample",
    [
        pytest.param(fair, marks=pytest.mark.long),
        lambda: of_minstd(300, WHERE),
        pytest.param(lambda: changed(900, WHERE), marks=pytest.mark.long),
    ],
)
def test_helpers_change_no_result(sample, around, processes):
    alone = facts(search(sample(), Effort.FULL, known=KNOWN))
    around(helpers=processes)
    shared = facts(search(sample(), Effort.FULL, known=KNOWN))
    around(helpers=Idle())
    idle = facts(search(sample(), Effort.FULL, known=KNOWN))

    assert alone == shared == idle
    assert len(alone[1]) > 30


def test_the_estimate_is_told_before_the_first_trial_and_kept(around):
    heard = []
    around(lambda done, total: heard.append((done, total)))
    result = search(fair(), Effort.FULL, known=KNOWN)

    assert heard[0] == (0, estimate(fair(), Effort.FULL, KNOWN))
    assert result.seconds == pytest.approx(heard[0][1])
    assert [done for done, _ in heard] == sorted(done for done, _ in heard)


@pytest.mark.parametrize("helpers", [None, Idle])
def test_who_watches_can_interrupt_between_trials(helpers, around):
    class Stopped(Exception):
        pass

    def watched(done, total):
        if done > 0:
            raise Stopped

    idle = helpers and helpers()
    around(watched, idle)
    with pytest.raises(Stopped):
        search(fair(), Effort.FULL, known=KNOWN)
    assert idle is None or all(given.taken_back for given in idle.given[5:])


def test_a_way_that_the_default_leaves_out_is_tried_in_full_and_only_the_full_effort_is_shared(around):
    idle = Idle()
    around(helpers=idle)
    search(fair(), known=KNOWN)
    assert not idle.given
    assert not search(of_minstd(300, WHERE), known=[MINSTD]).proofs
    (*_, proof) = search(of_minstd(300, WHERE), Effort.FULL, known=[MINSTD]).proofs
    assert proof.way.stride == WHERE


def test_a_family_is_sent_by_its_place():
    assert all(at(*place_of(family)) is family for family in (*families(), *families(SHUFFLES)))


@pytest.mark.parametrize("bounds", [[52] * 9, list(range(10, 1, -1))])
def test_a_stream_is_sent_and_received(bounds):
    stream = Stream(np.arange(9) % 2, np.array(bounds), 7)
    sent = Stream.unpacked(*stream.packed)

    assert (sent.first, sent.range, sent.outcomes.dtype) == (7, stream.range, np.int64)
    assert (sent.outcomes == stream.outcomes).all()
    assert (sent.bounds == stream.bounds).all()
