"""Sentences about damage to a run folder, and about its disk and lock.

Sentences about files that are not PDF/A-2b.

Quoted text, exactly as it was written.

Why a read of cards is made again, in sentences.

Sentences about runs that are done again from their recorded bytes.

Sentences of the verification of a report.

Data that two runs have in common, in sentences.
"""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.evidence import (
    Archive,
    EqualData,
    Evidence,
    Quoted,
    Read,
    Reproduction,
    Verifications,
)
from labharness.reason import Code

LINE = "Line {line} of ledger.jsonl"
BYTE = "{file}, byte {byte} (frame {frame}):"

SENTENCES: Mapping[Code, str] = {
    Evidence.LINE_HASH: f"{LINE} does not match its own hash.",
    Evidence.LINE_INVALID: f"{LINE} is not a record: {{why:clause}}.",
    Evidence.LINE_MISPLACED: f"{LINE} holds record {{record}} in the place of record {{expected}}.",
    Evidence.LINE_UNCHAINED: f"{LINE} does not follow the line before it.",
    Evidence.LINE_NEWLINE: f"{LINE} does not end with a newline, but its record is complete.",
    Evidence.LINE_TOO_LONG: f"{LINE} is longer than a record can be.",
    Evidence.LINE_NOT_UNDERSTOOD: f"{LINE} holds a record ({{type}}) with impossible content: {{why:clause}}.",
    Evidence.OTHER_RUN: (
        f'{LINE} names the run "{{run}}", but the folder is named "{{folder}}". '
        "Rename the folder, or move it away."
    ),
    Evidence.START_MISPLACED: f"{LINE} is out of order: a run has one start record, its first.",
    Evidence.START_MISSING: f"{LINE} is missing: the run has no start record.",
    Evidence.AFTER_END: f"{LINE} follows the end record.",
    Evidence.END_COUNTS: f"{LINE} ends the run with a count of {{records}} records, which is wrong.",
    Evidence.BROKEN_OFF: (
        f"{LINE} is missing or incomplete, although {{acknowledged}} bytes of the ledger were acknowledged."
    ),
    Evidence.ACKNOWLEDGED_MISSING: (
        f"{LINE} does not exist, and the file {{file}}, which states how many bytes were acknowledged, is missing."
    ),
    Evidence.OTHER_HEAD: f"{LINE} has the head hash {{head}}, not {{expected}}.",
    Evidence.TORN: f"{LINE} is incomplete ({{torn}} {{torn:byte|bytes}}).",
    Evidence.TITLE: f"{BYTE} the title line was altered.",
    Evidence.FRAME_CUT_OFF: f"{BYTE} the last frame is incomplete.",
    Evidence.FRAME_HEADER: f"{BYTE} a frame header was altered.",
    Evidence.FRAME_LENGTH: f"{BYTE} the last frame is incomplete, or its length was altered.",
    Evidence.FRAME_DIGEST: f"{BYTE} a frame does not match its digest.",
    Evidence.CLOCK_SET_BACK: (
        "The clock of the computer was set back by {seconds:duration}, so times of records before and after overlap."
    ),
    Evidence.FRAMES_UNNAMED: (
        "{frames} {frames:frame|frames} of the channel {channel}, from frame {frame} on, before line {line} of "
        "ledger.jsonl: no record names {frames:it|them}, and no crash leaves {frames:it|them} there."
    ),
    Evidence.FRAME_MISSING: (
        "Frame {frame} of the channel {channel}, which line {line} of ledger.jsonl names, is missing."
    ),
    Evidence.MISSING: "{file} is missing.",
    Evidence.ALTERED: "{file} was altered.",
    Evidence.ALTERED_AT: "{file} was altered from byte {byte} on.",
    Evidence.FILE_BROKEN_OFF: (
        "{file} ends at byte {byte}, although {acknowledged} bytes of it were acknowledged."
    ),
    Evidence.NOT_NAMED_BY_END: "{file} is not named by the end record.",
    Evidence.NOT_A_FILE: "{file} is a link, a pipe or a device. Evidence is a regular file.",
    Evidence.FILE_TOO_LONG: "{file} is longer than {limit:size}.",
    Evidence.FOREIGN: "{file} is not part of the run.",
    Evidence.WHEN_RESUMED: "When the run was resumed (line {line} of ledger.jsonl): {problem}",
    Evidence.RECORD_MISSING: "The ledger holds no acquisition as record {record}.",
    Evidence.NOT_A_RUN: "{folder} is not the folder of a run: it has no {file}. Name another folder.",
    Evidence.DAMAGED: "The evidence of run {run} is damaged: {problem:clause}. Restore it from a copy.",
    Evidence.NOT_RESUMED: (
        "Run {run} cannot be resumed, because its evidence is damaged: {problem:clause}. "
        "Restore it from a copy, or begin another run."
    ),
    Evidence.NOT_A_HEAD: "A head hash has 16 to 64 hexadecimal digits. Copy it from the footer of the report.",
    Evidence.RECORD_TOO_LONG: (
        "A record ({type}) of {size} bytes exceeds the longest line of the ledger. Make the batches of the plan smaller."
    ),
    Evidence.DISK: "Cannot write {file}: {why}. Free disk space, then resume.",
    Evidence.NOT_KEPT: "The disk did not keep the evidence: {why}. Check the disk, then resume.",
    Evidence.NOT_LOCKED: "Cannot lock the {what} {name}: {why}. Make its folder writable.",
    Evidence.IN_USE: (
        "Process {process} on {host} has used the {what} {name} since {since:moment}. Wait for it, or stop it."
    ),
    Evidence.IN_USE_BY_ANOTHER: "Another process uses the {what} {name}. Wait for it, or stop it.",
    Archive.NOT_PDF_A: "Not PDF/A-2b: {why:clause}.",
    Archive.ON_PAGE: "Page {page}: {why:clause}.",
    Archive.UNREADABLE: "Cannot read the file: {why:clause}.",
    Archive.HEADER: "The header does not name a version 1 of PDF.",
    Archive.SECOND_LINE: "The second line is not a comment of four bytes above 127.",
    Archive.NO_IDENTIFIER: "The trailer has no file identifier.",
    Archive.ENCRYPTED: "The file is encrypted.",
    Archive.NO_XMP: "The file has no XMP packet.",
    Archive.XMP_OF_OTHER_STANDARD: "The XMP packet does not declare PDF/A-2b.",
    Archive.KEY_DIFFERS: (
        'The document information and the XMP packet differ in {key}: "{information}" and "{xmp}".'
    ),
    Archive.PROPERTIES_UNDESCRIBED: "The XMP packet does not describe its own properties: {properties}.",
    Archive.NO_OUTPUT_INTENT: "The file has no output intent with a profile.",
    Archive.PROFILE_UNUSABLE: (
        "The profile of the output intent is not an ICC profile of version 2 or 4 for a screen or a printer."
    ),
    Archive.PROFILE_NOT_RGB: "The profile of the output intent does not have three colors.",
    Archive.JAVASCRIPT: "The file holds JavaScript.",
    Archive.EMBEDDED_FILES: "The file holds embedded files.",
    Archive.CATALOG_ACTS: "The catalog makes the reader act by itself.",
    Archive.FORM_UNDRAWN: "The form leaves its appearance to the reader.",
    Archive.PERMISSIONS: "The permissions dictionary holds more than DocMDP and UR3.",
    Archive.NO_LANGUAGE: "The catalog does not name the language.",
    Archive.STREAM_PACKED: "A stream is packed with LZW or encrypted.",
    Archive.STREAM_OUTSIDE: "A stream lies outside the file.",
    Archive.IMAGE_INTERPOLATED: "An image asks for interpolation.",
    Archive.IMAGE_ALTERNATIVES: "An image has alternatives.",
    Archive.POSTSCRIPT: "The file holds PostScript.",
    Archive.TRANSFER_FUNCTION: "A graphics state has a transfer function or a halftone.",
    Archive.ACTION: "The file holds an action {action}.",
    Archive.REFERENCE_DIGEST: "The reference of a signature holds its own digest.",
    Archive.PAGE_ACTS: "The page acts by itself.",
    Archive.ANNOTATION_KIND: "An annotation is of the forbidden kind {kind}.",
    Archive.ANNOTATION_UNPRINTED: "An annotation of the kind {kind} does not print.",
    Archive.ANNOTATION_UNDRAWN: "An annotation of the kind {kind} has no appearance of its own.",
    Archive.FIELD_ACTS: "A field acts by itself.",
    Archive.FONT_MISSING: "Text is set in the font {font}, which is not embedded.",
    Archive.NO_FONT: "Text is set without a font.",
    Archive.PRINTER_COLORS: "Colors of a printer are used, which the output intent does not define.",
    Archive.PICTURE_IN_PRINTER_COLORS: (
        "A picture has colors of a printer, which the output intent does not define."
    ),
    Archive.NESTED_TOO_DEEPLY: "The graphics state is saved more than {most} times at once.",
    Archive.OBJECT_MISSING: "The page draws {name}, which the file does not hold.",
    Quoted.TEXT: "{text:raw}",
    Read.NOT_THE_SET: "The cards are not the set ({difference:;}).",
    Read.WRONG_NUMBER: "{read} {read:card was|cards were} read; {expected} were expected.",
    Read.FOREIGN_CARDS: "The read holds cards that the set does not hold, or more of a card than the set holds.",
    Read.UNLIKE_REPORT: "The read differs from the device's report.",
    Read.UNSHUFFLED: (
        "The output equals the input. Check that the cards were shuffled and that this is the right file."
    ),
    Read.READ_BEFORE: "This order was read before. Check that this is the right file.",
    Reproduction.NOT_AVAILABLE: 'The run cannot be repeated here: the {what} "{name}" is neither installed nor in the workspace that was '
    "named. Name the workspace that has the laboratory's plug-ins with --workspace.",
    Reproduction.CALL_FAILED: "Line {line} of ledger.jsonl: {call} now fails: {why:;}.",
    Reproduction.OTHER_ANSWER: "Line {line} of ledger.jsonl: {call} gives another answer.",
    Reproduction.OTHER_OBSERVATIONS: "Line {line} of ledger.jsonl: the bytes decode to other observations.",
    Reproduction.OTHER_READ: "Line {line} of ledger.jsonl: the bytes decode to another read.",
    Reproduction.OTHER_ALARMS: "Line {line} of ledger.jsonl: the health tests of its bytes give other alarms than are on record.",
    Reproduction.OTHER_FIRST_UNITS: "The data do not begin as they do on record, or are not those that another run has too.",
    Reproduction.OTHER_RESULT: "The check {check} gives another result than the recorded one.",
    Reproduction.OTHER_VERDICT: "The verdict differs from the recorded one.",
    Reproduction.OTHER_REPORT: "The report built again differs from the issued one.",
    Reproduction.ANOTHER_VERSION: (
        "Another version drew the report. Its results and verdict were compared, its pages were not."
    ),
    Verifications.PART_SIGNATURE: "Signature: {role}.",
    Verifications.PART_FILES: "Files.",
    Verifications.PART_RUN: "Run {run}.",
    Verifications.PART_REDRAWN: "Report drawn again.",
    Verifications.PART_AUTHORITY: "Authority in the folder.",
    Verifications.AUTHORITY_PRINT: (
        "SHA-256 {sha256}. Anybody can make an authority: compare this with the fingerprint that the laboratory publishes."
    ),
    Verifications.FILES_MATCH: "Every file is as the manifest of the report lists it.",
    Verifications.ALONE: "Only the PDF is here.",
    Verifications.RUN_RECORDS: "{records} {records:record|records}, chain intact.",
    Verifications.CHANGED: "{why}",
    Verifications.DOUBTED: "IN DOUBT: {why}",
    Verifications.REHEARSAL: "This is a rehearsal with simulated devices. A rehearsal is never issued.",
    Verifications.SIGNATURES_MISSING: "Signatures are missing: {roles}.",
    Verifications.SIGNATURE: "{role}: {standing}; {details:;}.",
    Verifications.SIGNED_BY: "{person}, {when:moment}.",
    Verifications.SIGNED_WITH_CERTIFICATE_OF: "{person}, with the certificate of {certificate}, {when:moment}.",
    Verifications.CERTIFICATE_OF: "{certificate} (name of the certificate).",
    Verifications.STAMPED: "Time stamp {stamped:moment} by {stamper}.",
    Verifications.VOUCHED_FOR: "Vouched for by {root}.",
    Verifications.NOT_TRUSTED: "Issued by {issuer}, an authority that you have not trusted.",
    Verifications.TRIAL: "TRIAL certificate: proves nothing about persons.",
    Verifications.RUN_VERIFIED: "Run {run}: integrity verified, {records} {records:record|records}.",
    Verifications.RUN_NOT_VERIFIED: "Run {run}: INTEGRITY NOT VERIFIED, {records} {records:record|records}.",
    Verifications.RUN_REPRODUCED: "Run {run}: integrity verified, {records} {records:record|records}; reproduced.",
    Verifications.RUN_NOT_REPRODUCED: (
        "Run {run}: integrity verified, {records} {records:record|records}; NOT REPRODUCED."
    ),
    Verifications.REDRAWN: "Report: {redrawn}.",
    Verifications.STATE: "{report}: {state} (SHA-256 {sha256}).",
    Verifications.STATE_OF_TRIAL: "{report}: {state}, WITH TRIAL CERTIFICATES (SHA-256 {sha256}).",
    Verifications.SPECIMEN_STATE: "{report}: {state} (A SPECIMEN, NOT A REPORT) (SHA-256 {sha256}).",
    Verifications.SPECIMEN_STATE_OF_TRIAL: (
        "{report}: {state} (A SPECIMEN, NOT A REPORT), WITH TRIAL CERTIFICATES (SHA-256 {sha256})."
    ),
    Verifications.PROBLEM: "WRONG: {why}",
    Verifications.AUTHORITY_BROUGHT: '{file} in the folder itself holds "{name}", SHA-256 {sha256}.',
    Verifications.HOW_TO_TRUST: (
        "Anybody can make an authority. Get its certificate or fingerprint directly from the laboratory. Then name it "
        "with --trust FILE or --fingerprint SHA256, or once for all with: labharness trust add FILE."
    ),
    Verifications.LATER_AMENDMENTS: (
        "This folder does not show later amendments. Ask the laboratory whether it replaced this report."
    ),
    Verifications.VERDICT_UNDECLARED: (
        "Read the verdict on the first page: this file, of an earlier version, declares none to programs."
    ),
    Verifications.VERDICT: "Verdict of the report: {verdict}. {advice}",
    Verifications.VERDICT_OF_REHEARSAL: "Verdict of the rehearsal with simulated devices: {verdict}. {advice}",
    Verifications.RECOMMENDED: "Recommendation: “{recommendation}”.",
    Verifications.WITHHELD: "The recommendation on file (“{recommendation}”) is withheld.",
    Verifications.NOTHING_RECOMMENDED: "No recommendation is on file.",
    EqualData.ELSEWHERE: (
        "The data of {run} begin as those of {runs}, outside this submission. A person must find the cause and explain it with "
        "evidence."
    ),
    EqualData.NOT_EQUAL: (
        "Explanation {explanation} has no effect: no data on record are the same in {runs}. Name the two runs with "
        "the same data, or withdraw it."
    ),
    EqualData.BY_PARTICIPANT: (
        "Explanation {explanation} is from {person}, who took part in run {run}. Another person must decide."
    ),
    EqualData.UNEXPLAINED: (
        "The data of {run} begin as those of {runs}, which does not happen by chance and is no pass. The authorizer can explain it "
        "with evidence: 'labharness submission explain'."
    ),
    EqualData.EXPLAINED_BY: (
        "The data of {run} begin as those of {runs}. {person} explained it with {files} ({explanation} of {submission}): "
        "{cause}"
    ),
    EqualData.EXPLAINED: "{runs}.",
    EqualData.EXPLAINED_ELSEWHERE: (
        "Explanation {explanation} is about equal data of {runs}. The second of these is outside this submission."
    ),
    EqualData.SHARED: "Stage {stage}: {units} {what} from number {first} on.",
}

IN_WINDOW: Mapping[Code, str] = {
    Reproduction.NOT_AVAILABLE: 'The run cannot be repeated here: the {what} "{name}" is neither installed nor in this workspace. Open the '
    "workspace that has the laboratory's plug-ins.",
    Verifications.HOW_TO_TRUST: "Anybody can make an authority. Get its certificate or fingerprint directly from the laboratory. Then choose Trust for this verification, or add it once for all under Signing and trust in Settings.",
    EqualData.UNEXPLAINED: (
        "The data of {run} begin as those of {runs}, which does not happen by chance and is no pass. The authorizer can explain it "
        "with evidence: choose Explain equal data… in Submissions, Decisions."
    ),
}
