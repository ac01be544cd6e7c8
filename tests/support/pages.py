"""The examples of the pages that say how to add something, and where each stands."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = {
    "adding-a-check.md": ("labharness/checks/places/top_card.py",),
    "adding-a-device.md": (
        "device_adapters/acme_rng.py",
        "tests/device_adapters/test_acme_rng.py",
        "tests/support/noise/acme_rng.py",
        "benchmarks/record_acme_rng.py",
    ),
    "adding-a-game.md": (),
    "adding-a-generator.md": ("labharness/analysis/generators/msvc.py",),
    "adding-a-report-section.md": ("reports/meters.py",),
    "adding-a-room.md": ("labharness/gui/recent/recent_page.py", "labharness/gui/recent/__init__.py"),
    "adding-an-act.md": ("labharness/acts/rest.py", "benchmarks/pause_a_bench.py"),
}
"""Places of the Python examples of each page, in their order."""
TABLES = {
    "adding-a-game.md": "test_plans/games/short-pai-gow-poker-645a.toml",
    "adding-a-report-section.md": "reports/run_report.toml",
}
"""Files whose end is the first TOML example of a page."""


def blocks(page, language):
    """Return the examples of a page in one language."""
    text = (DOCS / page).read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
