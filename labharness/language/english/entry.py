"""Sentences about entries of a submission."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.entry import Entries
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Entries.ONLY_SPACES: "The text has only spaces. Write something.",
    Entries.HIDDEN_CHARACTER: "The text has the hidden character {character}. Write one line without it.",
    Entries.RESERVED_NAME: 'Windows reserves the name "{id}" for a device. Choose another id.',
    Entries.YEAR_IMPOSSIBLE: "The date {date:day} is not plausible. Correct the year.",
    Entries.FUTURE_DAY: (
        "{date:day} is in the future: in Pennsylvania it is {today:day} by the clock of this computer. "
        "Correct the date, or the clock."
    ),
    Entries.PROTOTYPE_OMITS_TESTS: "A prototype omits no test. Choose another type, or plan the test.",
    Entries.COMPLETE_BEFORE_RECEIVED: "A filing is complete only after it is received. Correct one of the dates.",
    Entries.DIGEST_LENGTH: "A {algorithm} digest has {digits} digits, not {got}. Correct digest or algorithm.",
    Entries.EXAMINATION_TIMES: "The examination {examination} occurs {times} times, not once.",
    Entries.NAMES_NO_LAW: (
        "The source of {clause} names no law. Name the chapter or section in force, such as Chapter 674a or § 674a.5."
    ),
    Entries.NAMES_LAPSED_LAW: (
        "The source of {clause} names only what is on record as rescinded, lapsed or replaced: {chapters}. "
        "Name the chapter or section in force, such as Chapter 674a or § 674a.5."
    ),
    Entries.STATES_NO_FACT: "The {key} states no fact. State what happened, and attach the document that proves it.",
    Entries.NO_FILE: "No file documents it. Attach a file.",
    Entries.NOT_ON_RECORD: 'The {kind} "{entry}" names the {missing} "{name}", which is not on file. Enter it first.',
    Entries.ONE_RUN: "Both runs are {run}. Name the two runs that have the same data.",
    Entries.RUN_INVALIDATED_TWICE: (
        "The invalidation {entry} names the run {run}, which {before} already invalidates. Remove one of them."
    ),
}
