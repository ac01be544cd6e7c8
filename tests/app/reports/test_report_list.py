"""The list of reports: what the register has, as far as it is there."""

import hashlib
import json
import shutil

import pytest

from labharness.app.people.authority import LIST
from labharness.app.reports.issuing import verify_report
from labharness.app.reports.report_list import (
    ReportOf,
    ReportProgress,
    is_simulated,
    listed_reports,
    page_count,
    trust_of,
)
from labharness.app.reports.run_reports import build
from labharness.app.reports.verification_rows import answer_of, rows_of, why_of
from labharness.app.workspace.bundle import write_bundle
from labharness.app.workspace.register import ISSUED, has_register, record
from labharness.app.workspace.workspace import Workspace
from labharness.gui.evidence.verification_view import TRIAL, facts_of_report
from labharness.gui.kit.run_standing import Tone
from labharness.language.catalog import say, term
from labharness.model.reasons.evidence import Answer, PartResult, TimeSource
from labharness.reporting.stamps import SignatureRole
from tests.support.signing_factory import PEOPLE, list_people, small_pdf

NUMBER = "sub-r1"


@pytest.fixture(scope="module")
def space(tmp_path_factory, rng_run, people, sign):
    """A workspace with a report of a run, and one of a submission that everybody signed."""
    workspace = Workspace(shutil.copytree(rng_run[0].path, tmp_path_factory.mktemp("reports") / "workspace"))
    (workspace.path / LIST).write_bytes(people.authority.root)
    list_people(workspace)
    build(workspace, workspace.run("small"))
    write_bundle(workspace.path / "reports" / NUMBER, 1, {}, [rng_run[1]], small_pdf)
    bundle = workspace.path / "reports" / NUMBER / "report.pdf"
    body = {"report": NUMBER, "sha256": hashlib.sha256(bundle.read_bytes()).hexdigest(), "given": None}
    record(workspace, ISSUED, body | {"runs": ["small"], "outcome": "PASS"}, "Asked for.", "sub", "keeper")
    sign(workspace, NUMBER, submission="sub")
    return workspace


def test_reports_are_listed_with_their_signatures(space, workspace):
    signed, of_run = listed_reports(space)
    assert (signed.number, signed.kind, signed.verdict) == (NUMBER, ReportOf.APPROVAL, "PASS")
    assert [signature.role for signature in signed.signatures] == list(SignatureRole)
    assert signed.next_role is None
    assert signed.progress is ReportProgress.SIGNED
    assert (of_run.kind, of_run.runs, of_run.next_role) == (ReportOf.RUN, ("small",), None)
    assert is_simulated(space, signed)
    assert is_simulated(space, of_run)
    assert page_count(signed.pdf) == 1
    assert page_count(space.path / "no.pdf") is None
    assert (listed_reports(workspace), has_register(workspace)) == ((), False), "looking makes no register"


def test_a_report_that_is_gone_is_not_listed_a_later_one_replaces_and_trust_is_that_of_the_list(
    space, tmp_path
):
    copy = Workspace(shutil.copytree(space.path, tmp_path / "copy"))
    later = copy.path / "reports" / "sub-r2"
    shutil.copytree(copy.path / "reports" / NUMBER, later)
    record(copy, ISSUED, {"report": "sub-r2", "runs": [], "outcome": "FAIL"}, "Amended.", "sub", "keeper")
    by_number = {report.number: report for report in listed_reports(copy)}
    assert by_number[NUMBER].replaced_by == "sub-r2"
    assert by_number[NUMBER].progress is ReportProgress.REPLACED
    assert by_number["sub-r2"].next_role is SignatureRole.TESTED
    shutil.rmtree(later)
    signed, _ = listed_reports(copy)
    assert (signed.number, trust_of(copy, signed)) == (NUMBER, Answer.ISSUED)
    (copy.path / LIST).unlink()
    assert trust_of(copy, signed) is Answer.UNTRUSTED


@pytest.mark.parametrize(
    ("name", "answer", "signatures", "words"),
    [
        ("issued", Answer.ISSUED, PartResult.GOOD, ""),
        ("own authority", Answer.UNTRUSTED, PartResult.UNTRUSTED, "Anybody can make an authority"),
        ("unsigned", Answer.NOT_ISSUED, PartResult.MISSING, "missing: tested, reviewed, and authorized."),
        ("changed", Answer.CHANGED, PartResult.GOOD, ".seg"),
    ],
)
def test_four_folders_have_four_answers(space, people, rng_run, tmp_path, name, answer, signatures, words):
    folder = tmp_path / NUMBER
    if name == "unsigned":
        write_bundle(folder, 1, {}, [rng_run[1]], small_pdf)
    else:
        shutil.copytree(space.path / "reports" / NUMBER, folder)
    if name == "changed":
        file = next(path for path in (folder / "runs").rglob("*.seg"))
        file.write_bytes(file.read_bytes()[:-1] + b"\0")
    result = verify_report(folder, () if name == "own authority" else people.trusted)
    shown, rows = facts_of_report(folder, result), list(rows_of(result))
    assert answer_of(result) is shown.answer is answer
    assert shown.word.startswith(term(answer))
    assert shown.tone is (Tone.FAIL if answer is Answer.CHANGED else Tone.UNSURE)
    assert (TRIAL in shown.word) is (answer is Answer.ISSUED), "trial certificates prove nothing"
    assert {row.result for row in rows[:3]} == {signatures}
    if answer is Answer.ISSUED:
        assert {row.result for row in rows} == {PartResult.GOOD}
        assert {row.source for row in rows[:3]} == {TimeSource.CLOCK}
        assert [row.who for row in rows[:3]] == [PEOPLE[role] for role in SignatureRole]
    files = next(row for row in rows if say(row.part) == "Files.")
    assert (files.result is PartResult.CHANGED) is (answer is Answer.CHANGED)
    reasons = [*why_of(result), *(note for row in rows for note in row.notes)]
    assert any(words in say(each) for each in reasons) or not words


def test_the_command_lists_the_same(cli, space):
    code, out, _ = cli("report", "list", "--trust", "--workspace", space.path, "--json")
    signed, of_run = json.loads(out)
    assert code == 0
    assert (signed["number"], signed["state"]) == (NUMBER, "signed")
    assert (signed["trust"], signed["pages"]) == ("issued", 1)
    assert (of_run["kind"], of_run["state"], of_run["trust"]) == ("run", "unsigned", None)
    _, out, _ = cli("report", "list", "--workspace", space.path)
    assert "Certification report" in out
