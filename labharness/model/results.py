"""What a check, a citation and a run found.

What somebody can gain from a device that is not ideal, and the largest gain that a sample does not exclude.

What a check counts, as its reasons name it.

Axes of tables and pictures, as codes; the language catalog has their words.

How a run, a submission or a report stands: its verdict, never without what qualifies it.
"""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field, replace
from enum import IntEnum, StrEnum
from math import ceil, isfinite

from labharness.reason import Reason


class Gainer(StrEnum):
    """Who gains."""

    SEAT = "seat"
    SIDE = "side"
    GUESSER = "guesser"
    PREDICTOR = "predictor"


class GainUnit(StrEnum):
    """Units of a gain: chance in percentage points, money at fair odds, or money on a wager of the game."""

    POINTS = "points"
    CENTS = "cents"
    WAGERED = "wagered"


@dataclass(frozen=True, slots=True)
class GainBound:
    """Upper confidence bound on what somebody can gain.

    Parameters
    ----------
    what
        How the gain is made.
    estimate, upper
        The gain that the sample shows, and the bound, in ``unit``.
    level
        Confidence of the bound.
    cells
        Gains for which the bound holds at once, such as one for each outcome.
    covers
        The strategies that were tried: no other one is bounded. None in records of a time before it was kept.
    """

    gainer: Gainer
    what: Reason
    unit: GainUnit
    estimate: float
    upper: float
    level: float
    cells: int = 1
    covers: Reason | None = None

    def units_needed(self, recorded: int, below: float) -> int | None:
        """Return how many units bring the bound below a limit if the estimate stays, None where none would.

        Notes
        -----
        The distance of the bound from the estimate shrinks with the square root of the sample.

        Examples
        --------
        >>> from labharness.model.reasons.game import Gains
        >>> bound = GainBound(Gainer.GUESSER, Gains.FIXED_OUTCOME(), GainUnit.POINTS, 0.5, 2.5, 0.95)
        >>> bound.units_needed(1000, 1.5), bound.units_needed(1000, 0.5)
        (4000, None)
        """
        room = below - max(0.0, self.estimate)
        if room <= 0 or not isfinite(self.upper):
            return None
        return ceil(recorded * ((self.upper - max(0.0, self.estimate)) / room) ** 2)


@dataclass(frozen=True, slots=True)
class Limit:
    """A gain that a plan calls harmful: every bound on it must lie below."""

    gainer: Gainer
    unit: GainUnit
    below: float


class Counted(StrEnum):
    """Things that a sample holds, in the plural."""

    SHUFFLES = "shuffles"
    ROUNDS = "rounds"
    DEALS = "deals"
    OUTCOMES = "outcomes"
    BYTES = "bytes"
    BITS = "bits"
    BLOCKS = "blocks"
    SEQUENCES = "sequences"
    MATRICES = "matrices"
    CYCLES = "cycles of the walk"
    PATTERNS = "patterns"
    POINTS = "points"
    CONSECUTIVE_SAMPLES = "consecutive samples"
    UNITS = "units"
    COMPLETE_UNITS = "complete units"
    COMPLETE_SHUFFLES = "complete shuffles"
    COMPLETE_ROUNDS = "complete rounds"
    ROUND_PAIRS = "pairs of complete rounds with returned cards"
    FOLLOWING_ROUNDS = "rounds after known rounds"
    KNOWN_SHUFFLES = "shuffles with a known input order"
    PAIRS = "pairs"
    GAMES = "games"
    NUMBERS = "numbers"
    STRETCHES = "stretches"
    GROUPS = "groups"
    RUNS = "runs"
    GAPS = "gaps"
    HANDS = "hands"
    SETS = "sets"
    OUTCOMES_WITHOUT_A_GAP = "outcomes without a gap"


