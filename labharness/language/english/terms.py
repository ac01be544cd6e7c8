"""Words for members of enumerations that their own names do not give, by class and member."""

from __future__ import annotations

from collections.abc import Mapping

TERMS: Mapping[str, Mapping[str, str]] = {
    "Ending": {
        "COMPLETE": "complete",
        "STOPPED_BY_OPERATOR": "stopped by the operator",
        "STOPPED_BY_RULE": "stopped by a rule of the plan",
        "DEVICE_LOST": "device lost",
        "ERROR": "error",
        "INTERRUPTED": "interrupted, with no end on record",
    },
    "QueueAct": {
        "ADD": "add runs to the queue",
        "SCHEDULE": "add a schedule",
        "MOVE": "move items of the queue",
        "CANCEL": "cancel items of the queue",
        "PAUSE": "pause a bench",
        "RESUME": "let a bench go on",
        "CHANGE_SCHEDULE": "stop or start a schedule",
    },
    "ClauseResult": {
        "NOT_TESTED": "NOT TESTED",
        "NOT_APPLICABLE": "not applicable",
        "NO_TEST": "no test can show it",
        "RELIED_ON": "external result",
    },
    "CourseEvent": {
        "JAM": "Jam",
        "DOOR": "Door",
        "REFILL": "Refill",
        "DEVICE_ERROR": "Device error",
        "READ_REJECTED": "Read rejected",
    },
    "ReportState": {
        "ISSUED": "issued, integrity verified",
        "SIGNED_SO_FAR": "NOT ISSUED, a signature is missing; integrity verified",
        "SPECIMEN": "A SPECIMEN, NOT A REPORT; integrity verified",
        "UNTRUSTED": "INTACT, SIGNED BY AUTHORITIES YOU HAVE NOT TRUSTED",
        "UNSIGNED": "NOT SIGNED; the files match, and nothing shows who made them",
        "DAMAGED": "DOES NOT VERIFY",
    },
    "Standing": {"NOT_GOOD": "NOT GOOD"},
    "Redrawn": {
        "IDENTICAL": "concluded and drawn again from the dossier, identical byte for byte",
        "SAME_TEXT": "concluded and drawn again from the dossier, same text under other versions",
        "OTHER_TEXTS": "same verdict again, IN OTHER WORDS: drawn with other texts",
        "DIFFERS": "DOES NOT FOLLOW from the dossier",
        "NOT_KEPT": "NOT DRAWN AGAIN, because its folder does not hold the whole dossier",
    },
    "Gainer": {
        "SEAT": "a seat",
        "SIDE": "the dealer or a side",
        "GUESSER": "a guesser",
        "PREDICTOR": "a predictor",
    },
    "GainUnit": {"POINTS": "percentage points", "CENTS": "cents per $100 staked at fair odds"},
    "Tail": {"RIGHT": "right-tailed", "LEFT": "left-tailed", "TWO_SIDED": "two-sided"},
    "Axis": {
        "NEXT_OUTCOME": "next outcome",
        "FIRST_OUTCOME": "first outcome",
        "SECOND_OUTCOME": "second outcome",
        "SET_LENGTH": "outcomes until all have occurred",
        "COMPLEXITY": "statistic T",
        "RUNS_OF_ONES": "runs of nine ones in the block",
        "BLOCKS_BACK": "distance to the last equal block",
        "WALK": "excess of ones over zeros",
    },
    "CardGroup": {
        "ACE": "aces",
        "TEN": "ten-valued cards",
        "TEN_OR_ACE": "tens and aces",
        "LOW": "twos to sixes",
        "HI_LO": "hi-lo count",
        "HIGH_POINTS": "eights and nines",
        "ZERO_POINTS": "cards without points",
        "POINTS": "baccarat points",
        "COURT": "kings, queens and jacks",
        "RED": "red cards",
        "JOKERS": "jokers",
        "PAIRS": "pairs of one rank",
        "SUITED": "pairs of one suit",
    },
    "DeviceClass": {"COMPUTERIZED_RNG": "computerized random number generator"},
}
