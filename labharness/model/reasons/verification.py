"""What the verification of a report says of its signatures, runs and verdict, line by line."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from labharness.reason import Code, Reason, doubt, note


class ReportState(StrEnum):
    """What a report is shown to be, and the exit code that says so.

    Their order is that of the table in the manual; :attr:`exit_code` is one of its own, except that nothing else than
    a rehearsal and an authority that is not trusted has 2.
    """

    exit_code: int

    def __new__(cls, value: str, exit_code: int) -> Self:
        """Make a member with its code."""
        member = str.__new__(cls, value)
        member._value_, member.exit_code = value, exit_code
        return member

    ISSUED = "issued", 0
    """Signed in every role, by listed people for whom a trusted authority vouches, at plausible times; nothing is wrong."""
    SPECIMEN = "specimen", 2
    """A rehearsal, which is never issued: signed like an issued report, and nothing is wrong."""
    UNTRUSTED = "signed by untrusted authorities", 2
    """Nothing is wrong with the bytes; nobody who is trusted says who made them."""
    DAMAGED = "does not verify", 3
    """Something is wrong."""
    SIGNED_SO_FAR = "signed so far", 4
    """Like issued, but not in every role."""
    UNSIGNED = "unsigned", 5
    """Nothing is wrong with the bytes; anybody may have made them."""
    NOT_REDRAWN = "not drawn again", 6
    """Like issued, but drawn again with other words, or impossible to draw again."""
    SIGNERS_UNCHECKED = "signers not checked against a list", 7
    """A trusted authority vouches for the signers; no list says whether they are the laboratory's."""
    SIGNER_NOT_LISTED = "signer not listed", 8
    OTHER_NAME = "other name than the certificate", 9
    LOOK_ALIKE = "look-alike name", 10
    SAME_PERSON = "one person in two roles", 11
    TIME_IMPLAUSIBLE = "time not plausible", 12


class Answer(StrEnum):
    """What a reader wants to know, in one of five answers."""

    ISSUED = "issued"
    """Signed in every role, by listed people for whom an authority vouches that was trusted before."""
    UNTRUSTED = "untrusted"
    """Nothing was changed; nobody who is trusted says who signed."""
    DOUBTED = "doubted"
    """Nothing was changed; who signed, or when, is not as the laboratory's list and the evidence have it."""
    NOT_ISSUED = "not_issued"
    """Nothing was changed; signatures are missing, or it is a rehearsal, which is never issued."""
    CHANGED = "changed"
    """A file, a record or a signature is not as it was made."""


class PartResult(StrEnum):
    """What came of one part of a verification."""

    GOOD = "good"
    UNTRUSTED = "untrusted"
    DOUBTED = "doubted"
    MISSING = "missing"
    CHANGED = "changed"
    UNCHECKED = "unchecked"


class TimeSource(StrEnum):
    """Who says when something was signed."""

    CLOCK = "clock"
    STAMP = "stamp"
    NONE = "none"


class SignatureStanding(StrEnum):
    """What a signature proves."""

    GOOD = "good"
    INTACT = "intact"
    NOT_GOOD = "not_good"


class Redrawn(StrEnum):
    """What came of drawing a report again."""

    IDENTICAL = "identical"
    SAME_TEXT = "same text"
    """The library versions are others than those on record."""
    OTHER_TEXTS = "other texts"
    """labharness or its reports folder is another, and the text differs."""
    DIFFERS = "differs"
    NOT_KEPT = "not kept"
    """The folder is of a time when the dossier was not kept whole."""


class Verifications(Code, area="verification"):
    """Lines of a verification; ``when`` and ``stamped`` are times of records."""

    PART_SIGNATURE = note(role=str)
    PART_FILES = note()
    PART_RUN = note(run=str)
    PART_REDRAWN = note()
    PART_AUTHORITY = note()
    AUTHORITY_PRINT = note(sha256=str)
    FILES_MATCH = note()
    ALONE = note()
    RUN_RECORDS = note(records=int)
    CHANGED = doubt(why=Reason)
    DOUBTED = doubt(why=Reason)
    REHEARSAL = note()
    SIGNATURES_MISSING = note(roles=tuple[str, ...])

    SIGNATURE = note(role=str, standing=SignatureStanding, details=tuple[Reason, ...])
    SIGNED_BY = note(person=str, when=str)
    SIGNED_WITH_CERTIFICATE_OF = note(person=str, certificate=str, when=str)
    CERTIFICATE_OF = note(certificate=str)
    STAMPED = note(stamped=str, stamper=str)
    VOUCHED_FOR = note(root=str)
    NOT_TRUSTED = note(issuer=str)
    TRIAL = note()

    RUN_VERIFIED = note(run=str, records=int)
    RUN_NOT_VERIFIED = note(run=str, records=int)
    RUN_REPRODUCED = note(run=str, records=int)
    RUN_NOT_REPRODUCED = note(run=str, records=int)
    REDRAWN = note(redrawn=Redrawn)

    STATE = note(report=str, state=ReportState, sha256=str)
    STATE_OF_TRIAL = note(report=str, state=ReportState, sha256=str)
    """Signed with trial certificates."""
    SPECIMEN_STATE = note(report=str, state=ReportState, sha256=str)
    SPECIMEN_STATE_OF_TRIAL = note(report=str, state=ReportState, sha256=str)

    PROBLEM = note(why=Reason)
    AUTHORITY_BROUGHT = note(file=str, name=str, sha256=str)
    HOW_TO_TRUST = note()
    LATER_AMENDMENTS = note()
    VERDICT_UNDECLARED = note()
    VERDICT = note(verdict=str, advice=Reason)
    VERDICT_OF_REHEARSAL = note(verdict=str, advice=Reason)
    RECOMMENDED = note(recommendation=str)
    WITHHELD = note(recommendation=str)
    NOTHING_RECOMMENDED = note()
