"""Outcomes by Python's own generators, by NumPy's, and by the arithmetic of a source where nobody packages a program.

The arithmetic is written here again, one step at a time in plain integers: nothing of the product takes part.
"""

import ctypes
import random
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from tests.support.implementations.programs import Asked

M24, M32, M64 = (1 << 24) - 1, (1 << 32) - 1, (1 << 64) - 1
Words = Iterator[int]
Draws = Callable[[int, int], Words]


def congruential(a: int, c: int, mask: int) -> Callable[[int], Words]:
    """x' = a x + c modulo a power of two."""

    def words(seed: int) -> Words:
        x = seed & mask
        while True:
            x = a * x + c & mask
            yield x

    return words


def freebsd(seed: int) -> Words:
    """lib/libc/stdlib/rand.c of FreeBSD before 13: Park and Miller by Schrage's division, of 1 … 2^31 - 2, less 1."""
    x = seed % 0x7FFFFFFE + 1
    while True:
        high, low = divmod(x, 127773)
        x = 16807 * low - 2836 * high
        x += 0x7FFFFFFF if x < 0 else 0
        yield x - 1


def xorshift128(seed: int) -> Words:
    """Marsaglia 2003, page 5: t = x ^ (x << 11); x = y; y = z; z = w; w = w ^ (w >> 19) ^ t ^ (t >> 8)."""
    x, y, z, w = seed & M32 | 1, 362436069, 521288629, 88675123
    while True:
        t = (x ^ x << 11) & M32
        x, y, z = y, z, w
        w = w ^ w >> 19 ^ t ^ t >> 8
        yield w


def v8(seed: int) -> Words:
    """base/utils/random-number-generator.h: XorShift128 fills a cache of 64 with state0, which is read from its end."""
    first, second = seed * 0x9E3779B97F4A7C15 & M64, seed ^ 0x123456789ABCDEF
    while True:
        cache = []
        for _ in range(64):
            s1, s0 = first, second
            first = s0
            s1 ^= s1 << 23 & M64
            s1 ^= s1 >> 17
            s1 ^= s0
            s1 ^= s0 >> 26
            second = s1
            cache.append(first)
        yield from reversed(cache)


def single(value: float) -> float:
    """Round to 24 bits."""
    return ctypes.c_float(value).value


