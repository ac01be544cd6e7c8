"""P-values in words, the same in a verdict's sentence, on a terminal and on paper."""

from __future__ import annotations

LEAST_SHOWN = 1e-6
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


def in_a_table(value: float) -> str:
    """Write a p-value without powers of ten, ``< 0.000001`` where it is smaller: columns are compared by eye.

    Examples
    --------
    >>> in_a_table(0.368), in_a_table(0.0000436), in_a_table(2.72e-9), in_a_table(1.0)
    ('0.368', '0.0000436', '< 0.000001', '1')
    """
    if value < LEAST_SHOWN:
        return f"< {LEAST_SHOWN:f}"
    shown = f"{value:.3g}"
    return f"{float(shown):.8f}".rstrip("0").rstrip(".") if "e" in shown else shown


def p_value(value: float) -> str:
    """Write a p-value as a statement.

    Examples
    --------
    >>> p_value(0.752), p_value(0.0)
    ('p = 0.752', 'p < 1e-40')
    """
    return f"p {probability(value)}" if value < LEAST_SAID else f"p = {probability(value)}"
