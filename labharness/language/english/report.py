"""Sentences about reports and their folders."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.report import Reports
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
}
IN_WINDOW: Mapping[Code, str] = {
    Reports.SIGNED: "The report {report} is signed and never changes. To replace it, build an amended report.",
}
