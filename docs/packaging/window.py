"""Start the window from a bundle."""

import multiprocessing
import sys

if __name__ == "__main__":
    multiprocessing.freeze_support()
    from labharness.gui.main import main

    sys.exit(main())
