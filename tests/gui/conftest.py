"""The rooms of a workspace of specimens; every Qt warning is a failure."""

import json
import os
import subprocess
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QEvent, Qt, qInstallMessageHandler
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from labharness.acts.declaring import Seat
from labharness.app.catalog.plan_index import plan_index
from labharness.app.manual.place import Manual
from labharness.app.overview.overview import Overview
from labharness.app.people.staff import Staff
from labharness.app.planning.preflight_rows import PreflightItem, PreflightRow
from labharness.app.workspace.workspace import MARKER, Workspace
from labharness.errors import WorkspaceError
from labharness.evidence.folder import RunFolder
from labharness.gui.kit import theme
from labharness.gui.main import main
from labharness.gui.rooms import ROOMS
from labharness.gui.run.live_page import LivePage
from labharness.gui.shell.main_window import MainWindow
from labharness.gui.starting.new_run_page import NewRunPage
from labharness.model.reasons.run import Runs
from tests.support.window.showcase import Showcase
from tests.support.window.specimen import ROUNDS, Specimen


@dataclass
class Listing:
    url: str
    title: str


QUIET = Overview(
    now=datetime(2026, 11, 23, 12, tzinfo=UTC),
    matters=(),
    open_runs=(),
    benches=(),
    ended=(),
    expected_s={},
    queue_away=None,
    free=412_000_000_000,
    clock_synchronized=True,
)


LOOKS = {"doctor": (), "about": {}}


class Absent:
    """Services that refuse whatever they are asked, in a sentence."""

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)

        def refuse(*_arguments, **_named):
            raise WorkspaceError(Runs.UNKNOWN(run=name, workspace="here", latest=()))

        return refuse


class NoSubmissions(Absent):
    """A workspace without a register."""

    def filed(self):
        return ()

    def case_sign(self, at_work):  # noqa: ARG002
        return ""

    def staff(self):
        return Staff(login="nobody")


class LooseRuns(Workspace):
    """A workspace in whose folder runs and reports lie beside each other."""

    def latest_runs(self):
        folders = sorted(self.path.iterdir(), reverse=True)
        return (RunFolder(path) for path in folders if (path / "ledger.jsonl").is_file())

    def run(self, name):
        return RunFolder(self.path / name)

    def report(self, run):
        return self.path / f"{run.run}.pdf"


class NoSeat:
    """A workspace without a list of people, whose computer is not looked at."""

    def __init__(self, place):
        (place / MARKER).write_text('schema = 1\nid = "ab12"\n', encoding="utf-8")
        self.workspace = self.place = LooseRuns(place)

    def do(self, act, *given, **named):
        if act.name in LOOKS:
            return LOOKS[act.name]
        return Seat(self.workspace).do(act, *given, **named)


@dataclass
class Bench:
    """Services whose commands are the test's."""

    place: Path
    listed: list = field(default_factory=lambda: [Listing("usb://1209:4614/7", "Example Gaming Specimen")])
    command: list = field(default_factory=list)
    ordered: list = field(default_factory=list)
    submissions: object = field(default_factory=NoSubmissions)
    workspace_id: str = "ab12"

    shown: Overview | OSError = QUIET
    looked: list = field(default_factory=list)
    rows: tuple = (
        PreflightRow(PreflightItem.PLAN, good=True, shown="A plan"),
        PreflightRow(PreflightItem.DEVICE, good=True),
    )

    def __post_init__(self):
        self.simulators = SimpleNamespace(
            start=lambda kind: Listing(f"usbip://127.0.0.1:1/{kind}", f"Simulated: {kind}"), stop=lambda: None
        )

    @cached_property
    def seat(self):
        return NoSeat(self.place)

    @property
    def workspace(self):
        return self.seat.workspace

    def shared(self, _reader):
        return self.submissions

    def overview(self):
        if isinstance(self.shown, OSError):
            raise self.shown
        return self.shown

    def devices(self):
        return self.listed

    def plans(self):
        return plan_index(self.place / "plans")

    def manual(self):
        return Manual(Path(), ())

    def preflight(self, order):
        self.looked.append(order)
        return self.rows

    def run_command(self, order):
        extras = [each for each in (order.submission, order.cards) if each]
        self.ordered.append((order.plan, order.device, order.reader or "", *extras))
        return [*self.command, order.name]

    def resume_command(self, folder):
        self.ordered.append(("resume", folder.run))
        return [*self.command, folder.run]


class PatientBot(QtBot):
    """Waits as long as a loaded machine may take; only what never comes takes so long."""

    def waitUntil(self, callback, timeout=120_000):
        super().waitUntil(callback, timeout=timeout)

    def waitExposed(self, widget):
        return super().waitExposed(widget, timeout=120_000)

    def waitActive(self, widget):
        return super().waitActive(widget, timeout=120_000)

    def addWidget(self, widget):
        """Close a widget at the end, once its work was stopped; returns it."""
        super().addWidget(widget, before_close_func=lambda widget: getattr(widget, "stop", lambda: None)())
        return widget

    def shown(self, widget, *size):
        """Show a widget, of a size where one is given, until the end; returns it."""
        self.addWidget(widget)
        if size:
            widget.resize(*size)
        widget.show()
        return widget

    def front(self, widget):
        """Show a window and give it the keyboard, as a window manager does; a bare X server has none."""
        widget.show()
        widget.activateWindow()
        self.waitUntil(widget.isActiveWindow)
        return widget

    def click(self, widget):
        self.mouseClick(widget, Qt.MouseButton.LeftButton)


