import hashlib
import json
import random
import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest

from labharness.app.reports.issuing import sign_report, told, verify_report
from labharness.app.workspace.bundle import AUTHORITY, NOTE, PDF, SUMS, Bundle, write_bundle
from labharness.app.workspace.manifest import MANIFEST
from labharness.app.workspace.workspace import Workspace
from labharness.evidence.verify import verify
from labharness.language.catalog import clause, term
from labharness.model.reasons.evidence import Archive, ReportState, Verifications
from labharness.model.reasons.report import Bundles, Reports
from labharness.reporting.stamps import SignatureRole
from reports.how_to_verify import commands
from tests.support.reasons import name as names
from tests.support.signing_factory import Signatories, small_pdf

NUMBER = "2026-0461"


@pytest.fixture(scope="module")
def workspace(tmp_path_factory, rng_run):
    """A workspace with one report, signed by all."""
    space = Workspace.init(tmp_path_factory.mktemp("issuing") / "workspace")
    dossier = {"register.json": b'{"reference": "S-1"}\n', "files/photo.bin": bytes(range(256))}
    write_bundle(space.path / "reports" / NUMBER, 1, dossier, [rng_run[1]], small_pdf)
    return space


@pytest.fixture(scope="module")
def bundle(workspace, sign):
    """The folder of that report."""
    sign(workspace, NUMBER, submission="")
    return workspace.path / "reports" / NUMBER


@pytest.fixture
def copy(bundle, tmp_path):
    """A copy of it, to be damaged."""
    return Path(shutil.copytree(bundle, tmp_path / "copy"))


def test_a_bundle_verifies_with_trust_from_outside(copy, people, rng_run):
    result = verify_report(copy, people.trusted)
    assert result.problems == ()
    assert result.runs.keys() == {rng_run[1].run}
    assert result.runs[rng_run[1].run].head == verify(rng_run[1].path).head
    assert result.issued
    assert [each.role for each in result.file.signatures] == list(SignatureRole)
    assert verify_report(copy, again=True).reverified[rng_run[1].run].results > 0


def test_the_folder_does_not_vouch_for_its_own_signers(copy, people, tmp_path):
    assert [authority.dump() for authority in Bundle(copy).authorities] == [people.roots[0].dump()]
    for roots in ((), Signatories(tmp_path / "other").roots):
        result = verify_report(copy, roots)
        assert (result.state, result.problems) == (ReportState.UNTRUSTED, ())
        assert not result.clean
        assert not result.issued
        assert result.concluded is None
        lines = list(told(copy, result))
        assert term(ReportState.UNTRUSTED) in lines[-1]
        assert any(people.roots[0].sha256.hex() in line for line in lines), "it can be compared"


def test_the_lists_can_be_checked_without_this_program(copy):
    listed = (copy / SUMS).read_text("ascii").splitlines()
    assert [line.split("  ")[1] for line in listed] == [PDF, MANIFEST, AUTHORITY]
    for line in listed:
        digest, name = line.split("  ")
        assert hashlib.sha256((copy / name).read_bytes()).hexdigest() == digest
    manifest = json.loads((copy / MANIFEST).read_bytes())
    names = {each["name"] for each in manifest["files"]}
    assert {NOTE, "dossier/register.json", "dossier/files/photo.bin"} < names
    assert (manifest["report"], manifest["revision"]) == (NUMBER, 1)
    for each in manifest["files"]:
        content = (copy / each["name"]).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (each["size"], each["sha256"])
    files = {file.relative_to(copy).as_posix() for file in copy.rglob("*") if file.is_file()}
    assert files == names | {PDF, MANIFEST, AUTHORITY, SUMS}
    if shutil.which("sha256sum"):
        subprocess.run(["sha256sum", "--check", "--strict", "--quiet", SUMS], cwd=copy, check=True)


