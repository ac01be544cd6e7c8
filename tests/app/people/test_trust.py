"""Whom a reader trusts comes from outside the report; a forger who brings an authority along gains nothing."""

import doctest
import hashlib
import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from labharness.app.people import authority as trusted_authorities
from labharness.app.people.authority import (
    LIST,
    TrialAuthority,
    Trusted,
    fingerprint,
    lists,
    pin,
    read_fingerprint,
    read_list,
    unpin,
)
from labharness.app.reports.issuing import told, verify_report
from labharness.app.reports.submission_reports import build_submission_report, drawing
from labharness.app.submission.decisions import CONCLUSION
from labharness.app.submission.dossiers import gather_dossier, written
from labharness.app.workspace.bundle import AUTHORITY, DOSSIER, PDF, Bundle, write_bundle
from labharness.app.workspace.workspace import Workspace
from labharness.assessment import conclusion as case
from labharness.assessment.conclusion import conclude
from labharness.language.catalog import say, term
from labharness.model.reasons.evidence import ReportState, Verifications
from labharness.model.reasons.report import Bundles, Signing
from labharness.model.results import Outcome
from labharness.reporting.stamps import SignatureRole
from labharness.signing import signer as signing
from labharness.signing.proofs import name_of
from labharness.signing.signer import sign as sign_pdf
from tests.support.filing_factory import NAME, copied, write_workspace
from tests.support.signing_factory import LISTED, PEOPLE, Signatories, revise

pytestmark = pytest.mark.long

FIRST = f"{NAME}-r1"
NOT_TRUSTED = term(ReportState.UNTRUSTED)
ISSUED = f"{term(ReportState.ISSUED)}, WITH TRIAL CERTIFICATES"
WITHHELD = Verifications.WITHHELD(recommendation="approve")
VERDICT = say(Verifications.VERDICT(verdict="INCONCLUSIVE", advice=WITHHELD))


@pytest.fixture(scope="module")
def laboratory(tmp_path_factory, sign):
    """A workspace whose submission is INCONCLUSIVE, its report issued under the laboratory's own authority."""
    space = write_workspace(tmp_path_factory.mktemp("laboratory") / "workspace")
    build_submission_report(space, NAME, by="engineer-a")
    people = Signatories(space.path)
    sign(space, FIRST, keys=people)
    return space


@pytest.fixture
def folder(laboratory, tmp_path):
    """The issued folder, far from the workspace."""
    return Path(shutil.copytree(laboratory.path / "reports" / FIRST, tmp_path / "elsewhere" / FIRST))


