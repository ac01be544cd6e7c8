"""Sentences about damage to a run folder, and about its disk and lock."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.evidence import Evidence
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
}