@pytest.mark.skipif(
    not all(map(shutil.which, ("bash", "awk", "sha256sum"))), reason="needs a shell and its tools"
)
def test_the_commands_that_the_report_prints_find_a_changed_file(copy):
    text = commands(copy.name)

    def run(name):
        return subprocess.run(
            ["bash", "-c", text[name]], cwd=copy.parent, capture_output=True, text=True, check=False
        )

    assert (run("damage").returncode, run("files").returncode, run("files").stdout) == (0, 0, "")
    raw = next(file for file in copy.glob("runs/*/raw/*") if file.stat().st_size)
    raw.write_bytes(bytes([raw.read_bytes()[0] ^ 1]) + raw.read_bytes()[1:])
    result = run("files")
    assert result.returncode != 0
    assert f"{raw.relative_to(copy).as_posix()}: FAILED" in result.stdout
    assert run("damage").returncode == 0  # the manifest is as it was
    (copy / MANIFEST).write_bytes((copy / MANIFEST).read_bytes() + b" ")
    assert run("damage").returncode != 0


def test_one_flipped_byte_in_any_file_is_found(copy, people):
    source, bundle = random.Random(461), Bundle(copy)
    manifest = hashlib.sha256((copy / MANIFEST).read_bytes()).hexdigest()
    files = sorted(file for file in copy.rglob("*") if file.is_file() and file.stat().st_size)
    assert len(files) > 10
    for file in files:
        content, name = file.read_bytes(), file.relative_to(copy).as_posix()
        for place in {0, len(content) - 1, *(source.randrange(len(content)) for _ in range(3))}:
            changed = bytes([content[place] ^ 1 << source.randrange(8)])
            file.write_bytes(content[:place] + changed + content[place + 1 :])
            problems = list(bundle.faults(manifest))
            assert names(problems, name) or names(problems, SUMS), (name, place)
        if name in (PDF, "dossier/register.json"):
            assert verify_report(copy, people.trusted).state is ReportState.DAMAGED
        file.write_bytes(content)
    assert verify_report(copy, people.trusted).clean


@pytest.mark.parametrize("name", [SUMS, AUTHORITY])
def test_bytes_of_the_small_lists_count(copy, name):
    file, bundle = copy / name, Bundle(copy)
    content, manifest = file.read_bytes(), hashlib.sha256((copy / MANIFEST).read_bytes()).hexdigest()
    for place in range(0, len(content), 3 if name == SUMS else 11):
        file.write_bytes(content[:place] + bytes([content[place] ^ 32]) + content[place + 1 :])
        assert list(bundle.faults(manifest)), place


def test_missing_and_strange_files_are_named(copy):
    missing, added, gone = "dossier/register.json", "dossier/extra.txt", Reports.FILE_MISSING
    (copy / missing).unlink()
    (copy / added).write_text("x", encoding="utf-8")
    assert verify_report(copy).problems == (gone(file=missing), Bundles.FILE_ADDED(file=added))
    (copy / SUMS).unlink()
    (copy / MANIFEST).unlink()
    assert verify_report(copy).problems == (gone(file=SUMS), gone(file=MANIFEST))


