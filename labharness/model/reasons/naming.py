"""How a software component that a device named agrees with the register."""

from __future__ import annotations

from labharness.reason import Code, note


class Namings(Code, area="naming"):
    """Agreement in name, version, algorithm and hash."""

    EQUAL = note()
    EQUAL_REPLACED = note()
    """Of a version that was replaced."""
    ECHO = note()
    """The hash on record is the device's own."""
    ECHO_REPLACED = note()
    UNREPORTED = note()
    NAME_UNKNOWN = note()
    VERSION_UNKNOWN = note()
    OTHER_VERSION = note()
    OTHER_ALGORITHM = note()
    OTHER_HASH = note()
