"""Where a plan is more lenient than the rules that it cites, or than the laboratory's standard."""

from __future__ import annotations

from labharness.model.results import Tail
from labharness.reason import Code, doubt
from labharness.titled import Titled


class Stated(Code, area="stated"):
    """Levels, tails, families and roles with which a device could pass although a test that a rule names fails it."""

    CONFIDENCE = doubt(clause=str, level=float, stated=float)
    FAIL_LEVEL = doubt(clause=str, level=float, stated=float)
    RETEST_LEVEL = doubt(clause=str, level=float, stated=float)
    TAIL = doubt(clause=str, tail=Tail, stated=Tail)
    NOT_ALONE = doubt(clause=str, checks=int)
    DILUTED = doubt(clause=str, stage=str, checks=int, tests=int)
    NOT_REQUIRED = doubt(clause=str, check=Titled)
    NOT_ANSWERED = doubt(clause=str)
    LABORATORY_LEVEL = doubt(level=float, stated=float)
