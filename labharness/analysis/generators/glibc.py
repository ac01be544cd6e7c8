"""``rand`` and ``random`` of glibc, TYPE_3, without their seed."""

from __future__ import annotations

from labharness.analysis.identification.additive import Additive
from labharness.analysis.identification.calls import MultipliedCall, RemainderCall
from labharness.analysis.identification.generator import known_outcomes


def first_words(seed: int) -> tuple[int, ...]:
    """Return the words of the first 31 outcomes after ``srand(seed)``: 310 are discarded."""
    words = [seed or 1]
    for _ in range(30):
        words.append(16807 * words[-1] % 0x7FFFFFFF)
    words += words[:3]
    for place in range(34, 375):
        words.append(words[place - 3] + words[place - 31] & 0xFFFFFFFF)
    return tuple(words[344:])


GENERATOR = Additive(
    name="glibc rand (TYPE_3)",
    source="The GNU C Library, stdlib/random_r.c",
    lags=(31, 3),
    sign=1,
    modulus=1 << 32,
    window=23_000,
    initial=first_words,
    calls=(
        MultipliedCall("(int)(rand() / (RAND_MAX + 1.0) * n)", width=31, shift=1),
        RemainderCall("rand() % n", width=31, shift=1),
    ),
    vectors=known_outcomes("""
glibc 2.36; rand() % n; 42; 7; 5 2 3 4 0 1 3 3 4 0 2 2 2 6 6 4 6 6 0 0 2 6 4 2 6 1 2 0 2 6 1 0 1 4 2 6 3 5 3 1 6 3 1 6 2 0 4 1 0 2 6 0 2 3 0 6 3 0 6 3
glibc 2.36; (int)(rand() / (RAND_MAX + 1.0) * n); 42; 7; 0 2 4 2 1 1 4 6 2 0 2 5 2 0 0 5 0 3 3 5 6 1 3 3 4 3 5 4 5 4 1 5 6 6 1 0 1 6 6 3 6 2 1 1 3 2 6 3 6 3 2 6 5 5 3 2 2 1 6 0
"""),
)
