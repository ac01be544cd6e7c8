"""A submission from its filing to a signed and amended report, and the report on another computer."""

import getpass
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from labharness.app.people.authority import LIST, fingerprint, read_list
from labharness.app.people.signing import named_trust
from labharness.app.reports.issuing import verify_report
from labharness.app.reports.submission_reports import amend_report, build_submission_report
from labharness.app.workspace.bundle import PDF
from labharness.app.workspace.file_change import FOLDER
from labharness.app.workspace.manifest import MANIFEST
from labharness.app.workspace.register import open_register, verify_register
from labharness.evidence.history.run import RunHistory
from labharness.evidence.lock import LEDGER, FileLock
from labharness.language.catalog import say, term
from labharness.model.reasons.conclusion import Conclusions, Dossiers
from labharness.model.reasons.evidence import Evidence, Lockable, ReportState, Verifications
from labharness.model.reasons.report import Reports
from labharness.model.reasons.run import Attempts, Runs
from labharness.model.results import Outcome
from labharness.reason import dump_reason
from labharness.signing.signer import is_signed
from tests.conftest import WITH_SHORT_SEARCHES
from tests.support.filing_factory import NAME, RUN, components, copied, put, run_it
from tests.support.filing_factory import write_workspace as written
from tests.support.reasons import every
from tests.support.reasons import name as names
from tests.support.recorded import spoken
from tests.support.shown import drawn

SIGNERS = {"tested": "engineer-a", "reviewed": "reviewer-b", "authorized": "authorizer-c"}
PASSPHRASE = "correct horse"
FIRST = f"{NAME}-r1"
ROOT = str(Path(__file__).parents[3])


@pytest.fixture(scope="module")
def filed(tmp_path_factory):
    """A workspace with a submission of which much is still missing; for reading only."""
    return written(tmp_path_factory.mktemp("filed") / "workspace")


@pytest.fixture(scope="module")
def signed(filed, tmp_path_factory):
    """A workspace whose report was built and signed by three people by the commands; for reading only."""
    from labharness.cli import main

    space = copied(filed, tmp_path_factory.mktemp("signed"))
    keys = tmp_path_factory.mktemp("keys")

    def command(*words):
        with pytest.raises(SystemExit) as ended:
            main([*map(str, words), "--workspace", str(space.path)])
        assert ended.value.code == 0, words

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(getpass, "getpass", lambda _="": PASSPHRASE)
        command("report", "build", "--submission", NAME, "--by", "engineer-a")
        for role, person in SIGNERS.items():
            key = keys / f"{person}.p12"
            command("report", "trial-key", key, "--by", person)
            command("report", "sign", FIRST, "--role", role, "--by", person, "--key", key)
    return space


@pytest.fixture
def space(filed, tmp_path):
    return copied(filed, tmp_path)


@pytest.fixture
def issued(signed, tmp_path):
    return copied(signed, tmp_path)


def test_what_is_not_complete_is_said_and_its_approval_is_refused(cli, space):
    build = ("report", "build", "--submission", NAME, "--by", "engineer-a", "--workspace", space.path)
    (code, out, _), report = drawn(cli, *build, "--json")
    text = json.loads(out)
    assert (code, text["report"], text["outcome"], text["refused"]) == (0, FIRST, "INCONCLUSIVE", True)
    reasons = list(map(spoken, text["reasons"]))
    assert any(reason.is_a(Conclusions.SOFTWARE_UNKNOWN) for reason in reasons)
    assert any(reason.is_a(Conclusions.CLAUSE_NOT_TESTED) for reason in reasons)
    assert Conclusions.INCOMPLETE() in map(spoken, text["objections"])
    front = report.parts[0]
    assert "VERDICT INCONCLUSIVE" in front
    assert "NO RECOMMENDATION TO APPROVE CAN BE MADE" in front
    words = json.loads((Path(text["path"]) / "dossier" / "conclusion.json").read_bytes())
    assert (words["outcome"], words["refused"]) == (text["outcome"], text["refused"])
    for name in ("reasons", "objections"):
        assert words[name] == list(map(dump_reason, map(spoken, text[name])))