def test_a_manifest_that_was_made_to_fit_is_not_the_one_that_was_signed(copy):
    """Whoever changes the evidence can change both lists, but not the hash in the signed report."""
    file = copy / "dossier" / "register.json"
    file.write_bytes(b'{"reference": "S-2"}\n')
    manifest = json.loads((copy / MANIFEST).read_bytes())
    for each in manifest["files"]:
        if each["name"] == "dossier/register.json":
            each["sha256"] = hashlib.sha256(file.read_bytes()).hexdigest()
    (copy / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8", newline="\n")
    (copy / SUMS).write_bytes(Bundle(copy)._sums({}))
    assert verify_report(copy).problems == (Bundles.MANIFEST_REPLACED(file=MANIFEST),)


def test_a_pdf_alone_is_verified_as_one(copy, people, tmp_path):
    result = verify_report(copy / PDF, people.trusted)
    alone = tmp_path / "alone.pdf"
    alone.write_bytes(small_pdf())
    assert result.clean
    assert Bundles.REPORT_ALONE() in result.notes
    stranger = verify_report(copy / PDF)
    lines = list(told(copy / PDF, stranger))
    assert stranger.state is ReportState.UNTRUSTED
    assert term(ReportState.UNTRUSTED) in lines[-1]
    assert lines[0].startswith("tested: intact; ")
    assert clause(Verifications.NOT_TRUSTED(issuer=stranger.file.signatures[0].issuer)) in lines[0]
    assert not any("NOT GOOD" in line or "WRONG" in line for line in lines)
    changed = bytearray((copy / PDF).read_bytes())
    changed[3000] ^= 1
    (copy / PDF).write_bytes(changed)
    last = list(told(copy / PDF, verify_report(copy / PDF)))[-1]
    assert term(ReportState.DAMAGED) in last
    assert verify_report(alone).problems == (Bundles.UNSIGNED(),)


def test_an_unsigned_bundle_verifies_and_says_that_it_is_unsigned(tmp_path, rng_run):
    bundle = write_bundle(tmp_path / NUMBER, 1, {}, [rng_run[1]], small_pdf)
    result = verify_report(bundle.path)
    assert result.problems == ()
    assert result.file.unsigned == tuple(SignatureRole)
    assert not (bundle.path / AUTHORITY).exists()
    damaged = bytearray(bundle.pdf)
    damaged[5000] ^= 1
    (bundle.path / PDF).write_bytes(damaged)
    lists = Bundles.SUMS_DIFFER(file=SUMS, of=(PDF, MANIFEST, AUTHORITY))
    assert lists in verify_report(bundle.path).problems


def test_the_same_dossier_gives_the_same_bytes(tmp_path, rng_run):
    first, second = (
        write_bundle(tmp_path / folder / NUMBER, 1, {"a.json": b"{}"}, [rng_run[1]], small_pdf)
        for folder in ("one", "two")
    )
    assert first.pdf == second.pdf
    assert (first.path / SUMS).read_bytes() == (second.path / SUMS).read_bytes()


def test_a_report_that_is_no_pdf_a_is_not_issued(tmp_path, refusal):
    def draw(manifest):
        out = BytesIO()
        with pikepdf.open(BytesIO(small_pdf(manifest))) as file:
            del file.Root["/OutputIntents"]
            file.save(out)
        return out.getvalue()

    assert refusal(write_bundle, tmp_path / NUMBER, 1, {}, [], draw) == Reports.NOT_ARCHIVABLE(
        report=NUMBER, why=(Archive.NO_OUTPUT_INTENT(),)
    )
    assert list(tmp_path.iterdir()) == []


def test_an_issued_report_is_not_written_again(bundle, refusal):
    for folder, why in (
        (bundle, Reports.EXISTS(report=NUMBER)),
        (bundle.parent / "a b", Reports.NOT_A_NUMBER(number="a b")),
    ):
        assert refusal(write_bundle, folder, 1, {}, [], small_pdf) == why


def test_what_does_not_verify_is_not_signed(tmp_path, people, refusal):
    space = Workspace.init(tmp_path / "workspace")
    bundle = write_bundle(space.path / "reports" / NUMBER, 1, {"a.json": b"{}"}, [], small_pdf)
    (bundle.path / "dossier" / "a.json").write_bytes(b"[]")
    who = (SignatureRole.TESTED, "Engineer A", people.key("Engineer A"))
    for number, why in (
        (NUMBER, Reports.DOES_NOT_VERIFY(why=Reports.FILE_ALTERED(file="dossier/a.json"))),
        *((number, Reports.UNKNOWN(report=number)) for number in ("2026-0462", "../workspace")),
    ):
        assert refusal(sign_report, space, number, *who) == why
    assert refusal(verify_report, tmp_path) == Reports.NOT_A_FOLDER(folder=str(tmp_path), file=PDF)
