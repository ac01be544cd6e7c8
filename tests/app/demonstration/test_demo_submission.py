"""The demonstration's submission: filed, rehearsed to an approval with real runs, and signed by three."""

import json
from contextlib import redirect_stdout
from io import StringIO

import pytest

from labharness.app.demonstration import demo, demo_submission
from labharness.app.people.signing import named_trust
from labharness.app.reports.issuing import verify_report
from labharness.app.workspace.workspace import Workspace
from labharness.cli import main
from labharness.evidence.history.run import RunHistory
from labharness.model.device import SimulationSign
from labharness.model.reasons.evidence import ReportState
from labharness.model.results import Outcome

pytestmark = pytest.mark.long
GENERATOR = tuple(each for each in demo.CASES if each.kind == "rng")
"""The card machines take half a minute; the generator goes the same way."""


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """The command's demonstration of the generator alone, all that it made and printed; for reading only."""
    place, reports, issued, out = tmp_path_factory.mktemp("demo") / "workspace", [], [], StringIO()
    filing, reporting = demo_submission.file_submission, demo_submission.report_submission
    running = demo.run_demo

    def run(*arguments, **named):
        reports.append(running(*arguments, **named))
        return reports[-1]

    def report(space, name, runs):
        issued.append(reporting(space, name, runs))
        return issued[-1]

    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out):
        patch.setattr(demo, "CASES", GENERATOR)
        patch.setattr(demo, "run_demo", run)
        patch.setattr(demo_submission, "file_submission", lambda space: filing(space, GENERATOR))
        patch.setattr(demo_submission, "report_submission", report)
        with pytest.raises(SystemExit) as ended:
            main(["demo", "--workspace", str(place), "--json"])
    (result,) = issued
    return Workspace.open(place), reports, result, (ended.value.code, json.loads(out.getvalue()))


def test_it_shows_the_whole_way_from_simulated_runs_to_an_approval_and_is_a_specimen(shown):
    space, reports, result, _ = shown
    assert [report.as_expected for report in reports] == [True, True]
    recorded = [RunHistory.of(report.run).summary.simulation.keys() for report in reports]
    signs = {SimulationSign.LOOPBACK, SimulationSign.USB_NUMBERS, SimulationSign.HARDWARE}
    assert all(signs <= seen for seen in recorded)
    assert SimulationSign.BENCH in recorded[1]
    conclusion = result.case.conclusion
    assert (result.number, conclusion.outcome, conclusion.objections) == ("demo-1-s1", Outcome.PASS, ())
    assert (conclusion.given, conclusion.specimen) == ("Approve", True)
    papers = [file for entry in result.case.submission.entries for file in getattr(entry, "files", ())]
    assert papers
    for file in papers:
        content = (space.path / "files" / file.sha256[:2] / file.sha256).read_text(encoding="utf-8")
        assert content.startswith("SPECIMEN of a document, for a rehearsal.\n")
    verified = verify_report(result.bundle.path, named_trust(space.path, result.bundle.path), again=True)
    assert (verified.problems, verified.state, verified.issued) == ((), ReportState.SPECIMEN, False)
    assert verified.rehearsed
    assert [signature.role for signature in verified.file.signatures] == ["tested", "reviewed", "authorized"]
    assert all(signature.trial for signature in verified.file.signatures)


def test_it_may_be_seen_again(shown, tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    assert demo_submission.file_submission(space, GENERATOR) == "demo-1"
    assert demo_submission.file_submission(space, GENERATOR) == "demo-2"


def test_the_command_tells_runs_and_rehearsal_as_one_object(cli, shown):
    space, _, _, (code, text) = shown
    assert (code, set(text)) == (0, {"runs", "submission"})
    assert [each["verdict"] for each in text["runs"]] == ["PASS", "PASS"]
    assert all(each["simulated"] for each in text["runs"])
    result = text["submission"]
    assert (result["specimen"], result["outcome"], result["given"]) == (True, "PASS", "Approve")
    verify = ("report", "verify", result["report"], "--workspace", space.path)
    assert cli(*verify, "--specimen")[0] == 0
    assert cli(*verify)[0] == 2


def test_every_run_of_a_device_with_a_port_belongs_to_the_submission():
    assert [each.kind for each in demo.CASES if each.by_hand] == ["shelf_shuffler:10"]
    ported = {each.kind for each in demo.CASES if not each.by_hand}
    assert ported == {each.kind for each in demo.CASES if each.exercises}