@pytest.fixture(scope="module")
def home_made(tmp_path_factory):
    """An authority that anybody can make, with keys in the names of the laboratory's people."""
    return Signatories(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def forged(laboratory, home_made, tmp_path_factory):
    """The report changed to PASS in text, XMP, conclusion and lists, and signed by three under that authority."""
    dossier = gather_dossier(laboratory, NAME)
    true = conclude(dossier)
    assert true.outcome is Outcome.INCONCLUSIVE
    claimed = replace(true, outcome=Outcome.PASS, sentences=(), reasons=(), objections=(), refused=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(case, "conclude", lambda _: claimed)
        bundle = bundled(tmp_path_factory.mktemp("forger") / FIRST, dossier, written(dossier, claimed))
    revise(bundle, home_made.sign(bundle.pdf), home_made.roots)
    return bundle.path


def bundled(folder, dossier, files):
    runs = [run.folder for run in dossier.runs]
    return write_bundle(folder, 1, files, runs, lambda manifest: drawing("r")(dossier, manifest))


def root_of(space):
    (root,) = read_list(space.path / LIST)
    return root


def test_a_report_changed_to_pass_under_a_home_made_authority_is_not_issued(cli, laboratory, forged):
    """The attack of a forger who has the folder alone: everything in it fits, and nobody outside vouches for it."""
    code, out, _ = cli("report", "verify", forged, "--workspace", laboratory.path)
    assert code == 2
    assert NOT_TRUSTED in out
    assert term(ReportState.ISSUED) not in out
    assert "Verdict" not in out
    pinned = ("--fingerprint", fingerprint(root_of(laboratory)))
    for trusted in ((), ("--workspace", laboratory.path), pinned):
        code, text = cli.json("report", "verify", forged, *trusted)
        assert (code, text["issued"], text["clean"], text["concluded"]) == (2, False, False, None)
        assert text["state"] == "signed by untrusted authorities"


def test_what_a_report_brings_along_cannot_be_named_as_trusted(cli, forged):
    for named in (AUTHORITY, f"{DOSSIER}/../{AUTHORITY}"):
        code, _, err = cli("report", "verify", forged, "--trust", forged / named)
        assert (code, "cannot vouch for itself" in err) == (3, True)
    code, _, err = cli("report", "verify", forged / PDF, "--trust", forged / AUTHORITY)
    assert (code, "cannot vouch for itself" in err) == (3, True)


def test_a_workspace_around_a_report_is_not_asked_unless_it_is_named(cli, forged, home_made, tmp_path):
    """A forger may pack a whole workspace, with a list that trusts the home-made authority."""
    around = Workspace.init(tmp_path / "labharness-workspace")
    pin(around.path / LIST, home_made.roots)
    inner = shutil.copytree(forged, around.path / "reports" / FIRST)
    code, out, _ = cli("report", "verify", inner)
    assert (code, NOT_TRUSTED in out) == (2, True)


def test_trust_from_outside_proves_the_issued_report(cli, folder, laboratory, tmp_path):
    root = root_of(laboratory)
    copy = tmp_path / "from the laboratory.pem"
    copy.write_bytes(TrialAuthority(laboratory.path / "authority").root)
    colons = ":".join(fingerprint(root)[at : at + 2].upper() for at in range(0, 64, 2))
    listed = tmp_path / "signers.json"
    listed.write_text(cli("people", "list", "--json", "--workspace", laboratory.path)[1], encoding="utf-8")
    signers = ("--signers", listed)
    of_workspace = ("--workspace", laboratory.path)
    for way in (("--trust", copy, *signers), ("--fingerprint", colons, *signers), of_workspace):
        code, out, _ = cli("report", "verify", folder, *way)
        assert (code, ISSUED in out) == (0, True), way
        assert VERDICT in out
    assert cli("report", "verify", folder)[0] == 2
    assert cli("trust", "add", copy)[0] == 0
    assert cli("report", "verify", folder)[0] == ReportState.SIGNERS_UNCHECKED.exit_code
    assert cli("report", "verify", folder, *signers)[0] == 0
    code, out, _ = cli("trust", "list", "--json")
    assert [each["sha256"] for each in json.loads(out)] == [fingerprint(root)]
    assert fingerprint(root) in cli("trust", "list")[1]
    code, _, err = cli("trust", "remove", "0" * 64)
    assert (code, "holds no certificate with the fingerprint" in err) == (3, True)
    assert cli("trust", "remove", colons)[0] == 0
    assert cli("report", "verify", folder)[0] == 2
    assert "No authority is trusted." in cli("trust", "list")[1]


def test_what_is_named_counts_instead_of_the_lists(cli, folder, laboratory, home_made, tmp_path):
    stranger = tmp_path / "stranger.pem"
    stranger.write_bytes(home_made.authority.root)
    code, out, _ = cli("report", "verify", folder, "--workspace", laboratory.path, "--trust", stranger)
    assert (code, NOT_TRUSTED in out) == (2, True)
    for wrong in ("abc", "zz" * 32, "ab" * 33):
        code, _, err = cli("report", "verify", folder, "--fingerprint", wrong)
        assert (code, "Not a SHA-256 fingerprint: " in err) == (3, True)


def test_init_pins_the_laboratorys_authority(cli, tmp_path):
    path = tmp_path / "new"
    out = cli("init", path, "--json")[1]
    pinned = read_list(path / LIST)
    assert [each.dump() for each in pinned] == [root.dump() for root in lists(path).roots]
    prints = [fingerprint(each) for each in pinned]
    assert json.loads(out)["trust"] == {"list": str(path / LIST), "sha256": prints}
    assert len(pinned) == 1
    (path / LIST).unlink()  # a workspace of before
    assert cli("init", path)[0] == 0
    assert read_list(path / LIST)[0].dump() == pinned[0].dump()
    unpin(path / LIST, fingerprint(pinned[0]))
    assert cli("init", path)[0] == 0
    assert read_list(path / LIST) == (), "whoever removed it meant it"


def test_the_verdict_is_read_from_the_signed_file_alone(cli, folder, laboratory):
    """A neighbor that says otherwise is a fault, and never what is printed, whatever lists were made to fit it."""
    kept = folder / DOSSIER / CONCLUSION
    kept.write_bytes(kept.read_bytes().replace(b'"INCONCLUSIVE"', b'"PASS"'))
    code, out, _ = cli("report", "verify", folder, "--workspace", laboratory.path)
    assert (code, "PASS" in out) == (3, False)


def test_a_conclusion_beside_the_file_that_differs_from_it_is_a_fault(laboratory, home_made, tmp_path):
    """Signed by somebody who is trusted: two verdicts in one report prove neither."""
    dossier = gather_dossier(laboratory, NAME)
    true = conclude(dossier)
    for content in (written(dossier, replace(true, outcome=Outcome.PASS))[CONCLUSION], b"[]"):
        files = {**written(dossier, true), CONCLUSION: content}
        number = f"r{hashlib.sha256(content).hexdigest()[:8]}"
        bundle = bundled(tmp_path / number, dossier, files)
        revise(bundle, home_made.sign(bundle.pdf), home_made.roots)
        result = verify_report(bundle.path, home_made.trusted)
        assert result.problems == (Bundles.OTHER_CONCLUSION(file=f"{DOSSIER}/{CONCLUSION}", report=PDF),)
        assert result.concluded is None


def test_who_reviews_does_not_take_the_folders_word_for_who_tested(
    laboratory, home_made, sign, tmp_path, refusal
):
    """A tester's signature under an authority that came with the folder is signed on by nobody."""
    space = copied(laboratory, tmp_path)
    shutil.rmtree(space.path / "reports")
    shutil.copytree(laboratory.path / "reports" / FIRST, space.path / "reports" / FIRST)
    bundle, people = Bundle(space.path / "reports" / FIRST), Signatories(space.path)
    first = bundle.pdf.partition(b"%%EOF\n")[0] + b"%%EOF\n"
    tester = PEOPLE[SignatureRole.TESTED]
    forged = sign_pdf(first, SignatureRole.TESTED, tester, home_made.key(tester))
    revise(bundle, forged, home_made.roots)
    reason = refusal(sign, space, FIRST, SignatureRole.REVIEWED, keys=people, submission="")
    issuer = name_of(home_made.roots[0].subject)
    assert reason == Signing.UNTRUSTED(role="tested", issuer=issuer)


def test_names_in_a_report_move_no_cursor(forged, home_made, monkeypatch, tmp_path):
    """A name may hold what a terminal obeys, and the line above would then say something else."""
    copy = Path(shutil.copytree(forged, tmp_path / "copy"))
    monkeypatch.setattr(signing, "_named", lambda name: name)
    monkeypatch.setattr(signing, "_block", lambda *_: [("signed", "word")])
    name = "Engineer A\x1b[2J\x1b[1;1H\n is intact and issued"
    first = Bundle(copy).pdf.partition(b"%%EOF\n")[0] + b"%%EOF\n"
    revise(Bundle(copy), sign_pdf(first, SignatureRole.TESTED, name, home_made.key("Engineer A")))
    lines = list(told(copy, verify_report(copy, home_made.trusted)))
    assert any("Engineer A [2J" in line for line in lines)
    assert all(line.isprintable() for line in lines)


def test_a_pinned_fingerprint_finds_its_certificate_in_the_folder(folder, laboratory):
    pins = Trusted(pins=frozenset({fingerprint(root_of(laboratory))}), signers=LISTED)
    assert verify_report(folder, pins).issued
    (folder / AUTHORITY).unlink()
    revise(Bundle(folder), Bundle(folder).pdf)
    assert verify_report(folder, pins).state is ReportState.UNTRUSTED, "nobody brought the certificate along"


def test_lists_are_files_of_certificates_also_where_a_user_has_no_home(
    tmp_path, home_made, monkeypatch, refusal
):
    monkeypatch.undo()  # of the fixture that hides this computer's lists
    monkeypatch.setenv({"win32": "APPDATA"}.get(sys.platform, "XDG_CONFIG_HOME"), str(tmp_path))
    if sys.platform != "darwin":
        assert trusted_authorities.installed()[0] == tmp_path / "labharness" / LIST
    assert len(trusted_authorities.installed()) == 2
    file = tmp_path / "a" / LIST
    assert read_list(file) == ()
    pin(file, home_made.roots)
    pin(file, home_made.roots)
    assert [each.dump() for each in read_list(file)] == [home_made.roots[0].dump()]
    unpin(file, fingerprint(home_made.roots[0]))
    assert read_list(file) == ()
    file.write_bytes(b"nothing")
    assert refusal(read_list, file) == Signing.NO_CERTIFICATE(file=str(file))
    assert refusal(read_fingerprint, "") == Signing.NOT_A_FINGERPRINT(got="")
    result = doctest.testmod(trusted_authorities)
    assert (bool(result.attempted), result.failed) == (True, 0)

    def homeless():
        raise RuntimeError

    for name in ("APPDATA", "XDG_CONFIG_HOME", "HOME", "USERPROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    (only,) = trusted_authorities.installed()
    assert (only.name, only.is_absolute()) == (LIST, True)
