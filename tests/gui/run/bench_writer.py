"""``bench_writer.py FOLDER``: a process that records a made-up run; each line that it reads tells it what comes next."""

import sys
from pathlib import Path

from labharness.model.results import Outcome
from tests.support.window.specimen import ROUNDS, Specimen


def main(folder):
    specimen = Specimen(Path(folder), ROUNDS)
    specimen.begin("rounds")
    specimen.observe("rounds", 20)
    specimen.writer.barrier()
    deeds = {
        "ask": lambda: specimen.prompt(0, "put_back", "Put every card back."),
        "answer": lambda: specimen.answer(0, "C. Console", "done"),
        "go on": lambda: (
            specimen.observe("rounds", 380),
            specimen.finish("rounds"),
            specimen.end(Outcome.PASS),
        ),
    }
    print("recording", flush=True)  # noqa: T201  the test waits for it
    for line in map(str.strip, sys.stdin):
        deeds[line]()
        print(line, flush=True)  # noqa: T201
        if line == "go on":
            return


if __name__ == "__main__":
    main(*sys.argv[1:])
