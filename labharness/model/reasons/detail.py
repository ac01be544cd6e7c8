"""What a reader of a result should know beside its numbers."""

from __future__ import annotations

from enum import StrEnum

from labharness.model.axis import Axis
from labharness.model.observations import Kind
from labharness.model.standards import Estimate, FipsTest, FurtherTest, PermutationStatistic
from labharness.reason import Code, Reason, note


class Irregular(StrEnum):
    """Units that a statistical check leaves out, in the plural."""

    SHUFFLES = "shuffles without exactly the declared cards"
    UNITS = "units without exactly the declared cards"
    UNITS_BY_COPY = "units without exactly the declared cards, each identified"
    ROUNDS = "irregular rounds"
    IRREGULAR_UNITS = "irregular units"
    PAIRS = "pairs with an outcome outside the range"
    UNMARKED_LOADS = "loads without the marks of two sides"
    LOADS_OUT_OF_TURN = "loads with determinant cards drawn out of turn"


class Ordinal(StrEnum):
    """The two sides of a shoe, or the two batches of a shuffler."""

    FIRST = "first"
    SECOND = "second"


class LimitedValue(StrEnum):
    """Values of a single shuffle that have exact limits."""

    KEPT_NEIGHBORS = "kept neighbors"
    INVERSIONS = "inversions"
    MATCHING_PLACES = "matching places"
    TYPE_SUCCESSIONS = "successions of types"


class Steps(StrEnum):
    """What the machines of a likelihood differ in."""

    SHELVES = "shelves"
    RIFFLES = "riffles"


class Text(StrEnum):
    """What an estimate of min-entropy reads."""

    SYMBOLS = "samples"
    BITS = "bits of the samples"


