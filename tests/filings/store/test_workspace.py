"""Workspaces that share a register: each bench sees the truth about the other."""

import json
import platform

import pytest

from labharness.app.reports.issuing import sign_report
from labharness.app.reports.submission_reports import build_submission_report
from labharness.app.submission.dossiers import gather_dossier
from labharness.app.workspace.register import (
    BUILT,
    STARTED,
    issued,
    open_register,
    record,
    store,
    verify_register,
)
from labharness.app.workspace.workspace import MARKER, Workspace
from labharness.assessment.conclusion import conclude
from labharness.filings.entries.review import Deficiency, Document
from labharness.model.reasons.conclusion import Dossiers
from labharness.model.reasons.register import Registers
from labharness.model.results import Outcome
from labharness.reporting.stamps import SignatureRole
from tests.support.filing_factory import DAY, NAME, file_submission, put
from tests.support.signing_factory import PEOPLE, Signatories


@pytest.fixture
def benches(url, tmp_path):
    """Two workspaces whose register is the same database, with a submission."""
    spaces = [Workspace.init(tmp_path / name) for name in ("one", "two")]
    for space in spaces:
        with (space.path / MARKER).open("a", encoding="utf-8") as settings:
            settings.write(f"register = {json.dumps(url)}\n")
    file_submission(spaces[0])
    return spaces


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_two_workspaces_share_a_server(benches, tmp_path):
    for space in benches:
        record(space, BUILT, {"run": space.path.name}, "Asked for.")
    assert [[drawn.run for drawn in issued(space)] for space in benches] == [["one"], ["two"]]
    with open_register(benches[0]) as register:
        assert [change.after["run"] for change in list(register.changes())[-2:]] == ["one", "two"]
    assert verify_register(benches[1])[2] == ()
    assert not list(tmp_path.rglob("register.db"))


def test_a_run_of_another_bench_is_named_with_its_place_and_is_not_missing(benches):
    each, two = benches
    record(each, STARTED, {"run": "r1", "start": "ab" * 32, "plan": "p"}, "Begun.", NAME, "engineer-a")

    assert gather_dossier(each, NAME).lost == (Dossiers.RUN_MISSING(run="r1"),)
    dossier = gather_dossier(two, NAME)
    assert dossier.lost == (Dossiers.RUN_ELSEWHERE(run="r1", bench=f"{platform.node()}: {each.path}"),)
    assert conclude(dossier).outcome is Outcome.INCONCLUSIVE
    assert dossier.faults == ()


def test_a_deficiency_that_names_a_run_of_another_bench_does_not_make_it_missing(benches):
    each, two = benches
    record(each, STARTED, {"run": "r1", "start": "ab" * 32, "plan": "p"}, "Begun.", NAME, "engineer-a")
    put(each, Deficiency(id="d1", opened=DAY, found="Wrong.", clause="58 Pa. Code § 461a.4", runs=("r1",)))

    reasons = conclude(gather_dossier(two, NAME)).reasons
    assert [reason for reason in reasons if reason.is_a(Dossiers.RUN_ELSEWHERE)]
    assert not [reason for reason in reasons if reason.is_a(Dossiers.RUN_MISSING)]


def test_a_file_attached_at_one_bench_is_whole_at_the_other(benches, tmp_path):
    each, two = benches
    photograph = tmp_path / "letter.pdf"
    photograph.write_bytes(bytes(range(256)) * 9000)  # three parts
    added = store(each).add(photograph)

    assert store(two).problem(added) is None
    assert store(two).read(added) == photograph.read_bytes()
    letter = {"id": "letter", "item": "request-letter", "title": "Letter"}
    put(each, Document(**letter, status="received", received=DAY, files=(added,)))
    assert verify_register(two)[2] == ()

    store(two).place(added.sha256).write_bytes(b"altered")
    assert store(two).problem(added).is_a(Registers.FILE_ALTERED)
    other = added.model_copy(update={"sha256": "0" * 64})
    assert store(two).problem(other).is_a(Registers.FILE_MISSING)


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_report_number_belongs_to_one_workspace(benches, refusal):
    each, two = benches
    build_submission_report(each, NAME, by="engineer-a")

    reason = refusal(build_submission_report, two, NAME, by="engineer-a")
    assert reason == Registers.NUMBER_CLAIMED(report=f"{NAME}-r1", bench=f"{platform.node()}: {each.path}")
    assert not list((two.path / "reports").glob("*/*.pdf"))
    first = gather_dossier(each, NAME)
    build_submission_report(each, NAME, by="engineer-a")
    assert gather_dossier(each, NAME).head == first.head, "a claim changes nothing that a report says"
    assert build_submission_report(two, NAME, "deficiency", by="engineer-a").number == f"{NAME}-d1"


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_report_signed_at_another_bench_is_not_lost(benches, tmp_path):
    each, two = benches
    build_submission_report(each, NAME, by="engineer-a")
    people = Signatories(tmp_path / "people")
    for role in SignatureRole:
        sign_report(each, f"{NAME}-r1", role, PEOPLE[role], people.key(PEOPLE[role]), submission=NAME)

    assert gather_dossier(two, NAME).faults == ()
    assert build_submission_report(two, NAME, "deficiency", by="engineer-a").number == f"{NAME}-d1"
