"""Mistakes in game files, and what is known of gains, predictions and generators."""

from __future__ import annotations

from enum import StrEnum

from labharness.model.device import DeviceClass
from labharness.model.results import Gainer, GainUnit
from labharness.reason import Code, Reason, doubt, note, refusal


class Games(Code, area="game"):
    """What contradicts itself or the rules in a game file, and what a game does not permit."""

    ID_WITHOUT_CHAPTER = refusal(chapter=str)
    NO_EQUIPMENT = refusal()
    PERMANENT = note(chapter=str)
    TEMPORARY = note(chapter=str)
    TEMPORARY_LAPSES = note(chapter=str, years=int)
    RESCINDED = note(by=str)
    REPLACED = note(successor=str)
    RESCISSION_UNRECORDED = note()
    SUCCESSOR_UNRECORDED = note()
    MISPRINT = note(printed=str, meant=str)
    CONFIRM_STANDING = note()
    STANDING_UNRECORDED = note(chapter=str)
    NOT_A_CITATION = refusal(text=str)
    PARAGRAPH_WITHOUT_SECTION = refusal(text=str, paragraph=str)
    UNKNOWN_SECTION = refusal(section=str)
    NOT_A_SECTION = refusal()

    DECKS_LISTED = note(decks=tuple[int, ...])
    DECKS_FROM = note(least=int)
    DECKS_EXACTLY = note(decks=int)
    DECKS_BETWEEN = note(least=int, most=int)
    DECKS_NOT_PERMITTED = refusal(game=str, permitted=Reason, citation=str, decks=int)
    USUAL_NOT_PERMITTED = refusal(permitted=Reason)
    DECKS_DO_NOT_BEGIN_AND_END = refusal()
    CANNOT_REMOVE = refusal(card=str)
    REMOVED_TWICE = refusal(card=str)
    TILES_DO_NOT_ADD_UP = refusal(held=int, total=int)

    STACKS_WITHOUT_POSITIONS = refusal(stacks=int, positions=int)
    DEALING_DOES_NOT_FIT = refusal(dealt=int, positions=int, sizes=tuple[int, ...])
    NOT_THE_STUB = refusal(expected=int, stubs=tuple[int, ...])
    NOT_A_WHOLE_SET = refusal(expected=int, sizes=tuple[int, ...])
    DEVICE_UNBOUND = refusal(device=DeviceClass)
    DEVICE_UNNAMED = refusal(device=DeviceClass)
    DEVICE_NEEDS_SET = refusal(device=DeviceClass)
    DEVICE_HOLDS_NO_CARDS = refusal(device=DeviceClass)

    RULE_NEEDS_SET = refusal(rule=str)
    RULE_TAKES_NO_SET = refusal(rule=str, pieces=str)
    RULE_NEEDS_SELECTION = refusal(rule=str, needed=str, ranges=tuple[str, ...])
    RULE_NEEDS_WHOLE_DECKS = refusal(rule=str, decks=int, set=str)
    RULE_NEEDS_JOKERS = refusal(rule=str, outcome=str, needed=int, jokers=int)
    RULE_NEEDS_READING = refusal(rule=str, readings=tuple[str, ...])
    RULE_WITHOUT_READING = refusal(rule=str, reading=str, readings=tuple[str, ...])
    READING_NOT_MADE = refusal(rule=str, reading=str)
    READING_IDLE = refusal()
    NOT_PAID = refusal(rule=str, outcome=str, outcomes=tuple[str, ...])
    PAID_WITHOUT_LAW = refusal(outcome=str, outcomes=tuple[str, ...])
    PAYTABLE_SERVES_NO_SET = refusal(set=str, permitted=Reason)
    NOT_ODDS = refusal(odds=str)
    ODDS_NEED_METER = refusal(odds=str)
    HOLD_CONTRADICTED = refusal(published=float | None, computed=float, decks=int | None)
    DECKS_NOT_USED = refusal(game=str)

    NEEDS_RANKS_AND_SUITS = refusal(set=str)
    NEEDS_ONE_DECK = refusal(jokers=int, set=str)
    ROUND_TOO_SHORT = refusal(rule=str, needed=int, pieces=str)
    FOREIGN_PIECES = refusal(rule=str, pieces=str)
    SHOE_TOO_SHORT = refusal(rounds=int, most=int)
    NOT_ONLY_CARDS = refusal(rule=str)
    NOT_WRITTEN_DOWN = refusal(rule=str, pieces=str)
    PLAYERS_BY_RULE = refusal(rule=str)
    NOT_WHOLE_ROUNDS = refusal(hands=int, players=int)
    CARDS_TOO_FEW = refusal(rule=str, hands=int, needed=int, cards=int)
    TILES_TOO_FEW = refusal(rule=str, hands=int, needed=int, tiles=int)
    STACKS_TOO_FEW = refusal(rule=str, hands=int, cards=int, stacks=tuple[int, ...])


