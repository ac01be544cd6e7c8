"""P-values in words, the same in a verdict's sentence, on a terminal and on paper."""

from __future__ import annotations

LEAST_SAID = 1e-40
"""Smaller p-values are said to be below this: laws are computed with ends cut off that weigh less."""


def probability(value: float) -> str:
    """Write a p-value with three significant digits, ``< 1e-40`` where it is smaller.

    Examples
    --------
    >>> probability(0.04996), probability(2e-50)
    ('0.05', '< 1e-40')
    """
    return f"< {LEAST_SAID:g}" if value < LEAST_SAID else f"{value:.3g}"


def p_value(value: float) -> str:
    """Write a p-value as a statement.

    Examples
    --------
    >>> p_value(0.752), p_value(0.0)
    ('p = 0.752', 'p < 1e-40')
    """
    return f"p {probability(value)}" if value < LEAST_SAID else f"p = {probability(value)}"
