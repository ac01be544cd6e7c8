"""Runs of equal bits in raw output."""

from __future__ import annotations

from math import erfc, sqrt

from labharness.analysis import kit

LEAST_BITS = 100


@kit.check(
    title="Runs of bits",
    observes=kit.Kind.BYTES,
    look_back=1,
    reference="NIST SP 800-22 rev. 1a, § 2.3",
    hypothesis="Raw bits are independent and equally often 0 and 1.",
    null_law="normal, given the share of ones",
    applies_from="100 bits",
)
class BitRuns:
    """Whether raw bits change too often or too seldom.

    Bits are read most significant first.  V is the number of runs of equal bits and π the share of ones
    among n bits; ``p = erfc(|V - 2nπ(1-π)| / (2 sqrt(2n) π(1-π)))``.  Where π is 2/√n or more away from
    1/2 NIST does not run the test and sets p to 0, though a fair source meets that once in 16,000 samples;
    here p is then twice that of the share itself, 2 erfc(|2π - 1| sqrt(n/2)).  A
    gap in the capture takes out the one change of bit that nobody saw.  At least 100 bits, as NIST asks.

    Notes
    -----
    The effect is the share of changes between neighboring bits, 1/2 for a fair source.

    References
    ----------
    NIST SP 800-22 rev. 1a, § 2.3.

    Examples
    --------
    The 100 binary digits of § 2.3.8 have 42 ones and 52 runs:

    >>> tally = kit.Tally({"bits": kit.count(100), "ones": kit.count(42), "changes": kit.count(51), "stretches": kit.count(1)})
    >>> round(BitRuns().judge(tally, kit.Population(kit.Kind.BYTES)).p["two_sided"], 6)
    0.500798
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count bits, ones, changes of bit, and stretches without a gap."""
        own, joined = kit.bits.stretch(block, 0), kit.bits.stretch(block, 1)
        # Within the byte before the block nothing is new; that it is there joins the block to it.
        seen = kit.bit_counts.changes(joined) - kit.bit_counts.changes(joined[: len(joined) - len(own)])
        return kit.Tally(
            kit.counts(
                bits=8 * len(own),
                ones=kit.bit_counts.total(own),
                changes=seen,
                stretches=int(0 < len(own) == len(joined)),
            )
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare the number of runs with its law."""
        bits, ones, changes = (tally.number(key) for key in ("bits", "ones", "changes"))
        kit.refuse(bits, kit.too_few(bits, LEAST_BITS, kit.Counted.BITS))
        seen, share = bits - tally.number("stretches") + 1, ones / bits
        p, runs = runs_p(seen, share, changes)
        seen_changes = changes / (seen - 1)
        half = 1.959964 * sqrt(seen_changes * (1 - seen_changes) / (seen - 1))
        uneven = abs(share - 0.5) >= 2 / sqrt(bits)
        if uneven:
            p = dict.fromkeys(
                (kit.RIGHT, kit.LEFT, kit.TWO_SIDED), min(1.0, 2 * erfc(abs(2 * share - 1) * sqrt(bits / 2)))
            )
        return kit.CheckResult(
            bits,
            {"runs": float(runs), "ones": share},
            p=p,
            law=kit.Laws.NORMAL_OF_SECTION(section="2.3.4"),
            effect=kit.Effect(
                kit.Effects.BIT_CHANGES(), seen_changes, seen_changes - half, seen_changes + half
            ),
            details=(kit.Details.ONES(proportion=share),) if uneven else (),
        )


def runs_p(bits: int, share: float, changes: int) -> tuple[dict[str, float], int]:
    """Return p-values and number of runs of so many bits with a share of ones and changes of bit."""
    runs = changes + 1
    spread = share * (1 - share)
    if not spread:
        return {kit.RIGHT: 0.0, kit.LEFT: 0.0, kit.TWO_SIDED: 0.0}, runs
    z = (runs - 2 * bits * spread) / (2 * sqrt(bits) * spread)
    return kit.normal_tails(z) | {kit.TWO_SIDED: erfc(abs(z) / sqrt(2))}, runs
