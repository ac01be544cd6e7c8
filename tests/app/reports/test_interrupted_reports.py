"""Building, amending and attaching, interrupted at any step: the old state or the new one, and all of it goes on."""

import hashlib
import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from labharness.app.reports.issuing import sign_report, verify_report
from labharness.app.reports.submission_reports import AMENDED, amend_report, build_submission_report
from labharness.app.runs.services import resume_run
from labharness.app.submission.baselines import last_hashes
from labharness.app.workspace.bundle import PDF
from labharness.app.workspace.file_change import FOLDER, finish_changes
from labharness.app.workspace.register import ISSUED, STARTED, open_register, verify_register
from labharness.app.workspace.workspace import Workspace
from labharness.errors import LabharnessError, StorageError
from labharness.evidence.folder import RunFolder
from labharness.filings.entries.review import Document
from labharness.reporting.stamps import SignatureRole
from tests.support.filed import attach
from tests.support.filing_factory import DAY, NAME, RUN, copied, grounds, put, write_workspace
from tests.support.interruptions import AtStep, Killed, at_every_step, full, images, killed
from tests.support.runs import broken_off
from tests.support.signing_factory import Signatories

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


def is_sound(space, *numbers):
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
        assert is_sound(each, FIRST)
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
        assert is_sound(space, FIRST)


@pytest.fixture(scope="module")
def signed(built, tmp_path_factory):
    space = copied(built, tmp_path_factory.mktemp("signed"))
    people = Signatories(space.path)
    person = "Engineer A"
    sign_report(space, FIRST, SignatureRole.TESTED, person, people.key(person), submission=NAME)
    return space


@pytest.mark.parametrize("number", [0, 31])
def test_an_amendment_that_was_interrupted_is_taken_up(signed, tmp_path, number):
    space = copied(signed, tmp_path)
    with suppress(Killed), at_every_step(space.path / "reports", AtStep(number, killed)):
        amend_report(space, FIRST, WHY, by="authorizer-c")
    finish_changes(space)
    if not (space.path / "reports" / SECOND).exists():
        assert is_sound(space, FIRST)
        amend_report(space, FIRST, WHY, by="authorizer-c")
    assert is_sound(space, FIRST, SECOND)
    assert len(events(space, AMENDED)) == 1


def test_a_kill_or_a_full_disk_at_any_step_of_an_attachment(built, tmp_path):
    """The file is there before an entry names it, and nothing else changes."""
    space, file = copied(built, tmp_path), tmp_path / "log.txt"
    put(space, document(space))
    file.write_text("02:14 mains lost\n", "utf-8")
    before = Workspace(shutil.copytree(space.path, tmp_path / "before"))
    left = images(
        space.path / "files",
        tmp_path / "files",
        lambda: attach(space, NAME, "document/d-1", file, "engineer-a"),
    )
    assert len(left) > 3
    for number in range(4):
        workspace = Workspace(shutil.copytree(before.path, tmp_path / str(number)))
        with at_every_step(workspace.path / "files", AtStep(number, full)), suppress(LabharnessError):
            attach(workspace, NAME, "document/d-1", file, "engineer-a")
        assert verify_register(workspace)[2] == ()
        attach(workspace, NAME, "document/d-1", file, "engineer-a")
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
