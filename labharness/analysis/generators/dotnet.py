"""``System.Random`` of .NET Framework, Mono and .NET with a seed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from labharness.analysis.identification.additive import Additive
from labharness.analysis.identification.calls import FractionalCall, RemainderCall
from labharness.analysis.identification.generator import known_outcomes

MODULUS = 2**31 - 1


def _less(left: int, right: int) -> int:
    rest = (left - right + (1 << 31)) % (1 << 32) - (1 << 31)
    return rest + MODULUS if rest < 0 else rest


def _words(count: int, seed: int, over: Mapping[int, int]) -> list[int]:
    """Return the first words, with the program's overflows; so much less is left at some places after the first round."""
    state = [161803398 - seed] * 56
    last, following = state[55], 1
    for step in range(1, 55):
        place = 21 * step % 55
        state[place] = following
        following, last = _less(last, following), state[place]
    for again in range(4):
        for place in range(1, 56):
            state[place] = _less(state[place], state[1 + (place + 30) % 55])
            if place in over and not again:
                state[place] = (state[place] - over[place]) % MODULUS
    words, here, there = [], 0, 21
    for _ in range(count):
        here, there = here % 55 + 1, there % 55 + 1
        state[here] = _less(state[here], state[there])
        words.append(state[here])
    return words


@lru_cache(maxsize=8)  # of 1,500 skipped outcomes in full, all together would take 600 MB
def affine(count: int, overflow: int = 0) -> list[tuple[int, int]]:
    """Return (A, B) of the first words: A seed + B modulo 2^31 - 1, as the seeding only subtracts.

    Seeds beyond 161803398 make the last place negative. Differences with it may overflow in the first round: those of place 24 are
    then 2 less, and those of place 55 are 2 more. Bits of ``overflow`` say which do.

    Examples
    --------
    >>> [(a * 42 + b) % MODULUS * 52 // MODULUS for a, b in affine(5)]
    [34, 7, 6, 27, 8]
    """
    over = {24: 2 * (overflow & 1), 55: -(overflow & 2)}
    by_none, by_unit = (_words(count, seed, over) for seed in (0, 1))
    return [((unit - none) % MODULUS, none) for none, unit in zip(by_none, by_unit, strict=True)]


def first_words(seed: int) -> tuple[int, ...]:
    """Return the first words, with the overflows of the program.

    Examples
    --------
    >>> a, b = affine(3)[2]
    >>> first_words(3 << 28)[2] - ((3 << 28) * a + b) % MODULUS
    6
    """
    return tuple(_words(55, abs(seed), {}))


GENERATOR = Additive(
    name=".NET System.Random",
    source="Microsoft reference source, mscorlib/system/random.cs",
    lags=(55, 34),
    sign=-1,
    modulus=MODULUS,
    window=60_000,
    affine=affine,
    overflows=4,
    initial=first_words,
    calls=(
        FractionalCall("Next(n)", width=31, divisor=MODULUS, reciprocal=True),
        RemainderCall("Next() % n", width=31),
    ),
    vectors=known_outcomes("""
Mono 6.8; Next(n); 42; 2; 1 0 0 1 0 0 1 1 0 1 0 0 1 0 0 0 1 0 1 1 0 0 0 1 1 1 0 1 0 1 1 1 0 0 0 1 1 0 1 1 1 0 0 0 0 1 1 0 0 1 0 1 0 0 1 1 0 0 1 1
Mono 6.8; Next(n); 42; 7; 4 0 0 3 1 1 5 3 1 5 1 1 3 2 2 1 3 0 5 4 2 1 0 4 5 3 0 4 1 6 4 3 1 0 2 4 5 0 3 5 5 2 1 0 0 5 4 0 1 5 2 4 1 0 4 3 0 2 4 4
Mono 6.8; Next(n); 42; 52; 34 7 6 27 8 13 37 26 9 39 12 13 26 16 19 13 26 1 42 30 20 7 4 36 42 28 2 36 7 47 36 26 9 2 16 30 42 0 27 41 38 19 7 1 2 40 32 5 12 40 15 33 7 2 31 26 2 21 36 32
Mono 6.8; Next() % n; 42; 7; 4 0 6 4 2 0 2 5 5 0 5 5 3 0 0 2 3 1 3 5 0 2 0 4 5 2 1 3 3 5 6 5 3 5 5 5 0 4 2 5 5 2 4 1 1 3 6 2 2 5 2 0 6 2 3 2 0 3 0 1
"""),
)
