"""A run folder can be read with a text editor and sha256sum, as its README says.

Accounts of the operating system: recorded whatever the environment says, and new files kept from others.  What the system refuses
while something is written is refused with the path; other errors stay what they are.
"""

import errno
import json
import os
import re
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from labharness.app.workspace.register import open_register
from labharness.app.workspace.workspace import Workspace
from labharness.cli.root import main
from labharness.errors import IntegrityError, RegisterError, StorageError
from labharness.evidence.durable import Writing, account_of, keep_private, own_account
from labharness.evidence.folder import RunFolder, take_commands
from labharness.evidence.glimpse import glimpse
from labharness.evidence.history.run import RunHistory
from labharness.evidence.segments import GENESIS
from labharness.evidence.verify import verify
from labharness.evidence.writer import RunWriter
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Registers
from labharness.model.reasons.run import Runs
from labharness.model.results import Ending
from tests.support.reasons import refused
from tests.support.runs import tiny_run, tiny_start, tiny_unit

needs_shell = pytest.mark.skipif(
    not all(map(shutil.which, ("bash", "sed", "head", "sha256sum"))), reason="needs a shell and its tools"
)


def commands(folder):
    """Return the commands that the run's own README gives."""
    text = (folder.path / "README.txt").read_text(encoding="utf-8")
    return re.findall(r"^ {17}(\S.*)$", text, re.MULTILINE)


def shell(folder, command):
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder.path, capture_output=True, text=True, check=True
    )
    return done.stdout.split()[0]


@needs_shell
@pytest.mark.parametrize("which", ["tiny", "rng_run"])
def test_the_readme_s_command_checks_every_line(which, request):
    result = request.getfixturevalue(which)
    folder = result if which == "tiny" else result[1]
    [by_line, _] = commands(folder)
    assert "7p" in by_line
    before = GENESIS
    for number, line in enumerate((folder.path / "ledger.jsonl").read_bytes().splitlines(), 1):
        fields = json.loads(line)
        assert shell(folder, by_line.replace("7p", f"{number}p")) == fields["hash"]
        assert fields["prev"] == before
        before = fields["hash"]
    assert before == verify(folder.path).head


@needs_shell
def test_the_readme_s_command_checks_every_frame(tiny):
    [_, by_frame] = commands(tiny)
    whole = (tiny.path / "raw" / "device-0001.seg").read_bytes()
    frames = list(tiny.frames("device"))
    assert frames
    for frame in frames:
        end = frame.offset + 28 + len(frame.payload)
        command = by_frame.replace("OFFSET", str(end)).replace("FILE", "raw/device-0001.seg")
        assert shell(tiny, command) == whole[end : end + 32].hex()
        assert whole[frame.offset : frame.offset + 4] == b"LHF1"


@needs_shell
def test_the_end_record_holds_what_sha256sum_prints_torn_files_included(tmp_path):
    writer = tiny_start(tmp_path / "tiny")
    tiny_unit(writer, 0)
    writer.close()
    folder = RunFolder(tmp_path / "tiny")
    with (folder.raw / "device-0001.seg").open("ab") as file:
        file.write(b"LHF1\x02\0\0\0torn")
    writer = RunWriter.reopen(folder)
    tiny_unit(writer, 1)
    writer.end(Ending.COMPLETE, ("Done.",))
    *_, end = folder.records()
    assert len(end.body.segments) == 2
    for state in end.body.segments:
        assert shell(folder, f"sha256sum raw/{state.name}") == state.sha256
    for name, digest in folder.start().body.files.items():
        assert shell(folder, f"sha256sum {name}") == digest


def test_a_run_is_never_overwritten(tiny):
    before = verify(tiny.path)
    assert refused(StorageError, tiny_run, tiny.path) == (Runs.FOLDER_EXISTS(folder=str(tiny.path)),)
    assert verify(tiny.path) == before


@pytest.mark.parametrize("name", ["", "-x", ".hidden", "a b", "ä", "x" * 101, "a\nb"])
def test_a_name_that_a_file_system_may_not_keep_is_refused(tmp_path, name):
    assert refused(StorageError, tiny_start, tmp_path / name)[0].is_a(Runs.NAME_INVALID, Runs.FOLDER_EXISTS)


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    assert refused(StorageError, tiny_start, tmp_path / "file" / "run")[0].is_a(Inputs.UNWRITABLE)


def test_commands_are_taken_once_and_in_order(tiny):
    tiny.send("pause", "anna")
    tiny.send("resume", "anna")
    tiny.send("answer", "ben", prompt=3, answer="done")
    (tiny.path / "inbox" / "zz.json").write_bytes(b"\xff{")
    (tiny.path / "inbox" / "zzz.json").write_text('{"command": "format", "who": "x"}')
    (tiny.path / "inbox" / "draft.tmp").write_text("{")
    taken = take_commands(tiny.path)
    assert [each["command"] for each in taken] == ["pause", "resume", "answer", "unreadable", "unreadable"]
    answer = {"command": "answer", "who": "ben", "prompt": 3, "answer": "done"}
    assert taken[2] == {**answer, "account": own_account()}
    assert take_commands(tiny.path) == []
    assert verify(tiny.path).clean
    with pytest.raises(ValueError, match="'format' is not one of"):
        tiny.send("format", "anna")


def test_what_is_no_run_is_refused(tmp_path):
    none = Evidence.NOT_A_RUN(folder=str(tmp_path), file="ledger.jsonl")
    assert refused(IntegrityError, RunFolder.open, tmp_path) == (none,)


