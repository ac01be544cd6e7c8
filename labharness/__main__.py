"""``python -m labharness``: the same as the command ``labharness``."""

from labharness.app.cli import main

if __name__ == "__main__":
    main()
