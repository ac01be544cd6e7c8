"""Building, amending and attaching, interrupted at any step: the old state or the new one, and all of it goes on."""

import hashlib
import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from labharness.app.reports.issuing import verify_report
from labharness.app.reports.submission_reports import AMENDED, amend_report, build_submission_report
from labharness.app.runs.services import resume_run
from labharness.app.submission.baselines import last_hashes
from labharness.app.workspace.bundle import PDF, write_bundle
from labharness.app.workspace.file_change import FOLDER, finish_changes
from labharness.app.workspace.register import ISSUED, SIGNED, STARTED, open_register, verify_register
from labharness.app.workspace.workspace import Workspace
from labharness.errors import LabharnessError, RegisterError, StorageError
from labharness.evidence.folder import RunFolder
from labharness.filings.entries.review import Document
from labharness.model.reasons.database import Databases
from labharness.reporting.stamps import SignatureRole
from tests.support.filed import attach
from tests.support.filing_factory import DAY, NAME, RUN, copied, grounds, put, write_workspace
from tests.support.interruptions import AtStep, Killed, at_every_step, full, images, killed
from tests.support.runs import broken_off
from tests.support.signing_factory import small_pdf

FIRST, SECOND = f"{NAME}-r1", f"{NAME}-r2"
WHY = "Complete now."


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A workspace with a report that nobody signed; for reading only."""
    space = write_workspace(tmp_path_factory.mktemp("built") / "workspace")
    build_submission_report(space, NAME, by="engineer-a")
    return space


def events(space, what):
    with open_register(space) as register:
        return [change for change in register.changes(NAME) if change.what == what]


def sound(space, *numbers):
    """Whether the reports in place are those that the register has last, and verify."""
    with open_register(space) as register:
        known = last_hashes(register.changes())
    assert set(known) == set(numbers)
    for number, digest in known.items():
        folder = space.path / "reports" / number
        assert hashlib.sha256((folder / PDF).read_bytes()).hexdigest() == digest
        assert verify_report(folder).problems == ()
    assert verify_register(space)[2] == ()
    return True


def document(space):
    return Document(
        id="d-1", item="manual", title="Manual", status="received", received=DAY, files=grounds(space)
    )


def test_a_kill_at_any_step_of_a_report_that_replaces_another(built, tmp_path):
    space = copied(built, tmp_path)
    put(space, document(space))
    left = []

    def copy(event, path):
        if Path(path).parent.name in ("reports", FOLDER, FIRST):  # while it is drawn up, nothing else changes
            left.append(Workspace(shutil.copytree(space.path, tmp_path / "left" / str(len(left)))))

    with at_every_step(space.path / "reports", copy):
        build_submission_report(space, NAME, by="engineer-a")
    assert len(left) > 10
    for each in left:
        finish_changes(each)
        assert sound(each, FIRST)
    counts = [len(events(each, ISSUED)) for each in left]
    assert (counts[0], counts[-1]) == (1, 2)


def test_a_full_disk_while_a_report_is_built(built, tmp_path):
    space = copied(built, tmp_path)
    put(space, document(space))
    for number in (0, 4, 28):
        step = AtStep(number, full)
        with at_every_step(space.path / "reports", step), suppress(StorageError):
            build_submission_report(space, NAME, by="engineer-a")
        assert step.reached
        finish_changes(space)
        assert sound(space, FIRST)


@pytest.fixture(scope="module")
def signed(built, sign, tmp_path_factory):
    space = copied(built, tmp_path_factory.mktemp("signed"))
    sign(space, FIRST, TESTED)
    return space


@pytest.mark.parametrize("number", [0, 31])
def test_an_amendment_that_was_interrupted_is_taken_up(signed, tmp_path, number):
    space = copied(signed, tmp_path)
    with suppress(Killed), at_every_step(space.path / "reports", AtStep(number, killed)):
        amend_report(space, FIRST, WHY, by="authorizer-c")
    finish_changes(space)
    if not (space.path / "reports" / SECOND).exists():
        assert sound(space, FIRST)
        amend_report(space, FIRST, WHY, by="authorizer-c")
    assert sound(space, FIRST, SECOND)
    assert len(events(space, AMENDED)) == 1


def test_a_kill_or_a_full_disk_at_any_step_of_an_attachment(built, tmp_path):
    """The file is there before an entry names it, and nothing else changes."""
    space, file = copied(built, tmp_path), tmp_path / "log.txt"
    put(space, document(space))
    file.write_text("02:14 mains lost\n", "utf-8")
    before = Workspace(shutil.copytree(space.path, tmp_path / "before"))
    what = (NAME, "document/d-1", file, "engineer-a")
    left = images(space.path / "files", tmp_path / "files", lambda: attach(space, *what))
    assert len(left) > 3
    for number in range(4):
        workspace = Workspace(shutil.copytree(before.path, tmp_path / str(number)))
        with at_every_step(workspace.path / "files", AtStep(number, full)), suppress(LabharnessError):
            attach(workspace, *what)
        assert verify_register(workspace)[2] == ()
        attach(workspace, *what)
        assert verify_register(workspace)[2] == ()
    for files in left:  # the register of before, whatever of the file is there
        workspace = Workspace(shutil.copytree(before.path, files.parent / "workspace"))
        shutil.rmtree(workspace.path / "files")
        shutil.copytree(files, workspace.path / "files")
        assert verify_register(workspace)[2] == ()


def test_a_run_whose_start_is_not_on_record_writes_nothing_before_it_is(built, tmp_path):
    """It has its start record alone: the register did not answer, or the program was killed in between."""
    space = copied(built, tmp_path)
    run = RunFolder(space.path / "runs" / RUN)
    torn = broken_off(run, 1, tmp_path / "torn")
    shutil.rmtree(run.path)
    shutil.copytree(torn.path, run.path)
    (before,) = events(space, STARTED)
    with suppress(LabharnessError):  # it cannot go on: its device is gone
        resume_run(run, by="engineer-a")
    _, after = events(space, STARTED)
    assert (after.who, after.after["start"]) == (before.who, before.after["start"])


NUMBER = "2026-0461"
TESTED, REVIEWED = SignatureRole.TESTED, SignatureRole.REVIEWED


def test_a_register_that_is_locked_leaves_the_report_unsigned(unsigned, people, sign, monkeypatch):
    monkeypatch.setattr("labharness.database.engine.PATIENCE_S", 1)
    with open_register(unsigned) as other, other.database.writing(), pytest.raises(RegisterError) as refused:
        sign(unsigned, NUMBER, TESTED, submission="")
    assert refused.value.reasons[0].is_a(Databases.BUSY)
    assert roles(unsigned) == []
    assert is_sound(unsigned, people, sign)


@pytest.fixture
def unsigned(tmp_path):
    """A workspace with a register and a report that nobody signed."""
    workspace = Workspace.init(tmp_path / "workspace")
    with open_register(workspace) as register:
        register.note("", "looked", {}, "chief", "The register is begun.")
    write_bundle(workspace.path / "reports" / NUMBER, 1, {"a.json": b"{}"}, [], small_pdf)
    return workspace


def roles(space):
    """In which roles the report was signed by the register, which has the file that is in place."""
    with open_register(space) as register:
        bodies = [change.after for change in register.changes() if change.what == SIGNED]
    there = hashlib.sha256((space.path / "reports" / NUMBER / PDF).read_bytes()).hexdigest()
    assert [body["sha256"] for body in bodies][-1:] in ([], [there])
    return [body["role"] for body in bodies]


def is_sound(space, people, sign=None):
    """Whether report and register agree, it verifies, and its next role can sign."""
    signed = roles(space)
    result = verify_report(space.path / "reports" / NUMBER, people.roots)
    assert result.problems == ()
    assert [signature.role for signature in result.file.signatures] == signed
    if sign:
        sign(space, NUMBER, REVIEWED if signed else TESTED, submission="")
        assert len(roles(space)) == len(signed) + 1
    return True


def test_a_kill_at_any_step_of_a_signature_and_the_next_one_completes_it(unsigned, people, sign, tmp_path):
    left = images(unsigned.path, tmp_path / "images", lambda: sign(unsigned, NUMBER, TESTED, submission=""))
    assert len(left) > 8
    decided = 0
    for number, each in enumerate(map(Workspace, left)):
        with open_register(each) as register:
            half = 0 < number < len(left) - 1 and any(change.what == SIGNED for change in register.changes())
        decided += half
        if half and decided <= 3:  # without anything that completes it first
            sign(each, NUMBER, REVIEWED, submission="")
            assert roles(each) == ["tested", "reviewed"]
            assert is_sound(each, people)
        else:
            finish_changes(each)
            assert is_sound(each, people, sign if number % 4 == 0 else None)
    assert decided > 3
    assert [roles(Workspace(each)) for each in (left[1], left[-1])] == [[], ["tested"]]
