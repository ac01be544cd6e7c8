"""Start the window from a bundle; ``--try`` only starts Qt, for ``labharness doctor``."""

import multiprocessing
import sys

if __name__ == "__main__":
    multiprocessing.freeze_support()
    if sys.argv[1:] == ["--try"]:
        from PySide6.QtGui import QGuiApplication

        QGuiApplication([])
        sys.exit(0)
    from labharness.gui.main import main

    sys.exit(main())
