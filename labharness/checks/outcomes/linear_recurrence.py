"""Linear recurrences of outcomes."""

from __future__ import annotations

from math import log

import numpy as np

from labharness.analysis import kit

LEAST = 64
MOST_BITS, MOST_SYMBOLS = 1 << 17, 1 << 14


@kit.check(
    title="Linear recurrence",
    observes=kit.Kind.DRAW,
    reference="Massey 1969, IEEE Trans. Inf. Theory 15, 122-127; Rueppel 1986, Stream Ciphers, ch. 4",
    hypothesis="No linear recurrence modulo a prime factor of the range makes the outcomes.",
    null_law="exact (linear complexity)",
    applies_from="64 outcomes",
    slow=0.1,
)
class LinearRecurrence:
    """Whether a short linear recurrence makes the outcomes, so that all later ones can be named.

    For each prime p that divides the number of outcomes d, the outcomes modulo p are a sequence over the field
    of p elements.  Its linear complexity L is the length of the shortest recurrence that makes it (Berlekamp
    and Massey).  A recurrence modulo a power of p, carries included, is one modulo p or leaves a short one in
    the lowest bit.  Of d = 2^k r with k > 1 the highest of the k low bits is read too: every bit of a generator
    that is linear over two elements is linear.

    The law is exact.  With m symbols, m even, p^-k is the chance of L among the values that k others precede in
    likelihood (Rueppel), and residues of different primes, and bits, are independent.

    Parameters
    ----------
    bits
        Most outcomes read modulo 2: registers of half as many bits are found.
    symbols
        Most outcomes read modulo an odd prime.

    Notes
    -----
    The effect is L/m, which a fair generator holds at 1/2.  A recurrence of length r is found from 2 r + 20
    outcomes on.  A single wrong outcome among them hides it: ``betting`` and ``lag_sums`` see noisy relations.

    References
    ----------
    Massey 1969, IEEE Transactions on Information Theory 15, 122-127.  Rueppel 1986, Analysis and Design of
    Stream Ciphers, Springer, ch. 4.

    Examples
    --------
    o(t) = o(t-1) + o(t-2) modulo 7 has a recurrence of length 2:

    >>> codes = [0, 1]
    >>> for _ in range(62):
    ...     codes.append((codes[-1] + codes[-2]) % 7)
    >>> tally = kit.Tally(columns={"codes": np.array(codes, dtype=np.uint16)})
    >>> LinearRecurrence().judge(tally, kit.Population(kit.Kind.DRAW, low=1, high=7)).statistic["L"]
    2.0
    """

    bits: int = kit.within(100_000, LEAST, MOST_BITS)
    symbols: int = kit.within(8192, LEAST, MOST_SYMBOLS)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Keep the first outcomes."""
        return kit.leading.leading(block, max(self.bits, self.symbols))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the least likely linear complexity with its law."""
        codes, d, read = kit.leading.codes_of(tally), kit.outcomes.outcomes(population), tally.number("read")
        kit.refuse_if(d < 2, read, kit.Sample.RANGE_TOO_SMALL(outcomes=d, least=2))
        kit.refuse(read, kit.too_few(len(codes), LEAST, kit.Counted.OUTCOMES))
        result = self._complexities(codes.astype(np.int64), population)
        worst, p = kit.least_likely(result)
        share = worst.length / worst.symbols
        name = (
            kit.Predictions.COMPLEXITY(modulus=worst.prime)
            if worst.bit is None
            else kit.Predictions.COMPLEXITY_OF_BIT(bit=worst.bit)
        )
        return kit.CheckResult(
            read,
            {"L": float(worst.length), "symbols": float(worst.symbols), "log10_p": worst.log_p / log(10)},
            p=p,
            law=kit.Predictions.COMPLEXITY_LAW(sequences=len(result)),
            effect=kit.Effect(name, share, share, share),
            details=(
                *(
                    kit.Predictions.SEQUENCE(
                        sequence=kit.Predictions.MODULO(modulus=each.prime)
                        if each.bit is None
                        else kit.Predictions.BIT(bit=each.bit),
                        length=each.length,
                        symbols=each.symbols,
                        fair=each.symbols // 2,
                        exponent=each.log_p / log(10),
                    )
                    for each in result
                ),
                *kit.leading.beyond(tally, max(each.symbols for each in result)),
            ),
        )

    def _complexities(self, codes: np.ndarray, population: kit.Population) -> list[kit.Complexity]:

        result = []
        for prime, power in kit.prime_factors(population):
            m = min(len(codes), self.bits if prime == 2 else self.symbols) // 2 * 2
            if prime > 2:
                result.append(kit.Complexity(prime, m, kit.prediction.complexity(codes[:m] % prime, prime)))
                continue
            for bit in sorted({0, power - 1}):
                bits = (codes[:m] >> bit & 1).astype(np.uint8)
                result.append(kit.Complexity(2, m, kit.long_registers.complexity(bits), bit))
        return result
