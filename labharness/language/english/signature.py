"""Sentences about the signatures of a file."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.signature import Signatures
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Signatures.OF_ROLE: "{role}: {why:clause}.",
    Signatures.OF_TIME_STAMP: "Time stamp: {why:clause}.",
    Signatures.UNREADABLE: "Cannot read the file as a PDF: {why:clause}.",
    Signatures.UNREACHED: "The file holds {held} {held:signature|signatures}, of which {reached} can be reached.",
    Signatures.BYTES_APPENDED: "{size} unsigned {size:byte follows|bytes follow} the last signature.",
    Signatures.OUT_OF_ORDER: (
        "The signatures stand in the order {roles}, not in the order tested, reviewed, authorized."
    ),
    Signatures.FOREIGN_TIME_STAMP: "A time stamp stands in a field that does not belong to the report.",
    Signatures.OTHER_NAME: '{role}: Signed as "{person}" with a certificate in the name of "{certificate}".',
    Signatures.LOOK_ALIKE: (
        '{role}: The name "{person}" looks like "{model}" and is another one. It contains: {letters}.'
    ),
    Signatures.MIXED_LETTERS: '{role}: The name "{person}" mixes alphabets or has unseen characters. It contains: {letters}.',
    Signatures.SAME_PERSON: "The person who signed as {earlier} also signed as {role}. Each role needs another person.",
    Signatures.TIME_MISSING: "{role}: The signature states no time.",
    Signatures.IN_FUTURE: "{role}: Signed on {when:moment}, which lies after this computer's clock, {now:moment}.",
    Signatures.CLOCK_OFF: (
        "{role}: The signer's clock was at {when:moment} when the time stamp was made, {stamped:moment}."
    ),
    Signatures.BEFORE_EVIDENCE: (
        "{role}: Signed on {when:moment}, before the newest record of the report, {newest:moment}."
    ),
    Signatures.OUT_OF_TURN: "{role}: Signed on {when:moment}, before the signature as {earlier}, {newest:moment}.",
    Signatures.NOT_LISTED: (
        '{role}: "{person}" is not on the laboratory\'s list of signers for this role at the time of the signature.'
    ),
    Signatures.NO_LIST: (
        "The signers were not checked against the laboratory's list. Get its list and name it with --signers FILE, or name "
        "the laboratory's workspace with --workspace."
    ),
    Signatures.LEAVES_OUT_MORE: "The signature leaves out more of the file than its own container.",
    Signatures.ALTERED: "The file or the signature itself was changed after signing.",
    Signatures.CHANGED_LATER: "The file was changed later in a way that the signature does not permit.",
    Signatures.TIME_STAMP_ALTERED: "The time stamp was changed.",
    Signatures.OUT_OF_VALIDITY: "The certificate was not valid at the time of the signature.",
    Signatures.REVOKED: "The certificate was revoked.",
    Signatures.CERTIFICATE_INVALID: "The certificate does not hold ({finding}).",
    Signatures.REVOKED_BEFORE: (
        'The certificate of "{holder}" was revoked on {since:day}, and no trusted time stamp shows that the signature '
        "is older."
    ),
    Signatures.SPACE_USED: (
        "The space that the signature left empty is not empty, or is written in another notation."
    ),
    Signatures.CONTAINER_UNREADABLE: "Cannot read the container: {why:clause}.",
    Signatures.CONTAINER_KIND: "The container is of another kind.",
    Signatures.CONTAINER_CARRIES_DOCUMENT: "The container carries its own document.",
    Signatures.CONTAINER_CONTENT: "The container does not hold exactly one signature.",
    Signatures.CONTAINER_VERSION: "The container names another version than its content has.",
    Signatures.CONTAINER_HASH: "The container names another hash algorithm than its signature uses.",
    Signatures.ALGORITHM_PARAMETERS: "The algorithm of the signature has parameters that it does not take.",
    Signatures.ATTRIBUTE_UNCOVERED: "The container holds an attribute that no signature covers.",
    Signatures.TIME_STAMPS: "The container holds more than one time stamp.",
    Signatures.SIGNER_UNNAMED: "The container does not name the certificate of the signer exactly.",
    Signatures.CERTIFICATE_KIND: "The container holds a certificate of an unknown kind.",
    Signatures.ISSUER_UNKNOWN: (
        'The certificate of "{holder}" has an unknown issuer. Name the certificate of the issuer as trusted.'
    ),
    Signatures.CERTIFICATE_ALTERED: 'The certificate of "{holder}" differs from the one that its issuer signed.',
    Signatures.TRIAL: "Signed with certificates of a TRIAL AUTHORITY, which proves nothing about persons.",
    Signatures.UNSIGNED: "The file has no signature and does not prove its origin. Compare its SHA-256.",
    Signatures.ROLES_UNSIGNED: "Not signed as: {roles}.",
    Signatures.SIGNERS_CLOCK: "The time is that of the signer's own clock.",
    Signatures.TIME_UNPROVEN: "The time stamp does not prove the time: {why:clause}.",
    Signatures.AUTHORITY_UNTRUSTED: "The certificate is of an authority that you have not trusted.",
    Signatures.REVOCATIONS_AS_OF: 'The list of revoked certificates of "{authority}" is of {since:day}.',
    Signatures.REVOCATIONS_OF_OTHERS: (
        'The list of revoked certificates of "{authority}" belongs to no authority that you trust here.'
    ),
}
IN_WINDOW: Mapping[Code, str] = {
    Signatures.NO_LIST: "The signers were not checked against the laboratory's list. Choose Trust for this verification and name the list that the laboratory gave you.",
}
