"""The demonstration's submission: filed, reported, signed by three and refused, without its four long runs."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from filing_factory import run_it

from labharness.app import demo, demo_submission
from labharness.app.issuing import verify_report
from labharness.app.trust import lists
from labharness.evidence.summary import RunSummary
from labharness.model.results import Outcome
from labharness.runner.run import Conducted


@pytest.fixture
def run(workspace):
    """A small run of the first submission that the demonstration files."""
    name = demo_submission.file_submission(workspace)
    return name, run_it(workspace, submission=name)


def test_its_report_is_signed_by_three_and_recommends_nothing(workspace, run):
    name, folder = run
    assert name == "demo-1"
    steps = []
    made = demo_submission.report_submission(workspace, name, [folder], steps.append)
    found = made.case.conclusion
    assert (made.number, found.outcome, found.refused) == ("demo-1-r1", Outcome.INCONCLUSIVE, True)
    assert steps[-1] == "signing the report"
    verified = verify_report(made.bundle.path, lists(workspace.path))
    assert verified.issued
    assert [one.role for one in verified.file.signatures] == ["tested", "reviewed", "authorised"]
    assert all(one.trial for one in verified.file.signatures)
    assert demo_submission.file_submission(workspace) == "demo-2", "the demonstration may be seen again"


def test_the_command_tells_runs_and_report_as_one_object(cli, workspace, run, monkeypatch):
    """Its four runs take half a minute; here one run stands for all."""
    _, folder = run
    (case, *_) = (one for one in demo.CASES if not one.by_hand)
    told = RunSummary.of(folder)
    outcome = Conducted(told.ending, told.sentence, told.verdict, told.head)
    one = demo.CaseReport(case, folder, outcome, workspace.path / "reports" / "small.pdf")
    monkeypatch.setattr(demo, "CASES", (case,))
    monkeypatch.setattr(demo, "run_demo", lambda *_, **__: one)
    code, out, _ = cli("demo", "--workspace", workspace.path / "again", "--json")
    said = json.loads(out)
    assert (code, set(said)) == (0, {"runs", "submission"})
    assert [each["run"] for each in said["runs"]] == [folder.run]
    assert said["submission"]["outcome"] == "INCONCLUSIVE"
    assert (Path(said["submission"]["report"]) / "report.pdf").is_file()
