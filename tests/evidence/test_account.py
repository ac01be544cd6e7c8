"""Accounts of the operating system: recorded whatever the environment says, and new files kept from others.

What the system refuses while something is written is refused with the path; other errors stay what they are.
"""

import errno
import json
import os
import stat
from pathlib import Path

import pytest

from labharness.app.workspace.register import open_register
from labharness.app.workspace.workspace import Workspace
from labharness.cli.root import main
from labharness.errors import RegisterError, StorageError
from labharness.evidence.account import account_of, keep_private, own_account
from labharness.evidence.durable import Writing
from labharness.evidence.folder import take_commands
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Registers
from tests.support.runs import tiny_run

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
