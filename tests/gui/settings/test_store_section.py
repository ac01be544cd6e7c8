"""The shared store in the settings, on a real one in a folder: what waits is copied, fetched and verified."""

import pytest
from PySide6.QtCore import Qt

from labharness.acts.declaring import Seat
from labharness.app.shared_store.store import RUNS
from labharness.app.workspace.workspace import Workspace
from labharness.gui.settings.laboratory_section import CHOOSE, StoreSection
from tests.app.shared_store.conftest import named
from tests.support.runs import tiny_run


@pytest.fixture
def section(qtbot, tmp_path):
    """Opens the store as a workspace sees it."""
    result = []

    def show(name):
        space = tmp_path / name
        space = Workspace(space) if space.is_dir() else named(Workspace.init(space), tmp_path / "store")
        result.append(StoreSection(Seat(space)))
        result[-1].space = space
        qtbot.addWidget(result[-1])
        result[-1].resize(1000, 600)
        result[-1].show()
        qtbot.waitUntil(lambda: not result[-1].work.busy)
        return result[-1]

    yield show
    for each in result:
        each.stop()


def press(qtbot, section, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not section.work.busy)


def states(section):
    return [(row[1], row[0].partition(":")[0]) for row in section.table.cells()[1:]]


def choose_stored(section):
    rows = section.table.rows
    section.table.select(next(rows.key(at) for at in range(rows.rowCount()) if rows.row(at).head))


def test_a_run_waits_is_copied_fetched_elsewhere_and_verified(qtbot, section, tmp_path):
    each = section("one")
    assert "Make the store in Settings" in each.work.note.text(), "a place without a store says what to do"
    press(qtbot, each, each.make)
    assert "is ready" in each.work.note.text()
    tiny_run(each.space.path / "runs" / "night", 3)
    press(qtbot, each, each.again)
    assert states(each) == [("night", "Waits")]
    assert each.fetch.toolTip() == CHOOSE
    press(qtbot, each, each.copy)
    assert each.work.note.text() == "1 run copied and verified."
    assert states(each) == [("night", "In the store")]

    two = section("two")
    choose_stored(two)
    press(qtbot, two, two.fetch)
    assert (two.space.path / "runs" / "night").is_dir()
    choose_stored(two)
    press(qtbot, two, two.verify)
    assert ("night", "Verified") in states(two)
    segment = next(file for file in (tmp_path / "store" / RUNS).rglob("*.seg"))
    segment.chmod(0o644)
    *kept, last = segment.read_bytes()
    segment.write_bytes(bytes([*kept, last ^ 1]))
    press(qtbot, two, two.verify)
    assert ("night", "NOT VERIFIED") in states(two)
