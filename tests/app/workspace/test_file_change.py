"""Files and register change together: at every step a kill or a full disk leaves the old state or the new one."""

import hashlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import suppress
from itertools import count

import pytest

from labharness.acts import people
from labharness.acts.declaring import Seat
from labharness.app.reports.run_reports import build
from labharness.app.settings.workspace_settings import CHANGED, change_setting, setting_values
from labharness.app.workspace.file_change import FOLDER, NOTE, FileChange, finish_changes
from labharness.app.workspace.register import BUILT, open_register, verify_register
from labharness.app.workspace.workspace import MARKER, Workspace
from labharness.errors import IntegrityError, LockedError, RegisterError, StorageError
from labharness.evidence.folder import RunFolder
from labharness.model.reasons.command import Workspaces
from labharness.model.reasons.database import Databases
from labharness.model.reasons.inputs import Inputs
from tests.support.interruptions import AtStep, Killed, at_every_step, full_disks, images, killed
from tests.support.listed import listed
from tests.support.postgres import mortal, postgres  # noqa: F401  fixtures

WHAT, WHY = "report built", "It was asked for."
OLD, NEW = b"old report", b"new report"
EVERY_SIXTH = pytest.mark.parametrize("stride", [6, pytest.param(1, marks=pytest.mark.long)])
"""Where a step costs a workspace or more of its own, every sixth is tried, and all in make long."""


def sha256(content):
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def space(tmp_path):
    """A workspace with a file and a folder that the register knows."""
    workspace = Workspace.init(tmp_path / "workspace")
    change(workspace, OLD)
    return workspace


def change(space, content):
    """Change a file and a folder together, and put both on record."""
    reports = space.path / "reports"
    with FileChange(space, reports / "one.pdf") as file:
        file.put(reports / "one.pdf", content)
        file.commit(WHAT, {"name": "one.pdf", "sha256": sha256(content)}, WHY)
    with FileChange(space, reports / "two") as folder:
        draft = folder.draft(reports / "two")
        try:
            (draft / "inner").mkdir(parents=True)
            for name in ("SHA256SUMS", "inner/file"):
                (draft / name).write_bytes(content)
        except OSError as error:
            raise StorageError(Inputs.UNWRITABLE(path=str(draft), why=str(error.strerror))) from error
        folder.commit(WHAT, {"name": "two", "sha256": sha256(content)}, WHY)


def contents(space):
    """What lies where, without the drafts and the register."""
    names = ("one.pdf", "two/SHA256SUMS", "two/inner/file")
    return [path.read_bytes() if (path := space.path / "reports" / name).exists() else b"" for name in names]


def recorded(space):
    """Hashes that the register has last, by name."""
    with open_register(space) as register:
        bodies = [change.after for change in register.changes() if change.what == WHAT]
    return {body["name"]: body["sha256"] for body in bodies}


def agrees(space):
    """Whether every file is the one that the register has last, and nothing is left of a change."""
    file, sums, inner = contents(space)
    assert sums == inner
    assert {"one.pdf": sha256(file), "two": sha256(sums)} == recorded(space)
    assert {file, sums} <= {OLD, NEW}
    assert not [each for each in (space.path / "reports" / FOLDER).iterdir() if each.is_dir()]
    assert verify_register(space)[2] == ()
    return True


def test_a_kill_at_any_step_leaves_the_old_or_the_new_state(space, tmp_path):
    left = [Workspace(path) for path in images(space.path, tmp_path / "images", lambda: change(space, NEW))]
    assert len(left) > 12
    unfinished = [each for each in left if any((each.path / "reports" / FOLDER).glob("*/*"))]
    assert len(unfinished) > 8
    for each in left:
        finish_changes(each)
        assert agrees(each)
    assert contents(left[0]) == [OLD] * 3
    assert contents(left[-1]) == [NEW] * 3


@EVERY_SIXTH
def test_completing_may_itself_be_killed_at_any_step(space, tmp_path, stride):
    left = [Workspace(path) for path in images(space.path, tmp_path / "images", lambda: change(space, NEW))]
    again = 0
    for number, each in enumerate(left[::stride]):
        for image in images(each.path, tmp_path / f"again-{number}", lambda each=each: finish_changes(each)):
            finish_changes(Workspace(image))
            assert agrees(Workspace(image))
            again += 1
    assert again > len(left[::stride])


