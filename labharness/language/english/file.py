"""Sentences about files of samples."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.file import Files
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
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
}
IN_WINDOW: Mapping[Code, str] = {
    Files.NOT_A_BIT: 'Not a bit: "{text}". Write 0 and 1, or choose bytes as “Content” for packed bits.',
    Files.CONTENT_UNKNOWN: "The first bytes of {file} do not show what the file holds. Choose “Content”: {choices}.",
    Files.NO_CHOICE: "{file}: The range {low} to {high} has fewer than two outcomes. State the true range with “Smallest outcome” and “Largest outcome”.",
    Files.RANGE_UNSTATED: "{file}: The range of the outcomes is not stated. The file holds {low} to {high}, but a smallest or largest outcome that never occurs is not in it. State the true range with “Smallest outcome” and “Largest outcome”.",
    Files.ROUND_TOO_LARGE: "{file}: A round of {size} cards does not fit {set}. Enter “Decks in the set”.",
}