def test_the_start_of_a_run_is_on_record_under_who_was_at_the_bench(space):
    with open_register(space) as register:
        begun = [change for change in register.changes(NAME) if change.what == "run started"]
    assert [(each.who, each.after["run"]) for each in begun] == [("engineer-a", RUN)]


def test_three_people_sign_and_then_it_stays(cli, issued):
    before = (issued.path / "reports" / FIRST / PDF).read_bytes()
    for words in (
        ("build", "--submission", NAME, "--by", "engineer-a"),
        ("build", "--submission", "nothing", "--by", "engineer-a"),
        ("build", "--submission", NAME, "--layout", "poem", "--by", "engineer-a"),
        ("sign", FIRST, "--role", "reviewed", "--by", "engineer-a", "--key", "none.p12"),
        ("sign", FIRST, "--role", "witnessed", "--by", "engineer-a", "--key", "none.p12"),
        ("amend", FIRST, "--why", "  ", "--by", "authorizer-c"),
        ("amend", FIRST, "--why", "Complete now.", "--by", "engineer-a"),
        ("amend", f"{NAME}-r2", "--why", "Complete now.", "--by", "authorizer-c"),
        ("amend", "nothing", "--why", "Complete now.", "--by", "authorizer-c"),
    ):
        code, out, err = cli("report", *words, "--workspace", issued.path)
        assert (code, out, len(err.strip().splitlines())) == (3, "", 1), (words, out, err)
    assert (issued.path / "reports" / FIRST / PDF).read_bytes() == before
    assert {each.name for each in (issued.path / "reports").iterdir() if each.is_dir()} == {FOLDER, FIRST}
    with open_register(issued) as register:
        changes = [change for change in register.changes(NAME) if change.what == "report signed"]
    assert [(change.after["role"], change.who) for change in changes] == [
        (role, person.replace("-", " ").title()) for role, person in SIGNERS.items()
    ]
    assert verify_register(issued)[2] == ()


def test_a_key_is_opened_by_what_is_typed_and_by_nothing_else(cli, space, tmp_path, monkeypatch):
    typed = iter([PASSPHRASE, "another", PASSPHRASE, PASSPHRASE, "wrong", PASSPHRASE])
    monkeypatch.setattr(getpass, "getpass", lambda _="": next(typed))
    build_submission_report(space, NAME, by="engineer-a")
    key = tmp_path / "key.p12"

    def report(*words, by="engineer-a"):
        return cli("report", *words, "--by", by, "--workspace", space.path)

    assert report("trial-key", key)[0] == 3
    assert not key.exists()
    assert report("trial-key", key)[0] == 0
    assert report("trial-key", key, by="nobody")[0] == 3
    sign = ("sign", FIRST, "--role", "tested", "--key", key)
    code, _, err = report(*sign)
    assert (code, len(err.strip().splitlines())) == (3, 1)
    code, out, _ = report(*sign, "--json")
    assert (code, json.loads(out)["role"]) == (0, "tested")
    assert report("build", "--submission", NAME)[0] == 3, "one signature is enough to keep it"
    assert PASSPHRASE.encode() not in key.read_bytes()
    assert not re.search("passphrase|password", cli("report", "sign", "-h")[1])


def test_a_trial_key_signs_for_nobody_else(cli, issued, tmp_path, monkeypatch):
    monkeypatch.setattr(getpass, "getpass", lambda _="": PASSPHRASE)
    key, at = tmp_path / "reviewer.p12", ("--workspace", issued.path)
    assert cli("report", "trial-key", key, "--by", SIGNERS["reviewed"], *at)[0] == 0
    number = amend_report(issued, FIRST, "Once more.", SIGNERS["authorized"]).number
    sign = ("report", "sign", number, "--role", "tested", "--by", SIGNERS["tested"], "--key", key, *at)
    code, _, err = cli(*sign)
    assert code == 3
    assert err.startswith("This is the trial key of "), err
    assert not is_signed((issued.path / "reports" / number / PDF).read_bytes())


def unasked(reasons):
    """Return the runs that nobody asked for."""
    return {each["run"] for each in every(reasons) if each.is_a(Attempts.NOT_THE_RETEST)}


