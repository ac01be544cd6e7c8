"""A rehearsal shows the whole way to a report and is none: by its pages, its name, its bytes and what verifies it."""

import io
import json
import shutil

import pypdf
import pytest

from labharness.app.people import authority
from labharness.app.reports.issuing import told, verify_report
from labharness.app.reports.submission_reports import amend_report, build_submission_report
from labharness.app.submission.decisions import CONCLUSION
from labharness.app.workspace.bundle import Bundle
from labharness.app.workspace.register import ISSUED, REHEARSAL_SIGNED, REHEARSED, SIGNED, open_register
from labharness.assessment.dossier import PDF, SPECIMEN_PDF
from labharness.language.catalog import term
from labharness.model.reasons.evidence import Redrawn, ReportState
from labharness.model.reasons.report import Bundles, Reports, Signing
from labharness.model.results import ExitCode, Outcome
from labharness.reporting.layout import SPECIMEN
from labharness.reporting.stamps import SignatureRole
from labharness.signing.archive_conformance import described, violations
from tests.support.filing_factory import NAME, copied
from tests.support.shown import drawn
from tests.support.signing_factory import PEOPLE, Signatories, write_signers

pytestmark = pytest.mark.long

FIRST = f"{NAME}-s1"


@pytest.fixture(scope="module")
def signed(passing, sign, tmp_path_factory):
    """The same with its rehearsal, signed by all three; for reading only."""
    space = copied(passing, tmp_path_factory.mktemp("signed"))
    build_submission_report(space, NAME, "rehearsal", by="engineer-a")
    sign(space, FIRST)
    return space


@pytest.fixture
def space(signed, tmp_path):
    return copied(signed, tmp_path)


@pytest.fixture
def folder(space):
    return space.path / "reports" / FIRST


def events(space):
    with open_register(space) as register:
        return [change.what for change in register.changes(NAME) if not change.kind]


def test_every_page_the_name_the_file_itself_and_the_register_say_so(signed):
    bundle = Bundle.open(signed.path / "reports" / FIRST)
    words = json.loads((bundle.path / "dossier" / CONCLUSION).read_bytes())
    assert (words["outcome"], words["recommendation"]) == ("PASS", "approve")
    assert (words["refused"], words["specimen"]) == (False, True)
    assert bundle.file == SPECIMEN_PDF
    assert not (bundle.path / PDF).exists()
    reader = pypdf.PdfReader(io.BytesIO(bundle.pdf))
    for page in reader.pages:
        words = page.extract_text()
        assert SPECIMEN in words, "above the page"
        assert words.count("SPECIMEN") >= 5, "above it, at its foot and three times across it"
    assert reader.metadata.title == f"SPECIMEN – Test report {FIRST}"
    assert reader.metadata.subject.startswith("SPECIMEN – ")
    assert described(bundle.pdf)[1].specimen
    assert violations(bundle.pdf) == ()
    reasons = [field["/V"]["/Reason"] for field in reader.get_fields().values()]
    assert [reason.startswith("SPECIMEN: ") for reason in reasons] == [True] * 3
    text = events(signed)
    assert [text.count(each) for each in (REHEARSED, REHEARSAL_SIGNED, ISSUED, SIGNED)] == [1, 3, 0, 0]


def test_it_is_verified_as_a_specimen_and_never_as_issued(folder, people, cli):
    result = verify_report(folder, people.trusted, again=True)
    assert (result.state, result.problems) == (ReportState.SPECIMEN, ())
    assert (result.issued, result.rehearsed) == (False, True)
    assert result.redrawn.report is Redrawn.IDENTICAL
    lines = list(told(folder, result))
    assert lines[0] == SPECIMEN
    assert term(ReportState.SPECIMEN) in lines[-1]
    assert any("rehearsal with simulated devices: PASS" in line for line in lines)
    root = folder.parent / "root.pem"
    root.write_bytes(people.authority.root)
    trusting = ("--trust", root, "--signers", write_signers(folder.parent / "signers.json"))
    verify = ("report", "verify", folder, *trusting)
    assert cli(*verify[:-2])[0] == ReportState.SIGNERS_UNCHECKED.exit_code
    assert cli(*verify)[0] == ExitCode.INCONCLUSIVE
    assert cli(*verify, "--specimen")[0] == ExitCode.PASSED
    here = ("--workspace", folder.parents[1])
    assert cli("report", "verify", folder, "--specimen", *here)[0] == ExitCode.INCONCLUSIVE
    alone = cli("report", "verify", folder / SPECIMEN_PDF, *trusting)
    assert alone[0] == ExitCode.INCONCLUSIVE
    assert alone[1].startswith(SPECIMEN)


