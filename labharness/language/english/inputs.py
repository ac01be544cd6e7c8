"""Sentences about files and values that people give."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.inputs import Inputs
from labharness.reason import Code

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
}