@pytest.fixture
def qtbot(qapp, request):
    return PatientBot(request)


@pytest.fixture(scope="session", autouse=True)
def _letters_are_those_of_the_program(qapp):
    theme.dress(qapp, theme.LIGHT, 1.0)
    qapp.setStyleSheet("")


@pytest.fixture(autouse=True)
def no_closed_windows(qapp):
    """Qt draws and measures every widget anew when the look changes, those of closed windows too until they are deleted.

    With the program's sheet of styles a window takes three times as long to make: tests of looks and sizes dress it themselves.
    """
    yield
    for widget in qapp.topLevelWidgets():
        if isinstance(widget, MainWindow) and not widget.isVisible():
            widget.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    if not any(isinstance(widget, MainWindow) for widget in qapp.topLevelWidgets()):
        qapp.setStyleSheet("")


@pytest.fixture(autouse=True)
def qt_says_nothing(qapp):
    words = []
    # The offscreen platform says this of every window that has a smallest size, or is brought to the front.
    ignored = [f"This plugin does not support {what}()" for what in ("propagateSizeHints", "raise")]
    before = qInstallMessageHandler(
        lambda _kind, _where, text: words.append(text) if text not in ignored else None
    )
    yield
    QGuiApplication.clipboard().clear()  # the offscreen platform would delete what it holds after the interpreter
    qInstallMessageHandler(before)
    assert words == []


@pytest.fixture
def bench(tmp_path):
    (tmp_path / "window.json").write_text(json.dumps({"plan": ROUNDS}), encoding="utf-8")
    return Bench(tmp_path)


@pytest.fixture
def sit_down(monkeypatch):
    """Return a function that starts ``labharness-gui`` and gives its window to somebody who closes it in the end."""

    def start(somebody, *arguments):
        def instead_of_events(*_):
            visible = (each for each in QApplication.topLevelWidgets() if isValid(each) and each.isVisible())
            window = next(each for each in visible if isinstance(each, MainWindow))
            somebody(window)
            window.close()
            return 0

        monkeypatch.setattr(QApplication, "exec", instead_of_events)
        assert main([*map(str, arguments)]) == 0

    return start


@pytest.fixture
def begin(tmp_path):
    """Return a function that begins a made-up run: a stage of it, so many units, and what is asked, if anything is."""
    begun = []

    def begin(name, plan=ROUNDS, stage="rounds", units=0, asks=(), **options):
        run = Specimen(tmp_path / name, plan, **options)
        begun.append(run)
        run.begin(stage)
        if units:
            run.observe(stage, units)
        if asks:
            run.prompt(*asks)
        run.writer.barrier()
        return run

    yield begin
    for run in begun:
        run.close()


@pytest.fixture
def recorder():
    """Return a function that has another process record a run; it returns the process and what tells it to go on."""
    with ExitStack() as processes:

        def start(folder):
            command = [sys.executable, str(Path(__file__).with_name("run") / "bench_writer.py"), str(folder)]
            piped = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
            process = processes.enter_context(subprocess.Popen(command, **piped))
            processes.callback(process.kill)
            assert process.stdout.readline() == "recording\n"

            def tell(what):
                process.stdin.write(f"{what}\n")
                process.stdin.flush()
                assert process.stdout.readline() == f"{what}\n"

            return process, tell

        yield start


@pytest.fixture
def opened():
    """What the window asked the desktop to open."""
    return []


class Both(QWidget):
    """The form of a new run and the live view, beside each other: what one starts, the other shows."""

    def __init__(self, services, open_file):
        super().__init__()
        self.form, self.live = NewRunPage(services), LivePage(services, open_file)
        row = QHBoxLayout(self)
        row.addWidget(self.form, 1)
        row.addWidget(self.live, 2)
        self.form.went.connect(self.live.show_address)
        self.start, self.view, self.follower = self.form.panel, self.live.view, self.live.follower
        self.attach = self.live.attach

    def closeEvent(self, event):
        self.form.stop()
        self.live.stop()
        super().closeEvent(event)


@pytest.fixture
def window(qtbot, qapp, bench, opened):
    return qtbot.front(qtbot.shown(Both(bench, lambda path: opened.append(path) or True), 1600, 800))


@pytest.fixture
def main_window(qtbot, qapp, bench, opened):
    """The whole window with all its rooms."""
    window = MainWindow(bench, ROOMS, open_file=lambda path: opened.append(path) or True)
    return qtbot.front(qtbot.addWidget(window))


@pytest.fixture
def window_on(qtbot):
    """Return a function that shows the whole window on a workspace of specimens."""
    return lambda space: qtbot.shown(MainWindow(Showcase(space), ROOMS, open_file=lambda _: True))
