"""``labharness-gui``: open the window on a workspace."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from labharness.app.window_libraries import has_display, missing_library
from labharness.errors import LabharnessError
from labharness.language.catalog import explain

if TYPE_CHECKING:
    from labharness.app.workspace import Workspace

DEFAULT = Path("~/labharness-workspace")
ERROR = 3
INSTALL = "The window needs PySide6 and pyqtgraph. Install them with: pip install 'labharness[gui]'"
LIBRARIES = "on Debian: sudo apt-get install libegl1 libgl1 libxkbcommon0 libdbus-1-3 libfontconfig1"


def main(arguments: list[str] | None = None) -> int:
    """Run the window until it is closed; returns 0, or 3 where it cannot be opened."""
    parser = argparse.ArgumentParser(
        prog="labharness-gui",
        description="Follow and start test runs. Runs are separate processes; closing the window does not affect them.",
    )
    parser.add_argument("--workspace", type=Path, help=f"folder of runs and reports (default: {DEFAULT})")
    parser.add_argument("--run", default="", help="name of the run to show first")
    parser.add_argument(
        "--usbip",
        action="append",
        default=[],
        metavar="HOST:PORT",
        help="USB/IP host whose devices are listed as well; repeat for several",
    )
    chosen = parser.parse_args(arguments)
    try:
        return _open(chosen.workspace, chosen.run, chosen.usbip)
    except LabharnessError as error:
        return _refuse(explain(error))
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("PySide6", "pyqtgraph", "shiboken6"):
            raise
        return _refuse(INSTALL)
    except ImportError as error:
        return _refuse(f"Qt cannot be loaded ({error}); {LIBRARIES}")


def _open(place: Path | None, run: str, usbip: list[str]) -> int:
    import PySide6  # noqa: F401  which says whether it is installed before anything else is missing

    if not has_display():
        return _refuse("No display is available. Use labharness show, or set DISPLAY.")
    if missing := missing_library():
        return _refuse(missing)
    from PySide6.QtWidgets import QApplication

    from labharness.gui.kit import theme
    from labharness.gui.rooms import ROOMS
    from labharness.gui.shell.main_window import MainWindow
    from labharness.gui.workspace_services import WorkspaceServices
    from labharness.model.address import Address, Room

    workspace = _workspace(place)
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    application.setApplicationName("labharness")
    theme.dress(application)
    application.styleHints().colorSchemeChanged.connect(lambda _: theme.dress(application))
    window = MainWindow(WorkspaceServices(workspace, usbip), ROOMS)
    window.show()
    if run:
        window.open(Address(Room.RUNS, (run,)))
    return application.exec()


def _workspace(place: Path | None) -> Workspace:
    """Return the workspace that was named, or the default one, made on first use."""
    from labharness.app.workspace import Workspace

    return Workspace.open(place) if place is not None else Workspace.init(DEFAULT)


def _refuse(sentence: str) -> int:
    sys.stderr.write(sentence + "\n")
    return ERROR
