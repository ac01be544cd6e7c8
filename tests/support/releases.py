"""What a release leaves in ``tests/released``: a run of every kind and one signed report.

``python -m tests.support.releases FOLDER`` writes them into a new folder; ``TMPDIR`` says where the runs are made, and
stands in their records.  Once released they never change.
"""

import json
import shutil
import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from labharness.app.reports.issuing import sign_report
from labharness.app.reports.submission_reports import build_submission_report
from labharness.reporting.stamps import SignatureRole
from tests.support.filing_factory import NAME, complete, write_workspace
from tests.support.lab import Lab, carry_out
from tests.support.signing_factory import PEOPLE, Signatories

HEADS = "heads.json"
"""Head of each run, as its report carried it."""
CLASSES = {
    "rng": None,
    "batch-by-hand": None,
    "continuous": None,
    "shoe": None,
    "double-shoe": ("double_shoe", "blackjack-633a-double-shoe"),
    "dice": ("dice_shaker", "pai-gow-535-dice-shaker"),
    "reader": ("card_reader", "blackjack-633a-card-reader"),
}
"""Runs by name, with machine and plan where the plan is cut down as for the tests of device classes."""
RNG = "pai-gow-poker-645a-starting-position"
CONTINUOUS = "blackjack-633a-continuous-shuffler-rounds"


def make_run(lab, name):
    """Carry out the run of a name, and return its folder and outcome."""
    match name:
        case "rng":
            stages = {"draws": {"units": 3000}, "raw": {"units": 4096}}
            return lab.run(lab.plan(RNG, stages), lab.device("rng", seed=4614), name=name)
        case "batch-by-hand":
            lab.attend(machine="fair_shuffler", name=name)
            return lab.run(lab.hand_plan(8, searched=True), "operator://", lab.reader, name=name)
        case "continuous":
            stages = {"rounds": {"units": 60, "independent_reads": 2}}
            stages |= {stage: {"decks": 1} for stage in ("reader-before", "reader-after")}
            lab.attend(name=name)
            url = lab.device("continuous_shuffler", read=True)
            return lab.run(lab.plan(CONTINUOUS, stages), url, lab.reader, name=name)
        case "shoe":
            lab.attend(name=name)
            return lab.run(lab.shoe_plan(60, 3), lab.device("dealing_shoe", read=True), lab.reader, name=name)
        case _:
            return carry_out(lab, *CLASSES[name], name=name)


def make_report(place, folder):
    """Build and sign the report of a submission, and copy its folder with the authority's certificate."""
    space, people = write_workspace(folder / "filing"), Signatories(folder)
    complete(space)
    issued = build_submission_report(space, NAME, by="engineer-a")
    for role in SignatureRole:
        sign_report(space, issued.number, role, PEOPLE[role], people.key(PEOPLE[role]), submission=NAME)
    shutil.copytree(issued.bundle.path, place / "report" / issued.number)
    (place / "report" / "authority.pem").write_bytes(people.authority.root)


def main(place):
    """Write runs and report into a new folder."""
    heads = {}
    place.mkdir(parents=True)
    for name in CLASSES:
        with TemporaryDirectory() as folder, ExitStack() as stack:
            run, outcome = make_run(Lab(Path(folder), stack), name)
            shutil.copytree(run.path, place / name, ignore=shutil.ignore_patterns("lock", "inbox"))
            heads[name] = outcome.head
    (place / HEADS).write_text(json.dumps(heads, indent=1) + "\n", encoding="utf-8", newline="\n")
    with TemporaryDirectory() as folder:
        make_report(place, Path(folder))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
