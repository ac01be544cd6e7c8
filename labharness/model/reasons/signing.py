"""Why a key cannot sign, a signature may not be made, or nothing vouches for a signer."""

from __future__ import annotations

from labharness.reason import Code, Reason, refusal


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