MSVC, BASIC = congruential(214013, 2531011, M32), congruential(0x43FD43FD, 0xC39EC3, M24)
DELPHI, RANQD1 = congruential(134775813, 1, M32), congruential(1664525, 1013904223, M32)
MMIX = congruential(6364136223846793005, 1442695040888963407, M64)
OWN = {
    ("Microsoft C rand", "rand() % n"): (MSVC, lambda x, n: (x >> 16 & 0x7FFF) % n),
    ("Microsoft C rand", "rand() * n / 32768"): (MSVC, lambda x, n: (x >> 16 & 0x7FFF) * n // 32768),
    ("Visual Basic Rnd", "Int(CDbl(Rnd) * n)"): (BASIC, lambda x, n: int(x / 2.0**24 * n)),
    ("Visual Basic Rnd", "Int(Rnd * n)"): (BASIC, lambda x, n: int(single(x / 2.0**24 * n))),
    ("Delphi Random", "Random(n)"): (DELPHI, lambda x, n: x * n >> 32),
    ("Delphi Random", "Trunc(Random * n)"): (DELPHI, lambda x, n: int(x / 2.0**32 * n)),
    ("ranqd1 (Numerical Recipes)", "(int)(ranqd1 / 4294967296.0 * n)"): (
        RANQD1,
        lambda x, n: int(x / 4294967296.0 * n),
    ),
    ("ranqd1 (Numerical Recipes)", "ranqd1 % n"): (RANQD1, lambda x, n: x % n),
    ("MMIX (Knuth)", "x * n >> 64"): (MMIX, lambda x, n: x * n >> 64),
    ("MMIX (Knuth)", "(x >> 32) * n >> 32"): (MMIX, lambda x, n: (x >> 32) * n >> 32),
    ("MMIX (Knuth)", "x % n"): (MMIX, lambda x, n: x % n),
    ("minstd_rand0 (multiplier 16807)", "rand() % n of FreeBSD"): (freebsd, lambda x, n: x % n),
    ("xorshift128 (11, 8, 19)", "word % n"): (xorshift128, lambda x, n: x % n),
    ("V8 Math.random", "floor(Math.random() n), 53 bits"): (v8, lambda x, n: int((x >> 11) / 2.0**53 * n)),
}


def own(call: tuple[str, str]) -> Callable[[int, int], Words]:
    """Return the outcomes of a call by the arithmetic of its source."""
    words, outcome = OWN[call]
    return lambda seed, n: (outcome(word, n) for word in words(seed))


def python(seed: int, draw: Callable[[random.Random], float]) -> Words:
    """CPython's random.Random."""
    source = random.Random(seed)
    while True:
        yield int(draw(source))


def legacy(seed: int, n: int, *, masked: bool) -> Words:
    """NumPy's RandomState, many at a time."""
    state = np.random.RandomState(seed)
    while True:
        yield from (
            state.randint(0, n, 4096) if masked else (state.random_sample(4096) * n).astype(int)
        ).tolist()


def shuffled(n: int, shuffle: Callable[[list[int]], None]) -> Words:
    """Cards of new decks, shuffled in place."""
    while True:
        deck = list(range(n))
        shuffle(deck)
        yield from deck


class InProcess:
    """An implementation that this interpreter runs.

    Parameters
    ----------
    name
        Of the implementation.
    draws
        By family and call, what gives the outcomes after a seed.
    shuffles
        By family, call and loop, what gives the cards of decks after a seed.
    """

    def __init__(
        self, name: str, draws: dict[tuple[str, str], Draws], shuffles: dict[tuple[str, str, str], Draws]
    ) -> None:
        self.name, self._draws = name, list((draws | shuffles).items())
        every = [(*call, place) for place, (call, _) in enumerate(self._draws)]
        self.ways, self.shuffles = every[: len(draws)], every[len(draws) :]

    def missing(self) -> str:
        """Nothing is."""
        return ""

    def outcomes(self, asked: list[Asked], folder: Path) -> list[np.ndarray]:  # noqa: ARG002  nothing is compiled
        """Return the outcomes of each line."""
        rows = []
        for way, n, seed, skipped, stride, count in asked:
            last = skipped + (count - 1) * stride + 1
            rows.append(
                np.fromiter(islice(self._draws[way][1](seed, n), skipped, last, stride), np.int64, count)
            )
        return rows


AGAIN = "low bits of a word, again if n or more"
REAL, SEEDED, SEEDED_PYTHON = "floor(random() n)", "MT19937, init_genrand(seed)", "Python random.seed(seed)"
CPYTHON = InProcess(
    "CPython",
    {
        ("MT19937", REAL): lambda seed, n: python(seed, lambda source: source.random() * n),
        (SEEDED_PYTHON, "randrange(n)"): lambda seed, n: python(seed, lambda source: source.randrange(n)),
        (SEEDED_PYTHON, "int(random() * n)"): lambda seed, n: python(
            seed, lambda source: source.random() * n
        ),
    },
    {
        (SEEDED_PYTHON, "randrange(n)", "from_the_end"): lambda seed, n: shuffled(
            n, random.Random(seed).shuffle
        )
    },
)
NUMPY = InProcess(
    "NumPy",
    {
        ("MT19937", REAL): lambda seed, n: legacy(seed, n, masked=False),
        (SEEDED, REAL): lambda seed, n: legacy(seed, n, masked=False),
        (SEEDED, AGAIN): lambda seed, n: legacy(seed, n, masked=True),
    },
    {(SEEDED, AGAIN, "from_the_end"): lambda seed, n: shuffled(n, np.random.RandomState(seed).shuffle)},
)
ARITHMETIC = InProcess("the arithmetic of the source", {call: own(call) for call in OWN}, {})
