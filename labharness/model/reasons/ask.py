"""What people are asked, and why an answer cannot be used."""

from __future__ import annotations

from labharness.model.observations import Kind
from labharness.reason import Code, note, refusal


class Ask(Code, area="ask"):
    """What people are asked, and why an answer cannot be used."""

    CORRECT = note()
    NAME_PLATE_AGAIN = note()
    OUTPUT_CLEARED = note()
    CLEAR_JAM = note(stage=str)
    RESTART_SOURCE = note(number=int, restarts=int)
    STILL_ALARMS = note(alarms=tuple[str, ...])
    STILL_COUNTS = note(inside=int, size=int)
    PUT_BACK = note()
    UNLOAD = note()
    COUNT_AGAIN = note(out=int, inside=int, size=int)
    NOT_TWO_NUMBERS = note()
    READ_UNLOADED = note()
    READ_REPORTED = note(kind=Kind, unit=int)
    READ_KNOWN_DECK = note(deck=int, decks=int)
    READ_INPUT = note(unit=int)
    READ_OUTPUT = note(unit=int)
    READ_DEAL = note(unit=int)
    SHUFFLE = note(unit=int, units=int)
    SHUFFLE_FIRST_BATCH = note(unit=int, units=int)
    SHUFFLE_SECOND_BATCH = note(unit=int, units=int)
    DEAL = note(unit=int, units=int, stacks=int)
    DEAL_SIDES = note(unit=int, units=int, rounds=int, cards=int)
    TRIAL = note(trial=int, trials=int)
    APPLIES_IF = note(condition=str)
    NONE_APPLIES = note(trials=int, stage=str, condition=str, why=str)
    BROKEN_TRIAL = note(stage=str)
    REQUIRED_BY = note(citation=str)
    LOOK = note(seconds=float)
    IS_IT_SO = note()
    OBJECTS = note()
    OBJECTS_NOT = note()

    HOW_MANY = note()
    HOW = note()
    HOW_WITH_PHOTOGRAPH = note()
    HOW_TO_GIVE_UP = note()
    NO_ANSWER = refusal(text=str)
    NEEDS_COMMENT = refusal()
    NEEDS_PHOTOGRAPH = refusal()
    FILE_UNREADABLE = refusal(why=str)