class PerShuffle(StrEnum):
    """Whole numbers that every shuffle has, in the plural."""

    RISING_SEQUENCES = "rising sequences"
    CYCLES = "cycles"
    FIXED_POINTS = "fixed points"
    KEPT_NEIGHBORS = "kept neighbors"
    CORRECT_GUESSES = "correct guesses"
    INVERSIONS = "inversions"
    VALLEYS = "valleys"
    PEAKS = "peaks"
    VALLEYS_OF_INVERSE = "valleys of the inverse"
    PEAKS_OF_INVERSE = "peaks of the inverse"
    SUCCESSIONS = "successions"
    SUCCESSIONS_OF_INVERSE = "successions of the inverse"
    TYPE_SUCCESSIONS = "successions of types"
    LONGEST_PACKET = "cards in the longest packet"
    LONGEST_PACKET_REVERSED = "cards in the longest reversed packet"
    LONGEST_INCREASING = "cards in the longest increasing subsequence"
    LONGEST_DECREASING = "cards in the longest decreasing subsequence"
    RUNS_OF_A_COLOR = "runs of one color"
    RUNS_OF_A_SUIT = "runs of one suit"
    RUNS_OF_A_RANK = "runs of one rank"
    RUNS_OF_A_CARD = "runs of one card"


class Axis(StrEnum):
    """What the rows, columns or counts of a table are."""

    INPUT_PLACE = "input place"
    OUTPUT_PLACE = "output place"
    DISPENSING_PLACE = "dispensing place"
    PLACE = "place"
    ROUND_PLACE = "place in the round"
    GAME_POSITION = "position in the game"
    CARD = "card"
    CARDS = "cards"
    COLOR = "color"
    SUIT = "suit"
    RANK = "rank"
    FOLLOWED_BY = "followed by"
    FIRST_KEPT = "first cards kept"
    LAST_KEPT = "last cards kept"
    PLACES_MOVED = "places moved"
    STEP = "step in input places"
    PLACES_BETWEEN = "input places between neighbors"
    TYPE_STEP = "step of types"
    ROUNDS_LATER = "rounds later"
    REPEATS = "repeats"
    OUTCOME = "outcome"
    NEXT_OUTCOME = "next"
    FIRST_OUTCOME = "first"
    SECOND_OUTCOME = "second"
    RESIDUAL = "residual"
    PATTERN = "pattern"
    ORDER = "order"
    RUN_LENGTH = "outcomes in the run"
    GAP_LENGTH = "other outcomes between two hits"
    DISTINCT_OUTCOMES = "distinct outcomes in the hand"
    SET_LENGTH = "outcomes until every outcome came"
    EVENTS = "events in a stretch"
    TIMES = "times"
    THROWS = "throws"
    COMPLEXITY = "T"
    LONGEST_RUN = "longest run"
    RUNS_OF_ONES = "runs in the block"
    BLOCKS_BACK = "blocks behind the last equal one"
    WALK = "ones more than zeros"
    VISITS = "visits"


class Outcome(StrEnum):
    """What was found; ordered by :meth:`worst`."""

    PASS = "PASS"  # noqa: S105  a verdict, no password
    INCONCLUSIVE = "INCONCLUSIVE"
    FAIL = "FAIL"


class ClauseResult(StrEnum):
    """What a clause comes to in a conclusion on file."""

    PASS = "PASS"  # noqa: S105  a verdict, no password
    INCONCLUSIVE = "INCONCLUSIVE"
    FAIL = "FAIL"
    NOT_TESTED = "NOT_TESTED"
    NOT_APPLICABLE = "NOT_APPLICABLE"
    NO_TEST = "NO_TEST"
    RELIED_ON = "RELIED_ON"


class Ending(StrEnum):
    """How a run stopped; kept apart from what it found."""

    COMPLETE = "COMPLETE"
    STOPPED_BY_OPERATOR = "STOPPED_BY_OPERATOR"
    STOPPED_BY_RULE = "STOPPED_BY_RULE"
    DEVICE_LOST = "DEVICE_LOST"
    ERROR = "ERROR"
    INTERRUPTED = "INTERRUPTED"
    """Only ever concluded by a reader who finds no end record and no living owner."""


class Tail(StrEnum):
    """Which tail of the null law speaks against the device."""

    RIGHT = "right"
    LEFT = "left"
    TWO_SIDED = "two_sided"


@dataclass(frozen=True, slots=True)
class Effect:
    """Size of a deviation with its confidence interval (95% unless ``level`` says otherwise)."""

    name: Reason
    value: float
    low: float
    high: float
    level: float = 0.95


