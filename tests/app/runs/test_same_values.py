"""What is computed again is the same on every kind of processor; what was changed is not."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from labharness.app.runs.evaluating import other_results, same_values
from labharness.assessment.runs.judging import as_stated
from labharness.model.reasons.decision import Sample
from labharness.model.results import CheckResult, Counted

RELEASED = Path(__file__).parents[2] / "released" / "0.1.0"
MADE = CheckResult(
    units=60,
    statistic={"X2": 10.608935084491792, "total": 3e9},
    p={"right": 0.3887854589528228, "left": 2.5e-15, "two_sided": 5e-15},
)


def test_the_last_digits_of_a_sum_are_those_of_the_processor():
    again = replace(
        MADE,
        statistic={"X2": 10.608935084491797, "total": 3e9},
        p={"right": 0.3887854589528222, "left": 2.4e-15, "two_sided": 4.8e-15},
    )
    assert same_values(again, MADE)


@pytest.mark.parametrize(
    "changed",
    [
        replace(MADE, units=61),
        replace(MADE, statistic=MADE.statistic | {"X2": 10.60893510}),
        replace(MADE, statistic=MADE.statistic | {"total": 3e9 + 1}),
        replace(MADE, statistic={"X2": 10.608935084491792}),
        replace(MADE, p=MADE.p | {"left": 1e-13}),
        replace(MADE, p={}),
        replace(MADE, details=(Sample.INCOMPLETE(recorded=1, planned=2, what=Counted.UNITS),)),
        replace(MADE, violations=0),
    ],
)
def test_what_was_changed_is_another_result(changed):
    assert not same_values(changed, MADE)
    assert not same_values(MADE, changed)


def test_a_record_that_does_not_state_how_many_were_judged_is_decided_as_then():
    result, old = (CheckResult(units=60, violations=0, judged=judged) for judged in (50, None))

    assert other_results({"a": result}, {"a": old}) == []
    assert other_results({"a": result}, {"a": replace(result, judged=40)}) == ["a"]
    assert (as_stated(result, old), as_stated(result, result)) == (old, result)


@pytest.mark.skipif(
    sys.platform != "linux", reason="the library of linear algebra reads its kind of processor here"
)
@pytest.mark.parametrize("processor", ["Haswell", "Nehalem"])
def test_a_run_is_reproduced_on_another_kind_of_processor(processor):
    command = [sys.executable, "-m", "labharness", "evaluate", RELEASED / "batch-by-hand", "--json"]
    done = subprocess.run(
        command,
        capture_output=True,
        env=os.environ | {"OPENBLAS_CORETYPE": processor},
        timeout=100,
        check=False,
    )
    assert b'"differing": []' in done.stdout, done.stdout
