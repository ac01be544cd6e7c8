"""What a deficiency lacks to excuse a failure of replaced software."""

from __future__ import annotations

from labharness.reason import Code, note


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
