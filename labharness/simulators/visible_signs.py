"""What people see of a machine whose count is wrong or that raised an alarm: while it is so, and once it is put right."""

from __future__ import annotations

from typing import Literal

from labharness.simulators.deed import SimulatedTrial

Standing = Literal["alarm", "count", "lock-out", "recount"]
STANDS, SILENT = "it goes on to complain", "it complains no more"
LOCKED, WORKS = "it gives no card out", "it gives cards out"
RECOUNTED, NOT_RECOUNTED = (
    "it counts again and says that its count is right",
    "it goes on without a new count",
)
STILL_WRONG = "it still says that its count is wrong"
UNNOTICED = "it did not complain at all"
_LOOKED_AT: dict[str, Standing] = {
    "alarm-persists": "alarm",
    "count-alarm-persists": "count",
    "lock-out-after-count": "lock-out",
    "recount": "recount",
}
_ALARMS = ("jam", "open-door")
SOUND: dict[Standing, str] = {"alarm": STANDS, "count": STANDS, "lock-out": LOCKED, "recount": RECOUNTED}
"""What a sound machine shows."""


def standing(deed: SimulatedTrial) -> tuple[Standing, str] | None:
    """Return what a procedure looks at and what is done to the machine first; None if it looks at nothing of this.

    Examples
    --------
    >>> standing(SimulatedTrial("alarm-persists", 2)), standing(SimulatedTrial("misuse", 1))
    (('alarm', 'open-door'), None)
    """
    what = _LOOKED_AT.get(deed.name)
    if what is None:
        return None
    return what, _ALARMS[(deed.trial - 1) % len(_ALARMS)] if what == "alarm" else "remove-card"
