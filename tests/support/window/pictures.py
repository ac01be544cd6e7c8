"""``python -m tests.support.window.pictures manual|matrix|film DIR [NAME...]``: pictures of the window.

``manual`` takes those of the guide, ``matrix`` every view in both themes and three sizes, once and twice as fine, ``film`` those of one run
from its first record to its verdict.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from labharness.evidence.records.course import ConductedBody
from labharness.gui.kit import theme
from labharness.model.reasons.decision import Held
from labharness.model.results import Ending, Outcome
from labharness.reason import Titled
from tests.support.window.places import SHUFFLES
from tests.support.window.scenes import SCENES, VIEWS
from tests.support.window.specimen import Specimen
from tests.support.window.standing import Kept, Scene, settle, standing, wait

THEMES = {"light": theme.LIGHT, "dark": theme.DARK}
SIZES = (QSize(1000, 640), QSize(1280, 800), QSize(1920, 1080))
SCALES = (1, 2)
DRAWN_S = 0.4
"""Time that a window has to lay itself out anew."""
RUN = "20250312T083000-batch-shuffler-by-hand"
ASKED = "Load the deck in the order shown, run one shuffle, and take the cards out face down."


def manual(application: QApplication, target: Path, names: Sequence[str]) -> None:
    """Take the pictures that are named, or those that are in the folder already, or every one."""
    there = sorted(file.stem for file in target.glob("*.png") if file.stem in SCENES)
    for name in names or there or list(SCENES):
        theme.dress(application, SCENES[name].colors)
        with standing(application, SCENES[name]) as shown:
            shown.grab().save(str(target / f"{name}.png"))
        say(f"{target / name}.png")


def matrix(application: QApplication, target: Path, names: Sequence[str]) -> None:
    """Take every view, or those that are named; each scene stands once, and is drawn in every theme, size and scale."""
    with tempfile.TemporaryDirectory(prefix="labharness-") as folder:
        for name in names or VIEWS:
            began, scene = time.monotonic(), VIEWS[name]
            themes = THEMES if scene.colors in THEMES.values() else {"contrast": scene.colors}
            theme.dress(application, scene.colors)
            with standing(application, scene, Kept(Path(folder))) as shown:
                for title, colors in themes.items():
                    theme.dress(application, colors)
                    for size in SIZES if isinstance(shown, QMainWindow) else (shown.size(),):
                        shown.resize(size)
                        settle(DRAWN_S)
                        for scale in SCALES:
                            place = target / f"{title}-{size.width()}x{size.height()}-{scale}x"
                            place.mkdir(parents=True, exist_ok=True)
                            drawn(shown, scale).save(str(place / f"{name}.png"))
            say(f"{name} ({time.monotonic() - began:.0f} s)")


def drawn(widget: QWidget, scale: int) -> QPixmap:
    """Return a picture of a widget, with so many dots in both directions for each of its pixels."""
    picture = QPixmap(widget.size() * scale)
    picture.setDevicePixelRatio(scale)
    widget.render(picture)
    return picture


def film(application: QApplication, target: Path, _: Sequence[str]) -> None:
    """Take one run before the window, a picture a moment."""
    theme.dress(application, theme.LIGHT)
    runs: list[Specimen] = []

    def begin(place: Path) -> Specimen:
        runs.append(Specimen(place / "runs" / RUN, SHUFFLES, shelves=10))
        return runs[0]

    with standing(application, Scene(begin)) as window:
        for number, moment in enumerate(course(runs[0])):
            runs[0].writer.barrier()
            settle()
            wait(lambda: not window.page.follower.attachment.behind)
            window.grab().save(str(target / f"{number:02}-{moment}.png"))


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


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(kind: str, folder: str, *names: str) -> None:
    application = QApplication.instance() or QApplication(["labharness-gui"])
    assert isinstance(application, QApplication)
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    {"manual": manual, "matrix": matrix, "film": film}[kind](application, target, names)


if __name__ == "__main__":
    main(*sys.argv[1:])
