"""Which classical generators the checks of predictability find, and from how much output: docs/generators.md.

``python -m tests.support.generators`` measures everything anew, in a few minutes, and writes the page.
"""

from pathlib import Path

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from labharness.analysis.sampling.tables import Block, Population
from labharness.app.plug_ins.discovery import discover
from labharness.model.observations import Draws, Kind, RawBytes
from labharness.testing.samples import WITNESSED

PAGE = Path(__file__).parents[2] / "docs" / "generators.md"
WORDS = 1 << 18
BYTES = [1 << k for k in range(12, 21, 2)]
OUTCOMES = [5_000, 20_000, 150_000]
LEVEL = 0.0002
RAW = ("long_complexity", "truncated_congruential", "folds", "byte_lags", "block_repeats")
DRAWN = ("linear_recurrence", "far_lags", "lag_sums", "slow_periods", "betting", "window_repeats")
M32, M64 = (1 << 32) - 1, (1 << 64) - 1


def _congruential(multiplier, increment, modulus, shift, left=0):
    def words():
        x = 12345
        while True:
            x = (multiplier * x + increment) % modulus
            yield (x >> shift) << left

    return words


def _lagged(first, second, combine, seed_words, shift=0, left=0):
    def words():
        state = [int(w) for w in np.random.default_rng(1).integers(0, 1 << 32, seed_words)]
        while True:
            state.append(combine(state[-first], state[-second]))
            del state[0]
            yield (state[-1] >> shift) << left & M32

    return words


def _random():
    state = [int(w) for w in np.random.default_rng(2).integers(0, 1 << 32, 31)]
    while True:
        state.append(state[-3] + state[-31] & M32)
        del state[0]
        yield state[-1] >> 1 << 1


def _wichmann_hill():
    x, y, z = 1, 2, 3
    while True:
        x, y, z = 171 * x % 30269, 172 * y % 30307, 170 * z % 30323
        yield int((x / 30269 + y / 30307 + z / 30323) % 1 * (1 << 32))


def _two_multiply_with_carry():
    z, w = 362436069, 521288629
    while True:
        z = 36969 * (z & 65535) + (z >> 16)
        w = 18000 * (w & 65535) + (w >> 16)
        yield (z << 16) + w & M32


def _multiply_with_carry():
    x, carry = 123456789, 6543217
    while True:
        total = 698769069 * x + carry
        x, carry = total & M32, total >> 32
        yield x


def _xorshift32():
    x = 2463534242
    while True:
        x ^= x << 13 & M32
        x ^= x >> 17
        x ^= x << 5 & M32
        yield x


def _xorshift128():
    x, y, z, w = 123456789, 362436069, 521288629, 88675123
    while True:
        t = x ^ x << 11 & M32
        x, y, z = y, z, w
        w = w ^ w >> 19 ^ t ^ t >> 8
        yield w


def _xorshift128_plus():
    s1, s0 = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03
    while True:
        s1, s0 = s0, s1
        s1 ^= s1 << 23 & M64
        s1 = s1 ^ s0 ^ s1 >> 18 ^ s0 >> 5
        yield s1 + s0 & M64


def _xorshift64_star():
    x = 88172645463325252
    while True:
        x ^= x >> 12
        x ^= x << 25 & M64
        x ^= x >> 27
        yield x * 2685821657736338717 & M64


def _rotated(x, k):
    return (x << k | x >> 64 - k) & M64


def _xoroshiro128_plus():
    a, b = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03
    while True:
        yield a + b & M64
        b ^= a
        a, b = _rotated(a, 24) ^ b ^ b << 16 & M64, _rotated(b, 37)


def _xoshiro256_starstar():
    s = [0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 0x2545F4914F6CDD1D, 0x94D049BB133111EB]
    while True:
        yield _rotated(s[1] * 5 & M64, 7) * 9 & M64
        t = s[1] << 17 & M64
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = _rotated(s[3], 45)


