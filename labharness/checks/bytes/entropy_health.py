"""Alarms of the health tests of a noise source."""

from __future__ import annotations

from operator import itemgetter

from labharness.analysis import kit

LOOK_BACK = 4096
LEAST_CLAIM = 0.01
"""Least claim above 0: runs that alarm must fit into what a check looks back at."""


@kit.check(
    title="Health of a noise source",
    observes=kit.Kind.BYTES,
    counting=True,
    unit="sample",
    look_back=LOOK_BACK,
    reference="NIST SP 800-90B (2018), § 4.4.1 and 4.4.2",
    hypothesis="No health test that the claimed min-entropy calls for would have alarmed.",
    null_law="counting of alarms",
    applies_from="1 window of samples, and a stated claim",
)
class EntropyHealth:
    """Whether the health tests that a noise source must run would have alarmed on this sample.

    The repetition count test alarms where C equal samples come in a row, C = 1 + ⌈-log2 α / H⌉.  The adaptive
    proportion test takes windows of 1,024 bits, or 512 wider samples, and alarms where the first sample of
    one comes C times or more in it, C = 1 + critbinom(W, 2^-H, 1 - α).  Each alarm is a violation.

    Parameters
    ----------
    bits
        Low bits of each byte that make a sample, 1 to 8.
    exponent
        The false-alarm chance α is 2^-exponent for each sample or window, 20 to 40 as the standard
        recommends.
    limit
        Min-entropy of a sample that is claimed, in bits, 0 or at least 0.01; None for none.
    source
        Who claims it, and where.

    Notes
    -----
    A claim of 0 bits calls for no test and cannot be missed.  With α = 2^-40 a fair sample of 10⁹ bytes
    alarms with a chance of about 0.1%; the details give the bound for this one.

    References
    ----------
    NIST SP 800-90B (2018), § 4.4.

    Examples
    --------
    >>> EntropyHealth(limit=7.5, source="data sheet, p. 4").exponent
    40
    """

    bits: int = kit.within(8, 1, 8)
    exponent: int = kit.within(40, 20, 40)
    limit: float | None = None
    source: str = ""

    def __post_init__(self) -> None:
        kit.accept_claim(self.limit, self.source, self.bits)
        if self.limit:
            kit.accept_least("limit", self.limit, LEAST_CLAIM)

    def tally(self, block: kit.Block) -> kit.Tally:
        """List the alarms that end in the block."""
        window = kit.entropy_health.WINDOW_OF_BITS if self.bits == 1 else kit.entropy_health.WINDOW
        rows, tally = kit.bits.groups(block, window)
        read = kit.counts(read=block.units, windows=tally.sums["groups"])
        if not self.limit:
            return kit.Tally(read)
        data = kit.entropy_units.low_bits(kit.bits.stretch(block, LOOK_BACK), self.bits)
        origin = block.index - (len(data) - block.units)
        run = kit.repetition_cutoff(self.limit, self.exponent)
        places = kit.entropy_health.repetitions(data, run) + origin
        repeated = [
            (int(place), kit.Details.EQUAL_SAMPLES(number=run, sample=int(place) + 1))
            for place in places[places >= block.index]
        ]
        most = kit.proportion_cutoff(self.limit, self.exponent, window)
        counts = kit.entropy_health.proportions(kit.entropy_units.low_bits(rows, self.bits))
        first_window = -(-(block.index - min(window - 1, len(data) - block.units)) // window)
        proportional = [
            (
                (first_window + k + 1) * window - 1,
                kit.Details.FREQUENT_SAMPLE(
                    times=int(counts[k]), length=window, window=int(first_window) + k + 1
                ),
            )
            for k in (counts >= most).nonzero()[0].tolist()
        ]
        lines = [line for _, line in sorted(repeated + proportional, key=itemgetter(0))]
        return kit.Tally(
            read | kit.counts(alarms=len(lines)), earliest={"lines": tuple(lines[: kit.EARLIEST])}
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Count the alarms."""
        read, windows = tally.number("read"), tally.number("windows")
        window = kit.entropy_health.WINDOW_OF_BITS if self.bits == 1 else kit.entropy_health.WINDOW
        few = kit.Sample.TOO_FEW(needed=window, recorded=read, what=kit.Counted.CONSECUTIVE_SAMPLES)
        kit.refuse_if(not windows, read, few)
        if self.limit is None:
            return kit.CheckResult(read, not_applicable=kit.Sample.NO_CLAIM())
        alarms = tally.number("alarms")
        claim = kit.Details.CLAIM(bits=self.limit, source=self.source)
        if not self.limit:
            return kit.CheckResult(
                read, law=kit.Laws.COUNTING_ALARMS(), violations=0, details=(claim, kit.Details.NO_TEST())
            )
        run = kit.repetition_cutoff(self.limit, self.exponent)
        most = kit.proportion_cutoff(self.limit, self.exponent, window)
        return kit.CheckResult(
            read,
            {"repetition cutoff": float(run), "proportion cutoff": float(most)},
            law=kit.Laws.COUNTING_ALARMS_AT(exponent=self.exponent),
            violations=alarms,
            details=(
                claim,
                kit.Details.ALARM_CHANCE(chance=(read + windows) * 2.0**-self.exponent),
                *kit.listed(tally, "lines", alarms),
            ),
        )
