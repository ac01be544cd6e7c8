"""A second start hands its address to the window that is open."""

import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalSocket

from labharness.app.workspace.settings import read_settings
from labharness.app.workspace.workspace import Workspace
from labharness.gui.shell.main_window import Reception, hand_over, server_name
from labharness.model.address import MOST, Address, Room

BUSY = """
import sys
from PySide6.QtCore import QCoreApplication
from labharness.gui.shell.main_window import Reception
application = QCoreApplication([])
first = Reception(sys.argv[1])
first.asked.connect(lambda address: print(address, flush=True))
print("open", first.is_open, flush=True)
sys.stdin.readline()
application.exec()
"""
SECOND = "import sys; from labharness.gui.main import main; sys.exit(main())"


@pytest.fixture
def name(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return server_name(tmp_path, "ab12")


def test_each_workspace_has_a_name_of_its_own_which_nobody_takes_without_a_window(tmp_path, name):
    assert server_name(tmp_path, "ab12") == name
    assert server_name(tmp_path, "cd34") != name
    assert server_name(tmp_path / "a", "") != server_name(tmp_path / "b", "")
    assert not hand_over(name, "labharness:/home")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of Windows are in no folder")
@pytest.mark.parametrize("taken", ["", "open", "link"])
def test_without_a_folder_of_the_login_nobody_else_can_take_the_name(tmp_path, monkeypatch, taken):
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    usual = tmp_path / f"labharness-{os.geteuid()}"
    if taken == "open":
        usual.mkdir()
        usual.chmod(0o777)
    elif taken == "link":
        usual.symlink_to(tmp_path)
    folder, again = (Path(server_name(tmp_path, "ab12")).parent for _ in range(2))
    assert (folder.parent, stat.S_IMODE(folder.lstat().st_mode)) == (tmp_path, 0o700)
    assert [folder == usual, again == folder] == [not taken] * 2


@pytest.fixture
def busy(name):
    """Return a living process that has the name and does not come to its events."""
    with subprocess.Popen([sys.executable, "-c", BUSY, name], stdin=-1, stdout=-1) as first:
        assert first.stdout.readline() == b"open True\n"
        yield first
        first.kill()


def test_a_busy_window_keeps_its_name_and_gets_the_address_later(qtbot, name, busy):
    """Also one whose queue is full; one that crashed leaves its name to the next."""
    assert not hand_over(name, "labharness:/home")
    waiting = [QLocalSocket() for _ in range(80)]
    for socket in waiting:
        socket.connectToServer(name)
    second = Reception(name, look_ms=20)
    qtbot.wait(200)
    assert not second.is_open
    for socket in waiting:
        socket.abort()
    busy.stdin.write(b"go on\n")
    busy.stdin.flush()
    assert busy.stdout.readline() == b"labharness:/home\n"
    assert hand_over(name, "labharness:/runs")
    assert busy.stdout.readline() == b"labharness:/runs\n"
    assert not second.is_open
    busy.kill()
    busy.wait()
    assert os.path.lexists(name)
    qtbot.waitUntil(lambda: second.is_open)
    second.close()


def test_a_socket_that_was_removed_comes_back(qtbot, name):
    first, asked = Reception(name, look_ms=20), []
    first.asked.connect(asked.append)
    Path(name).unlink()
    qtbot.waitUntil(lambda: os.path.lexists(name))
    socket = QLocalSocket()
    socket.connectToServer(name)
    socket.write(b"labharness:/home\n")
    qtbot.waitUntil(lambda: asked == ["labharness:/home"])
    first.close()
    assert not os.path.lexists(name)


def test_whatever_is_handed_over_is_text_and_more_than_an_address_is_refused(qtbot, name):
    reception, asked, gone = Reception(name), [], []
    reception.asked.connect(asked.append)

    def send(content):
        socket = QLocalSocket()
        socket.disconnected.connect(lambda: gone.append(True))
        socket.connectToServer(name)
        assert socket.waitForConnected(5000)
        socket.write(content)
        socket.flush()
        return socket

    for sent in (b"labharness:/run/run-1\n", b"\n", b"rm -rf /\n", b"\xff\xfe\n"):
        asked.clear()
        socket = send(sent)
        qtbot.waitUntil(lambda sent=sent: asked == [sent.decode("utf-8", "replace").strip()])
        socket.abort()
    asked.clear()
    gone.clear()
    socket = send(b"a" * (4 * MOST))
    qtbot.waitUntil(lambda: gone == [True])
    assert asked == []
    reception.close()


def test_a_second_start_ends_and_the_first_window_shows_its_address(
    qtbot, main_window, tmp_path, monkeypatch
):
    workspace = Workspace.init(tmp_path / "workspace")
    main_window.open(Address(Room.SUBMISSIONS))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    reception = Reception(server_name(workspace.path, read_settings(workspace).id))
    reception.asked.connect(main_window.come_forward)
    command = [sys.executable, "-c", SECOND, "--workspace", str(workspace.path), "--open", "labharness:/home"]
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(tmp_path)}
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE) as second:
        qtbot.waitUntil(lambda: second.poll() is not None)
        assert (second.returncode, second.stderr.read()) == (0, b"")
    assert main_window.address == Address(Room.HOME)
    reception.close()
