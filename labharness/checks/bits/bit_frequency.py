"""Share of ones in raw output."""

from __future__ import annotations

from math import sqrt

from labharness.analysis import kit

LEAST_BITS = 100


@kit.check(
    title="Share of ones",
    observes=kit.Kind.BYTES,
    reference="NIST SP 800-22 rev. 1a, § 2.1",
    hypothesis="Raw bits are equally often 0 and 1.",
    null_law="normal",
    applies_from="100 bits",
)
class BitFrequency:
    """Whether ones and zeros come equally often.

    S is the number of ones less that of zeros among n bits; S/√n is compared with the normal law.  All
    bits of the sample are judged at once: NIST's way, the share of sequences that pass, calls good
    generators bad and sees less.  At least 100 bits, as NIST asks.

    Notes
    -----
    The effect is the share of ones.  A right tail is too many ones, a left tail too few.

    References
    ----------
    NIST SP 800-22 rev. 1a, § 2.1.

    Examples
    --------
    The 100 binary digits of π of § 2.1.8 have 42 ones, p = 0.109599:

    >>> tally = kit.Tally({"bits": kit.count(100), "ones": kit.count(42)})
    >>> round(BitFrequency().judge(tally, kit.Population(kit.Kind.BYTES)).p["two_sided"], 6)
    0.109599
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count bits and ones."""
        return kit.Tally(
            kit.counts(bits=8 * block.units, ones=kit.bit_counts.total(kit.bits.stretch(block, 0)))
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare the surplus of ones with the normal law."""
        bits, ones = tally.number("bits"), tally.number("ones")
        kit.refuse(bits, kit.too_few(bits, LEAST_BITS, kit.Counted.BITS))
        surplus = 2 * ones - bits
        return kit.CheckResult(
            bits,
            {"ones": ones / bits, "S": float(surplus)},
            p=kit.normal_tails(surplus / sqrt(bits)),
            law=kit.Laws.NORMAL_OF_SECTION(section="2.1.4"),
            effect=kit.Effect(kit.Effects.ONES(), ones / bits, *kit.clopper_pearson(ones, bits)),
        )
