"""What prevents building, signing or trusting a report, and authentications of software."""

from __future__ import annotations

from labharness.model.results import ClauseResult
from labharness.reason import Code, Reason, doubt, note, open_item, refusal


class Signatures(Code, area="signature"):
    """Signatures and time stamps of a file; ``role`` is the name of a signature's field, ``holder`` a certificate's."""

    OF_ROLE = doubt(role=str, why=Reason)
    OF_TIME_STAMP = doubt(why=Reason)

    UNREADABLE = doubt(why=str)
    UNREACHED = doubt(held=int, reached=int)
    BYTES_APPENDED = doubt(size=int)
    OUT_OF_ORDER = doubt(roles=tuple[str, ...])
    FOREIGN_TIME_STAMP = doubt()

    OTHER_NAME = doubt(role=str, person=str, certificate=str)
    LOOK_ALIKE = doubt(role=str, person=str, model=str, letters=tuple[str, ...])
    """``model`` is the name that it looks like; ``letters`` are names of Unicode."""
    MIXED_LETTERS = doubt(role=str, person=str, letters=tuple[str, ...])
    SAME_PERSON = doubt(role=str, earlier=str)
    TIME_MISSING = doubt(role=str)
    IN_FUTURE = doubt(role=str, when=str, now=str)
    CLOCK_OFF = doubt(role=str, when=str, stamped=str)
    BEFORE_EVIDENCE = doubt(role=str, when=str, newest=str)
    OUT_OF_TURN = doubt(role=str, when=str, earlier=str, newest=str)
    NOT_LISTED = doubt(role=str, person=str)
    NO_LIST = doubt()

    LEAVES_OUT_MORE = doubt()
    ALTERED = doubt()
    CHANGED_LATER = doubt()
    TIME_STAMP_ALTERED = doubt()
    OUT_OF_VALIDITY = doubt()
    REVOKED = doubt()
    CERTIFICATE_INVALID = doubt(finding=str)
    """``finding`` is a name of ETSI EN 319 102-1."""
    REVOKED_BEFORE = doubt(holder=str, since=str)

    SPACE_USED = doubt()
    CONTAINER_UNREADABLE = doubt(why=str)
    CONTAINER_KIND = doubt()
    CONTAINER_CARRIES_DOCUMENT = doubt()
    CONTAINER_CONTENT = doubt()
    CONTAINER_VERSION = doubt()
    CONTAINER_HASH = doubt()
    ALGORITHM_PARAMETERS = doubt()
    ATTRIBUTE_UNCOVERED = doubt()
    TIME_STAMPS = doubt()
    SIGNER_UNNAMED = doubt()
    CERTIFICATE_KIND = doubt()
    ISSUER_UNKNOWN = doubt(holder=str)
    CERTIFICATE_ALTERED = doubt(holder=str)

    TRIAL = note()
    UNSIGNED = note()
    ROLES_UNSIGNED = note(roles=tuple[str, ...])
    SIGNERS_CLOCK = note()
    TIME_UNPROVEN = note(why=Reason)
    AUTHORITY_UNTRUSTED = note()
    REVOCATIONS_AS_OF = note(authority=str, since=str)
    REVOCATIONS_OF_OTHERS = note(authority=str)


class Signing(Code, area="signing"):
    """Keys, certificates, authorities and the order of signatures.

    ``role`` and ``needed`` are values of the roles of signatures and of people.
    """

    NO_PASSPHRASE = refusal()
    NAME_LENGTH = refusal(most=int)
    AUTHORITY_UNUSABLE = refusal(folder=str)
    KEY_INCOMPLETE = refusal()
    NOT_PKCS12 = refusal(file=str)
    WRONG_PASSPHRASE = refusal(file=str)
    STORED_PASSPHRASE_WRONG = refusal(file=str, command=str)
    KEY_EXISTS = refusal(file=str)
    TOKENS_NOT_INSTALLED = refusal()
    NO_DRIVER = refusal(driver=str)
    WRONG_PIN = refusal(token=str)
    TOKEN_NOT_OPENED = refusal(token=str)
    NOT_ON_TOKEN = refusal(token=str, label=str)

    NO_CERTIFICATE = refusal(file=str)
    NO_REVOCATIONS = refusal(file=str)
    NOT_A_FINGERPRINT = refusal(got=str)
    NOT_PINNED = refusal(file=str, fingerprint=str)
    CAME_WITH_REPORT = refusal(file=str)
    LIST_CAME_WITH_REPORT = refusal(file=str)
    REVOCATIONS_CAME_WITH_REPORT = refusal(file=str)
    WORKSPACE_IN_REPORT = refusal(file=str)
    UNTRUSTED = refusal(role=str, issuer=str)

    ROLE_NEEDED = refusal(role=str, needed=str, person=str)
    TRIAL_KEY_OF_ANOTHER = refusal(owner=str, person=str)
    SPECIMEN_TAKES_TRIAL_KEY = refusal()
    NO_FIELD = refusal(role=str)
    SIGNED_ALREADY = refusal(role=str, person=str)
    SIGNED_TOO_EARLY = refusal(role=str, missing=str)
    SIGNED_TOO_LATE = refusal(role=str, later=str)
    SAME_PERSON = refusal(role=str, person=str)
    DOUBTED = refusal(why=Reason)
    NOT_A_LIST = refusal(file=str, why=str)
    LIST_EMPTY = refusal(file=str)
    NOT_SIGNED = refusal(role=str)

    NOT_A_STAMP_SERVER = refusal(url=str)
    NO_TIME_STAMP = refusal(why=str)
    CERTIFICATE_INVALID = refusal(why=str)
    SIGNING_FAILED = refusal(why=str)
    SIGNATURE_WRONG = refusal(why=Reason)


