"""How much of a sample is recorded, in the units that its stages observe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from labharness.language.numbers import number
from labharness.language.text import words

_UNITS = {"shuffle": "shuffle", "round": "round", "deal": "deal", "draw": "draw", "bytes": "byte"}


def recorded_sample(
    units: Mapping[str, int], observed: Mapping[str, str], planned: Mapping[str, int] | None = None
) -> list[str]:
    """Return what each stage recorded.

    Parameters
    ----------
    units
        Units by stage.
    observed
        What a stage observes, such as ``draw``; units of an unknown stage are called units.
    planned
        How many the plan asks for, where that is to be said.

    Examples
    --------
    >>> recorded_sample({"draws": 150000, "raw": 1250000}, {"draws": "draw", "raw": "bytes"})
    ['150,000 draws', '1,250,000 bytes']
    >>> recorded_sample({"dice": 1, "starting-dice": 7}, {"dice": "draw", "starting-dice": "draw"}, {"dice": 9})
    ['1 of 9 draws (dice)', '7 draws (starting dice)']
    """
    kinds = Counter(observed.get(stage, "") for stage in units)
    shown = []
    for stage, count in units.items():
        total = (planned or {}).get(stage, 0)
        unit = _UNITS.get(kind := observed.get(stage, ""), "unit")
        text = f"{number(count)} of {number(total)}" if total else number(count)
        several = f"{text} {unit}{'' if (total or count) == 1 else 's'}"
        shown.append(several if kinds[kind] == 1 and kind in _UNITS else f"{several} ({words(stage)})")
    return shown
