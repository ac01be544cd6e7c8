"""``python -m tests.support.window.film DIR``: one run before the window, from its first record to its verdict, a picture a moment."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication

from labharness.app.workspace.workspace import Workspace
from labharness.evidence.records.course import ConductedBody
from labharness.gui.kit import theme
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.main_window import MainWindow
from labharness.model.address import Address, Room
from labharness.model.reasons.decision import Held
from labharness.model.results import Ending, Outcome
from labharness.titled import Titled
from tests.support.window.places import SHUFFLES
from tests.support.window.showcase import Showcase
from tests.support.window.specimen import Specimen
from tests.support.window.standing import settle, wait

RUN = "20250312T083000-batch-shuffler-by-hand"
ASKED = "Load the deck in the order shown, run one shuffle, and take the cards out face down."


def main(arguments: list[str]) -> int:
    """Take the pictures; returns 0."""
    target = Path(arguments[0] if arguments else "dist/screenshots/film")
    target.mkdir(parents=True, exist_ok=True)
    application = QApplication.instance() or QApplication(["labharness-gui"])
    assert isinstance(application, QApplication)
    theme.dress(application, theme.LIGHT)
    with tempfile.TemporaryDirectory(prefix="labharness-") as folder:
        space = Workspace.init(Path(folder) / "laboratory")
        specimen = Specimen(space.path / "runs" / RUN, SHUFFLES, shelves=10)
        window = MainWindow(Showcase(space), ROOMS)
        window.show()
        window.open(Address(Room.LIVE, (RUN,)))
        for number, moment in enumerate(course(specimen)):
            specimen.writer.barrier()
            settle(application)
            wait(application, partial(_caught_up, window))
            window.grab().save(str(target / f"{number:02}-{moment}.png"))
        window.close()
        specimen.close()
    return 0


def _caught_up(window: MainWindow) -> bool:
    attachment = window.page.follower.attachment
    return attachment is not None and not attachment.behind


def course(specimen: Specimen) -> Iterator[str]:
    """Let the run go on from moment to moment; yields the name of each."""
    yield "begun"
    specimen.begin("identify")
    specimen.prompt(0, "identify", "From the name plate: manufacturer; model; serial; hardware revision.")
    yield "name-plate"
    specimen.answer(0, "A. Clerk", "Example Gaming; Specimen 1; 0001; A")
    specimen.finish("identify", sentence="Example Gaming Specimen 1, serial 0001.")
    specimen.begin("shuffles")
    specimen.prompt(1, "shuffle", ASKED, unit=0)
    yield "first-question"
    specimen.answer(1, "A. Clerk", "done")
    for recorded in (1, 5, 40, 120, 259):
        while specimen.recorded("shuffles") < recorded:
            specimen.observe("shuffles", 1)
        yield f"shuffles-{recorded:03}"
    specimen.observe("shuffles", 1)
    specimen.finish("shuffles", sentence="260 shuffles recorded.")
    specimen.begin("reader-after")
    specimen.finish("reader-after")
    specimen.writer.append(ConductedBody(ending=Ending.COMPLETE, reasons=()))
    yield "evaluating"
    specimen.end(
        Outcome.FAIL,
        Held.OUTRIGHT(check=Titled("Rising sequences"), p=3e-9, level=1e-6),
        Held.OUTRIGHT(check=Titled("Kept neighbors"), p=4e-8, level=1e-6),
    )
    yield "verdict"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