class Reports(Code, area="report"):
    """Reports, their numbers, layouts, sections and folders."""

    NOT_A_NUMBER = refusal(number=str)
    UNKNOWN = refusal(report=str)
    EXISTS = refusal(report=str)
    NOT_ARCHIVABLE = refusal(report=str, why=tuple[Reason, ...])
    NOT_A_FOLDER = refusal(folder=str, file=str)
    SIGNED = refusal(report=str)
    REHEARSAL_OF_REAL = refusal(runs=tuple[str, ...])
    REHEARSAL_NOT_AMENDED = refusal(report=str)
    AMENDED = refusal(report=str, latest=str)
    NOT_SIGNED = refusal(report=str)
    WHY_NEEDED = refusal()
    AMENDING_ROLE = refusal(person=str)
    LOST = refusal(report=str)
    NEVER_SIGNED = refusal()
    """It is of a run or of a night."""
    REPLACED = refusal(report=str)
    SIGNED_BY_ALL = refusal()

    OTHER_THAN_RECORDED = refusal(report=str)
    DOES_NOT_VERIFY = refusal(why=Reason)
    NOT_REDRAWN = refusal(why=Reason)

    UNREADABLE = doubt(why=str)
    FILE_MISSING = doubt(file=str)
    FILE_ALTERED = doubt(file=str)
    """By the manifest, or by the hash that the report prints."""
    FILE_UNREADABLE = doubt(file=str, why=str)
    ENTRY_UNKNOWN = doubt(file=str, kind=str)

    SECTION_NOT_THERE = refusal(sections=tuple[str, ...], known=tuple[str, ...])
    SECTION_OF_OTHER = refusal(sections=tuple[str, ...])
    TEXT_MISSING = refusal(section=str, text=str)
    SECTION_WITHOUT_FUNCTION = refusal(section=str)
    SECTION_ABOUT = refusal(section=str, about=str, known=tuple[str, ...])


class Redrawings(Code, area="redrawing"):
    """Differences between a report and what its folder gives; ``drawn`` is drawn again, ``there`` is in the file."""

    FAILED = doubt(why=tuple[Reason, ...])
    APPENDED = doubt(file=str)
    OTHER_BYTES = doubt(file=str)
    PAGE_DIFFERS = doubt(file=str, page=int, there=str, drawn=str)
    PAGES_MORE = doubt(file=str, pages=int)

    RUN_ENDS_OTHERWISE = doubt(run=str)
    RUN_UNACCOUNTED = doubt(run=str)
    RECORD_ALTERED = doubt(file=str, number=int)
    ENTRY_DIFFERS = doubt(file=str, kind=str, entry=str)

    OTHER_VERDICT = doubt(there=str, drawn=str, why=tuple[Reason, ...])
    UNSUPPORTED = doubt(what=Reason)
    UNSUPPORTED_MORE = doubt(statements=int)
    MISSING = doubt(what=Reason)
    MISSING_MORE = doubt(statements=int)

    REASON = note(why=Reason)
    OPEN_ITEM = note(why=Reason)
    RECOMMENDATION = note(recommendation=str | None)
    RECOMMENDATION_WITHHELD = note(recommendation=str | None)
    CLAUSE = note(clause=str, matrix=Reason | None, result=ClauseResult, wording=str)

    INCOMPLETE = note(file=str)
    OTHER_TEXTS = note(changed=tuple[Reason, ...])
    OTHER_LIBRARIES = note(changed=tuple[Reason, ...])
    VERSION = note(name=str, then=str | None, now=str | None)
    FILE_CHANGED = note(file=str)
    CHANGES_MORE = note(changes=int)


class Bundles(Code, area="bundle"):
    """The folder of a report; ``file`` and ``name`` are paths below it, ``role`` the name of a signature's field."""

    SUMS_DIFFER = doubt(file=str, of=tuple[str, ...])
    MANIFEST_REPLACED = doubt(file=str)
    FILE_REWRITTEN = doubt(file=str)
    NAME_OUTSIDE = doubt(name=str)
    FILE_ADDED = doubt(file=str)
    CODE = doubt(file=str)
    RUN_INCOMPLETE = doubt(manifest=str, run=str)

    OF_RUN = doubt(run=str, why=Reason)
    REHEARSAL_AS_REPORT = doubt(file=str)
    REPORT_AS_REHEARSAL = doubt(file=str)
    OTHER_CONCLUSION = doubt(file=str, report=str)
    UNSIGNED = doubt()

    REPORTED = note(why=Reason)
    RUNS_UNVERIFIED = note()
    REPORT_ALONE = note()
    NOT_LISTED = note(role=str, person=str, needed=str)


class Authentications(Code, area="authentication"):
    """What cannot be compared, and what an authentication leaves open."""

    NO_SUCH_RESULT = refusal(component=str, result=str)
    NOTHING_TO_AUTHENTICATE = refusal()
    NOT_AN_IMAGE = refusal(text=str)
    NO_SUCH_UNIT = refusal(unit=str, submission=str, known=tuple[str, ...])
    NO_COMPONENT = refusal(unit=str)
    NO_SUCH_COMPONENT = refusal(component=str, unit=str, known=tuple[str, ...])
    IMAGE_TWICE = refusal(component=str)
    IMAGE_EMPTY = refusal(file=str)

    NOT_REPRODUCED = doubt(authentication=str, submission=str)
    MISMATCH = open_item(authentication=str, serial=str, components=tuple[str, ...])

    ALL_MATCH = note(serial=str, authentication=str)
    DIFFERS = note(serial=str, authentication=str)
    INCOMPLETE = note(serial=str, authentication=str)
    SEED_IGNORED = note(component=str)
    CALCULATED_BY_THE_DEVICE = note()
