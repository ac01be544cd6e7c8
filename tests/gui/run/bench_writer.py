"""``bench_writer.py FOLDER PLAN STAGE UNITS``: a process that writes a specimen, and holds until a line tells it to end."""

import sys
from pathlib import Path

from labharness.model.results import Outcome
from tests.support.window.specimen import Specimen


def main(folder, plan, stage, units):
    specimen = Specimen(Path(folder), plan)
    specimen.begin(stage)
    specimen.observe(stage, 20)
    sys.stdin.readline()
    for _ in range(int(units) // 20 - 1):
        specimen.observe(stage, 20)
    specimen.finish(stage)
    specimen.end(Outcome.PASS)


if __name__ == "__main__":
    main(*sys.argv[1:])