def test_a_full_disk_at_any_step_is_one_refusal_and_leaves_the_old_or_the_new_state(space, tmp_path):
    changing = full_disks(space.path, tmp_path / "full", lambda path: change(Workspace(path), NEW))
    left = list(map(Workspace, changing))
    for each in left:
        finish_changes(each)
        assert agrees(each)
    assert len(left) > 13
    assert contents(left[-1]) == [NEW] * 3


@pytest.mark.parametrize("patience", [1, pytest.param(None, marks=pytest.mark.long)])
def test_a_locked_register_leaves_the_old_state(space, monkeypatch, refusal, patience):
    if patience:
        monkeypatch.setattr("labharness.database.engine.PATIENCE_S", patience)
    other = sqlite3.connect(space.path / "register.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE" if patience else "BEGIN EXCLUSIVE")
    assert refusal(change, space, NEW).is_a(Databases.BUSY)
    assert not patience or contents(space) == [OLD] * 3
    other.execute("ROLLBACK")
    other.close()
    finish_changes(space)
    assert agrees(space)
    change(space, NEW)
    assert contents(space) == [NEW] * 3


def shared(space, url):
    """Let a workspace keep its register on a server."""
    marker = space.path / MARKER
    marker.write_text(f'register = "{url}"\n' + marker.read_text("utf-8"), "utf-8")
    return space


@pytest.mark.long
def test_a_server_that_is_lost_at_any_step_leaves_the_old_or_the_new_state(tmp_path, mortal):  # noqa: F811
    for number in count():
        mortal.start_if_needed()
        each = shared(Workspace.init(tmp_path / str(number)), mortal.place())
        change(each, OLD)
        step = AtStep(number, mortal.kill)
        with at_every_step(each.path / "reports", step), suppress(RegisterError):
            change(each, NEW)
        mortal.start_if_needed()
        finish_changes(each)
        assert agrees(each)
        if not step.reached:
            break
    assert number > 12


