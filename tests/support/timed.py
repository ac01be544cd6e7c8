"""Run the tests and hold them to their processor time: ``python -m tests.support.timed SECONDS [pytest's arguments]``.

Processor time and not the clock is compared, so that other work on the computer
does not count as the tests'.
"""

import resource
import subprocess
import sys


def main(limit, *arguments):
    """Return pytest's exit code, or 1 where the tests passed and took longer than they may."""
    code = subprocess.run([sys.executable, "-m", "pytest", *arguments], check=False).returncode
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = used.ru_utime + used.ru_stime
    sys.stdout.write(
        f"The tests took {seconds:,.0f} s of processor time; their limit is {float(limit):,.0f} s.\n"
    )
    return code or int(seconds > float(limit))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
