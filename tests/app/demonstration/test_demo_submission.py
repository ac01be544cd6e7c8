"""The demonstration's submission: filed, rehearsed to an approval with real runs, and signed by three."""

import json
from contextlib import redirect_stdout
from io import StringIO

import pytest

from labharness.app.demonstration import demo, demo_submission
from labharness.app.issue.issuing import verify_report
from labharness.app.people.named_trust import named_trust
from labharness.app.workspace import Workspace
from labharness.cli import main
from labharness.evidence.history.run import RunHistory
from labharness.model.reasons.verification import ReportState
from labharness.model.results import Outcome
from labharness.model.simulation import SimulationSign

pytestmark = pytest.mark.long
GENERATOR = tuple(one for one in demo.CASES if one.kind == "rng")
"""The card machines take half a minute; the generator goes the same way."""


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """The command's demonstration of the generator alone, all that it made and printed; for reading only."""
    place, reports, issued, steps, out = tmp_path_factory.mktemp("demo") / "workspace", [], [], [], StringIO()
    filing, running, reporting = (
        demo_submission.file_submission,
        demo.run_demo,
        demo_submission.report_submission,
    )

    def run(*arguments, **named):
        reports.append(running(*arguments, **named))
        return reports[-1]

    def report(space, name, runs):
        issued.append(reporting(space, name, runs, steps.append))
        return issued[-1]

    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out):
        patch.setattr(demo, "CASES", GENERATOR)
        patch.setattr(demo, "run_demo", run)
        patch.setattr(demo_submission, "file_submission", lambda space: filing(space, GENERATOR))
        patch.setattr(demo_submission, "report_submission", report)
        with pytest.raises(SystemExit) as ended:
            main(["demo", "--workspace", str(place), "--json"])
    (made,) = issued
    return Workspace.open(place), reports, made, steps, (ended.value.code, json.loads(out.getvalue()))


def test_its_runs_pass_and_are_simulated_by_what_was_recorded(shown):
    _, reports, _, _, _ = shown
    assert len(reports) == 2
    for one in reports:
        assert one.as_expected
        found = RunHistory.of(one.run).summary.simulation
        assert {SimulationSign.LOOPBACK, SimulationSign.USB_NUMBERS, SimulationSign.HARDWARE} <= found.keys()
    assert SimulationSign.BENCH in RunHistory.of(reports[1].run).summary.simulation


def test_it_shows_the_whole_way_to_an_approval_and_is_a_specimen(shown):
    space, _, made, steps, _ = shown
    found = made.case.conclusion
    assert (made.number, found.outcome, found.objections, found.given) == (
        "demo-1-s1",
        Outcome.PASS,
        (),
        "Approve",
    )
    assert found.specimen
    assert steps[-1] == "signing the rehearsal"
    verified = verify_report(made.bundle.path, named_trust(space.path, made.bundle.path), again=True)
    assert (verified.problems, verified.state, verified.issued) == ((), ReportState.SPECIMEN, False)
    assert verified.rehearsed
    assert [one.role for one in verified.file.signatures] == ["tested", "reviewed", "authorized"]
    assert all(one.trial for one in verified.file.signatures)


def test_what_it_files_says_that_it_stands_for_another(shown):
    space, _, made, _, _ = shown
    entries = made.case.submission.entries
    papers = [file for one in entries for file in getattr(one, "files", ())]
    assert papers
    for file in papers:
        content = (space.path / "files" / file.sha256[:2] / file.sha256).read_text(encoding="utf-8")
        assert content.startswith("SPECIMEN of a document, for a rehearsal.\n")


def test_it_may_be_seen_again(shown, tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    assert demo_submission.file_submission(space, GENERATOR) == "demo-1"
    assert demo_submission.file_submission(space, GENERATOR) == "demo-2"


def test_the_command_tells_runs_and_rehearsal_as_one_object(cli, shown):
    space, _, _, _, (code, said) = shown
    assert (code, set(said)) == (0, {"runs", "submission"})
    assert [each["verdict"] for each in said["runs"]] == ["PASS", "PASS"]
    assert all(each["simulated"] for each in said["runs"])
    found = said["submission"]
    assert (found["specimen"], found["outcome"], found["given"]) == (True, "PASS", "Approve")
    verify = ("report", "verify", found["report"], "--workspace", space.path)
    assert cli(*verify, "--specimen")[0] == 0
    assert cli(*verify)[0] == 2


def test_every_run_of_a_device_with_a_port_belongs_to_the_submission():
    assert [one.kind for one in demo.CASES if one.by_hand] == ["shelf_shuffler:10"]
    ported = {one.kind for one in demo.CASES if not one.by_hand}
    assert ported == {one.kind for one in demo.CASES if one.exercises}
