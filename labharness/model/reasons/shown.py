"""What a stage, a trial or a count showed."""

from __future__ import annotations

from labharness.reason import Code, Reason, doubt, failure, note


class Shown(Code, area="shown"):
    """What a stage, a trial or a count showed."""

    IDENTITY = note(manufacturer=str, model=str, serial=str)
    SOFTWARE_CHANGED = failure()
    SOFTWARE_RECORDED = note(components=int)
    SOFTWARE_DIFFERS = failure(components=tuple[str, ...])
    SOFTWARE_AS_DECLARED = note(components=int)
    UNITS_RECORDED = note(recorded=int, planned=int)
    READS_REPEATED = note(rejected=int, made=int, share=float)
    NO_READER = doubt()
    READER_VALIDATED = note(decks=int, cards=int, errors=int)

    DEVICE_COUNT = note(inside=int, expected=int, size=int)
    HAND_COUNT_WHOLE = note(cards=int)
    HAND_COUNT_UNSURE = doubt(counts=int)
    HAND_COUNT_SHORT = failure(out=int, size=int, inside=int)
    READER_FINDS_SET = doubt()

    NONE_APPLIES = note(trials=int, why=str)
    NO_TRIAL = doubt(trials=int)
    FOR_INFORMATION = note(result=Reason)
    FALSE_ALARMS = note(wrong=int, trials=int, least=float, most=float)
    MISSES = note(wrong=int, trials=int, least=float, most=float)
    TRIALS_LEFT_OUT = doubt(trials=int)
    NOT_CONFORMING = failure(items=tuple[str, ...])
    NOT_INSPECTED = doubt(items=tuple[str, ...])
    NOTHING_INSPECTED = doubt(items=int)
    CONFORMING = note(conforming=int, items=int)
    ITEMS_NOT_APPLICABLE = note(items=int)
    ITEMS_LEFT_OUT = note(items=int)

    NO_ALARM = note()
    ALARMS = note(alarms=tuple[str, ...])
    COUNT_SHOWN = note(inside=int, expected=int, message=str)
    NO_USABLE_ANSWER = doubt()
    STANDING_ALARM = doubt(alarms=tuple[str, ...])