def test_under_the_name_of_a_report_it_does_not_verify(folder, people):
    (folder / SPECIMEN_PDF).rename(folder / PDF)
    sums = (folder / "SHA256SUMS").read_text().replace(SPECIMEN_PDF, PDF)
    (folder / "SHA256SUMS").write_text(sums)
    result = verify_report(folder, people.trusted)
    assert result.state is ReportState.DAMAGED
    assert Bundles.REHEARSAL_AS_REPORT(file=PDF) in result.problems
    assert any("A SPECIMEN, NOT A REPORT" in line for line in told(folder, result))


def test_a_report_is_no_specimen(passing, people, sign, tmp_path, cli):
    space = copied(passing, tmp_path)
    result, report = drawn(build_submission_report, space, NAME, by="engineer-a")
    assert not described(result.bundle.pdf)[1].specimen
    assert "SPECIMEN" not in f"{report.imprint} {report.text}"
    sign(space, result.number)
    root = tmp_path / "root.pem"
    root.write_bytes(people.authority.root)
    verify = ("report", "verify", result.bundle.path, "--trust", root)
    assert cli(*verify)[0] == ReportState.SIGNERS_UNCHECKED.exit_code
    verify = (*verify, "--signers", write_signers(tmp_path / "signers.json"))
    assert cli(*verify)[0] == ExitCode.PASSED
    assert cli(*verify, "--specimen")[0] == ExitCode.INCONCLUSIVE


def test_only_trial_keys_sign_it(passing, sign, tmp_path, monkeypatch, refusal):
    with monkeypatch.context() as patch:
        patch.setattr(authority, "PROVES_NOTHING", "Example Gaming Laboratory")
        laboratory = Signatories(tmp_path / "laboratory")
        laboratory.key(PEOPLE[SignatureRole.TESTED])
    space = copied(passing, tmp_path)
    build_submission_report(space, NAME, "rehearsal", by="engineer-a")
    reason = refusal(sign, space, FIRST, SignatureRole.TESTED, keys=laboratory)
    assert reason == Signing.SPECIMEN_TAKES_TRIAL_KEY()
    report = build_submission_report(space, NAME, by="engineer-a")
    sign(space, report.number, SignatureRole.TESTED, keys=laboratory)


def test_it_changes_nothing_of_the_report(passing, tmp_path):
    entry, other = copied(passing, tmp_path / "one"), copied(passing, tmp_path / "other")
    build_submission_report(other, NAME, "rehearsal", by="engineer-a")
    result = [build_submission_report(each, NAME, by="engineer-a") for each in (entry, other)]
    assert result[0].bundle.pdf == result[1].bundle.pdf
    assert result[0].case.conclusion.outcome is Outcome.INCONCLUSIVE


def test_the_command_says_it_first_and_one_that_was_signed_stays(space, cli, refusal):
    words = ("report", "build", "--submission", NAME, "--layout", "rehearsal", "--by", "engineer-a")
    code, out, _ = cli(*words, "--workspace", space.path)
    assert code == 0
    assert out.startswith(SPECIMEN)
    assert out.rstrip().endswith(SPECIMEN_PDF)
    text = cli.json(*words, "--workspace", space.path)[1]
    assert (text["report"], text["specimen"]) == (f"{NAME}-s2", True), "the next has a number of its own"
    assert cli("report", "amend", FIRST, "--why", "x", "--workspace", space.path)[0] == ExitCode.ERROR
    again = refusal(amend_report, space, FIRST, "Again.", "authorizer-c")
    assert again == Reports.REHEARSAL_NOT_AMENDED(report=FIRST)
    shutil.rmtree(space.path / "reports" / FIRST)
    assert build_submission_report(space, NAME, by="engineer-a").number == f"{NAME}-r1"
