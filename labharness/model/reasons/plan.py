"""Mistakes in plans and their texts, and what a plan says, read as prose."""

from __future__ import annotations

from enum import StrEnum

from labharness.model.device import DeviceClass
from labharness.model.reasons.inputs import Noun
from labharness.model.results import Gainer, GainUnit, Tail
from labharness.reason import Code, Reason, Titled, doubt, note, refusal


class PlanPart(StrEnum):
    """A part of a plan, in the order in which it is read."""

    PURPOSE = "purpose"
    SUBJECT = "subject"
    CONDUCT = "conduct"
    STAGES = "stages"
    CHECKS = "checks"
    DECISION = "decision"
    POWER = "power"
    CITATIONS = "citations"


class Wording(StrEnum):
    """How sure the laboratory is of the wording of a clause."""

    SEEN = "seen"
    SISTER = "sister"
    REMEMBERED = "remembered"
    INFERRED = "inferred"


class PlanProse(Code, area="plan_prose"):
    """Sentences of a plan."""

    PLAN = note(plan=str, version=int)
    QUESTION = note(text=str)
    SAMPLE_SIZE = note(text=str)

    GAME = note(game=str, chapter=str, device=DeviceClass)
    CARDS = note(set=str, decks=int, cards=int)
    MARKED = note()
    ORIENTATION = note(text=str)

    SESSIONS = note(sessions=int)
    INTERRUPTIONS = note(interruptions=int, reconnect_s=float)
    REPEATS = note(repeats=int)
    PEOPLE = note(hours=str)
    PERSON_DURING = note(stages=tuple[str, ...])
    PERSON_BEFORE = note(stages=tuple[str, ...])
    PERSON_ON_JAM = note(stages=tuple[str, ...])
    PERSON_NEVER = note()
    WITH_PORT = note(reasons=tuple[Reason, ...])
    FED_BY_HAND = note(reasons=tuple[Reason, ...])

    IDENTIFY = note()
    AUTHENTICATE = note()
    DECLARED = note(modules=int)
    READER = note(decks=int, errors=int)
    LOAD = note()
    COUNT = note()
    COUNT_BY_HAND = note()
    SHUFFLES = note(units=int)
    ROUNDS = note(units=int, cards=int)
    DEALS = note(units=int, dealing=str)
    DRAWS = note(units=int, selection=str)
    BYTES = note(units=int)
    BATCH = note(units=int)
    INPUT_RESET = note()
    INPUT_CHAINED = note()
    INPUT_READ = note()
    INPUT_UNKNOWN = note()
    PUT_IN_FIRST = note()
    INDEPENDENT = note(reads=int)
    JAMS = note(jams=int)
    BUFFER = note(cards=int, source=str)
    PLAYERS = note(players=int)
    BATCHES = note(batches=int)
    ROUNDS_OF_LOAD = note(rounds=int)
    HEALTH = note(entropy=float, bits=int, source=str, exponent=int)
    RESTART = note()
    TRIALS = note(trials=int, instruction=str)
    MUST_OBJECT = note(expected=str, within_s=float)
    MUST_NOT_OBJECT = note(expected=str, within_s=float, allowed=int)
    RESTORE = note(text=str)
    APPLIES_IF = note(text=str)
    PHOTOGRAPH = note()
    INFORMATIONAL = note()
    ITEMS = note(items=int)
    OF_BENCH = note()
    ITEM = note(text=str, citation=str)
    STOPS = note()
    PATIENCE = note(silent_s=float, call_s=float, person_s=float)
    ANSWERS = note(clauses=tuple[str, ...])

    CHECK = note(title=str, id=str, stage=str, hypothesis=str)
    UNKNOWN_CHECK = note(check=str, id=str, stage=str)
    PARAMETERS = note(values=str)
    CHECK_INFORMATIONAL = note()
    LIMIT = note(gainer=Gainer, below=float, unit=GainUnit, reason=str)

    LABORATORY_LEVEL = note(level=float)
    CITED = note(fail=float, retest=float)
    SPLIT = note(citation=str, fail=float, retest=float)
    INFORMATIONAL_LEVEL = note(level=float)
    MONITORED = note(share=float)
    FALSE_ALARM = note(fail=float, not_passed=float)
    LENIENT = note(reason=Reason)

    DEFECT = note(defect=str, share=float, low=float, high=float)
    REPLICATES = note(replicates=int)
    NO_TABLE = note()
    NO_SAMPLE = note()

    CITATION = note(clause=str, text=str, wording=Wording)
    CONFIDENCE_ONE = note(confidence=float, tail=Tail)
    CONFIDENCE_SEVERAL = note(confidence=float, tail=Tail)


