"""Sentences about runs that are done again from their recorded bytes."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.reproduction import Reproduction
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
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
}
IN_WINDOW: Mapping[Code, str] = {
    Reproduction.NOT_AVAILABLE: 'The run cannot be repeated here: the {what} "{name}" is neither installed nor in this workspace. Open the '
    "workspace that has the laboratory's plug-ins.",
}
