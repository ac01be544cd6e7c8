"""Sentences about software components that a device named."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.naming import Namings
from labharness.reason import Code

_ECHO = "NOT OBTAINED BY THE LABORATORY: the hash on record is the one that the device reported"

SENTENCES: Mapping[Code, str] = {
    Namings.EQUAL: "Equal to what the laboratory obtained.",
    Namings.EQUAL_REPLACED: "Equal to what the laboratory obtained, of a replaced version.",
    Namings.ECHO: f"{_ECHO}.",
    Namings.ECHO_REPLACED: f"{_ECHO}, of a replaced version.",
    Namings.UNREPORTED: "NOT REPORTED: the device does not name it.",
    Namings.NAME_UNKNOWN: "NOT ON RECORD: the register has no component of this name.",
    Namings.VERSION_UNKNOWN: "NOT ON RECORD: the register has no such version of it.",
    Namings.OTHER_VERSION: "THE VERSION DIFFERS: the hash is on record under another version.",
    Namings.OTHER_ALGORITHM: "NOT COMPARABLE: the hash on record is of another algorithm.",
    Namings.OTHER_HASH: "THE HASH DIFFERS from the one on record.",
}