def otherwise(name):
    return Evidence.OTHER_RUN(line=1, run="tiny", folder=name)


def link(source, place):
    place.symlink_to(source)


@pytest.mark.parametrize("put", [shutil.copytree, shutil.move, link])
@pytest.mark.parametrize("name", ["another", "tiny-copy"])
def test_a_run_is_read_under_its_own_name_only(tmp_path, tiny, put, name):
    put(tiny.path, tmp_path / name)
    folder, reason = RunFolder.open(tmp_path / name), otherwise(name)
    assert verify(folder.path).problems[0] == reason
    for read in (RunHistory.of, RunFolder.start, lambda folder: glimpse(folder.path)):
        assert refused(IntegrityError, read, folder) == (reason,)
    if put is shutil.move:
        assert verify(folder.path.rename(tiny.path)).clean


def test_a_copy_under_another_name_is_not_resumed(tmp_path):
    tiny_start(tmp_path / "tiny").close()
    shutil.copytree(tmp_path / "tiny", tmp_path / "another")
    (reason,) = refused(IntegrityError, RunWriter.reopen, RunFolder(tmp_path / "another"))
    assert reason["problem"] == otherwise("another")
    RunWriter.reopen(RunFolder(tmp_path / "tiny")).close()


@pytest.mark.parametrize("path", [".", "../tiny", "raw/.."])
def test_a_run_has_its_name_however_its_path_is_written(tiny, monkeypatch, path):
    monkeypatch.chdir(tiny.path)
    folder = RunFolder.open(Path(path))
    assert folder.run == "tiny"
    assert verify(folder.path) == verify(tiny.path)
    assert RunHistory.of(folder).summary == RunHistory.of(tiny).summary
    assert len(list(folder.frames("device"))) == 4


@pytest.mark.skipif(os.name == "nt", reason="Windows syncs folders by itself")
def test_folders_are_synced_when_a_run_and_a_segment_are_made(tmp_path, monkeypatch):
    synced, real = [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda each: (synced.append(os.fstat(each).st_ino), real(each)))
    run = tiny_run(tmp_path / "tiny")
    for folder in (tmp_path, run.path, run.raw):
        assert folder.stat().st_ino in synced


posix = pytest.mark.skipif(os.name == "nt", reason="permissions and owners of POSIX")


@pytest.fixture(autouse=True)
def mask():
    """Give the permissions of other tests back."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder):
    return {path: stat.S_IMODE(path.lstat().st_mode) for path in (folder, *folder.rglob("*"))}


@posix
def test_the_environment_does_not_name_the_account(monkeypatch):
    import pwd

    for name in ("USER", "LOGNAME", "USERNAME", "SUDO_USER"):
        monkeypatch.setenv(name, "somebody-else")
    assert own_account() == pwd.getpwuid(os.geteuid()).pw_name
    assert account_of(2_000_000_000) == "uid 2000000000"


@posix
def test_what_a_command_makes_is_closed_to_other_accounts_and_its_record_names_the_own(tmp_path, capsys):
    place = tmp_path / "space"
    with pytest.raises(SystemExit):
        main(["init", str(place)])
    words = ["--name", "Ann", "--role", "administrator", "--by", "ann", "--workspace", str(place)]
    with pytest.raises(SystemExit) as left:
        main(["people", "add", "ann", *words])
    assert left.value.code == 0
    tiny_run(place / "runs" / "one")
    result = modes(place)
    assert {"register.db", "ledger.jsonl"} <= {path.name for path in result}
    assert {path.name: oct(mode) for path, mode in result.items() if mode & 0o077} == {}
    with open_register(Workspace(place)) as register:
        (change,) = register.changes()
        assert register.verify().clean
    assert (change.who, change.account) == ("ann", own_account())


@posix
def test_a_folder_shared_with_a_group_stays_shared_with_it_alone(tmp_path):
    (tmp_path / "space").mkdir()
    (tmp_path / "space").chmod(0o2770)
    space = Workspace.init(tmp_path / "space")
    tiny_run(space.path / "runs" / "one")
    own = modes(space.path / "runs")
    assert all(mode & 0o070 and not mode & 0o007 for mode in own.values())
    keep_private(tmp_path)
    (tmp_path / "later").write_bytes(b"")
    assert stat.S_IMODE((tmp_path / "later").stat().st_mode) == 0o600


@posix
def test_a_command_names_the_account_that_wrote_it(tmp_path):
    run = tiny_run(tmp_path / "run")
    (run.path / "inbox").mkdir(exist_ok=True)
    claimed = {"command": "stop", "who": "Ann", "account": "somebody-else"}
    (run.path / "inbox" / "1.json").write_text(json.dumps(claimed), encoding="utf-8")
    (taken,) = take_commands(run.path)
    assert (taken["who"], taken["account"]) == ("Ann", own_account())


def test_an_error_of_the_system_names_the_path_and_its_cause():
    with pytest.raises(StorageError) as refused, Writing(Path("runs")):
        raise OSError(errno.ENOSPC, "No space left on device")

    assert refused.value.reasons == (Inputs.UNWRITABLE(path="runs", why="No space left on device"),)
    assert isinstance(refused.value.__cause__, OSError)


def test_a_refusal_and_a_mistake_pass_unchanged():
    refusal = RegisterError(Registers.FOLDER_EXISTS(folder="runs"))
    for error in (refusal, ValueError("no path")):
        with pytest.raises(type(error)) as raised, Writing(Path("runs")):
            raise error
        assert raised.value is error
