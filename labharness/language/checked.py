"""Results of checks in words and numbers, for report and window alike."""

from __future__ import annotations

import re
from collections.abc import Mapping

from labharness.language.catalog import clause, say
from labharness.language.numbers import amount, magnitude, number, p_magnitude, percent
from labharness.language.text import words
from labharness.model.reasons.effect import Effects
from labharness.model.results import SMALLEST_OF_COUNTS, CheckResult, Effect

_QUANTITIES = {
    "X2": "X²",
    "z_ideal": "z beside an ideal machine",
    "limit_p": "p by the limiting law",
}
"""Statistics whose names in the records are no words."""
_P_VALUES = re.compile(r"P-value.*|(?!log10_)(\w+_)?p")
"""Names of statistics that are p-values."""
_DIGITS = 4
"""Significant digits of an effect; its interval says that more would tell nothing."""


def found(result: CheckResult | None) -> str:
    """Write what a check computed, shortly."""
    if result is None:
        return "no result"
    if result.interim:
        return f"not complete; for information, {statistics(result)}"
    if result.not_applicable:
        return "not applicable"
    if result.violations is not None:
        return amount(result.violations, "violation")
    return statistics(result)


def statistics(result: CheckResult) -> str:
    """Write the statistics of a check; those that are p-values as p-values, and below a bound where no law tells their size.

    Examples
    --------
    >>> statistics(CheckResult(units=9, statistic={"X2": 52.25, "smallest_p": 1e-50}))
    'X² = 52.25; smallest p < 10⁻⁴⁰'
    """
    return "; ".join(_statement(name, value) for name, value in result.statistic.items())


def effect_in_words(effect: Effect) -> str:
    """Write the size of a deviation with its interval."""
    low, high = number(effect.low, _DIGITS), number(effect.high, _DIGITS)
    interval = f"{percent(effect.level)} interval {low} to {high}"
    return f"{clause(effect.name)} = {number(effect.value, _DIGITS)}, {interval}"


def shortly(effect: Effect) -> str:
    """Write the size of a deviation with its interval for a table.

    Examples
    --------
    >>> from labharness.reason import quoted
    >>> shortly(Effect(quoted("gain"), 3.5, 3.2701, 3.72))
    '3.5 (3.27 to 3.72)'
    """
    return (
        f"{number(effect.value, _DIGITS)} ({number(effect.low, _DIGITS)} to {number(effect.high, _DIGITS)})"
    )


def tails(p: Mapping[str, float]) -> str:
    """Write p-values by their tails."""
    return "; ".join(f"{words(tail)} {magnitude(value)}" for tail, value in p.items())


def numbers(result: CheckResult | None) -> list[tuple[str, str]]:
    """Return what a check computed as rows of a name and a text."""
    if result is None:
        return [("Result", "No result is on record.")]
    rows: list[tuple[str, str]] = []
    if result.not_applicable:
        rows.append(("Not computed", say(result.not_applicable)))
    freedom = f"; {number(result.df)} degrees of freedom" if result.df is not None else ""
    if result.statistic:
        rows.append(("Statistic", f"{statistics(result)}{freedom}"))
    law = f"; law: {clause(result.law)}" if result.law else ""
    if result.interim:
        rows.append(("p-values of the recorded part, for information", f"{tails(result.interim)}{law}"))
    if result.p:
        rows.append(("p", tails(result.p) + law))
    if result.effect is not None:
        rows.append(("Effect", effect_in_words(result.effect)))
    if result.violations is not None:
        rows.append(("Violations", f"{number(result.violations)}{law}"))
    return rows


def _statement(name: str, value: float) -> str:
    if not _P_VALUES.fullmatch(name):
        return f"{_quantity(name)} = {number(value)}"
    if value == SMALLEST_OF_COUNTS:
        return f"{_quantity(name)} ≤ {magnitude(value)}"
    return p_magnitude(value, _quantity(name))


def _quantity(name: str) -> str:
    return _QUANTITIES.get(name, words(name))


def beside(result: CheckResult | None) -> tuple[str, str]:
    """Return what a check counted, and what a random device gives on the average, "" where nothing is that plain.

    Examples
    --------
    >>> beside(CheckResult(units=9, statistic={"X2": 2601.2}, df=2601.0))
    ('X² = 2,601.2', 'X² = 2,601')
    >>> beside(CheckResult(units=9, violations=2))
    ('2 violations', '0 violations')
    """
    if result is None or result.not_applicable is not None:
        return found(result), ""
    if result.violations is not None:
        return found(result), amount(0, "violation")
    if result.effect is not None and result.effect.name.is_a(Effects.PER_SHUFFLE):
        fair = float(str(result.effect.name["fair"]))
        return number(round(result.effect.value * result.units)), number(round(fair * result.units))
    chi = result.statistic.get("X2")
    if chi is not None and result.df is not None:
        return f"X² = {number(chi)}", f"X² = {number(result.df)}"
    return found(result), ""
