"""What all attempts on one device come to, the retest and set-aside attempts included."""

from __future__ import annotations

from collections.abc import Iterable

from labharness.model.results import Ending
from labharness.reason import Code, Reason, doubt, note
from labharness.titled import Titled


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
