"""Power tables of all plans that games and device classes make, beside the packaged ones: ``make power``."""

import os
import sys
from pathlib import Path

import test_plans
from labharness.analysis.power.power_table import FOLDER, dump_table, file_name
from labharness.app.catalog.games import computed, simulated, usual
from labharness.app.runs.services import load_plan
from labharness.plans.frozen import composable
from tests.support.plans import catalog


def main() -> None:
    """Write the table of every composed plan that draws a sample ."""
    place = Path(test_plans.__path__[0]) / FOLDER
    for name in composable():
        frozen = load_plan(name, catalog())
        if not simulated(frozen):
            continue
        table = computed(frozen, catalog(), usual(frozen), workers=os.cpu_count() or 1)
        (place / file_name(frozen)).write_bytes(dump_table(table))
        sys.stdout.write(f"{file_name(frozen)}\n")


if __name__ == "__main__":
    main()
