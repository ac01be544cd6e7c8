"""Words for members of enumerations that their own names do not give, by class and member."""

from __future__ import annotations

from collections.abc import Mapping

TERMS: Mapping[str, Mapping[str, str]] = {
    "Ending": {
        "COMPLETE": "complete",
        "STOPPED_BY_OPERATOR": "stopped by the operator",
        "STOPPED_BY_RULE": "stopped by a rule of the plan",
        "DEVICE_LOST": "device lost",
        "ERROR": "error",
        "INTERRUPTED": "interrupted, with no end on record",
    },
    "Event": {
        "JAM": "Jam",
        "DOOR": "Door",
        "REFILL": "Refill",
        "DEVICE_ERROR": "Device error",
        "READ_REJECTED": "Read rejected",
    },
    "Tail": {"RIGHT": "right-tailed", "LEFT": "left-tailed", "TWO_SIDED": "two-sided"},
    "DeviceClass": {"COMPUTERIZED_RNG": "computerized random number generator"},
}
