"""Entropy of a noise source after restarts."""

from __future__ import annotations

from math import isqrt

from labharness.analysis import kit


@kit.check(
    title="Min-entropy after restarts",
    observes=kit.Kind.BYTES,
    counting=True,
    unit="sample",
    look_back=kit.entropy_units.UNIT - 1,
    reference="NIST SP 800-90B (2018), § 3.1.4",
    hypothesis="Samples taken right after restarts have the claimed min-entropy, within a row and across rows.",
    null_law="counting of matrices that fail",
    applies_from="1 matrix of 1,000 × 1,000 samples, and a stated claim",
)
class EntropyRestarts:
    """Whether a noise source is as unpredictable right after a restart as later.

    The sample is laid out as matrices: the first 1,000 samples after a restart make a row, 1,000 restarts a
    matrix.  A matrix fails, and is a violation, where some sample comes too often in one row or column (the
    sanity check), or where the entropy assessed by rows or by columns is below half the claim.

    Parameters
    ----------
    bits
        Low bits of each byte that make a sample, 1 to 8.
    samples
        Samples of a matrix, a square number; 1,000,000 for the standard's 1,000 × 1,000.
    limit
        Initial min-entropy of a sample (H_I), in bits; None for none.
    source
        Who claims or assessed it, and where.

    Notes
    -----
    The sanity check allows for the commonest of all samples, which the standard's own cutoff does not; a
    line gives both.  The entropy by rows and columns is H_original's, as in NIST's program.  The check cannot
    know whether rows are restarts: the record of the capture must say so.

    References
    ----------
    NIST SP 800-90B (2018), § 3.1.4.

    Examples
    --------
    >>> EntropyRestarts(limit=1.0, bits=1, source="data sheet, p. 4").samples
    1000000
    """

    bits: int = 8
    samples: int = kit.entropy_units.UNIT
    limit: float | None = None
    source: str = ""

    def __post_init__(self) -> None:
        kit.entropy_units.accept_unit(self.bits, self.samples)
        if isqrt(self.samples) ** 2 != self.samples:
            raise kit.InputError(kit.Parameters.NOT_A_SQUARE(name="samples", got=self.samples))
        kit.accept_claim(self.limit, self.source, self.bits)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Read the matrices that end in the block."""
        result, tally = kit.entropy_units.units(block, self.bits, self.samples)
        read = [(number, kit.restart_matrix.matrix(samples, self.bits)) for number, samples in result]
        rows = tuple((number, each.most, each.rows, each.columns) for number, each in read)
        return kit.Tally(tally.sums, joined={"matrices": rows})

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Count the matrices that fail."""
        read, reason = tally.number("read"), kit.entropy_units.too_few(tally, self.samples)
        kit.refuse(read, reason)
        result, side = tally.joined["matrices"], isqrt(self.samples)
        most = max(each[1] for each in result)
        rows, columns = (min(each[place] for each in result) for place in (2, 3))
        read_all = kit.Details.RESTARTS(
            matrices=len(result), side=side, rows=rows, columns=columns, most=most
        )
        if self.limit is None:
            return kit.CheckResult(read, details=(read_all,), not_applicable=kit.Sample.NO_CLAIM())
        largest, standard = (
            kit.restart_matrix.cutoff(self.limit, side, self.bits),
            kit.standard_cutoff(self.limit, side),
        )
        failed = [each for each in result if each[1] > largest or min(each[2:]) < self.limit / 2]
        lines = tuple(
            kit.Details.MATRIX(number=number + 1, rows=by_row, columns=by_column, most=count)
            for number, count, by_row, by_column in failed[: kit.EARLIEST]
        )
        return kit.CheckResult(
            read,
            {"commonest": float(most), "cutoff": float(largest), "H_r": rows, "H_c": columns},
            law=kit.Laws.COUNTING_MATRICES(),
            violations=len(failed),
            details=(
                read_all,
                kit.Details.CLAIM(bits=self.limit, source=self.source),
                kit.Details.RESTART_LIMITS(least=self.limit / 2, most=largest, standard=standard),
                *kit.with_more(lines, len(failed)),
            ),
        ).among(len(result) * self.samples)
