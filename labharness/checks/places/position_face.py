"""Position × rank, suit or color."""

from __future__ import annotations

import numpy as np

from labharness.analysis import kit

LEAST_UNITS = 20


@kit.check(
    title="Position × rank, suit or color",
    observes=(kit.Kind.SHUFFLE, kit.Kind.DEAL),
    reference="Anderson 1959, Biometrics 15, 582-590",
    hypothesis="Every rank, suit or color is equally likely to leave at every place.",
    null_law="chi-square of X² (N-1)/N, (bins-1)(faces-1) degrees of freedom",
    applies_from="20 units",
)
class PositionFace:
    """Whether faces that a game pays for come at some places too often.

    With fewer and fuller cells than position × card it takes fewer units to see a flaw that moves whole
    suits or ranks, and none that does not.  The law is the same: ``(N-1)/N X²``, N being the cards in the
    set, is compared with chi-square of (bins-1)(faces-1) degrees of freedom.

    Distinct cards are read relative to their input, each with the face that an unopened set has at its input
    place.  Cards that cannot be told apart are read by their own faces, and every shuffle must start from a
    known order that is not the output before.

    Parameters
    ----------
    face
        ``color``, ``suit``, ``rank``, or ``card``.
    bins
        Consecutive groups of places; 0 keeps every place.

    Notes
    -----
    The effect is Cramér's V, estimated from the noncentrality of the scaled statistic.

    References
    ----------
    Anderson 1959, "Use of contingency tables in the analysis of consumer preference studies",
    Biometrics 15, 582-590.

    Examples
    --------
    Anderson's 123 consumers, with three cards of different rank for the varieties:

    >>> deck = kit.CardSet.of_decks("three", 1, removed=[kit.format_card(kind) for kind in range(3, 52)])
    >>> table = np.array([[42, 31, 50], [64, 16, 43], [17, 76, 30]])
    >>> tally = kit.Tally({"units": kit.count(123), "table": table})
    >>> round(PositionFace().judge(tally, kit.Population(kit.Kind.SHUFFLE, deck)).statistic["scaled"], 2)
    53.04
    """

    face: kit.Face = "rank"
    bins: int = 0

    def __post_init__(self) -> None:
        kit.accept_bins(self.bins)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count faces by place."""
        cards, faces = block.population.held, kit.faces.faces_of(block, self.face)
        table = kit.place_table(
            faces, len(kit.face_counts(cards, self.face)), kit.groups_of(cards.size, self.bins)
        )
        return kit.tally_faces(block, faces, kit.counts(units=len(faces), table=table))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the table with equal chances."""
        cards, units = population.held, tally.number("units")
        held = kit.face_counts(cards, self.face)
        enough = units >= LEAST_UNITS and len(held) > 1
        needs = kit.Sample.FACES(face=self.face, units=units, least=LEAST_UNITS)
        kit.refuse(units, kit.faces.refused(tally, enough=enough, needs=needs))
        table, share = tally.sums["table"], np.bincount(kit.groups_of(cards.size, self.bins)) / cards.size
        expected = units * np.outer(share, held)
        x2 = kit.pearson(table, expected)
        scaled, df = x2 * (cards.size - 1) / cards.size, (len(share) - 1) * (len(held) - 1)
        scale = units * (cards.size - 1) * (min(len(share), len(held)) - 1)
        rows = (kit.Axis.PLACE, kit.group_names(cards.size, self.bins))
        columns = (kit.Axis(self.face), kit.face_names(cards, self.face))
        return kit.CheckResult(
            units,
            {"X2": x2, "scaled": scaled},
            float(df),
            kit.chi_square_tails(scaled, df),
            kit.Laws.CHI_SQUARE_SCALED(numerator=cards.size - 1, denominator=cards.size, df=df),
            kit.root_effect(kit.Effects.CRAMERS_V(), scaled, df, scale),
            details=kit.left_out_line(tally.number("left_out"), kit.Irregular.UNITS),
            pictures=(kit.heatmap(table, expected, rows, columns),),
        )
