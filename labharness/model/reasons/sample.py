"""Why a check of a sample is not computed."""

from __future__ import annotations

from labharness.model.counted import Counted
from labharness.reason import Code, Reason, cut_short, doubt, refusal


class Sample(Code, area="sample"):
    """What a sample, or what the device holds, lacks for a check."""

    INCOMPLETE = cut_short(recorded=int, planned=int, what=Counted)
    """When the sample ended may have been chosen."""
    NOTHING_READ = doubt(what=Counted)
    TOO_FEW = doubt(needed=int, recorded=int, what=Counted)
    TOO_FEW_OF_SIZE = doubt(needed=int, recorded=int, what=Counted, size=int, of=Counted)
    EXPECTED_COUNTS = doubt(items=int, cells=int, least=int)
    """Each cell of a table needs so large an expected count."""
    RANGE = doubt(outcomes=int, least=int, most=int)
    RANGE_TOO_SMALL = doubt(outcomes=int, least=int)
    OUTCOMES_AND_GROUPS = doubt(needed=int, recorded=int, what=Counted, outcomes=int, most=int)
    """Outcomes are too many or too few, or the groups of them."""
    UNITS_TOO_SHORT = doubt(outcomes=int)
    PART = doubt()
    """Of the outcomes that count as a hit."""
    WINDOWS_REPEAT = doubt(windows=int, width=int)
    ALIKE = doubt()
    NO_KNOWN_ORDER = doubt(least=int)
    AVERAGED_OUT = doubt()
    TYPES = doubt(cards=int, types=int, units=int, least=int)
    FACES = doubt(face=str, units=int, least=int)
    SET_TOO_LARGE = doubt(cards=int, most=int)
    REPEATS_BY_CHANCE = doubt(expected=float)
    ORDER_BY_CHANCE = doubt()
    UNREAD_CARDS = doubt(units=int)
    BATCHES_UNMARKED = doubt()
    SIDES_UNMARKED = doubt()
    NO_DOUBLE_SHOE = doubt()
    ROUND_SIZE = doubt(drawn=int, cards=int)
    DEVICE_TOO_SMALL = doubt(drawn=int, cards=int, buffer=int)
    COPIES_UNKNOWN = doubt(rounds=int)
    ONE_VALUE = doubt()
    DEPENDENT_ROUNDS = doubt()
    NO_FIRST_ROUND = doubt()
    EQUAL_VALUES = doubt(units=int)
    NO_EVENT = doubt(events=tuple[str, ...])
    ROUNDS_AROUND_EVENTS = doubt(needed=int, near=int, far=int, within=int, events=tuple[str, ...])
    NO_LIMIT = doubt(advantage=float, low=float, high=float, rounds=int)
    EQUAL_GUESSES = doubt()
    NO_CLAIM = doubt()
    NO_CLAIM_ASSESSED = doubt(units=int, least=float, bits=int)
    EQUAL_SAMPLES = doubt()
    SAME_TOGETHER = doubt(each=int)
    """Outcomes of a unit leave nothing to chance."""
    RULE_RANGE = doubt(rule=str, low=int, high=int)
    TOTAL_RANGE = doubt(number=int, low=int, high=int)
    RULE = doubt(why=Reason)
    """A rule of outcomes does not fit the cards."""
    RULE_MISSING = refusal(most=int)
    RULE_OUTCOMES = refusal(rule=str, pieces=str, needed=int, outcomes=int)
    RULE_NEEDS_DECKS = refusal(rule=str)
    RULE_OF_OTHERS = refusal(rule=str, pieces=str)
