"""How the window starts, and an exception that nobody caught: told, without secrets, and a way to start again."""

import os
import subprocess
import sys
import threading

import pytest
from PySide6.QtCore import QTimer

from labharness.app.workspace.workspace import Workspace
from labharness.evidence.verify import verify
from labharness.gui.kit.slow_work import WorkerThread
from labharness.gui.main import INSTALL, main
from labharness.gui.shell.starting_up import FAULTS, CrashDialog, CrashReporter, diagnosis, restart_command
from labharness.language.template import installation

SECRET = "correct horse battery staple"


def fail(passphrase):
    raise ValueError(f"wrong pass phrase: {passphrase}")


def wrapped():
    try:
        fail(SECRET)
    except ValueError as error:
        raise RuntimeError(f"cannot sign with {SECRET}") from error


def told():
    try:
        wrapped()
    except RuntimeError as error:
        return diagnosis(type(error), error, error.__traceback__)


def test_the_file_says_where_holds_no_secret_and_errors_that_cause_each_other_end(tmp_path):
    text = told()
    assert SECRET not in text
    assert str(tmp_path.parent) not in text
    for part in ("builtins.RuntimeError", "builtins.ValueError", "Qt 6"):
        assert part in text
    assert 'in fail: raise ValueError(f"wrong pass phrase: {passphrase}")' in text
    first, second = ValueError("a"), ValueError("b")
    first.__cause__, second.__cause__ = second, first
    assert diagnosis(ValueError, first, None).count("ValueError") == 2


@pytest.fixture
def reporter(qtbot, tmp_path, capsys):
    before = sys.excepthook, threading.excepthook
    reporter = CrashReporter()
    reporter.install(tmp_path / "cache")
    yield reporter
    reporter.uninstall()
    sys.excepthook, threading.excepthook = before


def test_an_exception_in_the_window_or_on_a_thread_is_told_on_the_window_s_thread(qtbot, reporter, tmp_path):
    heard = []
    reporter.crashed.connect(lambda text: heard.append((text, threading.current_thread())))
    thread = WorkerThread()
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)  # is none
    assert heard == []
    for begin in (
        lambda: thread.start(wrapped),
        threading.Thread(target=wrapped).start,
        lambda: sys.excepthook(ValueError, ValueError("x"), None),
    ):
        heard.clear()
        begin()
        qtbot.waitUntil(lambda: len(heard) == 1)
        assert heard[0][1] is threading.main_thread()
    assert (tmp_path / "cache" / FAULTS).is_file()


def test_the_dialog_shows_the_whole_file_and_saves_exactly_that(qtbot, tmp_path):
    restarted = []
    dialog = qtbot.shown(CrashDialog(told(), lambda: restarted.append(True)))
    dialog.text.appendPlainText("A further one.")
    dialog.write(tmp_path / "diagnostic.txt")
    assert (tmp_path / "diagnostic.txt").read_text("utf-8") == dialog.text.toPlainText() + "\n"
    assert SECRET not in dialog.text.toPlainText()
    dialog.write(tmp_path / "no folder" / "diagnostic.txt")
    assert "Choose another folder" in dialog.saved.text()
    dialog.again.click()
    assert restarted == [True]
    QTimer.singleShot(0, dialog.close)


def test_a_mistake_of_the_window_is_told_over_it_and_leaves_a_run_alone(
    qtbot, sit_down, recorder, tmp_path, monkeypatch
):
    """The real entry point; the run is written by another process."""
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)  # so that it is put back
    space = Workspace.init(tmp_path / "workspace")
    folder = space.path / "runs" / "run-1"
    process, tell = recorder(folder)

    def work(window):
        recorded = (folder / "ledger.jsonl").read_bytes()
        for _ in range(2):  # a second one is added to the dialog that is open
            try:
                wrapped()
            except RuntimeError as error:
                sys.excepthook(type(error), error, error.__traceback__)
        qtbot.waitUntil(lambda: window.findChild(CrashDialog) is not None)
        (dialog,) = window.findChildren(CrashDialog)
        qtbot.waitUntil(lambda: dialog.text.toPlainText().count("builtins.RuntimeError") == 2)
        assert SECRET not in dialog.text.toPlainText()
        dialog.close()
        assert (folder / "ledger.jsonl").read_bytes().startswith(recorded)
        assert process.poll() is None
        tell("go on")
        assert process.wait(60) == 0

    sit_down(work, "--workspace", space.path)
    assert not verify(folder).problems
    assert list((folder / "inbox").iterdir()) == []


def test_the_window_starts_again_at_what_it_showed():
    command = restart_command(["--workspace", "w", "--open", "labharness:/home"], "labharness:/run/a")
    begin = command.index("labharness.gui.main")
    assert command[begin + 1 : begin + 3] == ["--workspace", "w"]
    assert command[-2:] == ["--open", "labharness:/run/a"], "of an option given twice the last counts"


NO_QT = "import sys; sys.modules['PySide6'] = None; sys.argv = ['labharness-gui']\n"
MAIN = "from labharness.gui.main import main; sys.exit(main())"


def run(code):
    kept = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=kept)


def test_without_qt_one_sentence_says_how_to_install_it():
    done = run(NO_QT + MAIN)
    assert done.returncode == 3
    assert done.stderr == INSTALL + "\n"
    assert installation("gui") in INSTALL


def test_without_a_display_one_sentence_says_so():
    done = run("import sys; sys.argv = ['labharness-gui']\n" + MAIN)
    assert (done.returncode, done.stderr.count("\n")) == (3, 1) if sys.platform.startswith("linux") else True


def test_a_folder_that_is_no_workspace_is_refused_with_the_way_to_make_one(qapp, tmp_path, capsys):
    assert main(["--workspace", str(tmp_path)]) == 3
    assert "labharness init" in capsys.readouterr().err