class Details(Code, area="detail"):
    """A line of a result."""

    MORE = note(number=int)
    IN_UNIT = note(unit=Kind, number=int, problems=tuple[Reason, ...])
    IN_INPUT = note(unit=Kind, number=int, problems=tuple[Reason, ...])
    IN_ROUND = note(deal=int, round=int, problem=Reason)

    CARD_COUNT = note(cards=int, needed=int)
    STACKS = note(stacks=int, needed=int)
    STACK_SIZE = note(stack=int, cards=int, needed=int)
    STUB_SIZE = note(cards=int, needed=int)
    OTHER_BATCH = note(cards=tuple[str, ...], batch=Ordinal, own=Ordinal)
    WHOLLY_OTHER_BATCH = note(cards=int, batch=Ordinal, own=Ordinal)
    BEYOND_LIMIT = note(number=int, what=LimitedValue)
    SAME_ORDER = note(unit=Kind, first=int)
    SAME_MOVES = note(unit=Kind, first=int)
    UNEVEN_SIDES = note(first=int, second=int, each=int)
    OPENS_OTHER_SIDE = note(card=str, side=Ordinal, opened=Ordinal, dealing=Ordinal)
    OTHER_SIDE = note(cards=tuple[str, ...], side=Ordinal, dealing=Ordinal)
    OUTCOME_OUTSIDE = note(place=int, outcome=int)
    GAME_REPEATS = note(outcomes=tuple[int, ...])

    LEFT_OUT = note(number=int, what=Irregular)
    BITS_IN_NO_BLOCK = note(bits=int, length=int)
    OUTCOMES_NOT_READ = note(judged=int, recorded=int)
    OUTCOMES_IN_NO_GROUP = note(outcomes=int, length=int)
    GROUPS_LEFT_OUT = note(groups=int, length=int)
    ALONE_ROUNDS = note(rounds=int)
    UNIQUE_COPIES = note()
    TYPES_ONLY = note()
    READ_BY_TYPES = note(shuffles=int)
    JOINED = note(least=int, outcomes=tuple[str, ...])

    EFFECT = note(effect=Reason, value=float, low=float, high=float)
    MEMBER = note(what=Reason, total=int, expected=float, p=float)
    SHUFFLE_PAIRS = note(pairs=int, alone=int)
    LONGEST_PACKET = note(cards=int, p=float)
    ONES = note(proportion=float)
    COMPLEXITIES = note(least=int, most=int, bits=int)
    POSITIONS = note(first=int, second=int, x2=float, p=float)
    AFTER = note(outcome=int, p=float)
    DEGREE = note(degree=int, potency=float, deviations=float)
    LAG = note(lag=int, x2=float, p=float)
    SUBSEQUENCE = note(number=int, x2=float, p=float)
    GROUPS = note(length=int, x2=float, df=int, p=float)
    RARE_EVENT = note(outcomes=int, length=int, mean=int)
    FIRST_RUNS = note(runs=int, length=int)
    FIRST_SETS = note(sets=int, length=int)
    OUTSIDE_RANGE = note(outcomes=int)
    REPEATED_WINDOWS = note(repeats=int, windows=int, width=int)
    NEAR_EVENTS = note(near=int, events=int, far=int)
    ADVANTAGE = note(value=float, low=float, high=float, rounds=int)
    LIMIT = note(limit=float, source=str)
    ROUNDS_BY_COPIES = note(rounds=int)
    ROUNDS_BY_TYPES = note(rounds=int)
    AGE = note(rounds=int, again=int, ideal=float)
    REPEATS = note(repeats=float, pairs=int, ideal=float, deviation=float)
    REPEATS_BY_TYPE = note(repeats=float, pairs=int, ideal=float, deviation=float)
    CELL = note(rows=Axis, row=str, columns=Axis, column=str, count=int, expected=float, p=float, cells=int)
    MECHANISM = note(number=int, what=Steps, low=int, high=int, exponent=float, fair=float)
    FIPS_TEST = note(test=FipsTest, failing=int, blocks=int, expected=float)
    TEMPLATE = note(template=str, templates=int, times=int, blocks=int, expected=float, x2=float, p=float)

    CLAIM = note(bits=float, source=str)
    NO_TEST = note()
    ALARM_CHANCE = note(chance=float)
    EQUAL_SAMPLES = note(number=int, sample=int)
    FREQUENT_SAMPLE = note(times=int, length=int, window=int)
    RESTARTS = note(matrices=int, side=int, rows=float, columns=float, most=int)
    RESTART_LIMITS = note(least=float, most=int, standard=int)
    MATRIX = note(number=int, rows=float, columns=float, most=int)
    ASSESSED = note(units=int, samples=int, entropy=float, bits=int, unit=int, estimate=Estimate, text=Text)
    UNIT_BELOW_CLAIM = note(unit=int, entropy=float, estimate=Estimate, text=Text)
    LARGEST_DEVIATION = note(statistic=PermutationStatistic, unit=int)
    STATISTICS_STAND = note(unit=int, p=float, permutations=int)
    STATISTICS_OPEN = note(
        unit=int, p=float, permutations=int, most=int, statistics=tuple[PermutationStatistic, ...]
    )
    FURTHER_TESTS = note(unit=int, tests=tuple[Reason, ...])
    FURTHER_P = note(test=FurtherTest, p=float)
    FURTHER_P_BELOW = note(test=FurtherTest, p=float, level=float)
    FURTHER_NOT_APPLICABLE = note(test=FurtherTest)

    DEALT_HANDS = note(number=int, unit=Kind, set=str, cards=int)
    DEALT_ROUNDS = note(number=int, unit=Kind, set=str, cards=int)
    FIRST_SIDE = note(color=str)
    LOADS = note(rounds=int, decks=int)
    DEALT_TILES = note(hands=int, tiles=int)
    DEALT_NUMBERS = note()
    DEALT_SELECTED = note(hands=int, cards=int, set=str)
    RULE = note(rule=str, citation=str)
    RULE_READING = note(rule=str, citation=str, reading=str)
