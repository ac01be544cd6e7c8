"""What was looked at before a run, and what to do about what is not in order."""

from __future__ import annotations

from collections.abc import Sequence

from labharness.app.preflight_rows import PreflightItem, PreflightRow
from labharness.gui.kit.fact_table import FactRow, FactTable
from labharness.gui.kit.run_standing import Tone
from labharness.language.catalog import say

TITLES = {
    PreflightItem.PLAN: "Plan",
    PreflightItem.ADAPTERS: "Adapters",
    PreflightItem.PLACE: "Disk and addresses",
    PreflightItem.DEVICE: "Device",
    PreflightItem.SUBMISSION: "Submission",
    PreflightItem.CLOCK: "Clock",
    PreflightItem.PEOPLE: "People",
}
NOBODY = "Nobody is needed: the run may begin at night."
WORDS = {True: "in order", False: "not in order", None: "not checked"}
WAITING = "not checked: mend the items above first"


class PreflightView(FactTable):
    """One row for each item."""

    def __init__(self) -> None:
        super().__init__("Preflight", (("Item", 180), ("State", 120), ("What there is, or what to do", 400)))

    def show_preflight(self, rows: Sequence[PreflightRow]) -> None:
        """Show what was looked at."""
        self.show_rows([FactRow((TITLES[row.item], WORDS[row.good], _told(row)), _tone(row)) for row in rows])


def _told(row: PreflightRow) -> str:
    if row.reasons:
        return " ".join(map(say, row.reasons))
    if row.item is PreflightItem.PEOPLE:
        return f"Somebody must be at the bench in: {row.shown}." if row.shown else NOBODY
    if row.item is PreflightItem.PLACE and row.good:
        return f"{row.shown} free"
    if row.item is PreflightItem.CLOCK:
        return "synchronized" if row.good else "The system does not say whether it is synchronized."
    return row.shown if row.good is not None else WAITING


def _tone(row: PreflightRow) -> Tone:
    if row.good:
        return Tone.PASS
    if row.good is None:
        return Tone.QUIET
    return Tone.FAIL if row.needed else Tone.UNSURE
