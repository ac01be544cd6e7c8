"""``bench_writer.py FOLDER PLAN STAGE UNITS PAUSE``: a process that writes a specimen, batch after batch."""

import sys
import time
from pathlib import Path

from labharness.gui.specimen import Specimen
from labharness.model.results import Outcome


def main(folder, plan, stage, units, pause):
    specimen = Specimen(Path(folder), plan)
    specimen.begin(stage)
    for _ in range(int(units) // 20):
        specimen.observe(stage, 20)
        time.sleep(float(pause))
    specimen.finish(stage)
    specimen.end(Outcome.PASS)


if __name__ == "__main__":
    main(*sys.argv[1:])
