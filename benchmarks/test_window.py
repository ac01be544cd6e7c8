"""The window: how soon it is usable, how soon the search answers, and whether its event loop ever waits."""

import json
import os
import subprocess
import sys
import textwrap
import time

from benchmarks.conftest import RUNS
from benchmarks.figures import scaled

COLD_S = 1.5
FIRST_MS = 100
GAP_MS = 50
BUSY_S = scaled(60, 5)
GROWTH_MB = 30
LEAST_DRAWN = scaled(60 * 100, 1)
"""Rounds in the picture at the end, so that a run was drawn that grew."""
ENVIRONMENT = os.environ | {"QT_QPA_PLATFORM": "offscreen"}


def measured(program, *arguments):
    """Run a program in a fresh interpreter; returns the JSON object that it prints last."""
    command = [sys.executable, "-c", textwrap.dedent(program), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


START = """
import json, sys, time
from pathlib import Path
from PySide6.QtWidgets import QApplication
from labharness.app.workspace.workspace import Workspace
from labharness.gui.kit import theme
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.main_window import Collector
from labharness.gui.shell.main_window import MainWindow
from labharness.gui.services import Services
application = QApplication([])
collector = Collector(application)
theme.dress(application)
window = MainWindow(Services.of(Workspace.open(Path(sys.argv[1]))), ROOMS)
window.show()
collector.start()
while window._overview is None:
    application.processEvents()
print(json.dumps({"cpu": time.process_time()}))
window.close()
"""


def test_a_cold_start_to_a_usable_window(figure, workspace):
    """From nothing to a window that shows what goes on, in processor time of the whole process."""
    seconds = [measured(START, workspace.path)["cpu"] for _ in range(scaled(5, 2))]
    figure("a window from nothing until it is usable, processor time", seconds, "s", target=COLD_S)
    figure.hold()


SEARCH = """
import json, sys, time
from pathlib import Path
from PySide6.QtWidgets import QApplication
from labharness.app.workspace.workspace import Workspace
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.main_window import MainWindow
from labharness.gui.services import Services
from labharness.gui.kit.findable import FoundObject
from labharness.gui.shell.search_results import RESULT
application = QApplication([])
window = MainWindow(Services.of(Workspace.open(Path(sys.argv[1]))), ROOMS)
window._notifier._memory.put("notices/desktop", False)
window.show()
while window._overview is None:
    application.processEvents()
window._look.stop()  # so that only the search is measured
model = window.search.model
def first(text):
    begun, cpu = time.perf_counter(), time.process_time()
    window.search._show()
    window.top.search.setText(text)
    def there():
        return any(isinstance(model.index(at).data(RESULT).of, FoundObject) for at in range(model.rowCount()))
    while not there() and time.perf_counter() - begun < 30:
        application.processEvents()
    return 1000 * (time.process_time() - cpu)
cold = first(sys.argv[2])
until = time.perf_counter() + 120
while window._catalogs._reading and time.perf_counter() < until:
    application.processEvents()
    time.sleep(0.01)
window.top.search.setText("")
warm = [first(name) for name in sys.argv[3:]]
print(json.dumps({"cold": cold, "warm": warm, "known": sum(window._catalogs.counts())}))
window.close()
"""


def test_the_first_result_of_the_search_among_ten_thousand_runs(figure, many_runs):
    """The first object in a window that was just opened and has read nothing of it, and with all runs known."""
    names = [scaled(f"run-0{number % 10}99", f"run-00{number % 10}9") for number in range(20)]
    searched = measured(SEARCH, many_runs.path, scaled("r run-09", "r run-009"), *names)
    warm = searched["warm"]
    figure(
        "the first result of the search among 10,000 runs, nothing read yet",
        searched["cold"],
        "ms",
        target=FIRST_MS,
    )
    figure(
        "the first result of the search among 10,000 runs, all known, median of 20",
        sorted(warm)[len(warm) // 2],
        "ms",
        target=FIRST_MS,
    )
    assert searched["known"] >= RUNS
    figure.hold()


HEARTBEAT = """
import json, sys, time
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from labharness.app.workspace.workspace import Workspace
from labharness.gui.kit import theme
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.main_window import Collector
from labharness.gui.shell.main_window import MainWindow
from labharness.model.address import Address, Room
from tests.support.window.heartbeat import Heartbeat
from tests.support.window.showcase import Showcase
place, seconds, run = Path(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
application = QApplication([])
collector = Collector(application)
theme.dress(application)
window = MainWindow(Showcase(Workspace.open(place)), ROOMS)
window.show()
collector.start()
until = time.monotonic() + 20
while not (place / "runs" / run / "ledger.jsonl").is_file() and time.monotonic() < until:
    application.processEvents()
window.open(Address(Room.LIVE, (run,)))
def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6
heart, memory = Heartbeat(), []
warm = time.monotonic() + 5
while time.monotonic() < warm:
    application.processEvents()
heart.start()
memory.append(resident())
switch = QTimer()
turn = [0]
def picture():
    turn[0] += 1
    chosen = getattr(window.page.view, "_choose_picture", None)
    if chosen is not None:
        chosen(turn[0] % 6)
switch.timeout.connect(picture)
switch.start(2000)
end = time.monotonic() + seconds
while time.monotonic() < end:
    application.processEvents()
    time.sleep(0.0005)
heart.stop()
memory.append(resident())
print(json.dumps({
    **heart.found(), "memory": memory, "pictures": turn[0], "drawn": window.page.view.picture._picture.units,
}))
window.close()
"""
WRITER = """
import sys, time
from pathlib import Path
from tests.support.window.specimen import Specimen
specimen = Specimen(Path(sys.argv[1]), "blackjack-633a-continuous-shuffler-rounds")
specimen.begin("rounds")
until = time.monotonic() + float(sys.argv[2])
while time.monotonic() < until:
    specimen.observe("rounds", 20)
    time.sleep(0.02)
specimen.close()
"""


def test_the_event_loop_never_waits_while_a_run_is_recorded(figure, workspace):
    """60 s of a live run at 1,000 rounds a second, all pictures in turn: processor time between two beats."""
    folder = workspace.path / "runs" / "busy"
    command = [sys.executable, "-c", textwrap.dedent(WRITER), str(folder), str(BUSY_S + 30)]
    with subprocess.Popen(command, env=ENVIRONMENT) as writer:
        try:
            time.sleep(0.5)
            heard = measured(HEARTBEAT, workspace.path, BUSY_S, "busy")
        finally:
            writer.kill()
    before, after = heard["memory"]
    figure(
        "between two beats of the event loop in 60 s of a live run, 99% quantile",
        heard["cpu_99"],
        "ms",
        target=GAP_MS,
    )
    figure(
        "between two beats of the event loop in 60 s of a live run, the largest",
        heard["cpu_max"],
        "ms",
        target=GAP_MS,
    )
    figure("memory after 60 s of a live run", after, "MB", ("before them", before), before + GROWTH_MB)
    assert heard["drawn"] > LEAST_DRAWN
    assert heard["pictures"] >= BUSY_S / 4
    assert after - before <= GROWTH_MB
    figure.hold()
