"""Blocks of 20,000 bits that fail a test of FIPS 140-2."""

from __future__ import annotations

import numpy as np

from labharness.analysis import kit

BLOCK_BYTES = 2500

SHARES = (1.034970e-4, 9.973661e-5, 2.9887e-4, 2.976214e-4)
"""Chance that a fair block fails each test.

Exact, except that of runs: the chances of the twelve intervals are exact and add up to 2.995654e-4, from
which blocks beyond two of them are taken, 7e-7 ± 2e-7 of 40 million simulated ones (SFC64, seed 4614).
"""

FAILING = 7.952e-4
"""Chance that a fair block fails any test.

The exact chances of the fifteen limits add up to 8.0042e-4; 5.2e-6 ± 0.4e-6 of the same simulated blocks
were beyond more than one, counted once for each limit too many.
"""


@kit.check(
    title="Blocks of FIPS 140-2",
    observes=kit.Kind.BYTES,
    unit="block of 20,000 bits",
    look_back=BLOCK_BYTES - 1,
    reference="FIPS PUB 140-2 (2001), § 4.9.1 with change notice 1, October 10, 2001",
    hypothesis="Blocks of 20,000 bits fail the tests of FIPS 140-2 as often as fair blocks do.",
    null_law="binomial, chance of a failing block known to 0.05%",
)
class Fips1402:
    """Whether blocks of 20,000 bits fail the tests of FIPS 140-2 too often.

    A block fails *monobit* with up to 9,725 or from 10,275 ones on; *poker* unless X = 16/5000 Σ f² - 5000
    of its 5,000 groups of 4 bits lies between 2.16 and 46.17; *runs* if the runs of ones or of zeros of 1,
    2, 3, 4, 5, or 6 and more bits are not 2,315-2,685, 1,114-1,386, 527-723, 240-384, 103-209 and 103-209;
    *long run* with a run of 26 bits.

    A fair block fails with a chance of 0.0008, so that a good generator whose every block must pass is
    refused sooner or later.  Here the number of failing blocks is compared with its binomial law.

    Notes
    -----
    The effect is the share of failing blocks.  The chance of failing is exact but for blocks that fail in
    two ways, which are simulated; its standard error, 0.05%, shifts the law by less than a tenth of a
    standard deviation up to 50 million blocks.  The continuous test of FIPS 140-2, that no 32 bits repeat those before,
    is left out: a generator that never repeats is not fair.

    References
    ----------
    FIPS PUB 140-2, Security Requirements for Cryptographic Modules, May 25, 2001, § 4.9.1, change notice 1 of
    October 10, 2001.  Change notice 2 withdrew the tests.

    Examples
    --------
    Of 39,999 good blocks 29 failed, each in one way; 31.8 are expected.

    >>> failing = np.array([39_970, 2, 6, 0, 9, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0])
    >>> tally = kit.Tally({"read": kit.count(99_997_500), "groups": kit.count(39_999), "failing": failing})
    >>> result = Fips1402().judge(tally, kit.Population(kit.Kind.BYTES))
    >>> round(result.p["left"], 3), result.details[2]["test"].value, result.details[2]["failing"]
    (0.35, 'poker', 6)
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count blocks of bits by the tests that they fail."""
        rows, read = kit.bits.groups(block, BLOCK_BYTES)
        return read.merge(kit.Tally({"failing": kit.fips.failures(rows)}))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare the number of failing blocks with its binomial law."""
        bits, blocks = 8 * tally.number("read"), tally.number("groups")
        kit.refuse(bits, kit.too_few(blocks, 1, kit.Counted.BLOCKS, 8 * BLOCK_BYTES, kit.Counted.BITS))
        from scipy.special import bdtr, bdtrc

        # A place of the table is the sum of 1, 2, 4 and 8 for the tests that a block fails.
        table = tally.sums["failing"]
        failing = blocks - int(table[0])
        each = [int(table[np.arange(16) >> test & 1 == 1].sum()) for test in range(len(kit.FipsTest))]
        result = sorted(zip(kit.FipsTest, each, SHARES, strict=True), key=lambda each: -each[1])
        right = float(bdtrc(failing - 1, blocks, FAILING)) if failing else 1.0
        return kit.CheckResult(
            bits,
            {"failing blocks": float(failing), "blocks": float(blocks)},
            p=kit.both_tails(right, float(bdtr(failing, blocks, FAILING))),
            law=kit.Laws.BINOMIAL_OF_BLOCKS(blocks=blocks, chance=FAILING),
            effect=kit.Effect(
                kit.Effects.FAILING_BLOCKS(fair=FAILING),
                failing / blocks,
                *kit.clopper_pearson(failing, blocks),
            ),
            details=(
                *(
                    kit.Details.FIPS_TEST(test=test, failing=seen, blocks=blocks, expected=share * blocks)
                    for test, seen, share in result
                ),
                *kit.bits.remainder(tally, BLOCK_BYTES),
            ),
        )
