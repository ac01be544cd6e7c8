"""Position × card chi-square of whole shuffles and deals."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

LEAST_UNITS = 20


@kit.check(
    title="Position × card chi-square",
    observes=(kit.Kind.SHUFFLE, kit.Kind.DEAL),
    reference="Anderson 1959, Biometrics 15, 582-590; Best 1993, Biometrical Journal 35",
    hypothesis="Every card is equally likely to leave at every place.",
    null_law="chi-square of X² (N-1)/N, (bins-1)(types-1) degrees of freedom",
    applies_from="20 units",
    slow=0.1,
)
class PositionCard:
    """Whether every card reaches every place equally often.

    Shuffles of cards that can be told apart, by type or by unique copies, are read relative to their input:
    output place × input place.  Other shuffles, and deals, are read as place × card type.  One unit fills each place with one card, so its
    cells are not independent: X² has mean N/(N-1) times that of the textbook law, N being the number of
    cards in the set.  ``(N-1)/N X²`` has exactly the mean of a chi-square with (bins-1)(types-1) degrees of
    freedom for every number n of units, and 1-1/n times its variance where each place is its own bin.
    From 20 units on the law is therefore good even where cells expect less than one card, and below that
    the check does not apply.

    Parameters
    ----------
    bins
        Consecutive groups of places; 0 keeps every place.

    Notes
    -----
    The effect is Cramér's V, estimated from the noncentrality: 0 for a fair device, 1 where the place
    fixes the card.  The largest deviation of one cell is shown with its exact binomial p-value, corrected
    for the number of cells (Bonferroni), wherever a cell holds at most one card of a unit.

    References
    ----------
    Anderson 1959, "Use of contingency tables in the analysis of consumer preference studies",
    Biometrics 15, 582-590.

    Examples
    --------
    Anderson's 123 consumers who ranked three varieties of snap beans:

    >>> deck = kit.CardSet.of_decks("three", 1, removed=[kit.format_card(kind) for kind in range(3, 52)])
    >>> table = np.array([[42, 31, 50], [64, 16, 43], [17, 76, 30]])
    >>> tally = kit.Tally({"units": kit.count(123), "table": table})
    >>> round(PositionCard().judge(tally, kit.Population(kit.Kind.SHUFFLE, deck)).statistic["scaled"], 2)
    53.04
    """

    bins: int = 0

    def __post_init__(self) -> None:
        kit.accept_bins(self.bins)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count codes by place."""

        def counted(
            cards: kit.Order, codes: NDArray[np.uint16], reading: kit.CodeReading
        ) -> dict[str, NDArray[np.int64]]:
            places = kit.groups_of(cards.shape[1], self.bins)
            return {"table": kit.place_table(cards, len(reading.each), places, codes)}

        return kit.tally_readings(block, counted)

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the table with equal chances."""
        cards, reading = population.held, kit.best_reading(tally, population)
        units = tally.number(reading.key + "units")
        kit.refuse(units, kit.identity.refusal(tally, reading, LEAST_UNITS))
        table, each = tally.sums[reading.key + "table"], np.array(reading.each)
        share = np.bincount(kit.groups_of(cards.size, self.bins)) / cards.size
        expected = units * np.outer(share, each)
        x2 = kit.pearson(table, expected)
        scaled = x2 * (cards.size - 1) / cards.size
        df = (len(share) - 1) * (len(each) - 1)
        scale = units * (cards.size - 1) * (min(len(share), len(each)) - 1)
        rows = (
            kit.Axis.OUTPUT_PLACE if population.kind is kit.Kind.SHUFFLE else kit.Axis.DISPENSING_PLACE,
            kit.group_names(cards.size, self.bins),
        )
        columns = (reading.label, reading.names)
        cell, line = _largest(table, units, expected, rows, columns)
        return kit.CheckResult(
            units,
            {"X2": x2, "scaled": scaled} | cell,
            float(df),
            kit.chi_square_tails(scaled, df),
            kit.Laws.CHI_SQUARE_SCALED(numerator=cards.size - 1, denominator=cards.size, df=df),
            kit.root_effect(kit.Effects.CRAMERS_V(), scaled, df, scale),
            details=line + kit.identity_notes(tally, population, reading),
            pictures=(kit.heatmap(table, expected, rows, columns),),
        )


def _largest(
    table: NDArray[np.int64],
    units: int,
    expected: NDArray[np.float64],
    rows: tuple[kit.Axis, tuple[str, ...]],
    columns: tuple[kit.Axis, tuple[str, ...]],
) -> tuple[dict[str, float], tuple[kit.Reason, ...]]:
    """Return the cell that deviates most under the exact binomial law, with its corrected p-value."""
    chance = expected / units
    if chance.max() > 1:
        return {}, ()
    from scipy.special import bdtr, bdtrc

    # Equal counts of equal chance have one p-value: there are far fewer than cells.
    chances, which = np.unique(chance, return_inverse=True)
    _, cells = np.unique(table.ravel() * len(chances) + which.ravel(), return_index=True)
    counts, each = table.ravel()[cells], chance.ravel()[cells]
    fewer = bdtr(counts, units, each)
    more = np.where(counts > 0, bdtrc(np.maximum(counts - 1, 0), units, each), 1.0)
    p = 2 * np.minimum(fewer, more)
    row, column = divmod(int(cells[p == p.min()].min()), table.shape[1])
    corrected = min(1.0, float(p.min()) * table.size)
    line = kit.Details.CELL(
        rows=rows[0],
        row=rows[1][row],
        columns=columns[0],
        column=columns[1][column],
        count=int(table[row, column]),
        expected=float(expected[row, column]),
        p=corrected,
        cells=table.size,
    )
    return {"cell_count": float(table[row, column]), "cell_p": corrected}, (line,)