def _well512():
    state, index = [int(w) for w in np.random.default_rng(3).integers(0, 1 << 32, 16)], 0
    while True:
        a, c = state[index], state[index + 13 & 15]
        b = a ^ c ^ a << 16 & M32 ^ c << 15 & M32
        c = state[index + 9 & 15]
        c ^= c >> 11
        a = state[index] = b ^ c
        d = a ^ (a << 5 & 0xDA442D24)
        index = index + 15 & 15
        a = state[index]
        state[index] = a ^ b ^ d ^ a << 2 & M32 ^ b << 18 & M32 ^ c << 28 & M32
        yield state[index]


def _counter(hashed):
    def words():
        n = 0
        while True:
            n += 1
            yield hashed(n)

    return words


def _murmur(n):
    n = (n ^ n >> 33) * 0xFF51AFD7ED558CCD & M64
    n = (n ^ n >> 33) * 0xC4CEB9FE1A85EC53 & M64
    return n ^ n >> 33


def _numpy(kind):
    def array(dtype):
        return np.frombuffer(np.random.Generator(kind(4614)).bytes(WORDS * 8), dtype=dtype)

    return array


def _stream(algorithm, mode):
    def array(dtype):
        return np.frombuffer(Cipher(algorithm, mode).encryptor().update(bytes(WORDS * 8)), dtype=dtype)

    return array


def _twister(dtype):
    return np.random.RandomState(5489).randint(0, 1 << 32, WORDS, dtype=np.uint32).astype(dtype)


GENERATORS = (
    ("LCG modulo 2^32, 1664525", 4, _congruential(1664525, 1013904223, 1 << 32, 0)),
    ("LCG modulo 2^32, top byte alone", 1, _congruential(1664525, 1013904223, 1 << 32, 24)),
    ("RANDU, 65539 modulo 2^31", 4, _congruential(65539, 0, 1 << 31, 0, 1)),
    ("MINSTD, 16807 modulo 2^31 - 1", 4, _congruential(16807, 0, (1 << 31) - 1, 0, 1)),
    ("drand48, high 32 bits", 4, _congruential(25214903917, 11, 1 << 48, 16)),
    ("LCG modulo 2^64, high 32 bits", 4, _congruential(6364136223846793005, 1, 1 << 64, 32)),
    ("LCG modulo 2^128, high 64 bits", 8, _congruential(0xDA942042E4DD58B5, 1, 1 << 128, 64)),
    ("Wichmann-Hill", 4, _wichmann_hill),
    ("multiply-with-carry, 32 bits", 4, _multiply_with_carry),
    ("two multiply-with-carry of 16 bits", 4, _two_multiply_with_carry),
    ("lagged Fibonacci (17, 5), addition", 4, _lagged(17, 5, lambda a, b: a + b & M32, 17)),
    ("lagged Fibonacci (55, 24), addition", 4, _lagged(55, 24, lambda a, b: a + b & M32, 55)),
    ("lagged Fibonacci (607, 273), addition", 4, _lagged(607, 273, lambda a, b: a + b & M32, 607)),
    ("random() of the C library", 4, _random),
    ("GFSR R250 (250, 103)", 4, _lagged(250, 103, lambda a, b: a ^ b, 250)),
    ("GFSR R1279 (1279, 418)", 4, _lagged(1279, 418, lambda a, b: a ^ b, 1279)),
    ("WELL512", 4, _well512),
    ("Mersenne Twister, mt19937", 4, _twister),
    ("xorshift32", 4, _xorshift32),
    ("xorshift128", 4, _xorshift128),
    ("xorshift128+", 8, _xorshift128_plus),
    ("xorshift64*", 8, _xorshift64_star),
    ("xoroshiro128+", 8, _xoroshiro128_plus),
    ("xoshiro256**", 8, _xoshiro256_starstar),
    ("counter × odd constant", 8, _counter(lambda n: n * 0x9E3779B97F4A7C15 & M64)),
    (
        "counter, one multiplication and shift",
        8,
        _counter(lambda n: (h := n * 0x9E3779B97F4A7C15 & M64) ^ h >> 32),
    ),
    ("counter, MurmurHash3 finalizer", 8, _counter(_murmur)),
    ("SFC64", 8, _numpy(np.random.SFC64)),
    ("PCG64", 8, _numpy(np.random.PCG64)),
    ("Philox4x64", 8, _numpy(np.random.Philox)),
    ("ChaCha20", 8, _stream(algorithms.ChaCha20(bytes(range(32)), bytes(16)), None)),
    ("AES-256 in counter mode", 8, _stream(algorithms.AES(bytes(range(32))), modes.CTR(bytes(16)))),
)
GOOD = ("PCG64", "Philox4x64", "ChaCha20", "AES-256 in counter mode")


