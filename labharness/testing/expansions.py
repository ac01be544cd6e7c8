"""First binary digits of π, e and square roots, integer part included: the samples that NIST published values for."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from math import isqrt

GUARD = 64
"""Bits computed beyond those asked for."""

Split = tuple[int, int, int]

MILLION = 1_000_000
DIGESTS = {
    "pi": "e31af8c5229974786fbac6931fb44f8596d4466eaa853f40df458fd352453155",
    "e": "7ae61691f949a9a92d5ed8b65722bfcf0179964064d5f2c7e2a971b32ac97d49",
    "sqrt2": "5de671f07b9fefe7c0ff7d9ca2146944157c17aa6032c3338d1b9c2ae8658a87",
    "sqrt3": "4c75e3c54dd821f70215e1e016744a74bd8cfb76cbd9be35a37964ae57443cf2",
}
"""SHA-256 of the first million bits, packed; they agree with the files that NIST publishes."""


@cache
def million_bits(number: str) -> bytes:
    """Return the first million bits of ``pi``, ``e``, ``sqrt2`` or ``sqrt3``, packed.

    Raises
    ------
    ArithmeticError
        If they are not those that were published.
    """
    roots = {"sqrt2": 2, "sqrt3": 3}
    makers = {"pi": pi_bits, "e": e_bits}
    data = makers[number](MILLION) if number in makers else root_bits(roots[number], MILLION)
    if hashlib.sha256(data).hexdigest() != DIGESTS[number]:
        raise ArithmeticError(f"The first million bits of {number} are not those published.")
    return data


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
