"""Linear complexity of long lanes of bits."""

from __future__ import annotations

from math import log

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

LEAST = 256
STREAM_BITS, BYTE_BITS = 200_000, 170_000
"""Most bits of the stream, and of the lane of bytes: the Mersenne Twister needs 159,496 of them."""


@kit.check(
    title="Linear complexity of lanes",
    observes=kit.Kind.BYTES,
    reference="Massey 1969, IEEE Trans. Inf. Theory 15, 122-127; Rueppel 1986, Stream Ciphers, ch. 4",
    hypothesis="No shift register shorter than half of a long sequence of bits makes it.",
    null_law="exact (linear complexity), least likely of four lanes",
    applies_from="256 bytes",
    slow=0.2,
)
class LongComplexity:
    """Whether bits taken at regular places follow from a linear recurrence, however long.

    Four disjoint sequences are read: all bits of the first part of the sample (at most 200,000 bits), and from the
    rest the first bit of every byte (at most 170,000), the last bit of the first byte of every eight, and the last
    bit of every eight bytes: the lowest bits of words of 32 and 64 bits in either byte order.  Each has its linear
    complexity L (Berlekamp and Massey).  A generator that is linear over two elements with s bits of state has
    L ≤ s in a lane of its words, whatever its tempering, and so have the low bits of congruential generators
    modulo a power of two.

    The law is exact and the lanes are independent: see ``linear_recurrence``.

    Parameters
    ----------
    words
        Most words of eight bytes whose bits are read; registers of half as many bits are found.

    Notes
    -----
    The effect is L over the bits of the least likely lane, 1/2 for a fair source.

    References
    ----------
    Massey 1969, IEEE Transactions on Information Theory 15, 122-127.  Rueppel 1986, Analysis and Design of
    Stream Ciphers, Springer, ch. 4.

    Examples
    --------
    A counter's lowest bit alternates, which takes a register of two bits of 4,096:

    >>> counter = np.arange(4096, dtype=">u8").view(np.uint8)
    >>> LongComplexity().judge(kit.Tally(columns={"bytes": counter}), kit.Population(kit.Kind.BYTES)).p["right"] < 1e-9
    True
    """

    words: int = kit.within(100_000, LEAST, 1 << 18)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Keep the first bytes."""
        return kit.leading_bytes.leading(block, STREAM_BITS // 8 + max(BYTE_BITS, 8 * self.words))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare the least likely linear complexity with its law."""
        data, read = kit.leading_bytes.bytes_of(tally), 8 * tally.number("read")
        kit.refuse(read, kit.too_few(len(data), LEAST, kit.Counted.BYTES))
        lanes = self._lanes(data)
        lengths = [kit.Complexity(2, len(bits), kit.long_registers.complexity(bits)) for _, bits in lanes]
        worst, p = kit.least_likely(lengths)
        share = worst.length / worst.symbols
        name = next(lane for (lane, _), length in zip(lanes, lengths, strict=True) if length == worst)
        return kit.CheckResult(
            read,
            {"L": float(worst.length), "bits": float(worst.symbols), "log10_p": worst.log_p / log(10)},
            p=p,
            law=kit.Predictions.COMPLEXITY_LAW(sequences=len(lanes)),
            effect=kit.Effect(kit.Predictions.COMPLEXITY_OF_LANE(lane=name), share, share, share),
            details=(
                *(
                    kit.Predictions.SEQUENCE(
                        sequence=lane,
                        length=length.length,
                        symbols=length.symbols,
                        fair=length.symbols // 2,
                        exponent=length.log_p / log(10),
                    )
                    for (lane, _), length in zip(lanes, lengths, strict=True)
                ),
                *kit.leading_bytes.beyond(tally, len(data)),
            ),
        )

    def _lanes(self, data: NDArray[np.uint8]) -> list[tuple[kit.Reason, NDArray[np.uint8]]]:
        """Return disjoint sequences of bits, each with an even number of them, and their names."""
        head = min(STREAM_BITS // 8, len(data) // 8 * 2) // 8 * 8
        rest = data[head:]
        words = rest[: len(rest) // 8 * 8].reshape(-1, 8)[: self.words]
        result = (
            (kit.Predictions.STREAM(), np.unpackbits(data[:head])),
            (kit.Predictions.LEADING_BITS(), rest[:BYTE_BITS] >> 7),
            (kit.Predictions.LANE(bits=64), words[:, 0] & 1),
            (kit.Predictions.LANE_FROM_END(bits=64), words[:, 7] & 1),
        )
        return [(name, np.ascontiguousarray(bits[: len(bits) // 2 * 2])) for name, bits in result]
