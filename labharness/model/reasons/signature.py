"""What is wrong with the signatures of a file, or weakens them."""

from __future__ import annotations

from labharness.reason import Code, Reason, doubt, note


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
