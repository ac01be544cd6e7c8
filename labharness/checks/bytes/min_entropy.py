"""Min-entropy of a noise source."""

from __future__ import annotations

from labharness.analysis import kit


@kit.check(
    title="Min-entropy",
    observes=kit.Kind.BYTES,
    counting=True,
    unit="sample",
    look_back=kit.entropy_units.UNIT - 1,
    reference="NIST SP 800-90B (2018), § 3.1.3 and 6",
    hypothesis="Every unit is assessed at the claimed min-entropy or more.",
    null_law="counting of units assessed below the claim",
    applies_from="1 unit of 1,000,000 samples, and a stated claim",
)
class MinEntropy:
    """Whether a noise source has the min-entropy that its maker claims.

    Ten estimators that assume no independence read every unit: the most common value, collisions, a Markov
    chain, compression, repeated tuples, the longest repeats, and four predictors.  Samples of several bits
    are read as such and as a string of bits, the highest first.  The least is what a unit is assessed at:
    min(H_original, n H_bitstring).  A unit below the claim is a violation.  An estimate is no p-value: it
    has no error rate that the standard states, and fair bytes are assessed well below 8 bits.

    Parameters
    ----------
    bits
        Low bits of each byte that make a sample, 1 to 8.
    samples
        Samples of a unit; the standard asks for 1,000,000 at least, which is the most here.
    limit
        Min-entropy of a sample that is claimed, in bits; None for none, which gives the estimates only.
    source
        Who claims it, and where.

    Notes
    -----
    An estimate for which a unit is too short is left out.

    References
    ----------
    NIST SP 800-90B (2018), Recommendation for the entropy sources used for random bit generation, § 6.3.

    Examples
    --------
    >>> MinEntropy(bits=1, limit=0.5, source="data sheet, p. 4").limit
    0.5
    """

    bits: int = 8
    samples: int = kit.entropy_units.UNIT
    limit: float | None = None
    source: str = ""

    def __post_init__(self) -> None:
        kit.entropy_units.accept_unit(self.bits, self.samples)
        kit.accept_claim(self.limit, self.source, self.bits)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Assess the units that end in the block."""
        result, tally = kit.entropy_units.units(block, self.bits, self.samples)
        assessed = []
        for number, samples in result:
            assessment = kit.entropy_estimates.assess(samples, self.bits)
            least = min(
                [(value, name, kit.Text.SYMBOLS) for name, value in assessment.original.items()]
                + [(self.bits * value, name, kit.Text.BITS) for name, value in assessment.bitstring.items()]
            )
            assessed.append((number, assessment.entropy, *least[1:]))
        return kit.Tally(tally.sums, joined={"units": tuple(assessed)})

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Count the units below the claim."""
        read, reason = tally.number("read"), kit.entropy_units.too_few(tally, self.samples)
        kit.refuse(read, reason)
        result = tally.joined["units"]
        number, least, name, text = min(result, key=lambda unit: unit[1])
        if self.limit is None:
            return kit.CheckResult(
                read,
                not_applicable=kit.Sample.NO_CLAIM_ASSESSED(
                    units=len(result), least=float(least), bits=self.bits
                ),
            )
        below = [unit for unit in result if unit[1] < self.limit]
        lines = tuple(
            kit.Details.UNIT_BELOW_CLAIM(unit=k + 1, entropy=float(value), estimate=by, text=of)
            for k, value, by, of in below[: kit.EARLIEST]
        )
        return kit.CheckResult(
            read,
            {"assessed": least, "claimed": self.limit},
            law=kit.Laws.COUNTING_UNITS(),
            violations=len(below),
            details=(
                kit.Details.ASSESSED(
                    units=len(result),
                    samples=self.samples,
                    entropy=float(least),
                    bits=self.bits,
                    unit=number + 1,
                    estimate=name,
                    text=text,
                ),
                kit.Details.CLAIM(bits=self.limit, source=self.source),
                *kit.with_more(lines, len(below)),
            ),
        ).among(len(result) * self.samples)
