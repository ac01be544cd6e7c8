"""Judge the checks of samples, on any number of processes: the same results, bit for bit.

Counts in cells whose chances are known, compared by chi-square.

Checks of several sums at once, judged by the one that deviates most.

Counting checks: how many units break a rule, and which.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.intervals import root_effect
from labharness.analysis.laws.joint_minimum import TotalLaw, joint_tails
from labharness.analysis.laws.multinomial_x2 import exact_x2_tails
from labharness.analysis.laws.tails import LEAST_EXPECTED, counted_tails, pearson
from labharness.analysis.sampling.check import EARLIEST, Check, Tally, count, info_of, refuse_if
from labharness.analysis.sampling.processes import Processes
from labharness.analysis.sampling.tables import Population, histogram
from labharness.model.reasons.conduct import Doing
from labharness.model.reasons.decision import Details, Sample
from labharness.model.reasons.register import Laws
from labharness.model.reasons.run import Effects
from labharness.model.results import Axis, CheckResult, Counted, Effect
from labharness.reason import OnStep, Reason

MOST_DRAWN = 64


@dataclass(frozen=True, eq=False)
class Cells:
    """Cells of independent items.

    Parameters
    ----------
    item, axis
        What is counted, and what tells the cells apart.
    names
        One for each cell.
    chances
        Chance of each cell; they add up to 1.
    ordered
        Whether neighboring cells may be put together where too few are expected.
    most_exact
        Most items whose X² gets its exact law; there must be no more than six cells then.
    """

    item: Counted
    axis: Axis
    names: Sequence[str]
    chances: NDArray[np.float64]
    ordered: bool = True
    most_exact: int = 0

    def judge(self, observed: NDArray[np.int64], units: int, details: tuple[Reason, ...] = ()) -> CheckResult:
        """Compare counts with their chances.

        Parameters
        ----------
        observed
            Items in each cell.
        units
            Outcomes read.
        """
        items = int(observed.sum())
        expected = items * self.chances
        starts = self._starts(expected)
        needed = 2 if self.ordered else len(self.chances)
        few = Sample.EXPECTED_COUNTS(items=items, cells=needed, least=LEAST_EXPECTED)
        refuse_if(len(starts) < 2, units, few, details)
        have, want = np.add.reduceat(observed, starts), np.add.reduceat(expected, starts)
        x2, df = pearson(have, want), len(starts) - 1
        p, law = counted_tails(have, want), Laws.CHI_SQUARE(df=df)
        if items <= self.most_exact:
            p = exact_x2_tails(x2, items, np.add.reduceat(self.chances, starts))
            law = Laws.EXACT_X2(number=items, what=self.item)
        picture = histogram(have, want, (self.axis, self._names(starts)), self.item)
        return CheckResult(
            units,
            {"X2": x2, "items": float(items)},
            float(df),
            p,
            law,
            root_effect(Effects.COHENS_W(), x2, df, items),
            details=details,
            pictures=(picture,) if len(starts) <= MOST_DRAWN else (),
        )

    def _starts(self, expected: NDArray[np.float64]) -> NDArray[np.intp]:
        """Return where each group of cells begins; a last one that expects too few joins the one before."""
        if expected.min(initial=np.inf) >= LEAST_EXPECTED:
            return np.arange(len(expected))
        starts, gathered = [0], 0.0
        if not self.ordered:
            return np.array(starts)
        for place, value in enumerate(expected.tolist()):
            if gathered >= LEAST_EXPECTED:
                starts.append(place)
                gathered = 0.0
            gathered += value
        if gathered < LEAST_EXPECTED and len(starts) > 1:
            starts.pop()
        return np.array(starts)

    def _names(self, starts: NDArray[np.intp]) -> tuple[str, ...]:
        ends = [*(starts[1:] - 1).tolist(), len(self.names) - 1]
        spans = zip(starts.tolist(), ends, strict=True)
        return tuple(
            self.names[low] if low == high else f"{self.names[low]} to {self.names[high]}"
            for low, high in spans
        )


MOST_SHOWN = 5
"""Most members that the details name, those that deviate most."""
_HALF = 1.959963984540054


def compare_smallest(
    units: int,
    member: Callable[[int], Reason],
    laws: Sequence[TotalLaw],
    totals: NDArray[np.int64] | NDArray[np.float64],
    fair: NDArray[np.float64],
    *,
    seen: int,
    seed: int,
    simulated: Reason | None = None,
    details: tuple[Reason, ...] = (),
) -> CheckResult:
    """Compare the smallest p-value of several sums with those of fair samples.

    Parameters
    ----------
    member
        Gives what a sum counts, by its place.
    laws, totals
        Law of each sum, and the sum seen.
    fair
        Smallest p-values of simulated fair samples of ``seen`` units, by this seed.
    simulated
        Names the null hypothesis where the laws are not its own, so that no inequality bounds what the simulation does
        not resolve.

    Notes
    -----
    The interval of the effect, the mean of the member that deviates most, has the variance of the null hypothesis.
    """
    p = np.array([float(law.p(totals[place : place + 1])[0]) for place, law in enumerate(laws)])
    worst = np.argsort(p, kind="stable")[:MOST_SHOWN].tolist()
    first = worst[0]
    law, replicates = laws[first], len(fair)
    statistic = {"smallest_p": float(p[first]), "members": float(len(laws))}
    if simulated:
        statistic["p_floor"] = 1 / (replicates + 1)
    mean, half = float(totals[first]) / law.units, _HALF * law.spread / law.units
    shown = (
        Details.MEMBER(
            what=member(each), total=round(float(totals[each])), expected=laws[each].mean, p=float(p[each])
        )
        for each in worst
    )
    return CheckResult(
        units,
        statistic,
        p=joint_tails(float(p[first]), fair, None if simulated else laws),
        law=simulated or Laws.SMALLEST_OF(number=len(laws), replicates=replicates, units=seen, seed=seed),
        effect=Effect(
            Effects.MEAN_OF(what=member(first), fair=law.mean / law.units), mean, mean - half, mean + half
        ),
        details=(*details, *shown),
    )


CHEAP = 1 << 22
"""Bytes of a tally that another process is sent."""


def judged(
    checks: Mapping[str, Check],
    tallies: dict[str, Tally],
    populations: Mapping[str, Population],
    on_step: OnStep,
    others: Processes | None,
) -> dict[str, CheckResult]:
    """Return what each check makes of its tally, by its name, in the order of the checks.

    Parameters
    ----------
    tallies, populations
        What each check has counted, and of what sample, by its name. A tally is taken out when it is judged, as it may be large.
    on_step
        Told which check is judged.
    others
        Processes beside this one. They judge what is sent to them cheaply, and begin with what takes longest.
    """
    results: dict[str, CheckResult] = {}
    left = sorted(checks, key=lambda name: -info_of(type(checks[name])).slow) if others else list(checks)
    small = [name for name in left if tallies[name].nbytes <= CHEAP]
    taking = Lock()

    def following(among: list[str]) -> str:
        """Take the next name, "" where none is left."""
        with taking:
            name = next((name for name in among if name in left), "")
            if name:
                left.remove(name)
                on_step(Doing.JUDGING(what=name))
            return name

    def there(processes: Processes) -> None:
        while name := following(small):
            results[name] = processes.submit(
                _judged, checks[name], tallies.pop(name), populations[name]
            ).result()

    with ThreadPoolExecutor(others.workers if others else 1) as waiting:
        sent = [waiting.submit(there, others) for _ in range(others.workers)] if others else []
        try:
            while name := following(left):
                results[name] = checks[name].judge(tallies.pop(name), populations[name])
        finally:
            left.clear()
        for each in sent:
            each.result()
    return {name: results[name] for name in checks}


def _judged(check: Check, tally: Tally, population: Population) -> CheckResult:
    return check.judge(tally, population)


def tally_violations(units: int, lines: Sequence[Reason]) -> Tally:
    """Return the tally of a block: units read, and one reason for each unit that breaks the rule."""
    return Tally(
        {"units": count(units), "violations": count(len(lines))}, earliest={"lines": tuple(lines[:EARLIEST])}
    )


def judge_violations(tally: Tally, what: Counted) -> CheckResult:
    """Return the result of a counting check of such units."""
    units, violations = tally.number("units"), tally.number("violations")
    refuse_if(not units, 0, Sample.NOTHING_READ(what=what))
    return CheckResult(
        units, law=Laws.COUNTING(), violations=violations, details=listed(tally, "lines", violations)
    )


def listed(tally: Tally, key: str, total: int) -> tuple[Reason, ...]:
    """Return the reasons kept under a key, and how many more there were."""
    return with_more(tally.earliest.get(key, ()), total)


def with_more(lines: tuple[Reason, ...], total: int) -> tuple[Reason, ...]:
    """Return the earliest lines of so many, and how many more there were."""
    more = total - len(lines)
    return (*lines, Details.MORE(number=more)) if more > 0 else lines