def output(size, make):
    """Return so many words of a generator as an array of little-endian numbers."""
    dtype = f"<u{size}"
    try:
        return np.asarray(make(dtype))
    except TypeError:
        source = make()
        return np.fromiter(source, dtype=dtype, count=WORDS * (4 if size == 1 else 1))


def smallest(names, sizes, block, population):
    """Return the smallest size at which a check rejects, and the names of all that reject there."""
    checks = {name: discover().checks[name]() for name in names}
    for size in sizes:
        answer = []
        for name, check in checks.items():
            result = check.judge(check.tally(block(size)), population)
            if result.violations or result.p.get("two_sided", 1) < LEVEL:
                answer.append(name)
        if answer:
            return size, answer
    return None, []


def rows():
    """Yield name, found in raw bytes, and found in outcomes of a remainder modulo 7 and 52."""
    population = Population(Kind.BYTES)
    for name, size, make in GENERATORS:
        words = output(size, make)
        data = words.tobytes()

        def raw(number, data=data):
            return Block(population, 0, (RawBytes(data[:number]),), WITNESSED)

        row = [name, smallest(RAW, [n for n in BYTES if n <= len(data)], raw, population)]
        for d in (7, 52):
            drawn = Population(Kind.DRAW, low=1, high=d)
            values = (words[: OUTCOMES[-1]] % words.dtype.type(d) + 1).astype(np.uint16)

            def draws(number, values=values, drawn=drawn):
                return Block(drawn, 0, (Draws(values[:number]),), WITNESSED)

            row.append(smallest(DRAWN, OUTCOMES, draws, drawn))
        yield row


def cell(result, unit):
    """Return one measured cell."""
    size, names = result
    if size is None:
        return "–"
    written = f"{size // 1024:,} KiB" if unit == "bytes" and size < 1 << 20 else f"{size:,}"
    written = "1 MiB" if unit == "bytes" and size == 1 << 20 else written
    return f"{written}: {', '.join(f'`{name}`' for name in names)}"


HEAD = """# Which generators are found

Each line is measured: the smallest of {bytes} of raw output (words little-endian), and of {outcomes} outcomes, at which a check
of predictability rejects at {level} two-sided. The outcomes are the remainder of each word modulo 7 and modulo 52, plus 1. A dash
means that none of these checks rejects the largest sample: **statistics do not tell it from a good one.** The second table
says which generators are known by name all the same; of every other one, review the source. The seeds
were chosen once.

```
python -m tests.support.generators
```

| generator | raw bytes | outcomes 1 to 7 | outcomes 1 to 52 |
|---|---|---|---|
"""
TAIL = """
## How to read it

- A generator with a dash can still be predictable. The finalizer of MurmurHash3 can be inverted, so one word of the hashed counter
  names all later ones. No test of outcomes shows that. The review of the source code must establish the design, the size of the
  state, and the source and size of the seed.
- {good} must have dashes. With about fifty tests at {level} in a
  line, chance shows a good generator in about one line of 100.
- A generator that is found in raw bytes may pass in outcomes: the remainder modulo 7 of a linear generator is not linear. Ask
  for raw bytes wherever the device gives them.
"""


def main():
    """Measure and write the page."""
    lines = [
        f"| {name} | {cell(raw, 'bytes')} | {cell(seven, 'outcomes')} | {cell(cards, 'outcomes')} |"
        for name, raw, seven, cards in rows()
    ]
    head = HEAD.format(
        bytes="4, 16, 64, 256 and 1,024 KiB", outcomes="5,000, 20,000 and 150,000", level=LEVEL
    )
    PAGE.write_text(
        head + "\n".join(lines) + "\n" + TAIL.format(good=", ".join(GOOD), level=LEVEL), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
