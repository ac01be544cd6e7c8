"""A report drawn again from its folder alone: what follows from the evidence is the same, and a forgery is named."""

import dataclasses
import hashlib
import io
import json
import shutil
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from labharness.app.reports import redrawing
from labharness.app.reports.issuing import told, verify_report
from labharness.app.reports.submission_reports import amend_report, build_submission_report, drawing
from labharness.app.submission.decisions import CONCLUSION, RECORD, REMAINDER
from labharness.app.submission.dossiers import gather_dossier, written
from labharness.app.workspace.bundle import DOSSIER, PDF, Bundle
from labharness.app.workspace.manifest import MANIFEST
from labharness.app.workspace.register import store
from labharness.assessment import conclusion as case
from labharness.assessment.conclusion import conclude
from labharness.evidence.lock import LEDGER
from labharness.filings.entries.events import Unit
from labharness.filings.entries.review import Waiver
from labharness.filings.store.chain import digest
from labharness.language.catalog import say, term
from labharness.model.reasons.conclusion import Dossiers
from labharness.model.reasons.evidence import Redrawn, ReportState, Verifications
from labharness.model.reasons.report import Bundles, Redrawings, Reports
from labharness.model.results import Outcome
from labharness.reporting.stamps import SignatureRole
from tests.support.filing_factory import (
    NAME,
    RUN,
    complete,
    copied,
    items,
    judged,
    put,
    run_it,
    write_workspace,
)
from tests.support.signing_factory import revise

pytestmark = pytest.mark.long

FIRST, SHORT = f"{NAME}-r1", f"{NAME}-d1"
"""The approval report, and the deficiency report, which is drawn in a fifth of its time."""


@pytest.fixture(scope="module")
def passing(tmp_path_factory):
    """A workspace whose submission passes, with a photograph of its unit; for reading only."""
    folder = tmp_path_factory.mktemp("passing")
    space = write_workspace(folder / "workspace")
    Image.new("RGB", (40, 30), (200, 30, 30)).save(folder / "front.png")
    (unit,) = [item for item in items() if item.kind == "unit"]
    put(
        space, unit.model_copy(update={"photographs": (store(space).add(folder / "front.png", "The front"),)})
    )
    complete(space)
    return space


@pytest.fixture(scope="module")
def signed(passing, sign, tmp_path_factory):
    """The same with its short report, signed by all three; for reading only."""
    space = copied(passing, tmp_path_factory.mktemp("signed"))
    build_submission_report(space, NAME, "deficiency", by="engineer-a")
    sign(space, SHORT)
    return space


@pytest.fixture
def folder(signed, tmp_path):
    """A copy of that report's folder, far from any workspace."""
    return Path(shutil.copytree(signed.path / "reports" / SHORT, tmp_path / "elsewhere"))


