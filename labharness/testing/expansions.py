"""First binary digits of π, e and square roots, integer part included: the samples that NIST published values for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import isqrt

GUARD = 64
"""Bits computed beyond those asked for."""

Split = tuple[int, int, int]


@cache
def pi_bits(bits: int) -> bytes:
    """Return the first bits of π, by Chudnovsky's series in whole numbers.

    Examples
    --------
    >>> pi_bits(32).hex()
    'c90fdaa2'
    """

    def term(k: int) -> Split:
        p = (6 * k - 5) * (2 * k - 1) * (6 * k - 1) if k else 1
        return p, (k**3 * 640320**3 // 24 if k else 1), p * (13591409 + 545140134 * k) * (-1) ** k

    _, q, t = _summed(term, 0, bits // 47 + 3)
    root = isqrt(10005 << (2 * (bits + GUARD)))
    return _first(426880 * root * q // t, bits)


@cache
def e_bits(bits: int) -> bytes:
    """Return the first bits of e, by the sum of 1/k!.

    Examples
    --------
    >>> e_bits(32).hex()
    'adf85458'
    """
    terms, size = 2, 0
    while size < bits + GUARD:  # log2(k!) grows by at least this much
        size += terms.bit_length() - 1
        terms += 1
    _, q, t = _summed(lambda k: (1, max(k, 1), 1), 0, terms)
    return _first((t << (bits + GUARD)) // q, bits)


@cache
def root_bits(number: int, bits: int) -> bytes:
    """Return the first bits of a square root.

    Examples
    --------
    >>> root_bits(2, 32).hex()
    'b504f333'
    """
    return _first(isqrt(number << (2 * (bits + GUARD))), bits)


def _summed(term: Callable[[int], Split], low: int, high: int) -> Split:
    """Add the terms of a hypergeometric series by halves (binary splitting): products p and q, sum t/q."""
    if high == low + 1:
        return term(low)
    middle = (low + high) // 2
    (p1, q1, t1), (p2, q2, t2) = _summed(term, low, middle), _summed(term, middle, high)
    return p1 * p2, q1 * q2, q2 * t1 + p1 * t2


def _first(number: int, bits: int) -> bytes:
    return (number >> (number.bit_length() - bits)).to_bytes(bits // 8, "big")