Label = Axis | Counted | PerShuffle | Reason
"""What an axis of a picture shows; a reason is a plug-in's own."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Numbers that a report or a window may draw; never needed to reach a verdict.

    Parameters
    ----------
    form
        ``heatmap`` (rows × columns of ``values``) or ``histogram`` (one row).
    x_label, y_label
        What the columns and the rows, or the counts of a histogram, are.
    x, y
        Names of the columns and rows.
    values, expected
        Observed and expected counts, rows × columns; expected has one entry per column and row, or one
        row that holds for every row.
    title
        Read in records of version 0.1.0, and not kept.
    """

    form: str
    x_label: Label
    y_label: Label
    x: tuple[str, ...]
    y: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]
    expected: tuple[tuple[float, ...], ...]
    title: InitVar[str] = ""


SMALLEST_OF_COUNTS = 1e-15
"""Where p-values of counts by a law of matched mean and variance are cut: differences from 1 tell no more."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What one check found in one sample.

    A statistical check carries p-values; a counting check carries violations.  A check that does not
    apply says why and carries neither.

    Parameters
    ----------
    units
        Units that the check read.
    judged
        Units that a counting check judged where they are fewer, as the first ones or those of the longest stretch.
    statistic
        Named statistics, for example ``{"X2": 2601.2, "scaled": 2550.1}``.
    df
        Degrees of freedom where the law has them.
    p
        ``{tail: p}`` for the tails that the check can speak to; ``two_sided`` always present for a
        statistical check that applies.
    law
        The null law: exact, asymptotic, or Monte Carlo with seed and replicates; None where nothing was compared.
    violations
        Number of confirmed violations of a counting check, else None.
    details
        One line for each thing a reader should know, such as which cards were missing where.
    not_applicable
        Why the check is not computed, None where it is.
    bounds
        Upper bounds on what somebody can gain; None where the check states none.
    interim
        p-values of what was recorded of a sample that is not complete, as ``p``. They are for information: no
        verdict rests on them, and a run whose own ones speak against the device is not set aside.
    """

    units: int
    statistic: dict[str, float] = field(default_factory=dict)
    df: float | None = None
    p: dict[str, float] = field(default_factory=dict)
    law: Reason | None = None
    effect: Effect | None = None
    violations: int | None = None
    details: tuple[Reason, ...] = ()
    not_applicable: Reason | None = None
    pictures: tuple[Picture, ...] = ()
    interim: dict[str, float] = field(default_factory=dict)
    bounds: tuple[GainBound, ...] | None = None
    judged: int | None = None

    @property
    def counted(self) -> int:
        """Units among which the violations are."""
        return self.units if self.judged is None else self.judged

    def among(self, judged: int) -> CheckResult:
        """Return the result of a counting check that judged so many of its units."""
        return replace(self, judged=judged) if self.violations is not None and judged < self.units else self


