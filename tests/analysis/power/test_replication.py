"""Replicates on any number of processes, in order, and whole jobs or nothing."""

from dataclasses import dataclass

import pytest

from labharness.analysis.power.detection import Job, replicated
from labharness.app.selftest.cases import FairSamples
from labharness.checks.bits.bit_frequency import BitFrequency
from labharness.checks.outcomes.frequency import Frequency
from labharness.model.observations import Kind
from labharness.testing.samples import POPULATIONS


@dataclass(frozen=True)
class Squares:
    def ready(self):
        return lambda place: place * place


@dataclass(frozen=True)
class Failing:
    def ready(self):
        raise ValueError("never ready")


def test_outcomes_come_in_the_order_of_the_replicates_and_progress_ends_with_everything():
    for replicates in (1, 7, 40, 41, 1000):
        ((name, result),) = replicated({"squares": Job(Squares(), replicates)})
        assert name == "squares"
        assert result == [place**2 for place in range(replicates)]
    text = []
    list(
        replicated({"a": Job(Squares(), 90), "b": Job(Squares(), 3)}, on_done=lambda *each: text.append(each))
    )
    assert [each for each in text if each[0] == "a"][-1] == ("a", 90)
    assert text[-1] == ("b", 3)


def test_whoever_stops_listening_keeps_whole_jobs():
    jobs = replicated({"whole": Job(Squares(), 50), "bad": Job(Failing(), 50)})
    assert next(jobs) == ("whole", [place**2 for place in range(50)])
    with pytest.raises(ValueError, match="never ready"):
        next(jobs)


@pytest.mark.long
def test_any_number_of_processes_gives_the_same_outcomes():
    jobs = {
        cls.__name__: Job(FairSamples(cls, POPULATIONS[kind], 500, cls.__name__, 4614), 50)
        for cls, kind in ((Frequency, Kind.DRAW), (BitFrequency, Kind.BYTES))
    }
    alone = list(replicated(jobs))
    assert [name for name, _ in alone] == ["Frequency", "BitFrequency"]
    assert len({each.tails for each in alone[0][1]}) > 40
    assert list(replicated(jobs, 2)) == alone
