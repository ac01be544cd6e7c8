"""What can be refused before the first byte is, with a sentence that says what to do and no run left behind."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import PurePosixPath

import pytest

from labharness.app.devices import preflight
from labharness.app.devices.preflight import RunOrder, _lock_folder
from labharness.app.runs import services
from labharness.app.workspace import workspace as workspaces
from labharness.app.workspace.workspace import Workspace, device_lock, drive_kind, mount_kind
from labharness.devices.identity import identity
from labharness.errors import LockedError, StorageError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.lock import FileLock
from labharness.model.reasons.command import Workspaces
from labharness.model.reasons.evidence import Lockable
from labharness.plans.suite import small_plan
from tests.conftest import WITH_SHORT_SEARCHES

RNG = "pai-gow-poker-645a-starting-position"
SHOE = "pai-gow-poker-645a-dealing-shoe"
HAND = "blackjack-633a-batch-shuffler-by-hand"
NOWHERE = "usbip://127.0.0.1:1/1-1"


@pytest.fixture
def refused(cli, workspace, good_sentence):
    """Run a plan that must be refused; returns the sentence."""

    def run(plan, *options, lines=1):
        code, out, err = cli("run", plan, "--workspace", workspace.path, *options)
        assert code == 3
        assert out == ""
        splitlines = err.strip().splitlines()
        assert len(splitlines) == lines, err
        assert lines > 1 or good_sentence(err.strip())
        assert all(line.endswith(".") for line in splitlines)
        assert list((workspace.path / "runs").iterdir()) == []
        assert list((workspace.path / "diagnostics").iterdir()) == []
        return err.strip()

    return run


def test_wrong_orders_are_refused(refused):
    for plan, device, words in (
        (RNG, NOWHERE, "No USB/IP server answers at 127.0.0.1:1. Start the server or correct the URL."),
        (RNG, "usb://fffe:fffe", "No USB device fffe:fffe is connected. Connect it"),
        (RNG, "usb://12:34", "Write it like usb://1209:0001"),
        (RNG, "usbip://localhost", "Write it like usbip://127.0.0.1:3240/1-1."),
        (RNG, "ftp://device", "Begin it with capture://, file://"),
        (RNG, "ttyUSB0", "Begin it with capture://, file://"),
        (RNG, "operator://x", "Write it like operator://."),
        (RNG, "capture:///nowhere/at/all", "capture:///nowhere/at/all is not a recording: "),
        (RNG, "file://", "Write it like file:///PATH."),
        (RNG, "watch://x", "Adapter Files of numbers does not report units of kind bytes."),
        (RNG, "operator://", "fed by hand does not report units of kind bytes."),
        (RNG, "file:///dev/zero", "Adapter Byte source does not report units of kind draw."),
        (RNG, f"{NOWHERE} --adapter magic", 'Unknown adapter "magic". Choose from: '),
        (RNG, f"{NOWHERE} --adapter byte_source", "Adapter byte_source uses "),
        (RNG, f"{NOWHERE} --run ../elsewhere", 'The name "../elsewhere" cannot name a run. Use letters'),
        (SHOE, "file:///dev/zero", "Adapter Byte source does not report units of kind "),
        (HAND, "operator://", "The run needs a reader of cards. Give one, such as watch://FOLDER."),
        (HAND, "operator:// --reader watch:///nowhere/at/all", "Create the folder"),
        (HAND, "operator:// --reader file:///dev/zero", "fit the reader URL file:///dev/zero: none."),
        ("roulette", NOWHERE, 'Unknown plan "roulette". Give a .toml file or an id'),
        ("/nowhere/plan.toml", NOWHERE, "Cannot read /nowhere/plan.toml: "),
    ):
        assert words in refused(plan, "--device", *device.split())


@pytest.mark.parametrize(
    ("change", "reader", "words"),
    [
        ((), "operator://", "No reader of the run reads marks. Give one, such as watch://FOLDER"),
        ((), "{here}", "none.toml: No such file or directory. Check its name"),
        ((b'"hand-dealt"\ndecks = 1', b'"base"\ndecks = 2'), "{here}", "Write marked = true under [game]"),
    ],
)
def test_a_card_set_file_that_cannot_be_used_is_refused(refused, workspace, tmp_path, change, reader, words):
    plan = workspace.path / "plans" / "hand.toml"
    plan.write_bytes(small_plan(HAND, {}).replace(*change) if change else small_plan(HAND, {}))
    url = reader.format(here=f"watch://{tmp_path}")
    text = refused(plan, "--device", "operator://", "--reader", url, "--cards", tmp_path / "none.toml")
    assert words in text


def test_a_card_set_file_that_is_not_the_set_is_refused_line_by_line(refused, tmp_path):
    file = tmp_path / "cards.toml"
    head = 'schema = 1\nid = "one"\ntitle = "One"\nmaker = "a maker"\nstock = "paper"\n'
    file.write_text(f'{head}[codes]\nA1 = "AS"\nA2 = "1X"\n', encoding="utf-8")
    options = ["--device", "operator://", "--reader", f"watch://{tmp_path}", "--cards", file]
    splitlines = refused(HAND, *options, lines=2).splitlines()
    assert splitlines[0].startswith('cards.toml: codes.A2: Not a card: "1X". ')
    assert splitlines[1].startswith("cards.toml: codes: 51 cards of ")
    assert "have no code, such as 2S, 3S, 4S, 5S, and 6S. " in splitlines[1]


def test_a_plan_without_cards_takes_no_card_set_file_and_a_device_must_be_exported(
    refused, tmp_path, simulated
):
    options = ["--device", simulated("rng", seed=1), "--reader", f"watch://{tmp_path}", "--cards", "x"]
    assert "puts no cards into the device. Omit --cards." in refused(RNG, *options)
    url = options[1].replace("1-1", "9-9")
    assert "exports no device 9-9. Export it there" in refused(RNG, "--device", url)


def test_a_byte_source_that_is_not_there_is_refused(refused, workspace):
    plan = workspace.path / "plans" / "raw.toml"
    text = small_plan(RNG, {"raw": {"units": 1000}}, without=["draws"]).decode()
    plan.write_text(text)
    words = refused(plan, "--device", f"file://{workspace.path}/nothing")
    assert words.endswith("/nothing: No such file or directory. Correct the path or its permissions.")


def test_a_read_input_needs_a_machine_fed_by_hand(refused, workspace, simulated):
    plan = workspace.path / "plans" / "read.toml"
    plan.write_bytes(small_plan(HAND, {}).replace(b'input = "reset"', b'input = "read"'))
    assert "needs a device fed by hand" in refused(plan, "--device", simulated("fair_shuffler", seed=1))


def test_a_missing_workspace_is_refused(cli, tmp_path):
    code, out, err = cli("run", RNG, "--device", NOWHERE, "--workspace", tmp_path / "none")
    assert (code, out) == (3, "")
    assert "is not a workspace. To make one, run: labharness init" in err
    assert not (tmp_path / "none").exists()


def test_a_workspace_that_is_not_writable_is_refused(refused, workspace, monkeypatch, simulated):
    runs = workspace.path / "runs"
    runs.chmod(0o555)
    if os.access(runs, os.W_OK):  # the superuser may write anywhere
        real = os.access
        monkeypatch.setattr(preflight.os, "access", lambda path, mode: path != runs and real(path, mode))
    text = refused(RNG, "--device", simulated("rng", seed=1))
    runs.chmod(0o755)
    assert text == f"Cannot write {runs}: Permission denied. Choose another folder."


def test_a_network_drive_is_refused(refused, monkeypatch, tmp_path, refusal):
    monkeypatch.setattr(workspaces, "drive_kind", lambda _: "nfs4")
    assert "is on a network drive (nfs4), which cannot keep evidence. Use a local drive." in refused(
        RNG, "--device", NOWHERE
    )
    assert refusal(Workspace.init, tmp_path / "other") == Workspaces.NETWORK_DRIVE(
        folder=str(tmp_path / "other"), kind="nfs4"
    )
    assert not (tmp_path / "other").exists()


def test_a_disk_that_is_nearly_full_is_refused(refused, monkeypatch, simulated):
    usage = shutil.disk_usage(os.curdir)._replace(free=100 << 20)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    text = refused(RNG, "--device", simulated("rng", seed=1))
    assert "has 105 MB free, and a run needs 268 MB. Free disk space" in text


def test_a_name_that_is_taken_is_refused(cli, rng_run, simulated):
    workspace, folder, _ = rng_run
    before = workspace.run_names()
    url = simulated("rng", seed=1)
    code, _, err = cli("run", RNG, "--device", url, "--workspace", workspace.path, "--run", folder.run)
    assert code == 3
    assert "a run is never overwritten. Choose another name." in err
    assert workspace.run_names() == before


def test_the_second_runner_is_refused_and_ctrl_c_ends_the_first(workspace, simulated, cli, eventually):
    plan = workspace.path / "plans" / "small.toml"
    plan.write_bytes(small_plan(RNG, {"draws": {"units": 100_000, "batch": 10}}))
    url = simulated("rng", seed=1, faults=["slow=0.01"])
    command = services.run_command(workspace.path, RunOrder(str(plan), url, name="first"))
    at = command.index("-m")
    command[at : at + 2] = ["-c", f"{WITH_SHORT_SEARCHES}\nmain(sys.argv[1:])"]
    folder = RunFolder(workspace.path / "runs" / "first")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as first:
        eventually(lambda: (folder.path / "ledger.jsonl").exists() and RunHistory.of(folder).summary.units)
        code, _, err = cli("run", plan, "--device", url, "--workspace", workspace.path, "--run", "second")
        assert code == 3
        assert f"Process {first.pid} on " in err
        assert f" has used the device {url} since " in err
        assert err.strip().endswith("Wait for it, or stop it.")
        code, _, err = cli("resume", "first", "--workspace", workspace.path)
        assert (code, f"Process {first.pid} on " in err) == (3, True)
        first.send_signal(signal.SIGINT)
        out, err = first.communicate(timeout=120)
    assert first.returncode == 2
    assert err == ""
    assert '"ending": "STOPPED_BY_OPERATOR"' in out
    assert '"sentence": "Stopped by signal SIGINT."' in out
    assert [run.run for run in workspace.runs()] == ["first"]


def test_one_reader_cannot_serve_two_runs(tmp_path):
    reader = f"watch://{tmp_path}"
    held = preflight.held("operator://", reader)
    with preflight.held("operator://", reader), pytest.raises(LockedError), held:
        pass
    with preflight.held("operator://", "operator://"), preflight.held("operator://", "operator://"):
        pass  # people may serve several runs


MOUNTS = [
    "/dev/sda1 / ext4 rw 0 0",
    "server:/export /mnt/lab nfs4 rw 0 0",
    "/dev/sdb1 /mnt/lab/local xfs rw 0 0",
    "//server/share /mnt/with\\040space cifs rw 0 0",
    "proc /proc proc rw 0 0",
    "broken",
]


def test_the_innermost_mount_says_the_kind_of_drive(tmp_path):
    for path, kind in (
        ("/home/ada/work", "ext4"),
        ("/mnt/lab", "nfs4"),
        ("/mnt/lab/a/b", "nfs4"),
        ("/mnt/laboratory", "ext4"),
        ("/mnt/lab/local/x", "xfs"),
        ("/mnt/with space/x", "cifs"),
    ):
        assert mount_kind(PurePosixPath(path), MOUNTS) == kind
    assert drive_kind(tmp_path) not in workspaces.NETWORK


posix = pytest.mark.skipif(sys.platform == "win32", reason="needs links and accounts of POSIX")


def test_two_spellings_of_a_url_meet_at_a_lock_and_two_devices_have_two(tmp_path):
    for first, other in (
        ("usbip://127.0.0.1/1-1", "usbip://localhost:3240/1-1"),
        ("usbip://127.0.0.1:3240/1-1", "usbip://127.0.0.1:03240/1-1"),
        ("file:///dev/null", "file:///dev/../dev/null"),
        ("file:///dev/null", "file:///dev/%6eull"),
    ):
        with device_lock(first, tmp_path), pytest.raises(LockedError), device_lock(other, tmp_path):
            pass
    assert identity("usbip://127.0.0.1/1-1") != identity("usbip://127.0.0.1/1-2")
    assert identity("file:///a") != identity("file:///b")


@posix
@pytest.mark.parametrize("plant", [os.symlink, os.link])
def test_a_planted_link_is_refused_and_its_target_stays(tmp_path, plant):
    victim = tmp_path / "victim"
    victim.write_text("precious")
    with device_lock("file:///dev/null", tmp_path):
        pass
    (lock,) = tmp_path.glob("labharness-*.lock")
    lock.unlink()
    plant(victim, lock)
    with pytest.raises(StorageError), device_lock("file:///dev/null", tmp_path):
        pass
    assert victim.read_text() == "precious"


@posix
def test_a_lock_file_of_another_account_is_locked_and_not_written_to(tmp_path, monkeypatch):
    path = tmp_path / "shared.lock"
    path.write_text("theirs")
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    first = FileLock(path, Lockable.DEVICE, "d", shared=True)
    first.name_owner("now")
    with pytest.raises(LockedError):
        FileLock(path, Lockable.DEVICE, "d", shared=True)
    first.release()
    assert path.read_text() == "theirs"


@posix
def test_the_folder_of_locks_does_not_depend_on_the_account(monkeypatch):
    before = _lock_folder()
    monkeypatch.setenv("USER", "mallory")
    monkeypatch.setenv("TMPDIR", "/nowhere")
    assert _lock_folder() == before


def test_a_host_of_several_addresses_is_held_at_each(tmp_path, monkeypatch):
    addresses = {"shuffler.example": ["192.0.2.1", "2001:db8::1"]}

    def resolve(host, port, **_):
        return [(0, 0, 0, "", (address, port)) for address in addresses.get(host, [host])]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with device_lock("tcp://shuffler.example:7", tmp_path):
        for url in ("tcp://192.0.2.1:7", "tcp://[2001:db8::1]:7"):
            with pytest.raises(LockedError), device_lock(url, tmp_path):
                pass