def test_an_amended_report_says_what_it_replaces_and_the_old_one_stays(cli, issued, refusal):
    old = issued.path / "reports" / FIRST
    before = {file.relative_to(old): file.read_bytes() for file in old.rglob("*") if file.is_file()}
    run_it(issued, "again")
    put(issued, *components(issued.run(RUN)), why="The hashes were read.")
    amend = ("report", "amend", FIRST, "--why", "The software is on record now.", "--by", "authorizer-c")
    (code, out, _), report = drawn(cli, *amend, "--workspace", issued.path, "--json")
    words = json.loads(out)
    assert (code, words["report"], words["outcome"]) == (0, f"{NAME}-r2", "INCONCLUSIVE")
    assert "again" in unasked(map(spoken, words["reasons"]))
    assert {file: (old / file).read_bytes() for file in before} == before
    assert verify_report(old, named_trust(issued.path, old)).issued
    new = issued.path / "reports" / f"{NAME}-r2"
    text = report.text
    for each in (
        hashlib.sha256(before[Path(PDF)]).hexdigest(),
        FIRST,
        "The software is on record now.",
        "whose verdict was INCONCLUSIVE, simulated and whose recommendation was none",
        "put component part-1: The hashes were read.",
        "run again was added",
        "Authorizer C",
    ):
        assert each in text, each
    assert json.loads((new / MANIFEST).read_bytes())["revision"] == 2
    pdf = (new / PDF).read_bytes()
    assert build_submission_report(issued, NAME, by="engineer-a").bundle.pdf == pdf
    later = f"{NAME}-r2"
    for number, why in (
        (FIRST, Reports.AMENDED(report=FIRST, latest=later)),
        (later, Reports.NOT_SIGNED(report=later)),
    ):
        assert refusal(amend_report, issued, number, "Again.", "authorizer-c") == why


@pytest.fixture
def whole(passing, tmp_path):
    return copied(passing, tmp_path)


