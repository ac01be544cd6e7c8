"""Sentences about the submission register and its folders."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.register import Registers
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Registers.NOT_A_FOLDER: "Not a folder: {folder}. Make one with: labharness submission new REF.",
    Registers.FOLDER_EXISTS: "The folder {folder} already exists. Choose another name.",
    Registers.FOLDER_OCCUPIED: "The folder {folder} holds other files. Choose a new folder.",
    Registers.FOLDER_OF_ANOTHER: 'The folder {folder} holds the submission "{submission}". Choose a new folder.',
    Registers.FOLDER_EDITED: (
        "Changes in the folder {folder} are not imported: {files}. Import them first, or choose a new folder."
    ),
    Registers.FILING_MISSING: "The filing is missing. Add it: it states what was submitted.",
    Registers.LINK: "The file {path} is a link. Replace it with the file itself.",
    Registers.NOT_IN_THE_FOLDER: "The file {file} is not in the folder. Put it there.",
    Registers.NO_NAME: 'The reference "{reference}" has no letter or digit to form an id. Correct it.',
    Registers.NOT_AN_ENTRY: 'Not an entry: "{target}". Write KIND/ID, such as unit/unit-1.',
    Registers.TAKES_NO_FILE: "A {kind} takes no file. Attach it to a document.",
    Registers.NOT_A_PICTURE: "{file} is not a JPEG or PNG picture. Attach it to a document.",
    Registers.CONDITIONS_NEEDED: 'The disposition "{disposition}" needs conditions. Give each with --condition.',
    Registers.UNKNOWN_NAME: (
        'The {kind} "{entry}" names an unknown {what}: "{name}". Nearest known name: {nearest}.'
    ),
    Registers.NO_SUCH_ENTRY: 'The submission "{submission}" has no {kind} "{entry}". Correct the id.',
    Registers.OVERTAKEN: (
        'The {kind} "{entry}" has changed meanwhile (record {record}). Read it again, then repeat the change.'
    ),
    Registers.CHANGED_SINCE_EXPORT: (
        '{number} {number:entry|entries} of "{submission}" {number:has|have} changed since the export, '
        "such as {entries}. Export again, and make the changes there."
    ),
    Registers.NOT_STORABLE: (
        'The {kind} "{entry}" has a value that cannot be stored, such as an incomplete character. Write it again.'
    ),
    Registers.NOT_AN_EVENT: 'Not a name of an event: "{name}". Use lowercase letters, such as: report built.',
    Registers.PARTICULARS_NOT_STORABLE: (
        'The particulars of "{event}" cannot be stored: {why}. Give texts and numbers.'
    ),
    Registers.ACTOR_NEEDED: (
        'Name who acts with --by ID: the login "{login}" is not on the list of people ({people}).'
    ),
    Registers.NOT_ON_THE_LIST: 'The person "{person}" is not on the list of people. See: labharness people list.',
    Registers.NOT_ACTIVE: 'The person "{person}" is no longer active. Act as an active person.',
    Registers.ROLE_NEEDED: (
        'The {kind} "{entry}" requires the role {role}, which "{person}" does not have. Ask someone who has it.'
    ),
    Registers.KEY_NEEDED: (
        'The laboratory requires the key of "{person}" for the {kind} "{entry}". '
        "Name it: --key FILE, or --key pkcs11:token=NAME;object=KEY?module-path=DRIVER."
    ),
    Registers.KEY_OF_ANOTHER: (
        'The key is in the name of "{holder}", and "{person}" decides. Use a key in the name on the list of people.'
    ),
    Registers.DECISION_UNSIGNED: (
        'Record {record} of the register ({of}) has no signature of "{person}", and the laboratory requires it.'
    ),
    Registers.DECISION_SIGNATURE: (
        'The signature of "{person}" on record {record} of the register ({of}) is not good: {why:clause}.'
    ),
    Registers.DECISION_OF_ANOTHER: (
        'Record {record} of the register ({of}) is of "{person}" and was signed by "{holder}".'
    ),
    Registers.DECISION_UNTRUSTED: (
        'No trusted authority vouches for the signature of "{person}" on record {record} of the register ({of}).'
    ),
    Registers.WORD_OF_ANOTHER: 'The {kind} "{entry}" is a statement of "{by}". Only "{by}" may change or remove it.',
    Registers.BEGIN_WITH_ADMINISTRATOR: (
        "The register is empty. Enter yourself first as its administrator: "
        "labharness people add ID --name NAME --role administrator --by ID."
    ),
    Registers.AUTHENTICATION_STAYS: "{entry} is a measured result and stays as it was written. Authenticate the unit again.",
    Registers.LABORATORY_ENTRY_STAYS: (
        'The {kind} "{entry}" belongs to the laboratory and is never removed. Change it instead.'
    ),
    Registers.LAST_ADMINISTRATOR: "No active administrator would remain. Give another person the role first.",
    Registers.FILING_NEEDED: (
        'The submission "{submission}" needs one filing with that id. Add it first, and remove it last.'
    ),
    Registers.FILING_TWICE: 'The submission "{submission}" has only one filing. Give the others ids of their own.',
    Registers.LOST: (
        "The register {database} is missing or empty, but this workspace had one. Restore it with: labharness restore "
        "FOLDER. If it is lost for good, an authorizer accepts that with: labharness accept-loss register --why REASON."
    ),
    Registers.COPY_FAILED: "Cannot copy {file} into {folder}: {why}. Check file, disk, and permissions.",
    Registers.FILE_MISSING: "The file {file} is missing ({place}). Restore it from a copy.",
    Registers.FILE_ALTERED: "The file {file} was altered ({place}). Restore it from a copy.",
    Registers.KEPT_FILE_ALTERED: "The register's file with the SHA-256 {sha256} was altered. Restore the register from a copy.",
    Registers.NUMBER_CLAIMED: "Report {report} belongs to another workspace ({bench}). Build it there.",
    Registers.FILE_OF_ENTRY: 'The {kind} "{entry}" of the submission "{submission}": {problem}',
    Registers.REPORT_UNREADABLE: (
        "Cannot read the record that the report {report} rests on. Examine it with: labharness report verify {report}."
    ),
    Registers.REPORT_RECORD_MISSING: (
        "The report {report} rests on record {record}, which this register does not hold. "
        "Restore the register from a later copy."
    ),
    Registers.RECORD_MISPLACED: "Record {record} is where record {expected} belongs.",
    Registers.RECORD_UNCHAINED: "Record {record} does not follow the record before it.",
    Registers.EVENT_UNREADABLE: (
        'Record {record} of the register ("{event}") does not hold what such an event says. Restore the register from a backup.'
    ),
    Registers.RECORD_ALTERED: "Record {record} was altered ({of}, {utc}).",
    Registers.RECORD_FROM_ELSEWHERE: (
        "Record {record} changes {of} from a value that the records before it do not give."
    ),
    Registers.ENTRY_WITHOUT_RECORD: 'No record entered the {kind} "{entry}" (submission {submission}).',
    Registers.ENTRY_ALTERED: (
        'The {kind} "{entry}" (submission {submission}) was altered outside the register '
        "after record {record}."
    ),
    Registers.ENTRY_MISSING: (
        'The {kind} "{entry}" (submission {submission}) is missing, but record {record} entered it.'
    ),
    Registers.FILE_DAMAGED: "The database file is damaged: {why}. Restore it from a copy.",
    Registers.TRIGGER_MISSING: "The trigger {trigger}, which protects the records, was removed or disabled.",
    Registers.MORE_PROBLEMS: "{number} more {number:problem|problems} {number:was|were} detected.",
    Registers.ENTRY_UNREADABLE: (
        'The {kind} "{entry}" of the submission "{submission}" was not written by the register. '
        "List what changed with: labharness submission verify."
    ),
}
IN_WINDOW: Mapping[Code, str] = {
    Registers.LOST: (
        "The register {database} is missing or empty, but this workspace had one. Ask an administrator to restore it from a "
        "backup at a console."
    ),
    Registers.NOT_A_FOLDER: "Not a folder: {folder}. Choose the folder of a submission.",
    Registers.CONDITIONS_NEEDED: 'The disposition "{disposition}" needs conditions. Enter each on a line of its own.',
    Registers.ACTOR_NEEDED: 'Choose who acts: the login "{login}" is not on the list of people ({people}).',
    Registers.NOT_ON_THE_LIST: 'The person "{person}" is not on the list of people, which is in Settings.',
    Registers.KEY_NEEDED: 'The laboratory requires the key of "{person}" for the {kind} "{entry}". Choose its file or its token.',
    Registers.BEGIN_WITH_ADMINISTRATOR: "The register is empty. Enter yourself first as its administrator, under People in Settings.",
    Registers.REPORT_UNREADABLE: "Cannot read the record that the report {report} rests on. Verify the report to see what is wrong.",
    Registers.ENTRY_UNREADABLE: 'The {kind} "{entry}" of the submission "{submission}" was not written by the register. Choose Verify the register to see what changed.',
}
