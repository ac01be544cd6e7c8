"""The search: which ways of use are tried, in what order, and what was not tried and why.

Nothing in a result depends on a clock or on who computes, so that any machine gives the same bytes: the default effort spends declared
seconds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import sleep
from typing import Any, Protocol

from labharness.analysis.identification.generator import (
    Candidate,
    KnownGenerator,
    Pulse,
    WayOfUse,
    at,
    families,
    place_of,
)
from labharness.analysis.identification.proof import BrokenRun, ProvedState, examine
from labharness.analysis.identification.stream import Packed, Stream
from labharness.model.reasons.game import Effort, Identifications
from labharness.reason import Reason

BUDGET = 60.0
"""Declared processor seconds of the default effort."""
AHEAD = 2
"""Problems that wait for each helper."""
LOOK_S = 0.05
"""Seconds between two checks whether a helper has finished."""
Way = tuple[KnownGenerator, WayOfUse]
Steps = Iterable[Candidate | Reason]


class Pending(Protocol):
    """What a helper computes."""

    def done(self) -> bool:
        """Whether it is."""

    def cancel(self) -> bool:
        """Take it back; False if a helper is at it."""

    def result(self) -> Any:
        """Wait for it."""


class Helpers(Protocol):
    """Processes or a cluster that compute beside this process."""

    @property
    def workers(self) -> int:
        """How many there are."""

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Pending:
        """Have one of them compute."""


@dataclass(frozen=True)
class Surroundings:
    """Who watches a search, and who helps with it.

    Parameters
    ----------
    watched
        Told the declared seconds done and of all, before each trial; it may raise to interrupt the search.
    helpers
        They share the full effort. They change no result.
    """

    watched: Callable[[float, float], None] = lambda _done, _total: None
    helpers: Helpers | None = None


SURROUNDINGS: ContextVar[Surroundings] = ContextVar("SURROUNDINGS", default=Surroundings())  # noqa: B039  it is frozen


@dataclass(frozen=True)
class Problem:
    """Ways of use with the same candidates.

    Parameters
    ----------
    seconds
        Declared, of one solution for all.
    untried
        Why it is not tried, if it is not.
    """

    ways: list[Way]
    seconds: float
    untried: list[Reason]

    def late(self) -> list[Reason]:
        """Return the reasons that name these ways of use as left out for lack of time."""
        return [
            Identifications.NOT_IN_TIME(
                generator=family.name, call=way.call.name, stride=way.stride, seconds=self.seconds
            )
            for family, way in self.ways
        ]

    def steps(self, stream: Stream, pulse: Pulse) -> Steps:
        """Yield the candidates that predict a run of the stream beyond chance, and remarks."""
        family, way = self.ways[0]
        for step in family.candidates(way, stream, pulse):
            if isinstance(step, Reason) or any(examine(*each, stream, step) for each in self.ways):
                yield step


def name_of(way: Way) -> tuple[str, str, int]:
    """Return generator, call and stride."""
    return way[0].name, way[1].call.name, way[1].stride


@dataclass
class Identification:
    """What a search shows.

    Parameters
    ----------
    proofs
        All ways of use that predict every later outcome from one state: they name the generator "as … or …". Empty without a proof.
    broken
        The longest run of outcomes that a state predicts beyond chance, if none predicts all.
    remarks
        What engines know short of a proof.
    tried
        Generator, call and stride of the ways of use that were tried.
    untried
        Why others were not.
    seconds, left
        Declared processor seconds of those tried, and of those for which there was no time.
    """

    proofs: list[ProvedState] = field(default_factory=list)
    broken: BrokenRun | None = None
    remarks: list[Reason] = field(default_factory=list)
    tried: dict[tuple[str, str, int], None] = field(default_factory=dict)
    untried: list[Reason] = field(default_factory=list)
    seconds: float = 0.0
    left: float = 0.0

    def follow(self, problem: Problem, steps: Steps, stream: Stream, every: Sequence[Problem]) -> bool:
        """Examine the candidates of a problem; return whether they end the search.

        Parameters
        ----------
        every
            Problems whose ways of use, tried or not, are examined with a state that is proved, where it can be theirs.
        """
        self.seconds += problem.seconds
        self.tried |= {name_of(each): None for each in problem.ways}
        for step in steps:
            if isinstance(step, Reason):
                self.remarks.append(step)
                continue
            runs = [examine(*each, stream, step) for each in problem.ways]
            if any(isinstance(run, ProvedState) for run in runs):
                named, states = {name_of(each) for each in problem.ways}, problem.ways[0][0].states
                ways = {
                    name_of(each): each for other in every for each in other.ways if each[0].states == states
                }
                runs += [examine(*each, stream, step) for name, each in ways.items() if name not in named]
                proofs = [run for run in runs if isinstance(run, ProvedState)]
                self.proofs = sorted(proofs, key=lambda proof: proof.way.stride)
                self.broken = None
                return True
            # a later candidate may predict more, or all: V8's place beside the true one errs once in 64
            broken = [run for run in (*runs, self.broken) if isinstance(run, BrokenRun)]
            self.broken = max(broken, key=lambda run: run.stop - run.start, default=None)
        return self.broken is not None


def problems(stream: Stream, effort: Effort, known: Sequence[KnownGenerator]) -> list[Problem]:
    """Return the ways of use in the order of the search, those with the same candidates together.

    Every outcome recorded comes before other strides; then come the cheap ones, by their declared seconds.
    """
    grouped: dict[Hashable, list[Way]] = {}
    every = stream.range is None and effort is Effort.DEFAULT  # a loop that orders cards discards no draws
    for family in known:
        for way in family.ways(effort):
            if not (every and way.stride > 1):
                grouped.setdefault(family.problem(way, stream), []).append((family, way))
    stages = sorted(grouped.values(), key=lambda ways: ways[0][0].stage)
    return sorted(
        (_problem(ways, stream) for ways in stages),
        key=lambda problem: (min(way.stride for _, way in problem.ways), problem.seconds),
    )


def search(
    stream: Stream,
    effort: Effort = Effort.DEFAULT,
    pulse: Pulse = lambda: None,
    known: Sequence[KnownGenerator] | None = None,
    budget: float = BUDGET,
    before: float = 0.0,
    total: float | None = None,
) -> Identification:
    """Try the known generators on a stream, cheap ones first; stop at the first proof or broken run.

    Parameters
    ----------
    pulse
        Called between trials and within long ones; it may raise to interrupt.
    known
        The catalog, if left out.
    budget
        Declared seconds of the default effort.
    before, total
        Declared seconds that were spent on other streams, and of all: for who watches.
    """
    result, around = Identification(), SURROUNDINGS.get()
    tried: list[Problem] = []
    every = problems(stream, effort, families() if known is None else known)
    for problem in every:
        result.untried += problem.untried
        if effort is Effort.DEFAULT and sum(each.seconds for each in (*tried, problem)) > budget:
            result.untried += problem.late()
            result.left += problem.seconds
        elif not problem.untried:
            tried.append(problem)
    whole = total or sum(problem.seconds for problem in tried)

    def beat() -> None:
        pulse()
        around.watched(before + result.seconds, whole)

    helpers = around.helpers if effort is Effort.FULL else None
    alone = ((problem, problem.steps(stream, beat)) for problem in tried)
    for problem, steps in _shared(tried, stream, beat, helpers) if helpers else alone:
        beat()
        if result.follow(problem, steps, stream, every):
            break
    return result


def estimate(stream: Stream, effort: Effort, known: Sequence[KnownGenerator] | None = None) -> float:
    """Return the declared seconds of a search that finds nothing."""
    every = problems(stream, effort, families() if known is None else known)
    return sum(problem.seconds for problem in every if not problem.untried)


def _problem(ways: list[Way], stream: Stream) -> Problem:
    family, way = ways[0]
    needed, recorded = family.needed(way, stream), len(stream)
    if isinstance(needed, Reason):
        return Problem(ways, 0.0, [needed])
    if needed <= recorded:
        return Problem(ways, family.seconds(way, stream), [])
    short = {"needed": needed, "recorded": recorded}
    few = [Identifications.TOO_FEW(generator=each.name, call=use.call.name, **short) for each, use in ways]
    return Problem(ways, 0.0, few)


def _shared(
    tried: list[Problem], stream: Stream, beat: Pulse, helpers: Helpers
) -> Iterator[tuple[Problem, Steps]]:
    """Yield the problems in their order with what helpers computed; this process computes what none has begun."""
    waiting: deque[tuple[Problem, Pending | list[Candidate | Reason]]] = deque()
    left = iter(tried)
    try:
        while True:
            while len(waiting) <= AHEAD * helpers.workers and (problem := next(left, None)):
                ways = [(place_of(family), way) for family, way in problem.ways]
                waiting.append((problem, helpers.submit(_there, ways, stream.packed)))
            if not waiting:
                return
            beat()
            problem, pending = waiting[0]
            if isinstance(pending, list):
                waiting.popleft()
                yield problem, pending
            elif pending.done():
                waiting[0] = problem, pending.result()
            elif not _begun_here(waiting, stream, beat):
                sleep(LOOK_S)
    finally:
        for _, pending in waiting:
            if not isinstance(pending, list):
                pending.cancel()


def _begun_here(waiting: deque[tuple[Problem, Any]], stream: Stream, beat: Pulse) -> bool:
    """Compute the last problem that no helper has begun; return whether there was any."""
    for place in reversed(range(len(waiting))):
        problem, pending = waiting[place]
        if not isinstance(pending, list) and pending.cancel():
            waiting[place] = problem, list(problem.steps(stream, beat))
            return True
    return False


def _there(ways: list[tuple[tuple[str, int], WayOfUse]], packed: Packed) -> list[Candidate | Reason]:
    """Return the steps of a problem in another process, which is sent the places of families: functions cannot be sent."""
    problem = Problem([(at(*place), way) for place, way in ways], 0.0, [])
    return list(problem.steps(Stream.unpacked(*packed), lambda: None))
