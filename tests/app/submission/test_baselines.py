"""The report on which a submission builds is looked up in the workspace, as it was signed."""

import json
import shutil
from pathlib import Path

import pytest

from labharness.app.reports.submission_reports import build_submission_report
from labharness.app.submission.baselines import former_report
from labharness.app.submission.dossiers import gather_dossier, read_dossier
from labharness.app.workspace.bundle import DOSSIER
from labharness.app.workspace.register import open_register
from labharness.app.workspace.workspace import Workspace
from labharness.filings.entries.filing import Filing
from labharness.filings.entries.review import Deficiency
from labharness.model.reasons.decision import Baselines
from tests.support.filing_factory import DAY, NAME, file_submission, put

LATER, REPORT = "s-462", f"{NAME}-r1"


@pytest.fixture(scope="module")
def workspace(sign, tmp_path_factory):
    """A workspace with a signed report that names a deficiency, and a resubmission that builds on it."""
    space = Workspace.init(tmp_path_factory.mktemp("baselines") / "workspace")
    file_submission(space)
    wrong = Deficiency(id="d1", opened=DAY, found="The seed is fixed.", clause="58 Pa. Code § 461a.4")
    put(space, wrong)
    build_submission_report(space, NAME, by="engineer-a")
    sign(space, REPORT)
    with open_register(space) as register:
        first = register.snapshot(NAME).filing
        again = first.model_dump() | {"id": LATER, "type": "resubmission", "baseline": REPORT}
        register.put(LATER, Filing.model_validate(again), "engineer-a", "Filed again.")
    return space


@pytest.fixture
def copy(workspace, tmp_path):
    """A copy of the workspace, to be altered."""
    return Workspace.open(Path(shutil.copytree(workspace.path, tmp_path / "copy")))


def test_its_items_and_deficiencies_are_those_of_the_signed_report(workspace):
    dossier = gather_dossier(workspace, LATER)
    former = dossier.baseline
    assert (former.number, former.proven, former.approves) == (REPORT, True, False)
    assert former.outcome == "INCONCLUSIVE"
    assert [(item.kind, item.product) for item in former.items] == [("device", "Computerized RNG")]
    (deficiency,) = former.deficiencies
    assert (deficiency.id, deficiency.finding, deficiency.is_open) == ("d1", "The seed is fixed.", True)
    assert dossier.faults == ()


def test_a_report_of_the_resubmission_keeps_the_comparison(workspace):
    issued = build_submission_report(workspace, LATER, by="engineer-a")
    kept = {
        file.relative_to(issued.bundle.path / DOSSIER).as_posix(): file.read_bytes()
        for file in (issued.bundle.path / DOSSIER).rglob("*")
        if file.is_file()
    }
    again, _, _ = read_dossier(kept, [], lambda _: None)
    assert again.baseline == issued.case.dossier.baseline
    unanswered = Baselines.UNANSWERED(report=REPORT, deficiency="d1", finding="The seed is fixed.")
    assert unanswered in issued.case.conclusion.objections


def test_one_that_is_not_there_is_none(workspace):
    with open_register(workspace) as register:
        first = register.snapshot(LATER)
    for number in ("s-999-r1", "../reports/" + REPORT, "..", "/etc"):
        filing = first.filing.model_copy(update={"baseline": number})
        others = (entry for entry in first.entries if entry is not first.filing)
        other = type(first)((filing, *others), first.changes, first.head)
        assert former_report(workspace, other) is None


def test_an_altered_one_is_a_fault_and_no_baseline(copy):
    record = copy.path / "reports" / REPORT / DOSSIER / "submission.json"
    text = json.loads(record.read_bytes())
    text["entries"] = [each for each in text["entries"] if each["kind"] != "deficiency"]
    record.write_text(json.dumps(text), encoding="utf-8")
    dossier = gather_dossier(copy, LATER)
    assert dossier.baseline is None
    assert dossier.faults


def test_one_that_the_register_names_otherwise_is_unproven(copy):
    folder = copy.path / "reports" / REPORT
    build_again = folder.with_name(f"{NAME}-d1")
    build_submission_report(copy, NAME, "deficiency", by="engineer-a")
    shutil.rmtree(folder)
    shutil.copytree(build_again, folder)
    (folder / "report.pdf").write_bytes((build_again / "report.pdf").read_bytes())
    with open_register(copy) as register:
        former = former_report(copy, register.snapshot(LATER))
    assert former is not None
    assert not former.proven
