"""Sentences about keys, certificates and signatures."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.language.text import installation
from labharness.model.reasons.signing import Signing
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Signing.NO_PASSPHRASE: "The pass phrase is empty. Give one: without it, anyone can use the key.",
    Signing.NAME_LENGTH: "The name of a signer has 1 to {most} printable characters. Correct it.",
    Signing.AUTHORITY_UNUSABLE: (
        "Cannot use the trial authority in {folder}: its key or certificate is unreadable, or they differ. "
        "Move the folder away to create a new authority."
    ),
    Signing.KEY_INCOMPLETE: "The key has no certificate, or the certificate no key. Export both into one file.",
    Signing.NOT_PKCS12: "{file} is not a PKCS#12 file. Choose one that ends in .p12 or .pfx.",
    Signing.WRONG_PASSPHRASE: "The pass phrase does not open {file}. Try again.",
    Signing.STORED_PASSPHRASE_WRONG: (
        "The stored pass phrase does not open {file}. To delete it, run: {command:raw}"
    ),
    Signing.KEY_EXISTS: "{file} already exists, and a key is never overwritten. Choose another name.",
    Signing.TOKENS_NOT_INSTALLED: (
        f"Keys on a token need an extra package. Install it with: {installation('pkcs11')}."
    ),
    Signing.NO_DRIVER: "The PKCS#11 driver {driver} does not exist. Name the library that came with the token.",
    Signing.WRONG_PIN: 'The PIN does not open the token "{token}". The token locks after a few wrong PINs.',
    Signing.TOKEN_NOT_OPENED: 'Cannot open the token "{token}". Insert it into its reader, and check its name.',
    Signing.NOT_ON_TOKEN: 'The token "{token}" holds no key with a certificate named "{label}". Name another.',
    Signing.NO_CERTIFICATE: "{file} holds no certificate (PEM or DER). Choose another file.",
    Signing.NO_REVOCATIONS: "{file} is not a list of revoked certificates (PEM or DER). Choose another file.",
    Signing.NOT_A_FINGERPRINT: (
        'Not a SHA-256 fingerprint: "{got}". Give the 64 digits that openssl x509 -fingerprint -sha256 prints.'
    ),
    Signing.NOT_PINNED: (
        "{file} holds no certificate with the fingerprint {fingerprint}. See: labharness trust list."
    ),
    Signing.CAME_WITH_REPORT: (
        "{file} is part of the report, which cannot vouch for itself. Name a copy that the laboratory gave you, "
        "or give the fingerprint that it publishes with --fingerprint."
    ),
    Signing.LIST_CAME_WITH_REPORT: (
        "{file} is part of the report, which cannot name its own signers. Name the list that the laboratory gave you with "
        "--signers."
    ),
    Signing.REVOCATIONS_CAME_WITH_REPORT: (
        "{file} is part of the report, whose makers may have chosen an old one. Get the current list from the authority, "
        "and name it with --crl."
    ),
    Signing.WORKSPACE_IN_REPORT: (
        "{file} is part of the report, which cannot vouch for itself. Name a workspace of your own with --workspace."
    ),
    Signing.UNTRUSTED: (
        'The signature as {role} is of "{issuer}", an authority that you do not trust. If it is correct, name its '
        "certificate with --root, or pin it with: labharness trust add FILE --workspace DIR."
    ),
    Signing.ROLE_NEEDED: (
        'To sign as {role}, a person needs the role {needed}, which "{person}" does not have. '
        "Ask someone who has it."
    ),
    Signing.TRIAL_KEY_OF_ANOTHER: (
        'This is the trial key of "{owner}", not of "{person}". Sign with your own, or make one with: '
        "labharness report trial-key FILE."
    ),
    Signing.SPECIMEN_TAKES_TRIAL_KEY: (
        "Only a trial key signs a specimen. Make one with: labharness report trial-key FILE."
    ),
    Signing.NO_FIELD: "The file has no field for the signature as {role}. Sign a report that labharness built.",
    Signing.SIGNED_ALREADY: 'The report is already signed as {role} (by "{person}"). Sign it in another role.',
    Signing.SIGNED_TOO_EARLY: "The report is not yet signed as {missing}. Sign as {missing} before {role}.",
    Signing.SIGNED_TOO_LATE: "The report is already signed as {later}, which follows {role}. Build it again.",
    Signing.SAME_PERSON: 'The same person signed as {role} ("{person}"). Have another person sign.',
    Signing.DOUBTED: "Nobody could trust this signature: {why:clause}. Correct it, then sign again.",
    Signing.NOT_A_LIST: (
        "{file} is not a list of signers ({why:clause}). Get the one that the laboratory wrote with: labharness people list --json."
    ),
    Signing.LIST_EMPTY: (
        "{file} is a list of signers without an entry: nobody on it may sign. Ask the laboratory for its list of signers."
    ),
    Signing.NOT_SIGNED: "The report is not signed as {role}. Sign it.",
    Signing.NOT_A_STAMP_SERVER: 'Not a time-stamp server: "{url}". Give an address that begins with https://.',
    Signing.NO_TIME_STAMP: "The time-stamp server gave no time stamp: {why}. Try again, or choose another server.",
    Signing.CERTIFICATE_INVALID: "The signer's certificate is not valid: {why:clause}. Use another certificate.",
    Signing.SIGNING_FAILED: "Cannot sign the report: {why:clause}. Check key and report.",
    Signing.SIGNATURE_WRONG: "The signature was made but is not valid: {why:clause}. Check key and certificates.",
}
IN_WINDOW: Mapping[Code, str] = {
    Signing.NOT_A_LIST: "{file} is not a list of signers ({why:clause}). Ask the laboratory for its list of signers.",
    Signing.LIST_CAME_WITH_REPORT: "{file} is part of the report, which cannot name its own signers. Choose the list that the laboratory gave you.",
    Signing.REVOCATIONS_CAME_WITH_REPORT: "{file} is part of the report, whose makers may have chosen an old one. Get the current list from the authority, and choose it.",
    Signing.WORKSPACE_IN_REPORT: "{file} is part of the report, which cannot vouch for itself. Open a workspace of your own.",
    Signing.NOT_PINNED: "{file} holds no certificate with the fingerprint {fingerprint}. Settings list the trusted ones.",
    Signing.CAME_WITH_REPORT: "{file} is part of the report, which cannot vouch for itself. Choose a copy that the laboratory gave you, or enter the fingerprint that it publishes.",
    Signing.UNTRUSTED: 'The signature as {role} is of "{issuer}", an authority that you do not trust. If it is correct, add its certificate under Signing and trust in Settings.',
    Signing.TRIAL_KEY_OF_ANOTHER: 'This is the trial key of "{owner}", not of "{person}". Sign with your own, or choose New trial key.',
    Signing.SPECIMEN_TAKES_TRIAL_KEY: "Only a trial key signs a specimen. Choose New trial key to make one.",
}
