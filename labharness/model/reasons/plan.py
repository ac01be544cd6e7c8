"""Mistakes in plans, suites and card-set files, and plans that cannot be made."""

from __future__ import annotations

from labharness.model.device import DeviceClass
from labharness.model.gains import Gainer, GainUnit
from labharness.model.reasons.inputs import Noun
from labharness.reason import Code, refusal


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
