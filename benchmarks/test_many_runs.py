"""The window on 10,000 runs: what goes on and the list of runs are there within two seconds of processor time, also without an index."""

import json
import os
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor

import pytest

from benchmarks.conftest import RUNS
from benchmarks.figures import scaled
from labharness.app.runs.run_index import FILE, listed

IDLE_RUNS = scaled(20_000, 2_000)
SETTLED_S, IDLE_S = scaled(20, 5), scaled(20, 5)
IDLE_SHARE = 0.01
RUNS_NAMED = "10,000 runs"
OPENED_S = 2.0
GAP_MS = 50
ENVIRONMENT = os.environ | {"QT_QPA_PLATFORM": "offscreen"}

OPEN = """
import json, sys, time
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from labharness.app.workspace.workspace import Workspace
from labharness.gui.kit import theme
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.main_window import Collector
from labharness.gui.shell.main_window import MainWindow
from labharness.gui.services import Services
from labharness.model.address import Address, Room
from tests.support.window.heartbeat import Heartbeat
application = QApplication([])
collector = Collector(application)
theme.dress(application)
started = time.process_time()
window = MainWindow(Services.of(Workspace.open(Path(sys.argv[1]))), ROOMS)
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
from labharness.app.workspace.workspace import Workspace
from labharness.gui.kit import theme
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.main_window import MainWindow
from labharness.gui.services import Services
application = QApplication([])
theme.dress(application)
window = MainWindow(Services.of(Workspace.open(Path(sys.argv[1]))), ROOMS)
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


def opened(place, runs=RUNS):
    command = [sys.executable, "-c", textwrap.dedent(OPEN), str(place), str(runs)]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("indexed", [True, False], ids=["listed before", "no index"])
def test_ten_thousand_runs_open_in_two_seconds(figure, many_runs, workspace, indexed):
    """Processor time of the process: what Home takes more than in an empty workspace, and what the first rows of Runs take."""
    empty = opened(workspace.path, 0)["home"]
    if not indexed:
        (many_runs.path / FILE).unlink()
    measured = opened(many_runs.path)
    assert len(listed(many_runs)) == RUNS
    index = "listed before" if indexed else "without an index"
    rows = measured["first"] - measured["home"]
    figure(
        f"{RUNS_NAMED}, {index}: Home shown, processor time",
        measured["home"],
        "s",
        ("an empty workspace", empty),
        empty + OPENED_S,
    )
    figure(f"{RUNS_NAMED}, {index}: the first rows of Runs, processor time", rows, "s", target=OPENED_S)
    figure(
        f"{RUNS_NAMED}, {index}: between two beats of the event loop, 99% quantile",
        measured["cpu_99"],
        "ms",
        target=GAP_MS,
    )
    figure.hold()


def idle_share(place):
    command = [sys.executable, "-P", "-c", textwrap.dedent(IDLE), str(place), str(SETTLED_S), str(IDLE_S)]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_an_idle_window_on_twenty_thousand_runs(figure, workspace_of, workspace):
    """Share of a core, more than that of a window on an empty workspace: the loop of this program itself takes some."""
    many = workspace_of(IDLE_RUNS)
    assert len(listed(many)) == IDLE_RUNS
    with ThreadPoolExecutor() as both:
        empty, share = both.map(idle_share, (workspace.path, many.path))
    figure(
        "an idle window on 20,000 runs, processor time of a minute",
        60 * share,
        "s",
        ("an empty workspace", 60 * empty),
        60 * (empty + IDLE_SHARE),
    )
    figure.hold()
