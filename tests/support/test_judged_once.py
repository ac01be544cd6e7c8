"""What is judged once is judged anew as soon as anything about it differs."""

from dataclasses import dataclass

import pytest

from labharness.analysis.identification import search
from labharness.analysis.sampling import evaluation
from labharness.analysis.sampling.check import Tally, count
from labharness.analysis.sampling.tables import Population
from labharness.model.observations import Kind
from labharness.model.reasons.conduct import Doing
from labharness.model.results import CheckResult
from tests.support import judged_once as remembering


@dataclass(frozen=True)
class Counted:
    """A check that counts how often it judges."""

    most: int = 1

    def judge(self, tally, population):
        """Judge; a sample of nothing cannot be."""
        calls.append((self, population))
        if not tally.number("units"):
            raise ValueError("nothing")
        return CheckResult(tally.number("units"))


@dataclass(frozen=True)
class Other(Counted):
    """A check of the same parameters that judges in another way."""

    def judge(self, tally, population):
        """Judge."""
        return super().judge(tally, population)


calls = []
BITS = Population(Kind.DRAW, low=0, high=1)
DICE = Population(Kind.DRAW, low=1, high=6)


@pytest.fixture(autouse=True)
def judge(monkeypatch):
    """Return what judges, and how often it had to."""
    monkeypatch.setattr(remembering, "RESULTS", {})
    calls.clear()

    def judged(check=Counted(), units=3, population=BITS):
        steps, tallies = [], {"it": Tally({"units": count(units)})}
        results = evaluation.judged({"it": check}, tallies, {"it": population}, steps.append, None)
        assert (steps, tallies) == ([Doing.JUDGING(what="it")], {})
        assert results == {"it": CheckResult(units)}
        return len(calls)

    with remembering.judged_once():
        yield judged


def test_the_same_is_judged_once(judge):
    assert (judge(), judge()) == (1, 1)


@pytest.mark.parametrize(
    "differs", [{"check": Counted(2)}, {"check": Other()}, {"units": 4}, {"population": DICE}]
)
def test_what_differs_is_judged_anew(judge, differs):
    assert (judge(), judge(**differs)) == (1, 2)


def test_another_search_is_another_judgment(judge, monkeypatch):
    assert judge() == 1
    monkeypatch.setattr(search, "problems", lambda *_: [])
    assert judge() == 2


def test_what_cannot_be_judged_is_tried_again(judge):
    for calls_so_far in (1, 2):
        with pytest.raises(ValueError, match="nothing"):
            judge(units=0)
        assert len(calls) == calls_so_far
