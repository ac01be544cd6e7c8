"""How a run goes, in sentences.

Sentences that adapters share.

What people are asked, in sentences.
"""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.conduct import Adapters, Ask, Conduct
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Conduct.CARRIED_OUT: "The plan was carried out to its end.",
    Conduct.STOPPED_BY: "Stopped by {who}.",
    Conduct.INTERRUPTED_BY: "The system stopped the runner ({signal}). The device was brought to rest.",
    Conduct.STOPPED_AT_STAGE: "The plan stops the run at stage {stage}: {result:;}.",
    Conduct.STOPPED_BY_MONITOR: (
        "Monitoring of stage {stage} reached its threshold, 1 over {level}, after {units} {units:unit|units}. "
        "The run ends with a failure."
    ),
    Conduct.HARNESS_FAILED: "The program failed ({error}).",
    Conduct.SESSION_COMPLETE: "The planned part of the session was carried out.",
    Conduct.SESSION_CLOSED: "The operator closed the session.",
    Conduct.RESTARTED: "The run released the noise source for a restart.",
    Conduct.LET_GO: "The run released the device.",
    Conduct.NO_PORT: "The device has no port. Only the operator can bring it to rest.",
    Conduct.AT_REST: "The device accepted the command to rest.",
    Conduct.NOT_AT_REST: "The device could not be brought to rest.",
    Conduct.REST_UNANSWERED: "The device did not answer the command to rest in time.",
    Conduct.INPUT_UNKNOWN: "The order in the device before {kind} {unit} is not known.",
    Conduct.PUT_IN_AGAIN: "The device was emptied after the last session. The cards were loaded again.",
    Conduct.JAM: "Stage {stage}: jam {number} of the {allowed} that the plan allows, before unit {unit}.",
    Conduct.JAM_NOT_CLEARED: (
        "Stage {stage}: the jam was not cleared ({still:;}). Examine the device before another run."
    ),
    Conduct.NOT_RESTORED: "Stage {stage}: the device could not be restored after a trial ({alarms:;}).",
    Conduct.NOBODY_ANSWERED: "No answer was given within {seconds:duration}.",
    Conduct.NO_READER: "This plan needs a card reader. Name it with --reader watch://FOLDER or --reader operator://.",
    Conduct.NOT_READABLE: 'The cards were not read. {who} answered: "{answer}".',
    Conduct.READS_NEVER_EQUAL: "No two of {reads} reads of unit {unit} agree. Check the reader.",
    Conduct.OTHER_UNIT: (
        "The run tests {model}, serial {serial}, but {other_model}, serial {other_serial}, is connected. "
        "Connect {model}, serial {serial}, and resume."
    ),
    Conduct.OTHER_CLASS: (
        "The plan is for the class {planned}, but the device reports the class {reported}. "
        "Choose the right device or plan."
    ),
    Adapters.NO_UNITS: "The request asks for {units} units. Ask for one or more.",
    Adapters.OTHER_KIND: "Adapter {adapter} does not report units of kind {kind}. Correct the stage, or use an adapter or a reader that does.",
    Adapters.OTHER_SCHEME: (
        "Adapter {adapter} uses {schemes:or}, not {scheme}. Choose another adapter, or name none."
    ),
    Adapters.OTHER_CHANNEL: "Adapter {adapter} at {url} cannot serve as the {channel}. Give another URL.",
    Adapters.NO_SINGLE_FIT: (
        "Adapters that fit the {channel} URL {url}: {fitting}. Name one with --adapter, or give another URL: {known:;}."
    ),
    Adapters.NOT_A_TOKEN: "The reader sent {received}, which its protocol does not allow. Check the cable and the rate in the URL, then read the cards again.",
    Adapters.CARD_NOT_READ: "The reader did not read card {card}. Read the cards again.",
    Adapters.READER_ALARM: "The reader reported an alarm ({alarm}) at card {card}. Clear it, then read the cards again.",
    Adapters.COPIES_DIFFER: "The reader reported card {card} twice with different contents. Read the cards again.",
    Adapters.NOT_A_VERSION: "The bytes {received} are not the version that the device was asked for. Disconnect the device, connect it, and try again.",
    Adapters.NOT_HALTED: "The device sent more than {limit:size} after it was told to halt. Disconnect the device, connect it, and try again.",
    Adapters.NO_SAMPLES: "The device sent no sample in {transfers} transfers. Disconnect the device, connect it, and try again.",
    Adapters.TOO_MANY_SAMPLES: "The device sent {received} samples for {expected} clocks. Disconnect the device, connect it, and try again.",
    Adapters.NOT_IN_STEP: "The chip answered {received} to a command that it does not know. Disconnect the device, connect it, and try again.",
    Adapters.NO_STATUS: "A packet of the device has no status. Check that the adapter fits the device's model.",
    Adapters.DEVICE_ALARM: "The device reports: {alarms:;}. Repair it, then begin again.",
    Adapters.OTHER_REPLY: "The reply to control request {request} has {received} {received:byte|bytes} instead of {expected}. Check that the adapter fits the device's model.",
    Adapters.NO_CARDS_HELD: "Adapter {adapter} serves devices without cards. Remove the stages that load or count cards.",
    Adapters.NOT_TEXT: "The file is not UTF-8 text. Export it as text.",
    Adapters.NAME_MISSING: "The file has no name. Read it through watch://.",
    Adapters.FILE_TOO_LONG: "The file is larger than {limit:size}. Write one file for each reading.",
    Adapters.IN_FILE: "File {file}: {why:;}.",
    Adapters.IN_LINE: "File {file}, line {line}: {why:;}.",
    Adapters.NO_CARDS: "File {file} holds no cards. Read the deck again.",
    Adapters.DEVICE_NOT_NAMED: "File {file} does not name the device. Write manufacturer; model; serial number; hardware revision; device class.",
    Adapters.UNKNOWN_MARKS: "{number} {number:mark is|marks are} not in the card-set file: {marks:;}.",
    Adapters.NOT_A_NUMBER: 'Line {line}, column {column}: "{word}" is not a whole number from {low} to {high}. Correct it.',
    Adapters.OTHER_AMOUNT: "{entered} {entered:number was|numbers were} entered. Enter {requested} from {low} to {high}.",
    Adapters.ENTRIES_DIFFER: "The two entries first differ at place {place}: {first} and {second}. Enter them again.",
    Ask.NAME_PLATE_AGAIN: "Confirm, then read the name plate of the device under test again.",
    Ask.CORRECT: "Correct the entry and submit it again. Then confirm.",
    Ask.OUTPUT_CLEARED: "The run stopped while the device was operating. Remove the cards from its output. Then confirm.",
    Ask.CLEAR_JAM: (
        "The device stopped in stage {stage}. Clear the jam as the manual says. Put every card back, including the "
        "cards inside. Make the device ready for operation. Then confirm."
    ),
    Ask.RESTART_SOURCE: (
        "Restart {number} of {restarts}: switch the noise source off and on, or disconnect it and connect it again. Then confirm."
    ),
    Ask.STILL_ALARMS: "The device still reports: {alarms:;}.",
    Ask.STILL_COUNTS: "The device counts {inside} of {size} cards.",
    Ask.PUT_BACK: "Put every card back into the device, including the cards that were left inside.",
    Ask.UNLOAD: (
        "Unload the device and count the unloaded cards by hand. Then open every place that can hold a card and "
        "count the cards left inside."
    ),
    Ask.COUNT_AGAIN: "Unloaded {out}, inside {inside}, but the set holds {size}. Count again.",
    Ask.NOT_TWO_NUMBERS: "The answer was not two numbers.",
    Ask.READ_UNLOADED: "Lay the unloaded cards in the reader, top card first.",
    Ask.READ_REPORTED: "Lay the cards of {kind} {unit} in the reader, top card first.",
    Ask.READ_KNOWN_DECK: (
        "Arrange known deck {deck} of {decks} as shown and lay it in the reader, top card first."
    ),
    Ask.READ_INPUT: "Read the cards that go into the machine for shuffle {unit}, top card first.",
    Ask.READ_OUTPUT: "Lay the cards of shuffle {unit} in the reader, top card first.",
    Ask.READ_DEAL: "Read the cards of deal {unit} in this order.",
    Ask.SHUFFLE: "Shuffle {unit} of {units}: put the cards into the machine in the order shown, shuffle, unload.",
    Ask.SHUFFLE_FIRST_BATCH: (
        "Shuffle {unit} of {units}: put the cards of the first batch into the machine in the order shown, shuffle, unload."
    ),
    Ask.SHUFFLE_SECOND_BATCH: (
        "Shuffle {unit} of {units}: put the cards of the second batch into the machine in the order shown, shuffle, unload."
    ),
    Ask.DEAL: (
        "Deal {unit} of {units}: let the device deal {stacks} {stacks:stack|stacks}. "
        "Lay the stacks one after another and the remaining cards last."
    ),
    Ask.DEAL_SIDES: (
        "Deal {unit} of {units}: shuffle each side fairly and load both. Deal {rounds} {rounds:round|rounds} of {cards} "
        "cards, the determinant card of each round among them. Draw the determinant card from the first side and from "
        "the second alternately, the first side first. Lay the cards of a round in the order dealt, a segregated "
        "determinant card last. Then lay the remaining cards of the first side, then the remaining cards of the second side."
    ),
    Ask.TRIAL: "Trial {trial} of {trials}.",
    Ask.APPLIES_IF: "The trial applies if {condition}. If not, answer n/a: REASON.",
    Ask.NONE_APPLIES: (
        "With this answer, none of the {trials} {trials:trial|trials} of stage {stage} will be made, and the stage has no result. "
        "The trials apply if {condition}. Your reason: {why:clause}. Confirm that they do not apply to this device."
    ),
    Ask.BROKEN_TRIAL: (
        "The run stopped in a trial of stage {stage}. Restore the device to its state before that trial."
    ),
    Ask.REQUIRED_BY: "Source: {citation}.",
    Ask.LOOK: "Within {seconds:duration}:",
    Ask.IS_IT_SO: "Is this what you see?",
    Ask.OBJECTS: (
        "The device reports a fault, but it must not. Examine the cards and the device again. Was the trial made as instructed?"
    ),
    Ask.OBJECTS_NOT: (
        "The device reports no fault, but it must. Examine the cards and the device again. "
        "Was the trial made as instructed?"
    ),
    Ask.HOW_MANY: "Answer OUT; INSIDE, two numbers of cards.",
    Ask.HOW: "Answer yes, no: COMMENT, or n/a: REASON.",
    Ask.HOW_WITH_PHOTOGRAPH: "Answer yes, no: COMMENT, or n/a: REASON, then | FILE with the photograph.",
    Ask.HOW_TO_GIVE_UP: "The reader answers. If the cards can no longer be read, answer no: REASON.",
    Ask.NO_ANSWER: 'The answer "{text}" cannot be used.',
    Ask.NEEDS_COMMENT: "This answer needs a comment.",
    Ask.NEEDS_PHOTOGRAPH: "This answer needs a photograph.",
    Ask.FILE_UNREADABLE: "The file cannot be read: {why}.",
}

IN_WINDOW: Mapping[Code, str] = {
    Conduct.NO_READER: "This plan needs a card reader. Enter the address of one: watch://FOLDER or operator://.",
    Adapters.NO_SINGLE_FIT: "More than one adapter fits the {channel} URL {url}: {fitting}. Give another URL: {known:;}. A command can also name the adapter.",
}
