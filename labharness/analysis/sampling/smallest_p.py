"""Checks of several sums at once, judged by the one that deviates most."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.joint_minimum import TotalLaw, joint_tails
from labharness.model.reasons.detail import Details
from labharness.model.reasons.effect import Effects
from labharness.model.reasons.law import Laws
from labharness.model.results import CheckResult, Effect
from labharness.reason import Reason

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
