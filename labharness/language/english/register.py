"""Sentences about the submission register and its folders."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.register import Registers
from labharness.reason import Code

URLS = "Write sqlite:///PATH or postgresql+psycopg://USER@HOST/DATABASE."

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
    Registers.NOT_ACTIVE: 'The person "{person}" is no longer active. Act as an active person.',
    Registers.ROLE_NEEDED: (
        'The {kind} "{entry}" requires the role {role}, which "{person}" does not have. Ask someone who has it.'
    ),
    Registers.WORD_OF_ANOTHER: 'The {kind} "{entry}" is a statement of "{by}". Only "{by}" may change or remove it.',
    Registers.BEGIN_WITH_ADMINISTRATOR: (
        "The register is empty. Enter yourself first as its administrator: "
        "labharness people add ID --name NAME --role administrator --by ID."
    ),
    Registers.LABORATORY_ENTRY_STAYS: (
        'The {kind} "{entry}" belongs to the laboratory and is never removed. Change it instead.'
    ),
    Registers.LAST_ADMINISTRATOR: "No active administrator would remain. Give another person the role first.",
    Registers.FILING_NEEDED: (
        'The submission "{submission}" needs one filing with that id. Add it first, and remove it last.'
    ),
    Registers.FILING_TWICE: 'The submission "{submission}" has only one filing. Give the others ids of their own.',
    Registers.POSTGRESQL_NOT_INSTALLED: (
        "A register in PostgreSQL needs psycopg. Install it with: pip install 'labharness[postgres]'."
    ),
    Registers.URL_UNREADABLE: f"The register's URL is not valid. {URLS}",
    Registers.URL_UNSUPPORTED: f"The register cannot use {{url}}. {URLS}",
    Registers.READ_ONLY: "The register {database} is read-only. Change its permissions and those of its folder.",
    Registers.DAMAGED: "The register {database} is damaged, or not a register: {why}. Restore it from a copy.",
    Registers.BUSY: (
        "Another program has been writing to the register {database} for {seconds} s. Wait for it, then try again."
    ),
    Registers.NO_ANSWER: "PostgreSQL does not answer at {database}: {why}. Start it, or correct the URL.",
    Registers.CANNOT_OPEN: "Cannot open the register {database}: {why}. Check its folder and permissions.",
    Registers.DATABASE_REFUSED: "The register {database} refused the change: {why}. Nothing was changed.",
    Registers.FOREIGN_DATABASE: "The database {database} holds other tables. Choose another database.",
    Registers.NEWER_TABLES: (
        "A newer labharness wrote {database} (tables {revision}; this version knows {known}). Use that version."
    ),
    Registers.COPY_FAILED: "Cannot copy {file} into {folder}: {why}. Check file, disk, and permissions.",
    Registers.FILE_MISSING: "The file {file} is missing ({place}). Restore it from a copy.",
    Registers.FILE_ALTERED: "The file {file} was altered ({place}). Restore it from a copy.",
    Registers.ENTRY_UNREADABLE: (
        'The {kind} "{entry}" of the submission "{submission}" was not written by the register. '
        "List what changed with: labharness submission verify."
    ),
}
