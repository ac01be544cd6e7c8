"""Stretches of raw output that come again."""

from __future__ import annotations

from labharness.analysis import kit

ANCHOR, LEAST = 8, 16
MOST = 1 << 24


@kit.check(
    title="Repeated blocks of bytes",
    observes=kit.Kind.BYTES,
    counting=True,
    unit="window of 8 bytes",
    reference="Boole's inequality; Knuth, The Art of Computer Programming 3, § 6.4 (hashing)",
    hypothesis="No stretch of 15 bytes comes twice.",
    null_law="counting; the chance of a repeat is at most n²/2^68",
    applies_from="16 bytes",
    slow=0.6,
)
class BlockRepeats:
    """Whether a stretch of raw output comes again, word for word, at any place.

    A generator that is seeded again with the same seed, a buffer that is read twice and a short period repeat long
    stretches.  Every aligned group of 8 bytes is kept in a hash table, and the 8 bytes at every place are looked up
    in it; a stretch of 15 bytes that comes again must hit.  Two windows of a uniform source are equal with chance
    2^-64 exactly, overlapping ones too, and there are at most n²/16 pairs, so that a fair sample has a repeat with
    chance n²/2^68 at most (Boole): one in a million for the longest sample that is read.

    Parameters
    ----------
    most
        Bytes read, from the first one on, at most 16 MiB.

    References
    ----------
    Knuth, The Art of Computer Programming, vol. 3, 2nd ed., § 6.4 (open addressing).

    Examples
    --------
    >>> import numpy as np
    >>> data = np.random.default_rng(1).integers(0, 256, 1000).astype(np.uint8)
    >>> data[701:721] = data[100:120]
    >>> BlockRepeats().judge(kit.Tally(columns={"bytes": data}), kit.Population(kit.Kind.BYTES)).details
    (prediction.repeated_block(place=706, earlier=105),)
    """

    most: int = kit.within(MOST, LEAST, MOST)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Keep the first bytes."""
        return kit.leading_bytes.leading(block, self.most)

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Find the first repeat."""
        data, read = kit.leading_bytes.bytes_of(tally), tally.number("read")
        kit.refuse(read, kit.too_few(len(data), LEAST, kit.Counted.BYTES))
        place, earlier = kit.byte_relations.repeated_anchor(data)
        bound = len(data) ** 2 / 2.0**68
        repeated = (
            (kit.Predictions.REPEATED_BLOCK(place=place + 1, earlier=earlier + 1),) if place >= 0 else ()
        )
        return kit.CheckResult(
            read,
            {"bytes": float(len(data)), "by_chance": bound},
            law=kit.Predictions.COUNTING_BLOCKS(bound=bound),
            violations=len(repeated),
            details=(*repeated, *kit.leading_bytes.beyond(tally, len(data))),
        ).among(len(data))
