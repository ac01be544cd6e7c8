"""What the decision rule makes of checks and samples, and what a verdict and its figures say."""

from __future__ import annotations

from enum import StrEnum

from labharness.model.observations import Kind
from labharness.model.results import Axis, Counted, Gainer, GainUnit, Tail
from labharness.model.stages import Estimate, FipsTest, FurtherTest, PermutationStatistic
from labharness.reason import Code, Reason, Titled, cut_short, doubt, failure, note, open_item, refusal


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


class Held(Code, area="decision"):
    """A check held to the level of its rule; the last members are parts of other reasons."""

    OUTRIGHT = failure(check=Titled, p=float, level=float)
    BELOW_LEVEL = failure(check=Titled, value=Reason, level=float)
    """Of the laboratory's own checks."""
    BELOW_CITATION = failure(check=Titled, value=Reason, level=float, citation=str)
    BELOW_RETEST = failure(check=Titled, value=Reason, level=float, citation=str)
    RETEST_DECIDES = doubt(check=Titled, value=Reason, level=float, citation=str)
    UNRESOLVED = doubt(check=Titled, value=Reason)
    TOO_REGULAR = doubt(check=Titled, value=Reason, two_sided=float)
    NOT_BELOW = note(check=Titled, value=Reason, level=float)

    BOUND_MISSING = doubt(check=Titled, gainer=Gainer, unit=GainUnit, below=float)
    BOUND_ABOVE = doubt(
        check=Titled,
        gainer=Gainer,
        what=Reason,
        upper=float,
        unit=GainUnit,
        below=float,
        recorded=int,
        needed=int,
    )
    GAIN_ABOVE = doubt(
        check=Titled, gainer=Gainer, what=Reason, upper=float, unit=GainUnit, below=float, estimate=float
    )

    MONITOR_CROSSED = failure(stage=str, units=int, exponent=float, level=float)
    """The e-value of a sample, 10 to this power, reached 1 over the level after so many units."""
    MONITOR_QUIET = note(stage=str, units=int, exponent=float, highest_at=int, level=float)
    MONITOR_DISAGREES = doubt(stage=str)
    """The ledger says another crossing than the sample shows."""

    VIOLATED = failure(check=Titled, seen=Reason)
    VIOLATED_INFORMATIONAL = doubt(check=Titled, seen=Reason)
    NOT_VIOLATED = note(check=Titled, units=int)

    NO_RESULT = doubt(check=Titled)
    NO_TAIL = doubt(check=Titled, tail=Tail)
    NOT_COMPUTED = doubt(check=Titled, why=Reason)
    NOTHING_REQUIRED = doubt()

    SHOWN = note(check=Titled)
    SHOWN_P = note(check=Titled, p=float, q=float, checks=int)
    SHOWN_NOTABLE = note(check=Titled, p=float, q=float, checks=int, level=float)
    RARE_INFORMATIONAL = doubt(check=Titled, p=float, level=float)

    P = note(p=float)
    P_CORRECTED = note(p=float, checks=int)
    VIOLATIONS = note(violations=int, units=int)
    VIOLATIONS_FROM = note(violations=int, units=int, first=Reason)


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


class Statements(Code, area="statement"):
    """Statements of a run's report; ``failed`` are titles of checks, ``missed`` names of stages."""

    MET_CHECKS = note(checks=int)
    MET_TRIALS = note(trials=int)
    MET_BOTH = note(checks=int, trials=int)
    SOME_INAPPLICABLE = note(met=Reason, inapplicable=int)
    UNSUPPORTED = note()
    FAILED_CHECKS = note(count=int, checks=int, failed=tuple[str, ...])
    FAILED_TRIALS = note(count=int, trials=int, missed=tuple[str, ...])
    FAILED_BOTH = note(checks=Reason, trials=Reason)
    FAILED_EARLY = note(stage=str, units=int)
    FAILED = note()

    COMPLETE = note()
    STOPPED_BY_OPERATOR = note()
    STOPPED_BY_RULE = note()
    DEVICE_LOST = note()
    ERROR = note()
    INTERRUPTED = note()

    UNTESTED = note(obligations=int, chapter=str)
    OBLIGATIONS = note(obligations=int, chapter=str)
    OBLIGATIONS_RESCINDED = note(obligations=int, chapter=str)
    OBLIGATIONS_TEMPORARY = note(obligations=int, chapter=str)
    RESCINDED_LAW = note(standing=tuple[Reason, ...])
    TEMPORARY_LAW = note(standing=tuple[Reason, ...])
    PLAN_ALTERED = note(changes=tuple[str, ...])
    PLAN_OTHER = note(plan=str, version=int, values=int, keys=tuple[str, ...])
    PLAN_ALONE = note()
    POWER_MISSING = note()
    POWER_CHANGED = note()

    NOT_SHOWN_UNFAIR = note()
    LIMITS_HOLD = note()
    BOUNDS_REACHED = note()
    OTHER_BOUNDS = note()
    """Bounds beside limits that hold."""
    NOT_BOUNDED = note(unbounded=tuple[Gainer, ...])
    OTHER_STRATEGIES = note()
    UNBOUNDED = note()
    """What no sample bounds, whatever was tried."""


class Factor(StrEnum):
    """What distinguishes the groups that are compared."""

    UNIT = "units"
    SOFTWARE = "software versions"
    CARDS = "card sets"
    SESSION = "sessions"


class Homogeneity(Code, area="homogeneity"):
    """Means over the units of a group, and the share of an outcome."""

    RISING_SEQUENCES = note()
    RISING_OF_INVERSE = note()
    KEPT_NEIGHBORS = note()
    VALLEYS = note()
    VALLEYS_OF_INVERSE = note()
    FIXED_POINTS = note()
    TEN_OR_ACE = note(place=int)
    OUTCOME = note(outcome=int)


class Baselines(Code, area="baseline"):
    """Open items that the type of a submission raises, and the limit of an emergency modification."""

    UNPROVEN = open_item(report=str)
    NOT_APPROVED = open_item(report=str)
    NOTHING_CHANGED = open_item(report=str)
    UNANSWERED = open_item(report=str, deficiency=str, finding=str)
    NO_PERMISSION = open_item()
    NO_LIMIT = open_item()
    EXPIRED = open_item(until=str)
    NOTHING_OMITTED = open_item()

    OMITTED = note(tests=tuple[str, ...])
    PROVISIONAL = note(until=str, person=str, permitted=str)


class Comparisons(Code, area="comparison"):
    """Why two runs are not compared."""

    ONE_RUN = refusal(run=str)
