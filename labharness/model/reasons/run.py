"""What a run, its order, its course, its stages and its attempts show or refuse."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from labharness.model.results import Counted, Ending, PerShuffle
from labharness.model.stages import HealthTest, Result
from labharness.reason import Code, Reason, Titled, cut_short, doubt, failure, note, refusal


class Attempts(Code, area="attempts"):
    """Attempts that count, that do not qualify as the retest, or that cannot be set aside."""

    OF_RUNS = doubt(runs=tuple[str, ...], why=Reason)
    """What members of a group of runs showed, each with these very figures."""
    NOT_COMPLETED = doubt(run=str)
    NONE_COMPLETE = doubt()
    FAILED_BESIDE = doubt(run=str)
    AWAITS_BESIDE = doubt(run=str)
    NOT_THE_RETEST = doubt(run=str, why=Reason)
    UNIT_UNPROVEN = doubt(run=str)
    SOFTWARE_UNPROVEN = doubt(run=str)
    SAME_SAMPLE = doubt(run=str, earlier=str)

    NOTHING_TO_REPEAT = note(first=str)
    ONE_ALLOWED = note()
    FIRST_RUN = note()
    OTHER_UNIT = note(first=str)
    OTHER_SOFTWARE = note(first=str)
    OTHER_PLAN = note(first=str)
    SMALLER_SAMPLE = note(check=Titled)

    COUNTS_BY_ENDING = note(ending=Ending)
    COUNTS_AGAINST = note(why=Reason)
    COUNTS_AS_DECIDING = note()
    COUNTS_ALONE = note()
    RECORDED_SO_FAR = note(units=int, decision=Reason)


def of_runs(reasons: Iterable[tuple[str, Reason]]) -> tuple[Reason, ...]:
    """Return the reasons of several runs, each with the runs that it is true of; some name their run themselves.

    Examples
    --------
    >>> [one["runs"] for one in of_runs([("a", Attempts.ONE_ALLOWED()), ("b", Attempts.ONE_ALLOWED())])]
    [('a', 'b')]
    """
    members = dict[Reason, dict[str, None]]()
    for run, why in reasons:
        members.setdefault(why, {})[run] = None
    return tuple(
        why if ("run", next(iter(runs))) in why.parameters else Attempts.OF_RUNS(runs=tuple(runs), why=why)
        for why, runs in members.items()
    )


def members_of(reason: Reason) -> tuple[tuple[str, ...], Reason]:
    """Return the runs whose figures a reason of a group holds, none where it is about all, and the reason itself."""
    if not reason.is_a(Attempts.OF_RUNS):
        return (), reason
    runs, why = reason["runs"], reason["why"]
    assert isinstance(runs, tuple)
    assert isinstance(why, Reason)
    return tuple(map(str, runs)), why


class Trait(StrEnum):
    """What all attempts on one device have in common."""

    UNIT = "unit"
    SOFTWARE = "software"
    PLAN = "plan"


class Runs(Code, area="run"):
    """Names of runs, orders, commands to a runner, and runs that cannot be settled or reported."""

    NAME_EMPTY = refusal()
    NAME_INVALID = refusal(name=str)
    NAME_RESERVED = refusal(name=str)
    FOLDER_EXISTS = refusal(folder=str)
    UNKNOWN = refusal(run=str, workspace=str, latest=tuple[str, ...])
    OUTSIDE = refusal(run=str, workspace=str)

    READER_NEEDED = refusal()
    MARKS_NOT_READ = refusal()
    INPUT_NOT_READ = refusal(stage=str)
    SAME_URL = refusal()

    A_FILE = refusal(file=str)
    AT_WORK = refusal(run=str)
    NO_RUNNER = refusal(run=str)
    ENDED = refusal(run=str)
    NOT_BEGUN = refusal(run=str, why=Reason)
    KEPT = note(run=str)
    PROMPT_NEEDED = refusal(open=tuple[str, ...])

    UNIT_UNKNOWN = refusal(run=str)
    OTHER_DEVICE = refusal(run=str, first=str, traits=tuple[Trait, ...])
    NOT_REPORTED = refusal(run=str, problem=Reason)
    PLAN_UNREADABLE = refusal(run=str, why=tuple[Reason, ...])
    VERDICT_UNFOUNDED = refusal(run=str, problem=Reason)
    UNITS_MISSING = note(stage=str, recorded=int, planned=int)
    NOT_STARTED = refusal(why=str)
    OTHER_SERIAL = refusal(serial=str, submission=str, serials=tuple[str, ...])
    VERDICT_CHANGED = refusal(run=str)
    UNREADABLE = refusal(run=str, why=tuple[Reason, ...])
    """Whether it counts as an attempt is not known."""


class Effects(Code, area="effect"):
    """What the size of a deviation is."""

    COHENS_W = note()
    COHENS_W_OF_POSITIONS = note(first=int, second=int)
    COHENS_W_IN_STRETCHES = note()
    COHENS_W_NEAR_EVENTS = note()
    CRAMERS_V = note()
    CRAMERS_V_AT_LAG = note(lag=int)

    PER_SHUFFLE = note(what=PerShuffle, fair=float)
    MEAN_OF = note(what=Reason, fair=float)
    KEPT_ENDS = note(fair=float)
    SHELVES = note()
    RIFFLES = note()

    ONES = note()
    ONES_OF_BLOCKS = note()
    BIT_CHANGES = note()
    MISSING_ENTROPY = note()
    TEMPLATE_COUNTS = note()
    FAILING_BLOCKS = note(fair=float)
    WALK_DISTANCE = note(fair=float)
    COEFFICIENTS = note()
    LOG_DISTANCE = note()
    BYTE_MEAN = note()
    BYTE_COVARIANCE = note()
    PI = note()
    PERMUTATIONS = note(unit=int)

    POTENCY = note(degree=int)
    LARGEST_DISTANCE = note()
    DISPERSION = note(fair=float)

    ADVANTAGE = note()
    NEIGHBORS_NEAR_EVENTS = note()
    REPEATS_NEAR_EVENTS = note()
    REPEATS_LATER = note(rounds=int, expected=float)
    REPEATS = note(ideal=float)
    CARDS_AGAIN = note(ideal=float)
    PLACES_OF_REPEATS = note()
    ROUND_COVARIANCE = note()


class Course(Code, area="course"):
    """Stages, independent reads, interruptions and what people saw."""

    ENDED_EARLY = cut_short(ending=Ending)
    """By the operator or by an interruption, which says nothing of the device."""
    BROKEN_OFF = doubt(ending=Ending)
    """For a cause that may lie in the device or in the plan."""
    STAGE_UNFINISHED = cut_short(stage=str)
    INTERRUPTIONS = cut_short(interruptions=int, allowed=int)
    REPEATS = doubt(repeats=int, allowed=int)

    STAGE_DONE = note(stage=str, result=tuple[Reason, ...])
    STAGE_FAILED = failure(stage=str, result=tuple[Reason, ...])
    STAGE_DOUBTFUL = doubt(stage=str, result=tuple[Reason, ...])
    STAGE_UNRECORDED = doubt(stage=str)
    READS_DISAGREE = failure(stage=str, wrong=int, made=int)
    READS_UNDECLARED = doubt(stage=str)
    READS_MISSING = doubt(stage=str, made=int, declared=int)
    READ_UNSETTLED = doubt(stage=str, unit=int, why=tuple[Reason, ...])
    INPUT_UNPROVEN = doubt(stage=str, units=int)
    HEALTH_ALARMS = doubt(stage=str, test=HealthTest, alarms=int, sample=int, cutoff=int)
    """``sample`` is the first that alarmed, ``cutoff`` what alarms."""
    SAME_DATA = doubt(stage=str, units=int, what=Counted, first=int, runs=tuple[str, ...])
    """``first`` is the number, from 1, of the first of the units that other runs have too."""
    NOT_COMPARED = doubt()
    NOTHING_APPLIES = doubt()
    REPLAYED = doubt()

    JAMMED = doubt(stage=str)
    DEVICE_FAILED = doubt(why=tuple[Reason, ...])
    FINDING_LEFT = doubt(stage=str, item=str, result=Result)
    """In a stage that was not finished."""
    REACTION_NOT_REPEATED = doubt(stage=str)
    ALARM_LEFT = doubt(stage=str)
    COUNT_LEFT = doubt(stage=str)


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


class Curing(Code, area="curing"):
    """Why a failure of replaced software is not cured, or not beyond doubt."""

    NO_DEFICIENCY = note(runs=tuple[str, ...])
    NO_CURE = note(deficiency=str)
    CURE_UNKNOWN = note(deficiency=str, component=str)
    CURE_NOT_NEW = note(deficiency=str, component=str)
    NO_RETEST = note(deficiency=str)
    NO_LATER_RETEST = note(deficiency=str, runs=tuple[str, ...])
    RETEST_WITHOUT_CURE = note(deficiency=str, runs=tuple[str, ...])
    RETEST_NOT_PASSED = note(deficiency=str, runs=tuple[str, ...])
    RETEST_DOUBTED = note(deficiency=str, run=str, runs=tuple[str, ...])
