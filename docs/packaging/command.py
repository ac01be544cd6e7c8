"""Start the command line from a bundle; worker processes of the checks start here too."""

import multiprocessing

if __name__ == "__main__":
    multiprocessing.freeze_support()
    from labharness.cli import main

    main()
