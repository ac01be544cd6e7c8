"""A question of a run that another process writes: everywhere within two looks at the workspace, and gone as soon as it is answered."""

from labharness.app.workspace.workspace import Workspace
from labharness.gui.run import attachment as follower
from labharness.gui.shell import navigator as feed
from labharness.model.address import Address, Room

SAID_IN_MS = 1000


def two_looks(qtbot, window):
    """Wait for two answers of the workspace, as the first may have been under way; return where it says that it is asked."""
    answers = []
    window._look.took.connect(answers.append)
    qtbot.waitUntil(lambda: len(answers) == 2)
    window._look.took.disconnect(answers.append)
    home, behind = (
        [row[0] for row in table.cells()[1:]]
        for table in (window.stack.pages[Room.HOME].matters, window.bell.table)
    )
    return home, window.top.bell.accessibleName(), window.rail.buttons[Room.RUNS].accessibleName(), behind


NOTHING = ([], "Nothing needs you", "Runs", [])
ASKED = (["Answer"], "1 needs you", "Runs, 1 needs you", ["Answer"])


def test_it_is_listed_everywhere_opened_and_gone_when_the_console_answers(
    qtbot, recorder, window_on, tmp_path
):
    assert SAID_IN_MS >= 2 * feed.LOOK_MS, "so often the workspace is looked at, on whatever loaded computer"
    assert SAID_IN_MS >= 2 * follower.TICK_MS, "and the run that is shown"
    space = Workspace.init(tmp_path / "workspace")
    _, tell = recorder(space.path / "runs" / "run-1")
    window = window_on(space)
    assert two_looks(qtbot, window) == NOTHING
    tell("ask")
    assert two_looks(qtbot, window) == ASKED
    window.open(Address(Room.LIVE, ("run-1",)))
    panel = window.page.view.prompt
    qtbot.waitUntil(panel.isVisible)
    assert panel.send.text() == "Every card is back"
    tell("answer")
    qtbot.waitUntil(panel.isHidden)
    assert two_looks(qtbot, window) == NOTHING
    assert "C. Console" in window.page.view.log.toPlainText()
