"""The command line in this process, as the tests of what lies below it have it."""

import runpy
from pathlib import Path

_BELOW = runpy.run_path(str(Path(__file__).parents[1] / "app" / "conftest.py"))
lab, good_sentence, eventually = _BELOW["lab"], _BELOW["good_sentence"], _BELOW["eventually"]
workspace, cli, labharness, demo_runs = (
    _BELOW[name] for name in ("workspace", "cli", "labharness", "demo_runs")
)
_no_lists_of_the_user = _BELOW["_no_lists_of_the_user"]
