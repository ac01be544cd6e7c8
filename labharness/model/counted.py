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


OF_KIND = {
    Kind.SHUFFLE: Counted.SHUFFLES,
    Kind.ROUND: Counted.ROUNDS,
    Kind.DEAL: Counted.DEALS,
    Kind.DRAW: Counted.OUTCOMES,
    Kind.BYTES: Counted.BYTES,
}
"""What the units of each kind of observation are called."""
