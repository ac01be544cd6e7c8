"""The widgets of every room, empty, filled and damaged, and of every dialog: no control is lost unseen."""

import time
from contextlib import contextmanager
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from labharness.app.workspace.workspace import Workspace
from labharness.gui.kit import theme
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.main_window import MainWindow
from labharness.model.address import Address, Room
from tests.support.goldens import GOLDENS, WRITING, hold, hold_files
from tests.support.window import places
from tests.support.window.dialogs import DIALOGS, RUNNING
from tests.support.window.showcase import Showcase
from tests.support.window.specimen_night import queue_a_night
from tests.support.window.widget_tree import tree

PATIENCE_S, LEAST_S = 30.0, 0.2
PASSING = "evaluating # of #"
"""What the window says while it still works; how long that stands depends on the machine."""
ENDED = "20250310T081502-starting-position"
DEEPER = {
    Room.RUNS: [(ENDED,), ("dice",), (RUNNING,)],
    Room.LIVE: [(RUNNING,)],
    Room.BENCHES: [("bench-1",), ("bench-2",)],
    Room.SUBMISSIONS: [("demo-1",)],
    Room.PLANS: [(places.SHUFFLES,), ("our-batch-shuffler", "edit")],
    Room.REPORTS: [("demo-1-d1",)],
    Room.EVIDENCE: [("run", "dice")],
    Room.COMPARE: [("dice", "batch")],
}
"""What else of a filled workspace is opened in a room."""


def filled(place):
    """Leave submissions, a report that nobody signed, a draft, runs of which one goes on, and a queue."""
    places.unsigned(place)
    places.drafted(place)
    places.released(place)
    queue_a_night(Workspace(place))
    return places.running(place)


STATES = {"empty": places.empty, "damaged": places.damaged, "filled": filled}


@contextmanager
def standing(workspace):
    """Show a new window on a workspace."""
    window = MainWindow(Showcase(workspace), ROOMS)
    window.place = workspace.path
    window.show()
    yield window
    window.close()


def settled(text, kept):
    """Wait until a text is what was kept; where it is written or differs, until it no longer changes."""
    begun = changed = time.monotonic()
    shown = text()
    while (now := time.monotonic()) - begun < PATIENCE_S:
        for _ in range(5):
            QApplication.processEvents()
            time.sleep(0.01)
        before, shown = shown, text()
        changed = changed if shown == before and PASSING not in shown else now
        if now - changed > (2.0 if WRITING else 6.0) or (shown == kept and now - begun > LEAST_S):
            break
    return shown


def different(name, parts):
    """Compare texts, each under its title, with those of a golden; return the difference, where there is one."""
    path = GOLDENS / "widgets" / f"{name}.txt"
    kept = path.read_text("utf-8").rstrip("\n") if path.is_file() and not WRITING else ""
    before = dict(part.partition("\n")[::2] for part in kept.split("\n\n"))
    texts = [f"{title}\n{settled(text, before.get(title))}" for title, text in parts]
    try:
        hold(f"widgets/{path.name}", "\n\n".join(texts))
    except pytest.fail.Exception as difference:
        yield str(difference)


def room_parts(window, room, paths):
    for path in paths:
        window.open(Address(room, path))
        yield f"# {Address(room, path)}", lambda: tree(window.page)


def differences_of_rooms(window, state):
    bars = lambda: tree(window, without=window.stack)  # noqa: E731
    yield from different(f"window-{state}", [("# bars", bars)])
    for room in (entry.room for entry in ROOMS):
        paths = [(), *(DEEPER.get(room, []) if state == "filled" else [])]
        yield from different(f"{room}-{state}", room_parts(window, room, paths))


def differences_of_dialogs(window):
    for name, ask in DIALOGS.items():
        dialog = ask(window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()
        yield from different(f"dialog-{name.replace(' ', '-')}", [(f"# {name}", partial(tree, dialog))])
        dialog.close()
        QApplication.processEvents()


@pytest.mark.long  # half a minute, and what is forecast for tonight depends on the hour
@pytest.mark.parametrize("state", STATES)
def test_widgets(state, qapp, tmp_path, monkeypatch):
    """One test of a state: where a window was before may show in the next room."""
    for name in ("LOGNAME", "USER"):
        monkeypatch.setenv(name, "engineer")
    theme.dress(qapp, theme.LIGHT)
    workspace = Workspace.init(tmp_path / "workspace")
    specimen = STATES[state](workspace.path)
    with standing(workspace) as window:
        differences = list(differences_of_rooms(window, state))
    if specimen is not None:
        with standing(workspace) as window:
            differences += differences_of_dialogs(window)
        specimen.close()
    if differences:
        pytest.fail("\n\n".join(differences), pytrace=False)


def test_every_golden_has_its_room_or_dialog():
    rooms = [
        f"{room}-{state}.txt" for room in ("window", *(entry.room for entry in ROOMS)) for state in STATES
    ]
    hold_files("widgets", [*rooms, *(f"dialog-{name.replace(' ', '-')}.txt" for name in DIALOGS)])
