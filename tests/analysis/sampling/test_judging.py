"""Checks that are judged here and there: the same results, the longest first, and no large tally sent."""

from concurrent.futures import Future

import numpy as np
import pytest

from labharness.analysis.sampling.check import Tally, check
from labharness.analysis.sampling.judging import CHEAP, judged
from labharness.analysis.sampling.tables import Population
from labharness.errors import InputError
from labharness.model.observations import Kind
from labharness.model.reasons.inputs import Files
from labharness.model.results import CheckResult

POPULATION, OTHER = Population(Kind.BYTES), Population(Kind.DRAW, low=1, high=6)


def check_of(seconds):
    """Return a check that says how many units its tally has."""

    @check(
        name="counting",
        title="Counting",
        observes=Kind.BYTES,
        unit="byte",
        reference="none",
        hypothesis="none",
        null_law="none",
        applies_from="1",
        slow=seconds,
    )
    class Counting:
        def judge(self, tally, population):
            if not tally.sums:
                raise InputError(Files.CHANGED(file="sent"))
            assert population is (OTHER if tally.number("units") % 2 else POPULATION)
            return CheckResult(units=tally.number("units"))

    return Counting()


class Beside:
    """Processes beside this one: here all that is sent is done at once."""

    def __init__(self, workers):
        self.workers, self.sent = workers, []

    def submit(self, work, check, tally, population):
        self.sent.append(tally.number("units"))
        done = Future()
        done.set_result(work(check, tally, population))
        return done


def tallies(count, large=()):
    """Return tallies of so many checks, with their number for units."""
    rows = {True: {"rows": np.zeros(CHEAP + 1, dtype=np.uint8)}, False: {}}
    return {f"check-{n}": Tally(sums={"units": np.array(n)}, columns=rows[n in large]) for n in range(count)}


def populations(checks):
    """Return the populations of two samples, by the names of the checks in turn."""
    return {name: OTHER if n % 2 else POPULATION for n, name in enumerate(checks)}


@pytest.mark.parametrize("workers", [0, 1, 3])
def test_results_are_those_of_one_process_in_the_order_of_the_checks(workers):
    checks = {f"check-{n}": check_of(n % 3) for n in range(30)}
    steps = []
    result = judged(
        checks, tallies(30), populations(checks), steps.append, Beside(workers) if workers else None
    )
    assert list(result) == list(checks)
    assert [each.units for each in result.values()] == list(range(30))
    assert sorted(step["what"] for step in steps) == sorted(checks)


def test_the_longest_begin_first_where_others_help_and_alone_the_order_is_that_of_the_checks():
    checks = {f"check-{n}": check_of(seconds) for n, seconds in enumerate((0.0, 0.1, 2.0, 1.0))}
    for beside, order in ((Beside(1), [2, 3, 1, 0]), (None, [0, 1, 2, 3])):
        steps = []
        judged(checks, tallies(4), populations(checks), steps.append, beside)
        assert [step["what"] for step in steps] == [f"check-{n}" for n in order]


def test_a_large_tally_is_judged_here_and_what_goes_wrong_ends_it():
    checks = {f"check-{n}": check_of(0.0) for n in range(6)}
    beside = Beside(2)
    result = judged(checks, tallies(6, large=(1, 4)), populations(checks), lambda _: None, beside)
    assert not {1, 4} & set(beside.sent)
    assert len(result) == 6
    checks = {f"check-{n}": check_of(0.0) for n in range(3)}
    with pytest.raises(InputError):
        judged(checks, {name: Tally() for name in checks}, populations(checks), lambda _: None, Beside(1))