class Plans(Code, area="plan"):
    """What contradicts itself or the game in a plan, and what prevents making one."""

    UNKNOWN_PLAN = refusal(plan=str)
    READS_BEYOND_UNITS = refusal()
    ENTROPY_BEYOND_BITS = refusal(entropy=float, bits=int)
    OBJECTS_ALLOW_NO_MISS = refusal()
    RIGHT_SET_NEEDS_NO_OBJECTION = refusal()
    CONFIDENCE_AND_NAMES = refusal()

    STAGE_NOT_READ = refusal(stage=str)
    NOTHING_TO_DO = refusal()
    NOTHING_TO_MONITOR = refusal()
    STAGE_BETWEEN = refusal(stage=str)
    CHECK_NAMED_LIKE_DECISION = refusal(check=str)
    CHECK_WITHOUT_SAMPLE = refusal(check=str, stage=str)
    CHECK_READS_OTHERS = refusal(check=str, reads=tuple[str, ...], observes=str)
    NAME_STAGE = refusal(plan=str, stages=tuple[str, ...])
    SUITE_READS_OTHERS = refusal(suite=str, reads=str, observes=str)
    FILE_DIFFERS = refusal(file=str)
    ID_OF_ANOTHER = refusal(plan=str, version=int, keys=tuple[str, ...])
    REASON_OF_ANOTHER = refusal(plan=str)
    LIMIT_TWICE = refusal(check=str, gainer=Gainer, unit=GainUnit)
    CITATION_MISSING = refusal(what=Noun, name=str, citation=str)
    CITATION_NAMES_ONE_TEST = refusal(citation=str, checks=int)
    RETEST_WITHOUT_LEVEL = refusal(citation=str)
    RETEST_BEYOND_LEVEL = refusal(citation=str)

    DECKS_NEEDED = refusal()
    ROUND_EXCEEDS_SET = refusal(round_cards=int, cards=int)
    BUFFER_EXCEEDS_SET = refusal(round_cards=int, buffer=int, cards=int)
    POSITIONS_EXCEEDED = refusal(game=str, positions=int, players=int)
    DEAL_IS_NOT_THE_SET = refusal(dealt=int, cards=int)
    BATCHES_NEED_MARKS = refusal()

    NO_CARDS_TO_MARK = refusal(plan=str)
    CARDS_NOT_TOLD_APART = refusal(plan=str)
    BACKS_CANNOT_TELL = refusal()
    BACKS_INCOMPLETE = refusal(decks=int)
    MARK_TWICE = refusal(mark=str, times=int)
    NOT_OF_THE_SET = refusal(card=str, set=str)
    CARD_CODED_TWICE = refusal(card=str)
    CARDS_WITHOUT_CODE = refusal(cards=tuple[str, ...], total=int, set=str)

    DEVICE_NOT_NAMED = refusal(game=str, chapter=str, device=DeviceClass, named=tuple[DeviceClass, ...])
    NO_TEMPLATE = refusal(device=DeviceClass)
    DECKS_NOT_USED = refusal(device=DeviceClass)
    DECKS_EXCEEDED = refusal(most=int, decks=int)
    DEALING_NOT_STATED = refusal(game=str, chapter=str, device=DeviceClass)
    SELECTION_NOT_STATED = refusal(game=str, chapter=str, device=DeviceClass)


class Namings(Code, area="naming"):
    """Agreement in name, version, algorithm and hash."""

    EQUAL = note()
    EQUAL_REPLACED = note()
    """Of a version that was replaced."""
    ECHO = note()
    """The hash on record is the device's own."""
    ECHO_REPLACED = note()
    UNREPORTED = note()
    NAME_UNKNOWN = note()
    VERSION_UNKNOWN = note()
    OTHER_VERSION = note()
    OTHER_ALGORITHM = note()
    OTHER_HASH = note()


class Stated(Code, area="stated"):
    """Levels, tails, families and roles with which a device could pass although a test that a rule names fails it."""

    CONFIDENCE = doubt(clause=str, level=float, stated=float)
    FAIL_LEVEL = doubt(clause=str, level=float, stated=float)
    RETEST_LEVEL = doubt(clause=str, level=float, stated=float)
    TAIL = doubt(clause=str, tail=Tail, stated=Tail)
    NOT_ALONE = doubt(clause=str, checks=int)
    DILUTED = doubt(clause=str, stage=str, checks=int, tests=int)
    NOT_REQUIRED = doubt(clause=str, check=Titled)
    NOT_ANSWERED = doubt(clause=str)
    LABORATORY_LEVEL = doubt(level=float, stated=float)


class Parameters(Code, area="parameter"):
    """A parameter outside its values."""

    OUT_OF_RANGE = refusal(name=str, least=float, most=float, got=float)
    NOT_A_PROPORTION = refusal(name=str, got=float)
    NOT_A_DISTANCE = refusal(name=str, most=int, got=int)
    NOT_A_MULTIPLE = refusal(name=str, step=int, least=int, most=int, got=int)
    NOT_A_SQUARE = refusal(name=str, got=int)
    NOT_A_POWER_OF_TWO = refusal(name=str, got=int)
    NOT_SERVED = refusal(got=str)
    NOT_A_CHOICE = refusal(name=str, choices=tuple[str, ...], got=str)
    TOO_SMALL = refusal(name=str, least=float, got=float)
    ALL_ZERO = refusal(names=tuple[str, ...])


class PlanTexts(Code, area="plan_text"):
    """Why a plan is not changed or saved, and what to do."""

    NOT_EDITABLE = refusal(key=str)
    ID_OF_THE_PRODUCT = refusal(plan=str)
    ID_TAKEN = refusal(plan=str, file=str)
    VERSION_NOT_RAISED = refusal(plan=str, version=int, latest=int)
    NO_REASON = refusal()
    UNCHANGED = refusal(plan=str, version=int)
    CHANGED_MEANWHILE = refusal(file=str)
    NO_VERSION = refusal(plan=str, digest=str)
    NO_DRAFT = refusal(plan=str)