class Identifications(Code, area="identification"):
    """A proof, what is known short of it, and why a way of use was not tried."""

    PROVED = note(ways=tuple[Reason, ...], predicted=int, after=int, used=int)
    """Every outcome after number ``after`` was predicted, by each way of use the same."""
    WAY = note(generator=str, call=str, stride=int)
    STATE = note(first=int, state=str, bits=int, ranges=tuple[int, ...])
    """The state before outcome ``first``, the information of what it predicted, and the ranges of the outcomes, which come in turn."""
    REPEAT = note()
    NONE = note(generators=tuple[str, ...], ways=int)
    BROKEN = doubt(
        generator=str, call=str, stride=int, start=int, stop=int, wrong=int, outcomes=int, place=int
    )
    """Outcomes ``start`` to ``stop`` were predicted, but not all; ``place`` is the nearest that was not."""
    COUNTING_LAW = note(bits=int)

    STRETCH = note(first=int, last=int, recorded=int, stretches=int)
    READING = note(reading=Reason)
    BYTES = note()
    WORDS = note(bits=int, first=Reason)
    BITS = note(first=Reason)
    LOW_FIRST = note()
    HIGH_FIRST = note()

    LEFT_SHORT = note(ways=int, generators=tuple[str, ...], needed=int, recorded=int)
    LEFT_LATE = note(ways=int, generators=tuple[str, ...], seconds=float)
    LEFT_FAR = note(ways=int, generators=tuple[str, ...])
    NOTHING_TRIED = doubt(needed=int, recorded=int)
    NOTHING_IN_REACH = doubt(outcomes=int)

    TOO_FEW = note(generator=str, call=str, needed=int, recorded=int)
    NOT_IN_TIME = note(generator=str, call=str, stride=int, seconds=float)
    OUT_OF_REACH = note(generator=str, call=str, outcomes=int)
    """So many outcomes in the range of one draw tell too little, or the unknown bits are too many."""
    """The reduction of a lattice took more steps than those of all known generators."""
    SEVERAL_BOUNDS = note(generator=str, call=str)
    """The engine takes one range of outcomes only."""
    CONSISTENT_TOO_FEW = note(generator=str, call=str, rank=int, unknowns=int)
    """A state fits all equations, as one always does where so few of them are independent: nothing is proved or excluded."""

    IDENTIFIED_HERE = note(generator=str, calls=tuple[str, ...], stage=str, needed=int, recorded=int)
    """The generator that a plan declares is of those known by name, and the sample is large enough for these calls."""
    REVIEW_THE_SOURCE = note(generator=str)

    RECURRENCE = doubt(generator=str, call=str, longer=int, shorter=int, outcomes=int, bits=int, needed=int)
    """Every step agrees with a recurrence; that is a certificate of the recurrence, not of the state."""


class Effort(StrEnum):
    """How much is tried."""

    DEFAULT = "default"
    """Ways of use whose declared seconds add up to 60."""
    FULL = "full"
    """All ways of use."""


