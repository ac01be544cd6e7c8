"""``python -P -m labharness``: the same as the command ``labharness``."""

import os
import sys

if __name__ == "__main__":
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    # Without -P, Python put the current folder on the path first; what lies there is not the program's. Until it is off the
    # path, nothing is imported that Python has not loaded already.
    if not sys.flags.safe_path and sys.path[0] != home:
        del sys.path[0]

    from labharness.cli import main

    main()
