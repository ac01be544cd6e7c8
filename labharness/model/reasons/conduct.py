"""How a run goes, what is being done, what people at the bench are asked, and what adapters refuse."""

from __future__ import annotations

from labharness.model.observations import Kind
from labharness.reason import Code, Reason, cut_short, doubt, note, refusal


class Doing(Code, area="doing"):
    """What is being done, for people who wait."""

    AUTHENTICATING = note()
    BUILDING = note()
    BUILDING_AGAIN = note()
    BUILDING_AMENDED = note()
    COMPARING_DATA = note()
    COMPARING_DATA_AGAIN = note()
    COMPILING = note(function=str)
    COMPUTING_POWER = note()
    COPIED = note(run=str)
    COPYING = note()
    COPYING_RUN = note(run=str)
    COUNTING = note(stage=str)
    DECODING_AGAIN = note()
    DRAWING = note()
    DRAWING_AGAIN = note()
    EVALUATING = note()
    FETCHING = note(run=str)
    JUDGING = note(what=str)
    JUDGING_AGAIN = note()
    JUDGING_ATTEMPTS = note()
    JUDGING_RUNS = note()
    KEEPING_FILE = note(number=int, files=int)
    READING_BOTH = note()
    REHEARSING = note()
    REPRODUCING = note(name=str)
    RESTORING = note()
    REVERIFYING = note()
    SEARCHING_GENERATORS = note(done=int, total=int)
    SEEKING_DEFECTS = note(name=str)
    SETTLING = note(runs=tuple[str, ...])
    SIMULATING_DEFECTS = note()
    SIMULATING_FILES = note()
    TRYING_CHECKS = note(name=str)
    TRYING_PLANS = note(name=str)
    TRYING_SUITES = note(name=str)
    VERIFYING = note(run=str)
    VERIFYING_COPY = note(run=str)
    VERIFYING_FILES = note()
    VERIFYING_SIGNATURES = note()


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


class Adapters(Code, area="adapter"):
    """Why an adapter cannot do what was asked of it.

    ``adapter`` is its name.
    """

    NO_UNITS = refusal(units=int)
    OTHER_KIND = refusal(adapter=str, kind=Kind)
    OTHER_SCHEME = refusal(adapter=str, schemes=tuple[str, ...], scheme=str)
    OTHER_CHANNEL = refusal(adapter=str, url=str, channel=str)
    NO_SINGLE_FIT = refusal(url=str, channel=str, fitting=tuple[str, ...], known=tuple[str, ...])
    NO_CARDS_HELD = refusal(adapter=str)

    NOT_TEXT = cut_short()
    NAME_MISSING = cut_short()
    FILE_TOO_LONG = cut_short(limit=int)
    IN_FILE = cut_short(file=str, why=tuple[Reason, ...])
    IN_LINE = cut_short(file=str, line=int, why=tuple[Reason, ...])
    NO_CARDS = cut_short(file=str)
    DEVICE_NOT_NAMED = cut_short(file=str)
    UNKNOWN_MARKS = cut_short(number=int, marks=tuple[str, ...])

    NOT_A_TOKEN = cut_short(received=str)
    CARD_NOT_READ = cut_short(card=int)
    READER_ALARM = cut_short(alarm=str, card=int)
    COPIES_DIFFER = cut_short(card=int)
    NOT_A_VERSION = cut_short(received=str)
    NOT_HALTED = cut_short(limit=int)
    NO_SAMPLES = cut_short(transfers=int)
    TOO_MANY_SAMPLES = cut_short(received=int, expected=int)
    NO_STATUS = cut_short()
    NOT_IN_STEP = cut_short(received=str)
    DEVICE_ALARM = cut_short(alarms=tuple[str, ...])
    OTHER_REPLY = cut_short(request=int, received=int, expected=int)

    NOT_A_NUMBER = cut_short(line=int, column=int, word=str, low=int, high=int)
    OTHER_AMOUNT = cut_short(entered=int, requested=int, low=int, high=int)
    ENTRIES_DIFFER = cut_short(place=int, first=str | None, second=str | None)


class Conduct(Code, area="conduct"):
    """Endings, rest and deviations."""

    CARRIED_OUT = note()
    STOPPED_BY = cut_short(who=str)
    INTERRUPTED_BY = cut_short(signal=str)
    STOPPED_AT_STAGE = doubt(stage=str, result=tuple[Reason, ...])
    STOPPED_BY_MONITOR = doubt(stage=str, units=int, level=float)
    HARNESS_FAILED = cut_short(error=str)
    SESSION_COMPLETE = note()
    SESSION_CLOSED = note()
    LET_GO = note()
    RESTARTED = note()

    NO_PORT = note()
    AT_REST = note()
    NOT_AT_REST = doubt()
    REST_UNANSWERED = doubt()

    INPUT_UNKNOWN = doubt(kind=Kind, unit=int)
    PUT_IN_AGAIN = doubt()
    JAM = doubt(number=int, allowed=int, stage=str, unit=int)
    JAM_NOT_CLEARED = cut_short(stage=str, still=tuple[Reason, ...])
    NOT_RESTORED = doubt(stage=str, alarms=tuple[str, ...])

    NOBODY_ANSWERED = cut_short(seconds=float)
    NO_READER = refusal()
    NOT_READABLE = cut_short(who=str, answer=str)
    READS_NEVER_EQUAL = cut_short(unit=int, reads=int)
    OTHER_UNIT = refusal(model=str, serial=str, other_model=str, other_serial=str)
    OTHER_CLASS = refusal(planned=str, reported=str)