def flipped(file, at=None):
    content = bytearray(file.read_bytes())
    content[len(content) // 2 if at is None else at] ^= 1
    file.write_bytes(content)


def damage_segment(folder):
    flipped(next((folder / "raw").iterdir()))


@pytest.mark.parametrize(
    ("damage", "text"),
    [
        (lambda folder: flipped(folder / LEDGER), "INTEGRITY NOT VERIFIED Run 1."),
        (damage_segment, "INTEGRITY NOT VERIFIED Run 1."),
        (lambda folder: flipped(folder / LEDGER, 40), "Cannot read run small, so it is not known whether"),
        (lambda folder: (folder / "plan.toml").unlink(), "because its frozen plan is unreadable"),
    ],
    ids=["line", "segment", "start", "plan"],
)
def test_a_broken_run_still_gets_a_report_that_says_so_on_page_one(whole, damage, text):
    damage(whole.run(RUN).path)
    result, report = drawn(build_submission_report, whole, NAME, by="engineer-a")
    conclusion = result.case.conclusion
    assert (conclusion.outcome, conclusion.refused) == (Outcome.INCONCLUSIVE, True)
    front = report.parts[0]
    assert "INCONCLUSIVE" in front
    assert "PASS" not in front, front
    assert text in front
    assert str(whole.path) not in report.text
    gone = (Dossiers.RUN_MISSING, Dossiers.RUN_REPLACED)
    assert not any(reason.is_a(*gone) for reason in conclusion.reasons), "it is there, and broken"


def test_a_report_of_broken_evidence_can_be_signed_and_says_what_was_broken(
    cli, space, tmp_path, monkeypatch
):
    monkeypatch.setattr(getpass, "getpass", lambda _="": PASSPHRASE)
    damage_segment(space.run(RUN).path)
    folder = build_submission_report(space, NAME, by="engineer-a").bundle.path
    key = ("--by", "engineer-a", "--workspace", space.path)
    assert cli("report", "trial-key", tmp_path / "key.p12", *key)[0] == 0
    assert cli("report", "sign", FIRST, "--role", "tested", "--key", tmp_path / "key.p12", *key)[0] == 0
    code, out, _ = cli("report", "verify", folder, "--workspace", space.path)
    assert (code, term(ReportState.SIGNED_SO_FAR) in out) == (4, True)
    assert f"Run {RUN}: INTEGRITY NOT VERIFIED" in out
    assert f"The report states this: Run {RUN}: raw/device-0001.seg, byte" in out
    ledger = folder / "runs" / RUN / LEDGER
    ledger.write_bytes(ledger.read_bytes()[:-2])
    altered = Reports.FILE_ALTERED(file=f"runs/{RUN}/{LEDGER}")
    assert altered in verify_report(folder).problems


def test_what_somebody_else_works_on_is_one_sentence(cli, space):
    (space.path / "reports" / FOLDER).mkdir()
    build = ("report", "build", "--submission", NAME, "--by", "engineer-a", "--workspace", space.path)
    of_report = space.path / "reports" / FOLDER / f"{FIRST}.lock"
    drawn = Evidence.IN_USE_BY_ANOTHER(what=Lockable.REPORT, name=FIRST)
    for place, what, name, reason in (
        (space.run(RUN).path / "lock", Lockable.RUN, RUN, Runs.AT_WORK(run=RUN)),
        (of_report, Lockable.REPORT, FIRST, drawn),
    ):
        lock = FileLock(place, what, name)
        try:
            code, out, err = cli(*build)
        finally:
            lock.release()
        assert (code, out, err.splitlines()[-1]) == (3, "", say(reason))
        assert not (space.path / "reports" / FIRST).exists()


@pytest.mark.long
def test_it_verifies_elsewhere_without_a_workspace(cli, issued, tmp_path):
    """Another computer: another home, another folder, no workspace, the bundle, the published fingerprint and list."""
    (root,) = read_list(issued.path / LIST)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    listed = cli("people", "list", "--json", "--workspace", issued.path)[1]
    (elsewhere / "signers.json").write_text(listed, encoding="utf-8")
    shutil.copytree(issued.path / "reports" / FIRST, elsewhere / "bundle")
    decided = len(RunHistory.of(issued.run(RUN)).summary.verdict.decisions)
    shutil.rmtree(issued.path)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LABHARNESS")}
    command = [
        sys.executable,
        "-c",
        f"{WITH_SHORT_SEARCHES}\nmain(sys.argv[1:])",
        "report",
        "verify",
        "bundle",
    ]
    command += ["--reverify", "--json", "--fingerprint", fingerprint(root), "--signers", "signers.json"]
    before = sorted(elsewhere.rglob("*"))
    done = subprocess.run(
        command,
        cwd=elsewhere,
        env={**environment, "PYTHONPATH": ROOT, "HOME": str(elsewhere), "TZ": "Asia/Kathmandu"},
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=120,
    )
    text = json.loads(done.stdout)
    assert (done.returncode, text["state"], text["problems"]) == (0, "issued", [])
    assert text["concluded"]["verdict"] == "INCONCLUSIVE"
    assert [each["role"] for each in text["file"]["signatures"]] == list(SIGNERS)
    assert all(each["trial"] for each in text["file"]["signatures"])
    assert text["runs"][RUN]["problems"] == []
    assert text["reverified"][RUN]["results"] == decided
    assert text["redrawn"] == {"report": "identical", "problems": [], "notes": []}
    assert sorted(elsewhere.rglob("*")) == before, "verifying writes nothing"


def test_a_signed_report_verifies_until_a_byte_of_a_run_is_flipped(cli, issued):
    """Of every other file, test_issuing flips some."""
    folder = issued.path / "reports" / FIRST
    code, out, _ = cli("report", "verify", folder, "--workspace", issued.path)
    assert code == 0
    assert f"{term(ReportState.ISSUED)}, WITH TRIAL CERTIFICATES" in out
    advice = Verifications.WITHHELD(recommendation="approve")
    assert say(Verifications.VERDICT(verdict="INCONCLUSIVE", advice=advice)) in out
    assert say(Verifications.LATER_AMENDMENTS()) in out

    flipped(folder / "runs" / RUN / LEDGER)
    code, out, _ = cli("report", "verify", folder, "--json")
    assert (code, json.loads(out)["clean"]) == (3, False)
    assert names(list(map(spoken, json.loads(out)["problems"])), f"runs/{RUN}/{LEDGER}")
