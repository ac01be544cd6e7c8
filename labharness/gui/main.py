"""``labharness-gui``: open the window on a workspace."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from labharness.app.installation.window_libraries import has_display, missing_library
from labharness.errors import LabharnessError
from labharness.language.catalog import explain
from labharness.language.template import installation

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from labharness.app.workspace.workspace import Workspace

DEFAULT = Path("~/labharness-workspace")
ERROR = 3
SHOWN_AS = "labharness"
"""Name of the application and of its desktop entry."""
INSTALL = f"The window needs PySide6 and pyqtgraph. Install them with: {installation('gui')}."


def main(arguments: list[str] | None = None) -> int:
    """Run the window until it is closed; returns 0, or 3 where it cannot be opened."""
    parser = argparse.ArgumentParser(
        prog="labharness-gui",
        description="Follow and start test runs. Runs are separate processes; closing the window does not affect them.",
    )
    parser.add_argument("--workspace", type=Path, help=f"folder of runs and reports (default: {DEFAULT})")
    parser.add_argument("--run", default="", help="name of the run to show first")
    parser.add_argument(
        "address", nargs="?", default="", help="address to show first, as a link of the desktop gives it"
    )
    parser.add_argument(
        "--open",
        default="",
        metavar="ADDRESS",
        help="address to show first (labharness:…); a window that is open shows it",
    )
    parser.add_argument(
        "--reset-window",
        action="store_true",
        help="forget how the window was left: size, columns, filters, choices",
    )
    parser.add_argument(
        "--usbip",
        action="append",
        default=[],
        metavar="HOST:PORT",
        help="USB/IP host whose devices are listed as well; repeat for several",
    )
    chosen = parser.parse_args(arguments)
    try:
        return _open(chosen)
    except LabharnessError as error:
        return _refuse(explain(error))
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("PySide6", "pyqtgraph", "shiboken6"):
            raise
        return _refuse(INSTALL)
    except ImportError as error:
        return _refuse(f"Qt cannot be loaded: {error}. To see what is missing, run: labharness doctor")


def _open(chosen: argparse.Namespace) -> int:
    import PySide6  # noqa: F401  which says whether it is installed before anything else is missing

    if not has_display():
        return _refuse("No display is available. Use labharness show, or set DISPLAY.")
    if missing := missing_library():
        return _refuse(missing)
    application = _application()
    from labharness.gui.rooms import ROOMS
    from labharness.gui.shell.starting_up import run_window
    from labharness.model.address import Address, Room

    address = chosen.open or chosen.address or (str(Address(Room.RUNS, (chosen.run,))) if chosen.run else "")
    workspace = _workspace(chosen.workspace)
    return run_window(application, workspace, ROOMS, chosen.usbip, address, reset=chosen.reset_window)


def _application() -> QApplication:
    """Return what speaks the language of the catalog; rooms are imported after that, as they keep words."""
    from PySide6.QtWidgets import QApplication

    from labharness.gui.kit.qt_language import speak

    application = QApplication.instance() or QApplication([SHOWN_AS])
    assert isinstance(application, QApplication)
    application.setApplicationName(SHOWN_AS)
    application.setDesktopFileName(SHOWN_AS)
    speak(application)
    return application


def _workspace(place: Path | None) -> Workspace:
    """Return the workspace that was named, or the default one, made on first use."""
    from labharness.app.workspace.workspace import Workspace

    return Workspace.open(place) if place is not None else Workspace.init(DEFAULT)


def _refuse(sentence: str) -> int:
    sys.stderr.write(sentence + "\n")
    return ERROR


if __name__ == "__main__":
    raise SystemExit(main())
