"""Sentences about reports and their folders.

Sentences about a report that is drawn again from its folder.

Sentences about the signatures of a file.

Sentences about keys, certificates and signatures.

Sentences about the folder of a report.

Sentences about authentications of software.
"""

from __future__ import annotations

from collections.abc import Mapping

from labharness.language.template import installation
from labharness.model.reasons.report import Authentications, Bundles, Redrawings, Reports, Signatures, Signing
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Reports.NOT_A_NUMBER: 'Not the number of a report: "{number}". Write it like SUBMISSION-r1.',
    Reports.UNKNOWN: 'The workspace has no report "{report}". Build it first.',
    Reports.EXISTS: "The report {report} already exists, and an issued report never changes. Amend it.",
    Reports.NOT_ARCHIVABLE: (
        "The report {report} would not conform to PDF/A-2b: {why:;}. Replace the photograph or text that causes it."
    ),
    Reports.NOT_A_FOLDER: "{folder} is not the folder of a report: it has no {file}. Name another folder.",
    Reports.SIGNED: (
        "The report {report} is signed and never changes. To replace it, run: "
        'labharness report amend {report} --why "…".'
    ),
    Reports.REHEARSAL_OF_REAL: (
        "A rehearsal takes only simulated devices, and these runs have real devices: {runs}. "
        "Build a report, or rehearse with another submission."
    ),
    Reports.REHEARSAL_NOT_AMENDED: "{report} is a rehearsal and is never amended. Build another rehearsal.",
    Reports.AMENDED: "The report {report} is already amended. Amend {latest}.",
    Reports.NOT_SIGNED: "The report {report} is not signed, so it is not issued. Build it again instead.",
    Reports.WHY_NEEDED: "Give the reason for the amendment: the new report prints it.",
    Reports.AMENDING_ROLE: 'Only an authorizer amends a report, and "{person}" is not one. Ask an authorizer.',
    Reports.LOST: (
        "The signed report {report} is missing, or its file holds no signature. Restore it from a copy."
    ),
    Reports.NEVER_SIGNED: "Reports of runs and nights are not signed. Sign the report of a submission.",
    Reports.REPLACED: "The report is replaced. Sign {report}.",
    Reports.SIGNED_BY_ALL: "The report is signed in all three roles. Nothing is left to sign.",
    Reports.OTHER_THAN_RECORDED: (
        "{report} differs from the report that the register recorded last. Build it again, or restore it from a copy."
    ),
    Reports.DOES_NOT_VERIFY: "The report cannot be signed, because it is not verified: {why:clause}. Build it again.",
    Reports.NOT_REDRAWN: (
        "The report cannot be reviewed, because it cannot be drawn again here: {why:clause}. "
        "Review it with the version that drew it."
    ),
    Reports.UNREADABLE: "Cannot read the file as a report: {why:clause}. Restore it from a copy.",
    Reports.FILE_MISSING: "{file} is missing. Restore it from a copy.",
    Reports.FILE_ALTERED: "{file} differs from the manifest. Restore it from a copy.",
    Reports.FILE_UNREADABLE: "Cannot read {file}: {why:clause}. Restore it from a copy.",
    Reports.ENTRY_UNKNOWN: 'Unknown kind of entry "{kind}" in {file}. Use the version that wrote it.',
    Reports.SECTION_NOT_THERE: "The layout names unknown sections: {sections}. Known sections: {known}.",
    Reports.SECTION_OF_OTHER: "The layout names sections of another kind of report: {sections}. Remove them.",
    Reports.TEXT_MISSING: 'The layout lacks the text "{text}" of the section "{section}". Add it.',
    Reports.SECTION_WITHOUT_FUNCTION: (
        'The module of the section "{section}" has no function section(subject, part). Add it.'
    ),
    Reports.SECTION_ABOUT: (
        'The function of the section "{section}" takes "{about}" first. Name its first parameter {known:or}.'
    ),
    Redrawings.FAILED: "The report cannot be drawn again from its folder: {why:;}.",
    Redrawings.APPENDED: "{file} holds more additions than signatures.",
    Redrawings.OTHER_BYTES: "{file} has the same text and other bytes than the report drawn again.",
    Redrawings.PAGE_DIFFERS: "{file}, page {page}: the file reads “{there}”; drawn again it reads “{drawn}”.",
    Redrawings.PAGES_MORE: "{file}: {pages} more {pages:page differs|pages differ}.",
    Redrawings.RUN_ENDS_OTHERWISE: "Run {run} does not end as the manifest states.",
    Redrawings.RUN_UNACCOUNTED: "The register records the start of run {run}, which is neither here nor listed as lost.",
    Redrawings.RECORD_ALTERED: "{file}: Record {number} of the register was changed.",
    Redrawings.ENTRY_DIFFERS: '{file}: The {kind} "{entry}" differs from the records of the register.',
    Redrawings.OTHER_VERDICT: "The report states {there}, but its evidence gives {drawn} (reasons: {why:;}).",
    Redrawings.UNSUPPORTED: "The evidence does not support this statement of the report: {what:clause}.",
    Redrawings.UNSUPPORTED_MORE: (
        "The evidence does not support {statements} more {statements:statement|statements} of the report."
    ),
    Redrawings.MISSING: "The report lacks this statement, which follows from the evidence: {what:clause}.",
    Redrawings.MISSING_MORE: (
        "The report lacks {statements} more {statements:statement that follows|statements that follow} "
        "from the evidence."
    ),
    Redrawings.REASON: "Reason: {why:clause}.",
    Redrawings.OPEN_ITEM: "Open item: {why:clause}.",
    Redrawings.RECOMMENDATION: "Recommendation: {recommendation}.",
    Redrawings.RECOMMENDATION_WITHHELD: "Recommendation withheld: {recommendation}.",
    Redrawings.CLAUSE: "{clause} ({matrix:clause}): {result}, wording {wording}.",
    Redrawings.INCOMPLETE: "The report cannot be drawn again, because its folder does not hold {file}.",
    Redrawings.OTHER_TEXTS: (
        "The report was drawn with other texts than those here: {changed:;}. The differences follow."
    ),
    Redrawings.OTHER_LIBRARIES: (
        "The text of the report was compared, but not its figures: it was drawn with other versions: {changed:;}."
    ),
    Redrawings.VERSION: "{name} was {then} and is {now} here.",
    Redrawings.FILE_CHANGED: "{file} differs.",
    Redrawings.CHANGES_MORE: "{changes} more.",
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
    Bundles.SUMS_DIFFER: "{file} does not match {of:or}: at least one of these files was changed.",
    Bundles.MANIFEST_REPLACED: "{file} is not the manifest that the report names.",
    Bundles.FILE_REWRITTEN: "{file} was changed.",
    Bundles.NAME_OUTSIDE: "The manifest lists {name}, which does not name a file of this folder.",
    Bundles.CODE: "{file} is a program. A report holds no program: do not run it.",
    Bundles.FILE_ADDED: "{file} is not part of this report.",
    Bundles.RUN_INCOMPLETE: (
        "{manifest} does not list the run {run} both with its files and with the hash of its last record."
    ),
    Bundles.OF_RUN: "Run {run}: {why:clause}.",
    Bundles.REHEARSAL_AS_REPORT: "{file} is a rehearsal under the name of a report.",
    Bundles.REPORT_AS_REHEARSAL: "{file} is a report under the name of a rehearsal.",
    Bundles.OTHER_CONCLUSION: "{file} does not conclude what the signed {report} declares.",
    Bundles.UNSIGNED: "The file has no signature, so nothing shows that it is unchanged.",
    Bundles.REPORTED: "The report states this: {why:clause}.",
    Bundles.RUNS_UNVERIFIED: (
        "The runs were not verified, because their copies here may differ from those reported."
    ),
    Bundles.REPORT_ALONE: "Only the PDF was verified. Name its folder to verify the evidence too.",
    Bundles.NOT_LISTED: (
        '{role}: When the report was built, "{person}" was not listed with the role {needed} in the laboratory.'
    ),
    Authentications.NO_SUCH_RESULT: 'The checksums of component "{component}" do not give the result "{result}". Authenticate the unit again.',
    Authentications.NOTHING_TO_AUTHENTICATE: "Neither a device nor an image is named. Name a device, or an image of a component.",
    Authentications.NOT_AN_IMAGE: 'Not an image: "{text}". Write COMPONENT=FILE.',
    Authentications.NO_SUCH_UNIT: 'Submission {submission} has no unit "{unit}". Its units are: {known}.',
    Authentications.NO_COMPONENT: "No component for which approval is requested is on file for the product of unit {unit}. File the components first.",
    Authentications.NO_SUCH_COMPONENT: 'Component "{component}" is not among those submitted for unit {unit}: {known}. Write its id.',
    Authentications.IMAGE_TWICE: "Component {component} has more than one image. Name one file for each component.",
    Authentications.IMAGE_EMPTY: "The image {file} is empty. Dump the component again.",
    Authentications.NOT_REPRODUCED: "The recorded bytes of {authentication} of submission {submission} do not give the checksums on record. Restore the file from a copy, or authenticate the unit again.",
    Authentications.MISMATCH: "Software of unit {serial} differs from the hashes on file ({authentication}): {components:;}.",
    Authentications.ALL_MATCH: "Every component of unit {serial} matches its hash on file ({authentication}).",
    Authentications.DIFFERS: "Software of unit {serial} DIFFERS from the hashes on file ({authentication}).",
    Authentications.INCOMPLETE: "Unit {serial} is not authenticated: not every component matches its hash on file ({authentication}).",
    Authentications.SEED_IGNORED: "The device reported the SHA-1 of component {component} without the seed.",
    Authentications.CALCULATED_BY_THE_DEVICE: "The device calculated its checksums itself. A match proves that it holds the software, not that it runs no other.",
}

IN_WINDOW: Mapping[Code, str] = {
    Reports.SIGNED: "The report {report} is signed and never changes. To replace it, build an amended report.",
    Signatures.NO_LIST: "The signers were not checked against the laboratory's list. Choose Trust for this verification and name the list that the laboratory gave you.",
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
