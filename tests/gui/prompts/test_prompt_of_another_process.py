"""A question of a run that another process writes: everywhere within two looks at the workspace, and gone as soon as it is answered."""

import subprocess
import sys

import pytest

from labharness.app.workspace.workspace import Workspace
from labharness.gui.run import attachment as follower
from labharness.gui.shell import navigator as feed
from labharness.model.address import Address, Room
from tests.support.window.specimen import ROUNDS

SAID_IN_MS = 1000
RUNNER = """
import sys
from pathlib import Path
from tests.support.window.specimen import Specimen
specimen = Specimen(Path(sys.argv[1]), sys.argv[2])
specimen.begin("rounds")
specimen.writer.barrier()
print("running", flush=True)
for number, line in enumerate(sys.stdin):
    if line == "ask\\n":
        specimen.prompt(number, "put_back", "Put every card back.")
    else:
        specimen.answer(number - 1, "C. Console", "done")
    print(line.strip(), flush=True)
specimen.close()
"""


@pytest.fixture
def runner(tmp_path):
    """A process that records a run, asks and hears an answer at its console when it is told to; tells when it is on record."""
    space = Workspace.init(tmp_path / "workspace")
    command = [sys.executable, "-c", RUNNER, str(space.path / "runs" / "run-1"), ROUNDS]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "running\n"

        def tell(what):
            process.stdin.write(f"{what}\n")
            process.stdin.flush()
            assert process.stdout.readline() == f"{what}\n"

        yield space, tell
        process.kill()


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


def test_it_is_listed_everywhere_opened_and_gone_when_the_console_answers(qtbot, runner, window_on):
    assert SAID_IN_MS >= 2 * feed.LOOK_MS, "so often the workspace is looked at, on whatever loaded computer"
    assert SAID_IN_MS >= 2 * follower.TICK_MS, "and the run that is shown"
    space, tell = runner
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
