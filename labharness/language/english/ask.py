"""What people are asked, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.ask import Ask
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
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
