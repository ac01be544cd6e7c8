"""What is damaged or doubtful in a run, a report or an archived file."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from labharness.model.reasons.inputs import Noun
from labharness.model.results import Counted
from labharness.reason import Code, Reason, doubt, note, refusal


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


class Lockable(StrEnum):
    """What one process alone may work with."""

    RUN = "run"
    DEVICE = "device"
    REPORT = "report"
    SETTINGS = "settings"
    PLAN = "plan"
    BENCH = "bench"
    STORE = "store"


class Evidence(Code, area="evidence"):
    """Lines of the ledger, frames of the raw segments, and files of a run.

    ``line`` is a line of the ledger from 1, ``file`` a path in the run folder, ``byte`` the first that is not as
    written.
    """

    LINE_HASH = doubt(line=int)
    LINE_INVALID = doubt(line=int, why=str)
    LINE_MISPLACED = doubt(line=int, record=int, expected=int)
    LINE_UNCHAINED = doubt(line=int)
    LINE_NEWLINE = doubt(line=int)
    LINE_TOO_LONG = doubt(line=int)
    LINE_NOT_UNDERSTOOD = doubt(line=int, type=str, why=str)
    OTHER_RUN = doubt(line=int, run=str, folder=str)
    START_MISPLACED = doubt(line=int)
    START_MISSING = doubt(line=int)
    AFTER_END = doubt(line=int)
    END_COUNTS = doubt(line=int, records=int)
    BROKEN_OFF = doubt(line=int, acknowledged=int)
    ACKNOWLEDGED_MISSING = doubt(line=int, file=str)
    OTHER_HEAD = doubt(line=int, head=str, expected=str)
    TORN = note(line=int, torn=int)

    TITLE = doubt(file=str, byte=int, frame=int)
    FRAME_CUT_OFF = doubt(file=str, byte=int, frame=int)
    FRAME_HEADER = doubt(file=str, byte=int, frame=int)
    FRAME_LENGTH = doubt(file=str, byte=int, frame=int)
    FRAME_DIGEST = doubt(file=str, byte=int, frame=int)
    CLOCK_SET_BACK = doubt(seconds=float)
    FRAMES_UNNAMED = doubt(channel=str, frame=int, frames=int, line=int)
    FRAME_MISSING = doubt(channel=str, frame=int, line=int)

    MISSING = doubt(file=str)
    ALTERED = doubt(file=str)
    ALTERED_AT = doubt(file=str, byte=int)
    FILE_BROKEN_OFF = doubt(file=str, byte=int, acknowledged=int)
    NOT_NAMED_BY_END = doubt(file=str)
    FOREIGN = doubt(file=str)
    NOT_A_FILE = doubt(file=str)
    FILE_TOO_LONG = doubt(file=str, limit=int)
    WHEN_RESUMED = doubt(line=int, problem=Reason)

    RECORD_MISSING = doubt(record=int)
    NOT_A_RUN = refusal(folder=str, file=str)
    DAMAGED = refusal(run=str, problem=Reason)
    NOT_RESUMED = refusal(run=str, problem=Reason)
    NOT_A_HEAD = refusal()
    RECORD_TOO_LONG = refusal(type=str, size=int)
    DISK = refusal(file=str, why=str)
    """The disk does not take or keep bytes."""
    NOT_KEPT = refusal(why=str)
    NOT_LOCKED = refusal(what=Lockable, name=str, why=str)
    IN_USE = refusal(what=Lockable, name=str, process=str, host=str, since=str)
    IN_USE_BY_ANOTHER = refusal(what=Lockable, name=str)


class Archive(Code, area="archive"):
    """Violations of ISO 19005-2; ``kind`` and names of keys and actions are those of the file."""

    NOT_PDF_A = doubt(why=Reason)
    ON_PAGE = doubt(page=int, why=Reason)
    UNREADABLE = doubt(why=str)

    HEADER = doubt()
    SECOND_LINE = doubt()
    NO_IDENTIFIER = doubt()
    ENCRYPTED = doubt()

    NO_XMP = doubt()
    XMP_OF_OTHER_STANDARD = doubt()
    KEY_DIFFERS = doubt(key=str, information=str | None, xmp=str | None)
    PROPERTIES_UNDESCRIBED = doubt(properties=tuple[str, ...])

    NO_OUTPUT_INTENT = doubt()
    PROFILE_UNUSABLE = doubt()
    PROFILE_NOT_RGB = doubt()

    JAVASCRIPT = doubt()
    EMBEDDED_FILES = doubt()
    CATALOG_ACTS = doubt()
    FORM_UNDRAWN = doubt()
    PERMISSIONS = doubt()
    NO_LANGUAGE = doubt()

    STREAM_PACKED = doubt()
    STREAM_OUTSIDE = doubt()
    IMAGE_INTERPOLATED = doubt()
    IMAGE_ALTERNATIVES = doubt()
    POSTSCRIPT = doubt()
    TRANSFER_FUNCTION = doubt()
    ACTION = doubt(action=str)
    REFERENCE_DIGEST = doubt()

    PAGE_ACTS = doubt()
    ANNOTATION_KIND = doubt(kind=str)
    ANNOTATION_UNPRINTED = doubt(kind=str)
    ANNOTATION_UNDRAWN = doubt(kind=str)
    FIELD_ACTS = doubt()

    FONT_MISSING = doubt(font=str)
    NO_FONT = doubt()
    PRINTER_COLORS = doubt()
    PICTURE_IN_PRINTER_COLORS = doubt()
    NESTED_TOO_DEEPLY = doubt(most=int)
    OBJECT_MISSING = doubt(name=str)


class EqualData(Code, area="equal_data"):
    """What equal data of two runs are worth as evidence."""

    ELSEWHERE = doubt(run=str, runs=tuple[str, ...])
    """``runs`` are outside the submission."""
    NOT_EQUAL = doubt(explanation=str, runs=tuple[str, ...])
    BY_PARTICIPANT = doubt(explanation=str, person=str, run=str)
    UNEXPLAINED = doubt(run=str, runs=tuple[str, ...])
    EXPLAINED_BY = note(
        run=str,
        runs=tuple[str, ...],
        person=str,
        submission=str,
        explanation=str,
        cause=str,
        files=tuple[str, ...],
    )
    EXPLAINED = note(runs=tuple[str, ...])
    EXPLAINED_ELSEWHERE = note(explanation=str, runs=tuple[str, ...])
    """The second of ``runs`` is outside the submission."""
    SHARED = note(stage=str, units=int, what=Counted, first=int)


class Reproduction(Code, area="reproduction"):
    """Differences between a run on record and its repetition; ``line`` is a line of the ledger from 1."""

    NOT_AVAILABLE = doubt(what=Noun, name=str)
    CALL_FAILED = doubt(line=int, call=str, why=tuple[Reason, ...])
    OTHER_ANSWER = doubt(line=int, call=str)
    OTHER_OBSERVATIONS = doubt(line=int)
    OTHER_READ = doubt(line=int)
    OTHER_ALARMS = doubt(line=int)
    OTHER_FIRST_UNITS = doubt()
    OTHER_RESULT = doubt(check=str)
    OTHER_VERDICT = doubt()
    OTHER_REPORT = doubt()
    ANOTHER_VERSION = note()


class Read(Code, area="read"):
    """Why a read of cards is made again."""

    NOT_THE_SET = doubt(difference=tuple[Reason, ...])
    WRONG_NUMBER = doubt(read=int, expected=int)
    FOREIGN_CARDS = doubt()
    UNLIKE_REPORT = doubt()
    UNSHUFFLED = doubt()
    READ_BEFORE = doubt()


class Quoted(Code, area="quoted"):
    """Text that labharness did not write."""

    TEXT = note(text=str)
