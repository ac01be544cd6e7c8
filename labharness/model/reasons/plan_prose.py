"""What a plan says, read as prose."""

from __future__ import annotations

from enum import StrEnum

from labharness.model.device import DeviceClass
from labharness.model.gains import Gainer, GainUnit
from labharness.model.results import Tail
from labharness.reason import Code, Reason, note


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
