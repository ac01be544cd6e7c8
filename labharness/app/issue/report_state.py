"""What the verification of a report comes to."""

from __future__ import annotations

from enum import StrEnum


class ReportState(StrEnum):
    """What a report is shown to be."""

    ISSUED = "issued"
    """Signed in every role, by people for whom a trusted authority vouches, and nothing is wrong."""
    SIGNED_SO_FAR = "signed so far"
    """The same, but not in every role."""
    SPECIMEN = "specimen"
    """A rehearsal, which is never issued: signed by people for whom a trusted authority vouches, and nothing is wrong."""
    UNTRUSTED = "signed by untrusted authorities"
    """Nothing is wrong with the bytes; nobody who is trusted says who made them."""
    UNSIGNED = "unsigned"
    """Nothing is wrong with the bytes; anybody may have made them."""
    DAMAGED = "does not verify"
    """Something is wrong."""
