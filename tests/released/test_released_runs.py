"""Every run folder that a released version wrote still opens, verifies, judges the same and makes a report.

A folder is added with each release (``tests/released/VERSION/RUN``) and never changed again.
"""

import shutil
from pathlib import Path

import pytest

from labharness.app.discovery import discover
from labharness.app.reports import render
from labharness.assessment.judging import judge
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.verify import verify
from labharness.plans.frozen import frozen_plan
from labharness.runner.replaying import RawDecoder

HERE = Path(__file__).parent
RUNS = sorted(path.parent.relative_to(HERE).as_posix() for path in HERE.glob("*/*/ledger.jsonl"))
HEADS = {"0.1.0/rng": "184ac73aac32509efe2f142a5bf9feb9a3be701aa37cdaef33467e0874b22628"}


def test_there_is_a_run_of_every_release():
    assert sorted(HEADS) == RUNS


@pytest.fixture(params=RUNS)
def released(request, tmp_path):
    """A copy that may be opened, with the head that its report carried."""
    folder = tmp_path / Path(request.param).name
    shutil.copytree(HERE / request.param, folder)
    return RunFolder.open(folder), HEADS[request.param]


def test_it_verifies_under_the_head_of_its_report(released):
    folder, head = released
    assert verify(folder.path, head).problems == ()


def test_it_is_judged_as_it_was(released):
    folder, _ = released
    summary = RunHistory.of(folder).summary
    results, verdict = judge(
        folder, frozen_plan(folder), discover(), summary.ending, RawDecoder(folder, discover())
    )
    assert verdict.outcome is summary.verdict.outcome
    for name, result in results.items():
        assert result.statistic == pytest.approx(summary.results[name].statistic, rel=1e-9)
        assert result.p == pytest.approx(summary.results[name].p, rel=1e-6)


def test_it_makes_a_report(released):
    assert render(released[0]).startswith(b"%PDF-")