@dataclass(frozen=True, slots=True)
class Decision:
    """What the decision rule made of one planned check.

    Parameters
    ----------
    check_id
        The planned check; of what people did, or of orders that were read again, the stage, see
        :func:`stage_decision` and :func:`reads_decision`.
    family
        The citation that the check answers, ``laboratory`` or ``counting``, or ``informational``.
    p, threshold
        The p-value that was compared and the level it had to reach, None for counting checks.
    reason
        What was decided, and why.
    """

    check_id: str
    family: str
    outcome: Outcome
    p: float | None
    threshold: float | None
    reason: Reason


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a run found, with every reason for not being a pass."""

    outcome: Outcome
    reasons: tuple[Reason, ...]
    decisions: tuple[Decision, ...] = ()


def stage_decision(stage: str) -> str:
    """Return the id of the decision about what a whole stage showed.

    Examples
    --------
    >>> stage_decision("jam")
    'stage-jam'
    """
    return f"stage-{stage}"


MONITORING = "monitoring"
"""Family of the decisions about what was bet against samples while they were recorded."""


def monitor_decision(stage: str) -> str:
    """Return the id of the decision about what was bet against a stage's sample.

    Examples
    --------
    >>> monitor_decision("outcomes")
    'monitoring-outcomes'
    """
    return f"monitoring-{stage}"


def reads_decision(stage: str) -> str:
    """Return the id of the decision about the independent reads of a stage.

    Examples
    --------
    >>> reads_decision("deals")
    'reads-deals'
    """
    return f"reads-{stage}"


class Phase(StrEnum):
    """How far a run or a dossier is; only what has ended has a verdict."""

    ENDED = "ended"
    AT_WORK = "at_work"
    NOT_JUDGED = "not_judged"
    SESSION_CLOSED = "session_closed"
    INTERRUPTED = "interrupted"
    NOT_BEGUN = "not_begun"
    DAMAGED = "damaged"


class Qualifier(StrEnum):
    """What changes the meaning of a verdict, in the order in which it is said."""

    SIMULATED = "simulated"
    ORIGIN_UNKNOWN = "origin_unknown"
    """Nothing read so far says whether the device was simulated."""
    REPLAYED = "replayed"
    SPECIMEN = "specimen"
    SET_ASIDE = "set_aside"
    SUPERSEDED = "superseded"
    RESCINDED_LAW = "rescinded_law"
    SAME_DATA = "same_data"
    """Another run has the same data, and nobody explained it."""
    EXPLAINED_DATA = "explained_data"
    """Another run has the same data, and a person explained it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A verdict with its qualifiers, or why there is no verdict; made by :func:`standing_of` alone.

    Parameters
    ----------
    verdict
        None unless the phase is ENDED.
    """

    phase: Phase
    verdict: Outcome | None
    qualifiers: tuple[Qualifier, ...] = ()


def standing_of(
    outcome: Outcome | None,
    phase: Phase = Phase.ENDED,
    *,
    ending: Ending = Ending.COMPLETE,
    simulated: bool | None = False,
    replayed: bool = False,
    specimen: bool = False,
    set_aside: bool = False,
    superseded: bool = False,
    rescinded_law: bool = False,
    same_data: bool = False,
    explained_data: bool = False,
) -> Standing:
    """Return how something stands, read strictly.

    Parameters
    ----------
    outcome
        What was found; it counts only of what has ended.
    ending
        A pass of a run that is not complete is none.
    simulated
        None where nobody knows.
    same_data
        Data that another run has too are no pass until a person explains them.

    Examples
    --------
    >>> standing_of(Outcome.PASS, simulated=True).qualifiers
    (<Qualifier.SIMULATED: 'simulated'>,)
    >>> standing_of(Outcome.PASS, Phase.AT_WORK).verdict is None
    True
    """
    holds = {
        Qualifier.SIMULATED: simulated,
        Qualifier.ORIGIN_UNKNOWN: simulated is None,
        Qualifier.REPLAYED: replayed,
        Qualifier.SPECIMEN: specimen,
        Qualifier.SET_ASIDE: set_aside,
        Qualifier.SUPERSEDED: superseded,
        Qualifier.RESCINDED_LAW: rescinded_law,
        Qualifier.SAME_DATA: same_data,
        Qualifier.EXPLAINED_DATA: explained_data,
    }
    if phase is Phase.ENDED and outcome is None:
        phase = Phase.NOT_JUDGED
    result = outcome if phase is Phase.ENDED else None
    if result is Outcome.PASS and (same_data or ending is not Ending.COMPLETE):
        result = Outcome.INCONCLUSIVE
    return Standing(phase, result, tuple(each for each in Qualifier if holds[each]))


class ExitCode(IntEnum):
    """Exit codes of runs, in `docs/verdicts.md` too; NO_VERDICT is for what has not ended."""

    PASSED = 0
    FAILED = 1
    INCONCLUSIVE = 2
    ERROR = 3
    NO_VERDICT = 4


_CODES = {
    Outcome.PASS: ExitCode.PASSED,
    Outcome.FAIL: ExitCode.FAILED,
    Outcome.INCONCLUSIVE: ExitCode.INCONCLUSIVE,
    None: ExitCode.NO_VERDICT,
}


def exit_code(standing: Standing, ending: Ending | None = None) -> int:
    """Return the exit code of a run: 0 pass, 1 fail, 2 inconclusive, 3 error, 4 no verdict yet."""
    code = _CODES[standing.verdict]
    damaged = standing.phase is Phase.DAMAGED or (ending is Ending.ERROR and code is not ExitCode.FAILED)
    return ExitCode.ERROR if damaged else code
