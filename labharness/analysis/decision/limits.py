"""Gains that a plan calls harmful, against the bounds that a sample reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from labharness.model.gains import Limit
from labharness.model.reasons.decision import Held
from labharness.model.results import CheckResult
from labharness.reason import Reason
from labharness.titled import Titled


def not_excluded(check_id: str, limits: Sequence[Limit], result: CheckResult | None) -> Iterator[Reason]:
    """Yield why limits are not shown to hold; nothing where every bound lies below its limit.

    Notes
    -----
    The hypothesis that some gain reaches its limit is rejected only if every bound lies below its limit, so no bound
    needs more confidence than it has by itself (intersection-union test).

    References
    ----------
    Berger 1982, "Multiparameter hypothesis testing and acceptance sampling", Technometrics 24, 295-300.
    """
    for limit in limits:
        if (reason := _not_excluded(check_id, limit, result)) is not None:
            yield reason


def _not_excluded(check_id: str, limit: Limit, result: CheckResult | None) -> Reason | None:
    known = (result.bounds or ()) if result is not None else ()
    bounds = [each for each in known if (each.gainer, each.unit) == (limit.gainer, limit.unit)]
    of: dict[str, Any] = {"check": Titled(check_id), "gainer": limit.gainer, "unit": limit.unit}
    of["below"] = limit.below
    if result is None or not bounds:
        return Held.BOUND_MISSING(**of)
    above = next((bound for bound in bounds if not bound.upper < limit.below), None)
    if above is None:
        return None
    of |= {"what": above.what, "upper": above.upper}
    needed = above.units_needed(result.units, limit.below)
    if needed is None:
        return Held.GAIN_ABOVE(**of, estimate=above.estimate)
    return Held.BOUND_ABOVE(**of, recorded=result.units, needed=needed)