class Predictions(Code, area="prediction"):
    """Relations between an outcome and earlier ones, and what they are worth."""

    COMPLEXITY = note(modulus=int)
    COMPLEXITY_OF_BIT = note(bit=int)
    COMPLEXITY_LAW = note(sequences=int)
    SEQUENCE = note(sequence=Reason, length=int, symbols=int, fair=int, exponent=float)
    MODULO = note(modulus=int)
    BIT = note(bit=int)

    EQUAL_AT_LAG = note(lag=int, fair=float)
    LARGEST_BINOMIAL = note(number=int)

    SUM_RESIDUALS = note()
    SEARCHED_HALVES = note(searched=int, judged=int, df=int)

    AMPLITUDE = note(outcome=int)
    PERIODOGRAM = note(frequencies=int, low=int)
    PERIOD = note(outcome=int, period=float)

    NAMED = note(fair=float)
    CAPITAL_LAW = note()
    CAPITAL = note(exponent=float, outcomes=int)
    GAIN = note(cents=float, low=float, high=float)
    """Per $100 staked at fair odds."""
    FREQUENCIES = note()
    RELATION = note(terms=tuple[str, ...], outcomes=int)
    """An outcome is the sum of these terms, modulo the number of outcomes, plus a residual."""
    CONTEXT = note(lags=tuple[int, ...])

    BYTES_NOT_READ = note(judged=int, recorded=int)
    COMPLEXITY_OF_LANE = note(lane=Reason)
    LANE = note(bits=int)
    """The last bit of the first byte of a group of so many bits."""
    LANE_FROM_END = note(bits=int)
    LEADING_BITS = note()
    STREAM = note()

    LATTICE_LAW = note(tests=int)
    CONCENTRATION = note()
    LATTICE = note(bytes=Reason, coefficients=tuple[int, ...], windows=int)
    EVERY_BYTE = note()
    BYTE_OF_WORD = note(number=int, size=int)

    BINOMIAL_BONFERRONI = note(tests=int)
    ONES_AT = note(bit=int, period=int)
    EQUAL_BYTES = note(lag=int)
    EQUAL_SUMS = note(first=int, second=int)
    REPEATED_BLOCK = note(place=int, earlier=int)
    COUNTING_BLOCKS = note(bound=float)


class Gains(Code, area="gain"):
    """Ways to gain from a device that is not ideal; then a bound, in short."""

    FIXED_OUTCOME = note()
    OUTCOME_OF_GAME = note()
    GUESS_AFTER_ROUNDS = note(rounds=int)
    GUESS_IN_DECK = note()
    GUESS_FROM_PAST = note(outcomes=int)
    FIRST_CARDS_OF_SEATS = note(seats=int)
    FIRST_CARDS_OF_DEALER = note(seats=int)
    FIRST_CARDS_OF_WAGERS = note(hands=int)
    FIRST_CARDS_OF_HOUSE = note(hands=int)

    BOUND = note(
        gainer=Gainer, what=Reason, upper=float, unit=GainUnit, level=float, covers=Reason, limit=Reason
    )
    NO_GAIN = note(gainer=Gainer, what=Reason, level=float, covers=Reason, limit=Reason)

    NO_LIMIT = note()
    BELOW_LIMIT = note(below=float, reason=str)
    ABOVE_LIMIT = note(below=float, unit=GainUnit, reason=str)
    """The sample is too small to exclude the limit."""
    SHOWN = note(estimate=float, below=float, unit=GainUnit, reason=str)
    """The gain that the sample shows is not below the limit."""

    BY_UNKNOWN = note()
    """A record of a time before the strategies that a bound covers were kept."""
    BY_FIXED = note(outcomes=int)
    BY_MEMORY = note(strategies=int)
    BY_DIRECTION = note()
    BY_NEXT = note()
    BY_LEADER = note(contexts=int, sums=int, lags=int)
    BY_PLACE = note(places=int)
    BY_BASIC_STRATEGY = note()
    BY_EVERY_HAND = note()