@pytest.fixture
def forge(folder):
    """Change files of the dossier, list them anew, draw a PDF that names the new list, and draw it again."""

    def made(draw, **changed):
        for name, content in changed.items():
            (folder / DOSSIER / f"{name}.json").write_bytes(content)
        listed = json.loads((folder / MANIFEST).read_bytes())
        for each in listed["files"]:
            content = (folder / each["name"]).read_bytes()
            each |= {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        content = json.dumps(listed).encode()
        (folder / MANIFEST).write_bytes(content)
        manifest = hashlib.sha256(content).hexdigest()
        revise(Bundle(folder), draw(manifest))
        return redrawing.redraw(Bundle(folder), Bundle(folder).pdf, manifest)

    return made


def read(folder):
    """Return the dossier that lies in a folder, and its files."""
    bundle = Bundle.open(folder)
    files = bundle.dossier("")
    runs = [redrawing.RunFolder(folder / "runs" / name) for name in bundle.heads()]
    return redrawing.read_dossier(files, runs, lambda _: None)[0], files


def as_drawn(dossier):
    return lambda manifest: drawing(dossier.series)(dossier, manifest)


def unsigned(folder):
    """Return the PDF of a folder as it was before the first signature."""
    return Bundle(folder).pdf.partition(b"%%EOF\n")[0] + b"%%EOF\n"


def with_versions(files, **versions):
    body = json.loads(files[REMAINDER])
    return json.dumps({**body, "versions": {**body["versions"], **versions}}).encode()


def test_only_who_asks_has_it_drawn_again_and_is_told_in_one_line(folder, people):
    result = verify_report(folder, people.trusted)
    assert (result.issued, result.redrawn) == (True, None)
    assert not any(line.startswith("Report: ") for line in told(folder, result))
    result = verify_report(folder, again=True)
    assert (result.problems, result.redrawn) == ((), redrawing.Redrawing(Redrawn.IDENTICAL))
    for redrawn in (Redrawn.IDENTICAL, Redrawn.SAME_TEXT):
        other = dataclasses.replace(result, redrawn=redrawing.Redrawing(redrawn))
        assert say(Verifications.REDRAWN(redrawn=redrawn)) in told(folder, other)


def test_the_dossier_reads_back_as_it_was_written(folder, passing):
    dossier, files = read(folder)
    before = gather_dossier(passing, NAME, series="d")
    assert dataclasses.replace(dossier, groups=()) == dataclasses.replace(before, groups=())
    assert conclude(dossier) == conclude(before)
    assert [group.settlement for group in dossier.groups] == [group.settlement for group in before.groups]
    assert written(dossier, conclude(dossier)) == files


def test_the_photographs_and_the_grounds_are_kept(folder):
    dossier, _ = read(folder)
    (unit,) = dossier.submission.of(Unit)
    name = unit.photographs[0].sha256
    content = dossier.files[name]
    (grounds,) = {file.sha256 for waiver in dossier.submission.of(Waiver) for file in waiver.files}
    assert dossier.files[grounds] == b"02:14 mains lost; 02:31 mains restored\n"
    assert dossier.files.keys() == {name, grounds}
    kept = folder / DOSSIER / "files" / name
    assert hashlib.sha256(kept.read_bytes()).hexdigest() == name
    assert Image.open(io.BytesIO(content)).size == (40, 30)
    kept.write_bytes(content + b"\0")
    altered = Reports.FILE_ALTERED(file=f"{DOSSIER}/files/{name}")
    assert altered in verify_report(folder).problems


def test_an_amended_report_comes_out_the_same(signed, tmp_path):
    space = copied(signed, tmp_path)
    amended = amend_report(space, SHORT, "The address was wrong.", "authorizer-c").bundle.path
    result = verify_report(amended, again=True)
    assert (result.problems, result.redrawn.report) == ((), Redrawn.IDENTICAL)
    amends = json.loads((amended / DOSSIER / REMAINDER).read_bytes())["amends"]
    assert (amends["number"], amends["why"]) == (SHORT, "The address was wrong.")


def damage_segment(folder):
    segment = next((folder / "raw").iterdir())
    segment.write_bytes(segment.read_bytes()[:-3])


def damage_line(folder):
    content = bytearray((folder / LEDGER).read_bytes())
    content[len(content) // 2] ^= 1
    (folder / LEDGER).write_bytes(content)


def lose_plan(folder):
    (folder / "plan.toml").unlink()


@pytest.mark.parametrize("damage", [damage_segment, damage_line, lose_plan, shutil.rmtree])
def test_a_report_of_broken_evidence_comes_out_the_same(passing, tmp_path, damage):
    """Runs that are copied, called otherwise, damaged or gone: what the report says of them follows as well."""
    space = copied(passing, tmp_path)
    run = space.run(RUN).path
    shutil.copytree(run, run.with_name("a-copy"))
    damage(run.rename(run.with_name("called-otherwise")))
    bundle = build_submission_report(space, NAME, "deficiency", by="engineer-a").bundle
    shutil.rmtree(space.path / "runs")
    result = verify_report(bundle.path, again=True)
    assert (result.problems, result.redrawn) == ((), redrawing.Redrawing(Redrawn.IDENTICAL))


def test_a_pass_that_the_runs_do_not_give_is_named(passing, people, sign, tmp_path, monkeypatch, refusal):
    """Verdict, text and lists all say PASS and are signed; only the runs, which nobody touched, say FAIL."""
    space = copied(passing, tmp_path)
    pass_, failing = judged(space), "again"
    run_it(space, failing, faults=("stuck_bit",))
    true = conclude(gather_dossier(space, NAME))
    assert (pass_.outcome, true.outcome) == (Outcome.PASS, Outcome.FAIL)
    with monkeypatch.context() as patch:
        patch.setattr(case, "conclude", lambda _: pass_)
        bundle = build_submission_report(space, NAME, by="engineer-a").bundle
    sign(space, FIRST, SignatureRole.TESTED)
    other_verdict = Redrawings.OTHER_VERDICT(there="PASS", drawn="FAIL", why=true.reasons[:1])
    why = Reports.DOES_NOT_VERIFY(why=other_verdict)
    assert refusal(sign, space, FIRST, SignatureRole.REVIEWED) == why
    revise(bundle, people.sign(bundle.pdf, (SignatureRole.REVIEWED, SignatureRole.AUTHORIZED)))
    assert verify_report(bundle.path, people.trusted).issued, "signatures, list and runs are good"
    result = verify_report(bundle.path, again=True)
    assert all(each.same for each in result.reverified.values())
    assert result.problems[0] == other_verdict
    first = next(problem for problem in result.problems if problem.is_a(Redrawings.PAGE_DIFFERS))
    assert (first["file"], first["page"]) == (PDF, 1)
    lines = list(told(bundle.path, result))
    assert say(Verifications.REDRAWN(redrawn=Redrawn.DIFFERS)) in lines
    assert lines[-1].startswith(f"{bundle.path}: {term(ReportState.DAMAGED)}")


def test_a_changed_entry_of_the_record_is_named(folder, forge, people):
    dossier, files = read(folder)
    record = json.loads(files[RECORD])
    (entry,) = [each for each in record["entries"] if each["kind"] == "filing"]
    entry["title"] = "Another RNG"
    forge(as_drawn(dossier), submission=json.dumps(record).encode())
    revise(Bundle(folder), people.sign(Bundle(folder).pdf))
    assert verify_report(folder, people.trusted).issued, "signatures, files and runs are all good"
    result = verify_report(folder, again=True)
    record_ = f"{DOSSIER}/{RECORD}"
    assert Redrawings.ENTRY_DIFFERS(file=record_, kind="filing", entry="s-461") in result.problems
    pages = [problem for problem in result.problems if problem.is_a(Redrawings.PAGE_DIFFERS)]
    assert any("Another RNG" in page["drawn"] + page["there"] for page in pages)
    change = [each for each in record["changes"] if each["kind"] == "filing"][-1]
    change["after"] = {name: value for name, value in entry.items() if name != "kind"}
    result = forge(lambda _: unsigned(folder), submission=json.dumps(record).encode())
    assert Redrawings.RECORD_ALTERED(file=record_, number=change["number"]) in result.problems
    change["hash"] = digest(change)
    result = forge(lambda _: unsigned(folder), submission=json.dumps(record).encode())
    assert result.problems
    assert {problem.member for problem in result.problems} == {Redrawings.PAGE_DIFFERS}


def test_a_run_that_is_left_out_is_named(folder, forge):
    shutil.rmtree(folder / "runs")
    listed = json.loads((folder / MANIFEST).read_bytes())
    listed["files"] = [each for each in listed["files"] if not each["name"].startswith("runs/")]
    (folder / MANIFEST).write_text(json.dumps({**listed, "runs": {}}), encoding="utf-8")
    dossier, _ = read(folder)
    content = written(dossier, conclude(dossier))[CONCLUSION]
    (problem,) = forge(as_drawn(dossier), conclusion=content).problems
    assert problem == Redrawings.RUN_UNACCOUNTED(run="small")


def test_what_was_added_before_the_first_signature_is_found(folder, people):
    """The drawn bytes stand there whole, and an update after them that is signed with them says something else."""
    bundle, drawn = Bundle(folder), unsigned(folder)
    revise(bundle, people.sign(drawn + update(drawn), (SignatureRole.TESTED,)))
    assert verify_report(folder, people.trusted).clean
    assert Redrawings.APPENDED(file=PDF) in verify_report(folder, again=True).problems


def update(pdf):
    """Return what appended to a file takes all drawing from its first page."""
    with pikepdf.open(io.BytesIO(pdf)) as file:
        number, page = file.pages[0].obj.objgen[0], file.pages[0].obj
        page.Contents = pikepdf.Array()
        body, size, root = page.unparse(resolved=True), int(file.trailer.Size), file.Root.objgen[0]
        info = file.trailer.Info.objgen[0]
        identifier = pikepdf.Array(file.trailer.ID).unparse()
    before = int(pdf.rsplit(b"startxref", 1)[1].split()[0])
    written_ = b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = b"xref\n%d 1\n%010d 00000 n \n" % (number, len(pdf))
    trailer = b"trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R /ID %b /Prev %d >>\n"
    trailer %= (size, root, info, identifier, before)
    return written_ + table + trailer + b"startxref\n%d\n%%%%EOF\n" % (len(pdf) + len(written_))


def test_under_other_library_versions_the_text_is_compared(folder, forge):
    dossier, files = read(folder)
    then = dataclasses.replace(dossier, versions={**dossier.versions, "reportlab": "4.2.1"})
    other = {"dossier": with_versions(files, reportlab="4.2.1")}
    result = forge(lambda manifest: squeezed(as_drawn(then)(manifest)), **other)
    assert (result.problems, result.report) == ((), Redrawn.SAME_TEXT)
    here = redrawing.versions()["reportlab"]
    changed = Redrawings.VERSION(name="reportlab", then="4.2.1", now=here)
    assert result.notes == (Redrawings.OTHER_LIBRARIES(changed=(changed,)),)
    lying = dataclasses.replace(then, notes=(Dossiers.UNTOUCHED(run="small"),))
    result = forge(lambda manifest: squeezed(as_drawn(lying)(manifest)), **other)
    assert result.report is Redrawn.DIFFERS
    pages = [problem for problem in result.problems if problem.is_a(Redrawings.PAGE_DIFFERS)]
    assert any(page["there"].endswith("Run small ended before it …") for page in pages)


def test_under_the_same_versions_the_same_text_is_not_enough(folder):
    bundle = Bundle(folder)
    manifest = hashlib.sha256((folder / MANIFEST).read_bytes()).hexdigest()
    assert redrawing.redraw(bundle, unsigned(folder), manifest).report is Redrawn.IDENTICAL
    result = redrawing.redraw(bundle, squeezed(unsigned(folder)), manifest)
    assert result.problems == (Redrawings.OTHER_BYTES(file=PDF),)
    result = redrawing.redraw(bundle, unsigned(folder) + b"\n", manifest)
    assert result.problems == (Redrawings.APPENDED(file=PDF),)


def squeezed(pdf):
    """Return a file with its streams written otherwise, as another library would."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as file:
        level = pikepdf.StreamDecodeLevel.generalized
        file.save(out, deterministic_id=True, stream_decode_level=level, compress_streams=False)
    return out.getvalue()


def test_texts_that_staff_changed_since_are_noted_and_nobody_reviews(
    signed, people, sign, tmp_path, monkeypatch, refusal
):
    space = copied(signed, tmp_path)
    bundle, draw = Bundle(space.path / "reports" / SHORT), redrawing.drawing

    def edited(series):
        return lambda dossier, manifest: draw(series)(
            dataclasses.replace(dossier, notes=(Dossiers.UNTOUCHED(run="nothing"),)), manifest
        )

    manifest = hashlib.sha256((bundle.path / MANIFEST).read_bytes()).hexdigest()
    others = {**redrawing.drawn_with(), "law.toml": "0" * 64}
    monkeypatch.setattr(redrawing, "drawn_with", lambda: others)
    assert redrawing.redraw(bundle, bundle.pdf, manifest).report is Redrawn.IDENTICAL
    monkeypatch.setattr(redrawing, "drawing", edited)
    result = redrawing.redraw(bundle, bundle.pdf, manifest)
    assert (result.problems, result.report) == ((), Redrawn.OTHER_TEXTS)
    other_texts = Redrawings.OTHER_TEXTS(changed=(Redrawings.FILE_CHANGED(file="law.toml"),))
    assert result.notes[0] == other_texts
    assert any(note.is_a(Redrawings.PAGE_DIFFERS) and "Run nothing" in note["drawn"] for note in result.notes)
    again = verify_report(bundle.path, people.trusted, again=True)
    assert (again.state, again.issued, again.problems) == (ReportState.NOT_REDRAWN, False, ())
    revise(bundle, b"".join(part + b"%%EOF\n" for part in bundle.pdf.split(b"%%EOF\n")[:2]))  # one signature
    assert refusal(sign, space, SHORT, SignatureRole.REVIEWED) == Reports.NOT_REDRAWN(why=other_texts)


def test_a_folder_of_before_says_that_it_cannot_be_drawn_again(folder, forge):
    (folder / DOSSIER / REMAINDER).unlink()
    listed = json.loads((folder / MANIFEST).read_bytes())
    listed["files"] = [each for each in listed["files"] if not each["name"].endswith(REMAINDER)]
    (folder / MANIFEST).write_text(json.dumps(listed), encoding="utf-8")
    result = forge(lambda _: unsigned(folder))
    assert (result.problems, result.report) == ((), Redrawn.NOT_KEPT)
    assert result.notes == (Redrawings.INCOMPLETE(file=f"{DOSSIER}/{REMAINDER}"),)


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("dossier", {"notes": [{"deep": 1}]}),
        ("submission", {"entries": []}),
        ("submission", {"entries": [{"kind": "spell"}]}),
        ("submission", {"changes": [{"number": "one"}]}),
        ("submission", lambda body: {"entries": [*body["entries"], {"kind": "unit"}]}),
        ("conclusion", {"outcome": "\x1b[2J" + "P" * 10_000}),
    ],
)
def test_whatever_the_dossier_holds_is_a_problem_of_one_line(folder, forge, name, changed):
    """Nothing that lies in a folder stops its verification; tests/released damage whole files."""
    body = json.loads((folder / DOSSIER / f"{name}.json").read_bytes())
    if not isinstance(changed, bytes):
        changed = json.dumps({**body, **(changed(body) if callable(changed) else changed)}).encode()
    result = forge(lambda _: Bundle(folder).pdf, **{name: changed})
    assert (result.report, bool(result.problems)) == (Redrawn.DIFFERS, True)
    lines = list(map(say, result.problems))
    assert all(line.isprintable() and len(line) < 1000 for line in lines), lines


def test_a_dossier_that_changes_while_it_is_read_is_named(folder):
    bundle = Bundle.open(folder)
    manifest = hashlib.sha256((folder / MANIFEST).read_bytes()).hexdigest()
    (folder / DOSSIER / RECORD).write_bytes(b"{}")
    (problem,) = redrawing.redraw(bundle, bundle.pdf, manifest).problems
    assert problem == Redrawings.FAILED(why=(Reports.FILE_ALTERED(file=f"{DOSSIER}/{RECORD}"),))
    (problem,) = redrawing.redraw(bundle, bundle.pdf, "0" * 64).problems
    assert problem == Redrawings.FAILED(why=(Bundles.MANIFEST_REPLACED(file=MANIFEST),))
