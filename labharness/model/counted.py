"""What a check counts, as its reasons name it."""

from __future__ import annotations

from enum import StrEnum

from labharness.model.observations import Kind


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


OF_KIND = {
    Kind.SHUFFLE: Counted.SHUFFLES,
    Kind.ROUND: Counted.ROUNDS,
    Kind.DEAL: Counted.DEALS,
    Kind.DRAW: Counted.OUTCOMES,
    Kind.BYTES: Counted.BYTES,
}
"""What the units of each kind of observation are called."""
