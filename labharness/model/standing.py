"""How a run, a submission or a report stands: its verdict, never without what qualifies it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from labharness.model.results import Ending, Outcome


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
