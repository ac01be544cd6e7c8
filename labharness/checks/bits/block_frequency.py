"""Share of ones in blocks of raw output."""

from __future__ import annotations

from labharness.analysis import kit

LONGEST = 100_000
SHORTEST = 24
LEAST_BLOCKS = 10


@kit.check(
    title="Share of ones in blocks",
    observes=kit.Kind.BYTES,
    unit="block of bits",
    look_back=LONGEST // 8 - 1,
    reference="NIST SP 800-22 rev. 1a, § 2.2",
    hypothesis="The share of ones in each block of bits is that of fair, independent bits.",
    null_law="chi-square, as many degrees of freedom as blocks",
    applies_from="10 blocks (of 128 bits)",
)
class BlockFrequency:
    """Whether blocks of bits hold ones and zeros as evenly as chance makes them.

    With o the ones of each of N blocks of M bits, X² = Σ (2o - M)²/M is compared with chi-square of N
    degrees of freedom.  Its mean is exact; its variance is 1 - 1/M times that of the law, which errs on
    the safe side by less than 1% at M = 128.  All blocks of the sample are judged at once.

    Parameters
    ----------
    block
        Bits of a block, whole bytes, 24 to 100,000.

    Notes
    -----
    The effect is the root mean square by which the share of ones of a block deviates from 1/2 beyond
    chance.  Left is too even.  At least 10 blocks.

    References
    ----------
    NIST SP 800-22 rev. 1a, § 2.2.

    Examples
    --------
    The first million bits of π in blocks of 128, p = 0.380615 (appendix B):

    >>> tally = kit.Tally({"read": kit.count(125_000), "groups": kit.count(7812), "squares": kit.count(1_004_720)})
    >>> round(BlockFrequency().judge(tally, kit.Population(kit.Kind.BYTES)).p["right"], 6)
    0.380615
    """

    block: int = kit.bit_length(128, SHORTEST, LONGEST)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Add the squared surplus of ones of every block of bits."""
        rows, read = kit.bits.groups(block, self.block // 8)
        return read.merge(kit.Tally(kit.counts(squares=kit.bit_counts.squared_surplus(rows))))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare X² with chi-square."""
        bits, blocks = 8 * tally.number("read"), tally.number("groups")
        kit.refuse(bits, kit.too_few(blocks, LEAST_BLOCKS, kit.Counted.BLOCKS, self.block, kit.Counted.BITS))
        value = tally.number("squares") / self.block
        return kit.CheckResult(
            bits,
            {"X2": value, "blocks": float(blocks)},
            float(blocks),
            kit.chi_square_tails(value, blocks),
            kit.Laws.CHI_SQUARE(df=blocks),
            kit.root_effect(kit.Effects.ONES_OF_BLOCKS(), value, blocks, 4 * blocks * self.block),
            details=kit.bits.remainder(tally, self.block // 8),
        )
