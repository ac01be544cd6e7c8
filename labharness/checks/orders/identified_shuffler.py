"""Shuffling programs known by name: their state is recovered, and every later order predicted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

LEAST_CARDS = 8
MOST = 4_096
Orders = NDArray[np.int64]


class Shuffler(kit.Code, area="identified_shuffler"):
    """What this check says."""

    DRAWS = kit.note(loop=kit.Reason, input=kit.Reason, shuffle=int, draws=int)
    RECORDED = kit.note()
    CHAINED = kit.note()
    CHAINED_FROM_INPUT = kit.note()
    FROM_THE_END = kit.note()
    FROM_THE_BEGINNING = kit.note()
    GROWING = kit.note()
    IN_PAIRS = kit.note()
    TO_THE_FIRST = kit.note()
    TO_THE_LAST = kit.note()
    BROKEN_AT = kit.note(shuffle=int)
    STRETCH = kit.note(first=int, last=int, recorded=int, stretches=int)
    NOT_READ = kit.note(read=int, recorded=int)


SENTENCES = {
    Shuffler.DRAWS: (
        "An outcome is a draw of a shuffle, undone: {loop:clause}; {input:clause}. Outcome 1 is the first draw of shuffle {shuffle}, and "
        "each shuffle has {draws}."
    ),
    Shuffler.RECORDED: "Orders relative to the recorded input.",
    Shuffler.CHAINED: "Orders relative to the order before.",
    Shuffler.CHAINED_FROM_INPUT: "Orders relative to the order before, the first one to the recorded input.",
    Shuffler.FROM_THE_END: "From the last place to the second, exchange with a place up to it.",
    Shuffler.FROM_THE_BEGINNING: "From the first place to the last but one, exchange with a place from it on.",
    Shuffler.GROWING: "From the second place to the last, exchange with a place up to it.",
    Shuffler.IN_PAIRS: "From the second place to the last, exchange with a place up to it, two places from one draw.",
    Shuffler.TO_THE_FIRST: "From the last place to the first, exchange with a place up to it.",
    Shuffler.TO_THE_LAST: "From the first place to the last, exchange with a place from it on.",
    Shuffler.BROKEN_AT: "The break is in shuffle {shuffle}.",
    Shuffler.STRETCH: (
        "Shuffles {first} to {last} of {recorded} were searched, the longest of {stretches} stretches without a gap, a restart or a "
        "shuffle that could not be read."
    ),
    Shuffler.NOT_READ: "The first {read} of {recorded} shuffles were read.",
}


@kit.check(
    title="Shuffling programs known by name",
    observes=kit.Kind.SHUFFLE,
    counting=True,
    look_back=1,
    reference="Knuth 1997, The Art of Computer Programming 2, 3.4.2; Boyar 1989, J. ACM 36, 129-141",
    hypothesis="No named generator, in any way of ordering cards that was tried, predicts every order from earlier ones.",
    null_law="counting; a proof has a probability below 2⁻⁶⁰",
    applies_from="1 shuffle of 52 cards, more for most generators",
    slow=60.0,
    names_programs=True,
)
class IdentifiedShuffler:
    """The program of a list of named ones whose state, recovered from some cards, predicts all later cards.

    An order relative to its input tells the draws of the loop that made it, for each loop of Fisher and Yates: the loop is undone, card
    by card. The draws of shuffle after shuffle are then searched like the outcomes of a generator, with ranges that differ. Loops that
    cannot be undone, exchanges with any place and sorting by keys, are searched by the seed. Orders are taken relative to the recorded
    input, and relative to the order before; there the first one, relative to the recorded input, is searched by the seed too. A state
    proves the program if it predicts every later draw of the stretch and these have 92 bits of information or more.

    Parameters
    ----------
    effort
        "default" tries ways of use until their declared seconds add up to ``budget``; "full" tries all.
    budget
        Declared processor seconds of the default effort. No clock is read, so every computer gives the same result.
    most
        Shuffles read, from the first one on.

    Notes
    -----
    The number of named generators says nothing about any other generator, nor about a machine that moves cards.

    References
    ----------
    Knuth 1997, The Art of Computer Programming 2, 3.4.2, algorithm P.  Boyar 1989, J. ACM 36, 129-141.

    Examples
    --------
    The ways to take two orders as draws:

    >>> len(list(readings(np.array([[2, 0, 1], [0, 1, 2]]), 1)))
    18
    """

    effort: Literal["default", "full"] = kit.among("default", tuple(kit.Effort))
    budget: int = kit.within(60, 1, 100_000)
    most: int = kit.within(MOST, 1, 1 << 17)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Keep the first orders relative to their inputs, and where a stretch of them ends."""
        kept = block.identified < max(0, self.most - block.index)
        orders = block.relative[kept].astype(np.uint16)
        starts = np.flatnonzero(block.since() == 0) if block.events else np.empty(0, dtype=np.int64)
        if block.units and block.index and not block.context:
            starts = np.append(starts, 0)  # a gap
        return kit.Tally(
            kit.counts(read=block.units, left_out=block.units - len(block.identified)),
            columns={
                "orders": np.ascontiguousarray(orders).ravel(),
                "units": (block.identified[kept] + block.index).astype(np.uint64),
                "starts": np.unique(starts + block.index).astype(np.uint64),
            },
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Search the longest stretch."""
        read, cards = tally.number("read"), population.held.size
        orders, first, lines = longest_stretch(tally, cards)
        kit.refuse(read, kit.not_distinct(population, len(orders), LEAST_CARDS))
        lines = (
            *kit.identity_line(population),
            *lines,
            *kit.left_out_line(tally.number("left_out"), kit.Irregular.SHUFFLES),
            *((Shuffler.NOT_READ(read=self.most, recorded=read),) if read > self.most else ()),
        )
        families, shuffles = kit.identification_catalog.families, kit.identification_catalog.SHUFFLES
        taken = list(readings(orders, first))
        # half of the budget for the likeliest one, which searches seeds too
        taken[0] = replace(taken[0], share=2, known=(*families(), *families(shuffles)))
        result = kit.judge_identified_programs(read, taken, kit.Effort(self.effort), self.budget, lines)
        return _with_place(result.among(len(orders)))


def readings(orders: Orders, first: int) -> Iterator[kit.SampleReading]:
    """Yield the ways to take orders as draws, in the order in which they are tried.

    Parameters
    ----------
    first
        Number of the first order.

    Examples
    --------
    >>> alone, both = np.array([[2, 0, 1]]), np.array([[2, 0, 1], [0, 1, 2]])
    >>> len(list(readings(alone, 1))), len(list(readings(both, 1)))
    (6, 18)
    """
    families, shuffles = kit.identification_catalog.families, kit.identification_catalog.SHUFFLES
    # they need the first draws after a seeding; a searched shuffle takes its orders from one loop, the same whichever made them
    by_seed = tuple(each for each in families() if each.stage is type(each.stage).SEARCHED_SEEDS)
    chained = kit.identification_decks.chained(orders)
    inputs = (
        (Shuffler.RECORDED(), orders, first, None),
        (Shuffler.CHAINED(), chained, first + 1, None),
        (Shuffler.CHAINED_FROM_INPUT(), np.concatenate([orders[:1], chained]), first, by_seed),
    )
    loops = kit.identification_decks.Loop
    for (given, rows, shuffle, known), loop in product(inputs if len(chained) else inputs[:1], loops):
        draws = loop.draws(orders.shape[1])
        about = Shuffler.DRAWS(loop=Shuffler[loop.name](), input=given, shuffle=shuffle, draws=draws)
        tried = (*known, *families(shuffles)) if known and loop is loops.FROM_THE_END else known
        stream = partial(kit.identification_decks.undone, rows, loop)
        yield kit.SampleReading(stream, (about,), known=tried)


def _with_place(result: kit.CheckResult) -> kit.CheckResult:
    """Name the shuffle of a break."""
    broken = result.not_applicable
    if broken is None or not broken.is_a(kit.Identifications.BROKEN):
        return result
    values = broken["place"], result.details[0]["shuffle"], result.details[0]["draws"]
    draw, shuffle, draws = (int(str(value)) for value in values)
    at = Shuffler.BROKEN_AT(shuffle=shuffle + (draw - 1) // draws)
    return replace(result, details=(at, *result.details))


def longest_stretch(tally: kit.Tally, cards: int) -> tuple[Orders, int, tuple[kit.Reason, ...]]:
    """Return the orders of the longest stretch, the number of its first shuffle from 1, and a line if it is a part."""
    empty = np.empty(0, dtype=np.uint64)
    units, starts = (tally.columns.get(name, empty).astype(np.int64) for name in ("units", "starts"))
    rows = tally.columns.get("orders", empty).astype(np.int64).reshape(-1, cards)
    if not len(units):
        return rows, 1, ()
    begin, end, stretches = kit.longest_stretch(units, starts)
    first, last, recorded = int(units[begin]) + 1, int(units[end - 1]) + 1, tally.number("read")
    if end - begin == len(units):
        return rows, first, ()
    line = Shuffler.STRETCH(first=first, last=last, recorded=recorded, stretches=stretches)
    return rows[begin:end], first, (line,)
