"""Order of samples against permutations of them."""

from __future__ import annotations

from math import log

from labharness.analysis import kit


@kit.check(
    title="Order of samples",
    observes=kit.Kind.BYTES,
    unit="sample",
    look_back=kit.entropy_units.UNIT - 1,
    reference="NIST SP 800-90B (2018), § 5.1; Besag & Clifford 1991, Biometrika 78, 301-304",
    hypothesis="Samples are independent and alike, so that any order of them is as likely as another.",
    null_law="sequential Monte Carlo; units by Fisher's combination",
    applies_from="1 unit of 1,000,000 samples",
)
class IidPermutation(kit.SimulatedLaw):
    """Whether the order of samples says anything, by nineteen statistics of a unit and its permutations.

    The statistics are those of the standard: excursion, directional runs, runs about the median,
    collisions, periodicity and covariance at distances 1, 2, 8, 16 and 32, and the size after compression.
    The standard calls a unit not IID where for any statistic at most 5 of 10,000 permutations are as large,
    or as small; it gives that rule no level.  Here the largest standardized deviation is compared with
    that of the permutations, so that one p-value covers all statistics; permutations end with ten that
    deviate as much.  How each statistic stands by the standard's rule is printed, and the standard's
    further tests: chi-square of independence and of goodness of fit, and the longest repeat, each at 0.1%.
    Their laws are approximate, so that they say something and decide nothing.

    Parameters
    ----------
    bits
        Low bits of each byte that make a sample, 1 to 8.
    samples
        Samples of a unit; the standard asks for 1,000,000 at least, which is the most here.
    replicates
        Most permutations of a unit; no p-value of one can be smaller than 1/(replicates + 1).  The
        standard takes 10,000.
    seed
        Seed of the permutations, printed in the law.

    Notes
    -----
    p-values of several units are combined by Fisher's method; they are whole fractions, and the tails take
    the larger and the smaller end of each step, so that the combination is safe.  Left says that no
    statistic deviates as much as the largest should.  The effect is the share of permutations that deviate
    as much, with its Clopper-Pearson interval, of the unit in which the fewest do.

    References
    ----------
    NIST SP 800-90B (2018), § 5.1.  Besag & Clifford 1991, Sequential Monte Carlo p-values, Biometrika 78,
    301-304.  Fisher 1932, Statistical methods for research workers, 4th ed., § 21.1.

    Examples
    --------
    >>> IidPermutation(bits=1, replicates=10_000).replicates
    10000
    """

    bits: int = 8
    samples: int = kit.entropy_units.UNIT

    def __post_init__(self) -> None:
        kit.entropy_units.accept_unit(self.bits, self.samples)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Permute the units that end in the block."""
        result, tally = kit.entropy_units.units(block, self.bits, self.samples)
        orders = []
        for number, samples in result:
            order = kit.entropy_permutation.permuted(samples, self.replicates, (self.seed, number))
            if order is not None:
                more = kit.entropy_chi_square.further(samples)
                tests = (more.independence, more.fit, more.repeat)
                orders.append(
                    (number, order.deviation, order.most, order.made, *order.chance, order.open, *tests)
                )
        return kit.Tally(tally.sums, joined={"orders": tuple(orders)})

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Combine the p-values of the units."""
        from scipy.special import chdtr, chdtrc

        read, orders = tally.number("read"), tally.joined.get("orders", ())
        reason = kit.entropy_units.too_few(tally, self.samples)
        if not reason and not orders:
            reason = kit.Sample.EQUAL_SAMPLES()
        kit.refuse(read, reason)
        df, result = 2 * len(orders), sum(order[3] for order in orders)
        large = -2 * sum(log(order[4]) for order in orders)
        small = -2 * sum(log(order[5]) if order[5] else -float("inf") for order in orders)
        floor = float(chdtrc(df, df * log(self.replicates + 1)))
        number, deviation, most = max(orders, key=lambda order: order[1])[:3]
        rarest = min(orders, key=lambda order: order[4])
        as_deviating = round(rarest[5] * (rarest[3] + 1))
        return kit.CheckResult(
            read,
            {"deviation": deviation, "permutations": float(result), "p_floor": floor},
            p=kit.both_tails(float(chdtrc(df, large)), float(chdtr(df, small))),
            law=kit.Laws.PERMUTATIONS(replicates=self.replicates, seed=self.seed, units=len(orders)),
            effect=kit.Effect(
                kit.Effects.PERMUTATIONS(unit=rarest[0] + 1),
                as_deviating / rarest[3],
                *kit.clopper_pearson(as_deviating, rarest[3]),
            ),
            details=(
                kit.Details.LARGEST_DEVIATION(statistic=most, unit=number + 1),
                *(standing(order[0], order[3], order[4], order[6]) for order in orders[: kit.EARLIEST]),
                *(further_tests(order[0], *order[7:]) for order in orders[: kit.EARLIEST]),
            ),
        )


def standing(
    number: int, result: int, p: float, undecided: tuple[kit.PermutationStatistic, ...]
) -> kit.Reason:
    """Return how the statistics of a unit stand by the standard's own rule.

    Examples
    --------
    >>> standing(0, 40, 0.25, (kit.PermutationStatistic.EXCURSION,))["most"]
    5
    """
    if not undecided:
        return kit.Details.STATISTICS_STAND(unit=number + 1, p=p, permutations=result)
    return kit.Details.STATISTICS_OPEN(
        unit=number + 1, p=p, permutations=result, most=kit.entropy_permutation.RULE, statistics=undecided
    )


def further_tests(number: int, *chances: float | None) -> kit.Reason:
    """Return what the further tests of a unit gave: independence, goodness of fit and longest repeat.

    Examples
    --------
    >>> [one.code for one in further_tests(0, 0.5, 0.0001, None)["tests"]]
    ['detail.further_p', 'detail.further_p_below', 'detail.further_not_applicable']
    """
    tests = tuple(_further(test, p) for test, p in zip(kit.FurtherTest, chances, strict=True))
    return kit.Details.FURTHER_TESTS(unit=number + 1, tests=tests)


def _further(test: kit.FurtherTest, p: float | None) -> kit.Reason:
    if p is None:
        return kit.Details.FURTHER_NOT_APPLICABLE(test=test)
    if p < kit.entropy_chi_square.LEVEL:
        return kit.Details.FURTHER_P_BELOW(test=test, p=p, level=kit.entropy_chi_square.LEVEL)
    return kit.Details.FURTHER_P(test=test, p=p)
