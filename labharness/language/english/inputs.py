"""Sentences about files and values that people give.

Sentences about files of samples.

Sentences about what a check found in a file.

Sentences about what people bring from elsewhere.

Sentences of a validation.

What the units of a file are compared with, in words.
"""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.inputs import FilePopulations, FileRemarks, Files, Foreign, Inputs, Validations
from labharness.reason import Code

_VIOLATIONS = "{violations} {violations:violation|violations} in {units} {units:unit|units}."

SENTENCES: Mapping[Code, str] = {
    Inputs.AT: "{where}: {problem}",
    Inputs.NOT_REGULAR: "{file} is a pipe, a socket or a device. It was not read. Name a regular file.",
    Inputs.TOO_LARGE: "{file} has {size:size}, and a file of its kind may have {limit:size}. It was not read. Check that it is the right file.",
    Inputs.FILE_UNREADABLE: "Cannot read {path}: {why}. Check its name and permissions.",
    Inputs.UNWRITABLE: "Cannot write {path}: {why}. Choose another folder.",
    Inputs.NOT_UTF8: "The file is not UTF-8 (byte {byte}). Save it as UTF-8.",
    Inputs.NOT_TOML: "The file is not valid TOML: {why}.",
    Inputs.NUMBER_TOO_LONG: "A number has thousands of digits. Shorten it.",
    Inputs.TOO_DEEP: "Lists or tables are nested more than {most} levels deep. Flatten them.",
    Inputs.WRONG_FILE_NAME: 'The id is "{id}". Rename the file {id}.toml.',
    Inputs.UNKNOWN: 'Unknown {what} "{name}". Choose from: {known}.',
    Inputs.TWICE: 'The {what} "{name}" occurs twice. Keep one, or rename one.',
    Inputs.KEY_MISSING: "The key is missing. Add it.",
    Inputs.KEY_UNKNOWN: "Unknown key. Correct its name or remove it.",
    Inputs.KEY_NEEDS: "{key} requires {other}. Add {other} or remove {key}.",
    Inputs.KEYS_TOGETHER: "{key} and {other} require each other. Give both or neither.",
    Inputs.KEYS_APART: "Give either {key} or {other}, not both.",
    Inputs.LESS_THAN: "{key} is less than {other}. Correct one of them.",
    Inputs.NOT_GREATER: "{key} is not greater than {other}. Correct one of them.",
    Inputs.NOT_TEXT: "Write text in quotation marks (got {got}).",
    Inputs.TEXT_EMPTY: "The text is empty. Write something.",
    Inputs.HALF_CHARACTER: "The text has an incomplete character. Write it again.",
    Inputs.TEXT_TOO_LONG: "The text is longer than {most} characters. Shorten it (got {got}).",
    Inputs.NOT_INTEGER: "Write a whole number without quotation marks (got {got}).",
    Inputs.NOT_NUMBER: "Write a number without quotation marks (got {got}).",
    Inputs.NOT_FINITE: "Write a finite number (got {got}).",
    Inputs.NOT_BOOLEAN: "Write true or false without quotation marks (got {got}).",
    Inputs.NOT_DATE: "Write a valid date without a time, such as 2026-01-31 (got {got}).",
    Inputs.NOT_MOMENT: "Write a time such as 2026-11-20T18:00 or 2026-11-20T18:00-05:00 (got {got}).",
    Inputs.NOT_SPAN: "Write two times, the later time last, divided by two periods (got {got}).",
    Inputs.NOT_TABLE: "Write a table: [name] or {{ key = value }} (got {got}).",
    Inputs.NOT_LIST: "Write a list in brackets [ ] (got {got}).",
    Inputs.NOT_LIST_OF_TABLES: "Write the heading with two brackets: [[{key}]].",
    Inputs.TOO_FEW: "Give at least {least}.",
    Inputs.TOO_MANY: "Give at most {most}.",
    Inputs.NOT_A_CHOICE: "Write {choices} (got {got}).",
    Inputs.NOT_ABOVE: "Write a number greater than {limit} (got {got}).",
    Inputs.NOT_AT_LEAST: "Write a number of at least {limit} (got {got}).",
    Inputs.NOT_BELOW: "Write a number less than {limit} (got {got}).",
    Inputs.NOT_AT_MOST: "Write a number of at most {limit} (got {got}).",
    Inputs.OUT_OF_RANGE: "Write a number from {low} to {high} (got {got}).",
    Inputs.NOT_SLUG: (
        "Write at most 80 lowercase letters, digits, and hyphens, the first not a hyphen (got {got})."
    ),
    Inputs.NOT_SHA256: "Write the 64 digits of a SHA-256 in lowercase (got {got}).",
    Inputs.NOT_HEXADECIMAL: "Write only the hexadecimal digits (got {got}).",
    Inputs.NOT_OF_THIS_FORM: "The text has characters that are not allowed here (got {got}).",
    Inputs.INVALID: "The value is not valid: {why} (got {got}).",
    Files.AT: "{file}, line {line:raw}, column {column:raw}: {problem}",
    Files.NOT_AN_OUTCOME: 'Not an outcome: "{word}". Write whole numbers from 0 to {most:raw}.',
    Files.NOT_A_BIT: 'Not a bit: "{text}". Write 0 and 1, or use --observes bytes for packed bits.',
    Files.NOT_TEXT: "The byte {byte} is not text. Save the file as plain text.",
    Files.LINE_TOO_LONG: (
        "{file}, line {line:raw}: The line is longer than {most} bytes. Write each unit on its own line."
    ),
    Files.SECOND_INPUT_ORDER: (
        "The header gives one input order for all decks. Remove this input order or the header's."
    ),
    Files.INPUT_ORDER_EXPECTED: (
        'This deck has no input order. Write "< …" before each deck, or "input: new-deck" at the top.'
    ),
    Files.DECK_EXPECTED: "A deck must follow its input order. Add the deck.",
    Files.DEALT_EXPECTED: 'A round begins with a line "dealt: …". Add it.',
    Files.RETURNED_EXPECTED: 'A line "returned: …" must follow the line "dealt: …". Add it.',
    Files.EVENT_WITHIN_ROUND: "The event is within a round. Move it between two rounds.",
    Files.WRONG_INPUT_ORDER: (
        'The input order is not {set}: {differences:;}. Write "new-deck" or all of the cards.'
    ),
    Files.NOT_A_NUMBER: "{key} must be a whole number from {least} to {most} (got {got}).",
    Files.CONTENT_UNKNOWN: "The first bytes of {file} do not show what the file holds. State it with --observes: {choices}.",
    Files.CONTENT_GUESSED: "The content is not stated. By its first bytes, the file holds {content}.",
    Files.OPTION_UNUSED: "{option} does not apply to such a file. Omit it.",
    Files.OPTION_DISAGREES: 'The file gives "{file}" and {option} gives "{given}". Correct one of them.',
    Files.PLAN_DISAGREES: "{key} is {here} here and {planned} in the plan. Correct one of them.",
    Files.SET_DISAGREES: (
        "{file}: The set has {decks} {decks:deck|decks} with {jokers} {jokers:joker|jokers} each; the plan's set is "
        "{planned}. Correct one of them."
    ),
    Files.EMPTY: "{file} has no {what}. Give another file.",
    Files.NO_CHOICE: (
        "{file}: The range {low} to {high} has fewer than two outcomes. State the true range with --low and --high."
    ),
    Files.RANGE_UNSTATED: (
        "{file}: The range of the outcomes is not stated. The file holds {low} to {high}, but a smallest or largest "
        "outcome that never occurs is not in it. State the true range with --low and --high."
    ),
    Files.ROUND_TOO_LARGE: "{file}: A round of {size} cards does not fit {set}. Give the number of --decks.",
    Files.CHANGED: "{file} changed while it was being read. Analyze a copy of it.",
    Files.INPUT_CLOSED: "Standard input is closed. Give a file.",
    Files.READING_FAILED: (
        "Cannot read all of {path}: {why}. Check its medium and the free space for temporary files."
    ),
    Files.BITS_PACKED: (
        "The bits are packed, eight to a byte; the first is the most significant of the first byte."
    ),
    Files.BITS_WRITTEN: ("The bits are digits 0 and 1; the first is the most significant of the first byte."),
    Files.BITS_LEFT_OUT: "The last {bits} {bits:bit does|bits do} not fill a byte and {bits:is|are} left out.",
    Files.ROUND_ASSUMED: "The size of a round is not declared. The analysis uses the size of the first round: {cards} cards.",
    Files.NO_BUFFER: (
        "No buffer is declared, so rounds are compared with an ideal device. A device that keeps cards ready "
        "fails this comparison unless its buffer is declared."
    ),
    Files.SET_ASSUMED: (
        "The set is not declared. The analysis assumes {decks} {decks:deck|decks} with {jokers} "
        "{jokers:joker|jokers} each, {cards} cards in all."
    ),
    Files.ROW_SHORT: 'Row {row} of {file} has no column "{column}". Complete the row.',
    Files.NOT_A_TABLE: "Row {row} of {file} cannot be read ({why}). Save the table as CSV in UTF-8.",
    Files.NO_COLUMN: '{file} has no column "{column}". Name one of: {known}; or give its number, from 1.',
    Files.NOT_WHOLE: 'Row {row} of {file}: "{text}" is not a whole number. Correct the value, or choose another column.',
    FileRemarks.VIOLATIONS: _VIOLATIONS,
    FileRemarks.VIOLATIONS_FIRST: f"{_VIOLATIONS} First: {{first:clause}}.",
    FileRemarks.NO_VIOLATION: "No violation in {units} {units:unit|units}.",
    FileRemarks.RARE: "Chance alone would do this less often than {level}, all checks together.",
    FileRemarks.SMALLEST_SHOWN: "The p-value is the smallest that its replicates show. Take more of them.",
    FileRemarks.NO_RESULT: "The check reports nothing about this file.",
    Foreign.NOT_KNOWN: (
        "{path} is neither the folder of a report, nor a report (PDF), nor the folder of a run. Choose one of these."
    ),
    Foreign.PACKED: "{path} is a packed file. Unpack it into an empty folder, then choose that folder.",
    Foreign.IS_A_LINK: "{path} is a link. Choose the folder or the file itself.",
    Foreign.TOO_MANY_FILES: "{path} holds more than {most} files. A bundle of labharness holds fewer. Choose its own folder.",
    Foreign.TOO_LARGE: "{path} holds more than {most:size}. Verify it with labharness verify, which has no limit.",
    Foreign.TOO_DEEP: "{path} holds folders more than {most} levels deep. Choose the folder of the bundle itself.",
    Foreign.NEWER: (
        "It was written by labharness {version}; this is labharness {own}. Install the newer version to verify it."
    ),
    Foreign.NEWER_SCHEMA: (
        "{file} has the format {schema} of a newer labharness; this is labharness {own}. Install the newer version to "
        "verify it."
    ),
    Foreign.COPY_EXISTS: "{folder} exists already. Choose another folder.",
    Foreign.COPY_DIFFERS: "The copy of {file} differs from the original. Check the disk, then export again.",
    Validations.REFERENCE_DIFFERS: (
        "{subject}, {name}: gives {found:nine_digits} instead of {published:nine_digits} ({source})."
    ),
    Validations.REFERENCE_FAILED: (
        "{subject}, {name}: ends in an error instead of {published:nine_digits} ({source}): {error}."
    ),
    Validations.CHECK_SILENT: "{check}: no result for any of {samples} fair {samples:sample|samples}.",
    Validations.RATE_ABOVE: (
        "{subject}: {event} in {hits} of {samples} fair {samples:sample|samples}, {share:percent}. The rate must be at most "
        "{nominal:percent}."
    ),
    Validations.NOT_UNIFORM: "{check}: its p-values of fair samples are not uniform (Kolmogorov-Smirnov {p:p}).",
    Validations.INTERVALS: (
        "{above} of {intervals} {intervals:interval|intervals} of false alarms {above:lies|lie} above the nominal rate. Chance "
        "alone puts up to one in forty there. The faults list those that chance does not explain."
    ),
    Validations.TRIAL: "This is a trial: a validation takes at least {least} replicates; this one took {replicates}.",
    Validations.LEFT_OUT: "Not requested, and not in this file: {parts}.",
    FilePopulations.BYTES: "Bytes of eight fair bits.",
    FilePopulations.OUTCOMES: "Outcomes from {low:raw} to {high:raw}.",
    FilePopulations.DECKS: "Decks of {cards} cards ({set}).",
    FilePopulations.ROUNDS: "Rounds of {size} of {cards} cards ({set}).",
    FilePopulations.ROUNDS_BUFFERED: "Rounds of {size} of {cards} cards, {buffer} of which always lie ready ({set}).",
}

IN_WINDOW: Mapping[Code, str] = {
    Files.NOT_A_BIT: 'Not a bit: "{text}". Write 0 and 1, or choose bytes as “Content” for packed bits.',
    Files.CONTENT_UNKNOWN: "The first bytes of {file} do not show what the file holds. Choose “Content”: {choices}.",
    Files.NO_CHOICE: "{file}: The range {low} to {high} has fewer than two outcomes. State the true range with “Smallest outcome” and “Largest outcome”.",
    Files.RANGE_UNSTATED: "{file}: The range of the outcomes is not stated. The file holds {low} to {high}, but a smallest or largest outcome that never occurs is not in it. State the true range with “Smallest outcome” and “Largest outcome”.",
    Files.ROUND_TOO_LARGE: "{file}: A round of {size} cards does not fit {set}. Enter “Decks in the set”.",
    Foreign.TOO_LARGE: "{path} holds more than {most:size}. Choose its report, or one of its runs.",
}