@EVERY_SIXTH
def test_a_kill_at_any_step_leaves_the_state_of_a_shared_register(tmp_path, postgres, stride):  # noqa: F811
    for number in count(5, stride):
        each = shared(Workspace.init(tmp_path / str(number)), postgres())
        change(each, OLD)
        step = AtStep(number, killed)
        with suppress(Killed), at_every_step(each.path / "reports", step):
            change(each, NEW)
        finish_changes(each)
        assert agrees(each)
        if not step.reached:
            break
    assert number > 12


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_killed_process_leaves_the_old_or_the_new_state(space):
    script = f"""
        import os, signal
        from pathlib import Path
        from labharness.app.workspace.workspace import Workspace
        from tests.app.workspace.test_file_change import NEW, change
        from tests.support.interruptions import AtStep, at_every_step
        space = Workspace(Path({str(space.path)!r}))
        with at_every_step(space.path, AtStep(12, lambda: os.kill(os.getpid(), signal.SIGKILL))):
            change(space, NEW)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], check=False)
    assert done.returncode == -signal.SIGKILL
    with FileChange(space, space.path / "reports" / "one.pdf"):  # the lock is free, and entering completes
        pass
    assert agrees(space)


def test_nobody_changes_what_a_living_process_changes_nor_what_it_does_not_commit(space):
    target = space.path / "reports" / "one.pdf"
    with FileChange(space, target) as unused:
        unused.put(target, NEW)
    assert agrees(space)
    with FileChange(space, target) as first:
        first.put(target, NEW)
        with pytest.raises(LockedError), FileChange(space, target):
            pass
        finish_changes(space)  # it is left to the process
        first.commit(WHAT, {"name": "one.pdf", "sha256": sha256(NEW)}, WHY)
    assert contents(space)[0] == NEW


@pytest.mark.parametrize(
    "damage",
    [
        lambda note: note.write_bytes(b"{"),
        lambda note: note.write_text(note.read_text("utf-8").replace("one.pdf", "../../x"), "utf-8"),
        lambda note: (note.parent / "0").write_bytes(b"another"),
    ],
)
def test_a_damaged_note_or_draft_is_named_and_moves_nothing(space, damage):
    target = space.path / "reports" / "one.pdf"

    def interrupted(event, path):
        if event == "os.rename" and path.endswith("/0"):
            raise Killed

    with at_every_step(target.parent, interrupted), pytest.raises(Killed):
        change(space, NEW)
    damage(target.parent / FOLDER / "one.pdf" / NOTE)
    with pytest.raises(IntegrityError) as refused, FileChange(space, target):
        pass
    assert refused.value.reasons[0].is_a(Workspaces.CHANGE_UNREADABLE)
    finish_changes(space)
    assert contents(space)[0] == OLD


@pytest.mark.parametrize("inner", [False, True])
def test_a_link_in_the_place_of_drafts_removes_nothing(space, tmp_path, inner):
    (kept := tmp_path / "elsewhere" / "report" / "run").mkdir(parents=True)
    link = space.path / "reports" / FOLDER
    link.parent.mkdir(exist_ok=True)
    if link.exists():
        shutil.rmtree(link)
    if inner:
        link.mkdir()
        (link / "report").symlink_to(kept.parent)
    else:
        link.symlink_to(kept.parent.parent)
    finish_changes(space)
    with pytest.raises(StorageError), FileChange(space, space.path / "reports" / "report"):
        pass
    assert kept.is_dir()


def on_record(space, what):
    with open_register(space) as register:
        return [change.after for change in register.changes() if change.what == what]


@pytest.fixture
def ran(rng_run, tmp_path):
    """A copy of a workspace with a run, whose report was built and would be another one now."""
    space = Workspace(shutil.copytree(rng_run[0].path, tmp_path / "ran"))
    run = RunFolder(space.path / "runs" / rng_run[1].run)
    path = build(space, run).path
    old = path.read_bytes()
    listed(space, "chief", "administrator")
    people.laboratory(Seat(space, "chief"), name="Another Laboratory", address="2 Test Street")
    return space, run, path, old


def test_a_kill_at_any_step_of_a_runs_report(ran, tmp_path):
    space, run, path, old = ran
    left = images(space.path, tmp_path / "images", lambda: build(space, run))
    states = set()
    for each in map(Workspace, left):
        finish_changes(each)
        there = (each.path / path.relative_to(space.path)).read_bytes()
        assert on_record(each, BUILT)[-1]["sha256"] == sha256(there)
        assert verify_register(each)[2] == ()
        states.add(there)
    assert states == {old, path.read_bytes()}
    assert old != path.read_bytes()


def settings(space):
    return {each.field.name: each.value for each in setting_values(space)}


def test_a_kill_or_a_full_disk_at_any_step_of_a_setting(space, tmp_path):
    (tmp_path / "reader").mkdir()
    value = str(tmp_path / "reader")
    before = shutil.copytree(space.path, tmp_path / "before")
    setting = ("reader", value, WHY, "chief")
    left = images(space.path, tmp_path / "images", lambda: change_setting(space, *setting))
    assert len(left) > 5
    full = list(full_disks(before, tmp_path / "full", lambda path: change_setting(Workspace(path), *setting)))
    assert len(full) > 6
    states = set()
    for workspace in map(Workspace, left + full):
        now = settings(workspace)["reader"]  # reading completes
        assert [each["after"] for each in on_record(workspace, CHANGED)] == ([now] if now else [])
        states.add(now)
    assert states == {"", value}


def test_a_kill_at_any_step_of_another_register(space, tmp_path):
    """The event goes to the register that the settings name from then on, and decides there."""
    shutil.copyfile(space.path / "register.db", space.path / "moved.db")
    setting = ("register", "moved.db", WHY, "chief")
    left = images(space.path, tmp_path / "images", lambda: change_setting(space, *setting))
    states = set()
    for entry in map(Workspace, left):
        now = settings(entry)["register"]
        recorded = [each["after"] for each in on_record(entry, CHANGED)]
        assert recorded == (["moved.db"] if now != "register.db" else [])
        states.add(now)
    assert states == {"register.db", "moved.db"}
