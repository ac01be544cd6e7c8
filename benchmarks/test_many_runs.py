"""The window on 10,000 runs: what goes on and the list of runs are there within two seconds of processor time, also without an index."""

import json
import os
import subprocess
import sys
import textwrap
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from labharness.app.run_index import FILE, listed
from labharness.evidence.folder import RunFolder
from tests.support.runs import altered, forge, tiny_run

RUNS = 10_000
IDLE_RUNS = 20_000
IDLE_S = 30
IDLE_SHARE = 0.01
EACH = timedelta(minutes=50)
OPENED_S = 2.0
GAP_MS = 50
ENVIRONMENT = os.environ | {"QT_QPA_PLATFORM": "offscreen"}

OPEN = """
import json, sys, time
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from labharness.app.workspace import Workspace
from labharness.gui.kit import theme
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.collecting import Collector
from labharness.gui.shell.main_window import MainWindow
from labharness.gui.workspace_services import WorkspaceServices
from labharness.model.address import Address, Room
from tests.support.window.heartbeat import Heartbeat
application = QApplication([])
collector = Collector(application)
theme.dress(application)
started = time.process_time()
window = MainWindow(WorkspaceServices(Workspace.open(Path(sys.argv[1]))), ROOMS)
window.show()
collector.start()
def reached(there):
    until = time.monotonic() + 120
    while not there() and time.monotonic() < until:
        application.processEvents()
        time.sleep(0.001)
    return time.process_time() - started
home = reached(lambda: window._overview is not None)
if sys.argv[2] == "0":
    print(json.dumps({"home": home}))
    window.close()
    sys.exit()
window.open(Address(Room.RUNS))
rows = window.page.table.table.rows
first = reached(lambda: rows.rowCount() > 0)
shown = rows.rowCount()
heart = Heartbeat()
heart.start()
whole = reached(lambda: rows.rowCount() == int(sys.argv[2]))
table = window.page.table.table
for step in range(200):
    table.verticalScrollBar().setValue(step * 50)
    application.processEvents()
heart.stop()
print(json.dumps({"home": home, "first": first, "shown": shown, "whole": whole, **heart.found()}))
window.close()
"""


IDLE = """
import json, sys, time
from pathlib import Path
from PySide6.QtWidgets import QApplication
from labharness.app.workspace import Workspace
from labharness.gui.kit import theme
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.main_window import MainWindow
from labharness.gui.workspace_services import WorkspaceServices
application = QApplication([])
theme.dress(application)
window = MainWindow(WorkspaceServices(Workspace.open(Path(sys.argv[1]))), ROOMS)
window.show()
def events(seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        application.processEvents()
        time.sleep(0.02)
events(float(sys.argv[2]))
begun = time.process_time(), time.monotonic()
events(float(sys.argv[3]))
print(json.dumps((time.process_time() - begun[0]) / (time.monotonic() - begun[1])))
window.close()
"""


@pytest.fixture(scope="module")
def many_runs(tmp_path_factory):
    """10,000 runs of a year that ended: ledgers of one run under 10,000 names, without its frames."""
    return workspace_of(tmp_path_factory, RUNS)


def workspace_of(tmp_path_factory, runs):
    from labharness.app.workspace import Workspace

    made = Workspace.init(tmp_path_factory.mktemp("many") / "workspace")
    start, *others = tiny_run(made.path / "runs" / f"run-{runs - 1:05}").records()
    now = datetime.now(UTC)
    for number in range(runs - 1):
        utc = f"{now - (runs - number) * EACH:%Y-%m-%dT%H:%M:%S.%f}Z"
        folder = RunFolder(made.path / "runs" / f"run-{number:05}")
        folder.path.mkdir()
        forge(folder, [replace(one, utc=utc) for one in (altered(start, run=folder.run), *others)])
    return made


def opened(place, runs=RUNS):
    command = [sys.executable, "-c", textwrap.dedent(OPEN), str(place), str(runs)]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("indexed", [True, False], ids=["listed before", "no index"])
def test_ten_thousand_runs_open_in_two_seconds(benchmark, many_runs, workspace, indexed):
    """Processor time of the process: what Home takes more than in an empty workspace, and what the first rows of Runs take."""
    empty = opened(workspace.path, 0)["home"]
    if indexed:
        assert len(listed(many_runs)) == RUNS
    else:
        (many_runs.path / FILE).unlink(missing_ok=True)
    found = benchmark.pedantic(lambda: opened(many_runs.path), rounds=1)
    benchmark.extra_info["s until Home, more than in an empty workspace"] = round(found["home"] - empty, 2)
    benchmark.extra_info["s until the first rows of Runs"] = round(found["first"] - found["home"], 2)
    benchmark.extra_info["rows then"] = found["shown"]
    benchmark.extra_info["s until all rows"] = round(found["whole"], 2)
    benchmark.extra_info["largest gap, processor ms"] = round(found["cpu_max"], 1)
    benchmark.extra_info["in it"] = found["in_largest"]
    assert found["home"] - empty <= OPENED_S
    assert found["first"] - found["home"] <= OPENED_S
    assert found["cpu_99"] <= GAP_MS


def idle_share(place, settling):
    command = [sys.executable, "-P", "-c", textwrap.dedent(IDLE), str(place), str(settling), str(IDLE_S)]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_an_idle_window_on_twenty_thousand_runs(benchmark, tmp_path_factory, workspace):
    """Share of a core, more than that of a window on an empty workspace: the loop of this program itself takes some."""
    many = workspace_of(tmp_path_factory, IDLE_RUNS)
    assert len(listed(many)) == IDLE_RUNS
    empty = idle_share(workspace.path, 5)
    share = benchmark.pedantic(lambda: idle_share(many.path, 20), rounds=1)
    benchmark.extra_info["share of a core, an empty workspace"] = round(empty, 4)
    benchmark.extra_info["share of a core, 20,000 runs"] = round(share, 4)
    assert share - empty <= IDLE_SHARE
