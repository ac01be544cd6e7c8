"""How large a sample is, why, and how long somebody has to stand at the bench for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil, comb, sqrt
from statistics import NormalDist

from labharness.plans.attendance import usual_times

NIGHT_S = 36_400
"""Seconds of work that one sample of shuffles may ask for: 260 shuffles of one deck."""
LEAST_SHUFFLES = 60
"""Shuffles of identified cards in which every usual defect of several decks shows."""
CHAIN = (20, 40)
"""Fewest and most shuffles of the chain that follows them."""
PAIRS = 40
"""Outcomes for each pair of outcomes: two in a pair, five pairs expected, four parts of a sample."""
POWER, LIMIT = 0.95, 0.95
"""Chance with which samples find what sizes them, and confidence of the limits that trials without a miss set."""
RULE_LEVEL, LABORATORY_LEVEL = 0.05, 0.01
"""What the citation of the named test leaves, and the level of the laboratory's own required checks."""
UNSHUFFLED = (0.01, 0.05)
"""Rates of decks that come out unshuffled, of which a plan says how surely it meets one."""
ONE_LOADED = 0.1
"""Chance with which one die turns to one face, that sizes throws: a six comes with 25% instead of 16.7%."""
LAGS = 4
"""Throws back in which the check of kept faces looks for the same face."""
ONE_FACE = 5.0
"""What one die that always shows one face adds to the scaled X² of faces, for each throw of it alone."""


@dataclass(frozen=True, slots=True)
class SampleSize:
    """Units of one sample.

    Parameters
    ----------
    reason
        What so many units find, in sentences that end with a full stop.
    """

    units: int
    reason: str


def shuffles(cards: int) -> SampleSize:
    """Return how many shuffles of so many identified cards one plan asks for, at least sixty."""
    times = usual_times()
    each = times.shuffle + times.load + times.read(cards)
    units = max(LEAST_SHUFFLES, round(NIGHT_S / each / 20) * 20)
    meets = " and ".join(
        f"{_chance(met(rate, units))} where it is one in {round(1 / rate)}" for rate in UNSHUFFLED
    )
    reason = (
        f"{units} shuffles: a deck that comes out unshuffled is met with a chance of {meets}, and each one that is "
        f"met fails the device. {_equal_orders(units, cards)} What the tables of neighbors and of rising sequences "
        f"find in so many is listed by: labharness plans power. {chained(units)} more are chained: each begins with what "
        "the one before left, as at a table. They are analyzed by what each of them changes, because over a chain the "
        "places of the cards alone hide a flawed mechanism."
    )
    return SampleSize(units, reason)


def unmarked_shuffles(cards: int, decks: int) -> SampleSize:
    """Return as many shuffles of cards without marks as of marked ones, and what they show and do not show."""
    units, (rare, frequent) = shuffles(cards).units, UNSHUFFLED
    reason = (
        f"{units} shuffles, and {chained(units)} more of a chain, are a night. A deck that comes out unshuffled is met "
        f"with a chance of {_chance(met(rare, units))} where it is one in {round(1 / rare)} and of "
        f"{_chance(met(frequent, units))} where it is one in {round(1 / frequent)}, and fails the device. Halves of the "
        f"shoe or its {decks} decks that are never mixed show by the composition of its parts, a pass through 20 shelves by "
        "equal cards near each other. Seven riffles of the whole shoe mostly show, nine do not: that takes marked cards."
    )
    return SampleSize(units, reason)


def chained(shuffles: int) -> int:
    """Return how many shuffles of a chain follow so many that begin with the declared order."""
    least, most = CHAIN
    return max(least, min(most, shuffles // 6))


def deals(cards: int) -> SampleSize:
    """Return how many deals of a whole set give ten expected cards in each cell of position by card."""
    units = 10 * cards
    reason = f"{units:,} deals give ten expected cards in each cell of the {cards} × {cards} table. {_equal_orders(units, cards)}"
    return SampleSize(units, reason)


def rounds(cards: int, kinds: int, round_cards: int, units: int = 1000) -> SampleSize:
    """Return what so many rounds find in the frequencies of cards."""
    share = frequencies(units, round_cards, cards, kinds)
    reason = (
        f"{units:,} rounds of {round_cards} cards give {units * round_cards / kinds:.0f} expected deals of each of {kinds} "
        f"cards. A root-mean-square deviation of their frequencies of {share:.1%} of the expected value does not pass "
        f"with a chance of {POWER:.0%} (chi-square, {kinds - 1} degrees of freedom, {RULE_LEVEL:.0%} level)."
    )
    return SampleSize(units, reason)


def draws(low: int, high: int, tests: int) -> SampleSize:
    """Return how many outcomes show that a byte was reduced to the range by its remainder.

    Parameters
    ----------
    tests
        Tests that share the level of the rule.
    """
    count = high - low + 1
    effect = remainder_effect(count)
    what = f"the bias of a byte taken modulo {count}"
    if not effect:
        effect, what = 0.01**2, "a root-mean-square deviation of 1% from equal shares"
    wanted, pairs = noncentrality(count - 1, RULE_LEVEL / tests) / effect, PAIRS * count**2
    units = ceil(max(wanted, pairs) / 10_000) * 10_000
    why = f" {pairs:,} are needed to expect every pair of outcomes five times in each of four parts." * (
        pairs > wanted
    )
    reason = (
        f"{units:,} outcomes from {low} to {high} show {what} in chi-square with a chance of {POWER:.0%} or more at the "
        f"level that is left to each of {tests} tests ({RULE_LEVEL / tests:.2%}).{why} The same bias of words of 16 bits or more is "
        "below what any sample of a night shows; it is looked for in the source."
    )
    return SampleSize(units, reason)


TYPED = 1_500
"""Outcomes of each selection that two people enter from a display, in about two and a half hours."""


def typed(low: int, high: int, tests: int) -> SampleSize:
    """Return how many outcomes two people enter, and what so few of them show and do not show."""
    count, level = high - low + 1, RULE_LEVEL / tests
    share = sqrt(noncentrality(count - 1, level) / TYPED)
    reason = (
        f"{TYPED:,} outcomes from {low} to {high} are what two people enter in a session. They show a root-mean-square "
        f"deviation of {share:.0%} from equal shares with a chance of {POWER:.0%} (chi-square, {count - 1} degrees of freedom, "
        f"{level:.2%} level). They do not show the bias of a byte taken modulo {count}, a short period or a weak seed, and "
        f"twelve of the fifteen tests that the rule names are not carried out."
    )
    return SampleSize(TYPED, reason)


def raw_bytes(tests: int, units: int = 1_250_000) -> SampleSize:
    """Return what so many raw bytes show in the share of ones."""
    share = ones(units, LABORATORY_LEVEL / tests)
    reason = (
        f"{units:,} raw bytes show a share of ones that is {share:.3%} off one half with a chance of {POWER:.0%} at the "
        f"level that is left to each of {tests} checks."
    )
    return SampleSize(units, reason)


ROUND_OF_ONE = 5
"""Cards of a round of one player, and its determinant card."""


def load_rounds(side: int) -> int:
    """Return the rounds of one load of a double shoe: even if one side deals all, its cover card does not come.

    Examples
    --------
    >>> load_rounds(52), load_rounds(312)
    (7, 46)
    """
    return side * 3 // 4 // ROUND_OF_ONE


def loads(side: int, share: float = 0.2) -> SampleSize:
    """Return how many loads of a double shoe show suits that come so much too often or too seldom."""
    each, df = load_rounds(side), 18
    units = max(20, ceil(noncentrality(df, LABORATORY_LEVEL) / share**2 / each))
    reason = (
        f"{units} loads of {each} rounds are {units * each:,} rounds; {each} rounds leave at least a quarter of each side in "
        f"the shoe. A root-mean-square deviation of {share:.0%} from the exact chances of determinant card and first card shows "
        f"in them with a chance of {POWER:.0%} (chi-square, {df} degrees of freedom, {LABORATORY_LEVEL:.0%} level)."
    )
    return SampleSize(units, reason)


def dice(number: int, tests: int, share: float = 0.1) -> SampleSize:
    """Return how many faces, in whole throws, show faces that come up so much too often or too seldom."""
    level = LABORATORY_LEVEL / 2 / tests
    together = ceil(noncentrality(5, level) / share**2 / number)
    alone = ceil(noncentrality(5, of_each_die(level, number)) / (ONE_FACE * ONE_LOADED**2))
    throws = max(together, alone)
    units = throws * number
    seen, face = share * sqrt(together / throws), ONE_LOADED + (1 - ONE_LOADED) / 6
    reason = (
        f"{throws:,} throws of {number} dice are {units:,} faces. A root-mean-square deviation of {seen:.1%} from equal "
        f"frequencies shows in them with a chance of {POWER:.0%} (chi-square, 5 degrees of freedom, {level:.2%} level). One "
        f"die of them that shows one face with {face:.0%} does not pass with a chance of {POWER:.0%} or more, and one that "
        f"stays put with 40% with a chance of {_chance(staying(0.4, throws, number, level))}."
    )
    return SampleSize(units, reason)


def of_each_die(level: float, number: int) -> float:
    """Return the level of one die where the largest of their chi-squares and their sum share a level."""
    return level / 2 / number


def staying(chance: float, throws: int, number: int, level: float) -> float:
    """Return how surely so many throws show one die that stays put with a chance (binomial, Bonferroni).

    Examples
    --------
    >>> staying(0.4, 500, 10, 0.001) > 0.999, staying(0.1, 500, 10, 0.001) < 0.9
    (True, True)
    """
    import numpy as np
    from scipy.special import bdtrc

    counts = LAGS * (number + (number > 1))
    most = int(np.argmax(bdtrc(np.arange(throws), throws - 1, 1 / 6) <= level / counts))  # more are too many
    return float(bdtrc(most, throws - 1, chance + (1 - chance) / 6))


def trials(numbers: Sequence[int]) -> str:
    """Say what procedures of so many trials show.

    Examples
    --------
    >>> trials([59, 59, 10])
    'Procedures: 59 without a miss limit its rate to 5.0%, 10 to 25.9%, with 95% confidence each \
(Clopper & Pearson 1934).'
    """
    if not numbers:
        return ""
    most, *fewer = sorted(set(numbers), reverse=True)
    limits = ", ".join((limit(most), *(f"{number} to {_rate(number)}" for number in fewer)))
    return f"Procedures: {limits}, with 95% confidence each (Clopper & Pearson 1934)."


def limit(number: int) -> str:
    """Say to what rate so many trials without a miss limit it (Clopper & Pearson 1934).

    Examples
    --------
    >>> limit(59)
    '59 without a miss limit its rate to 5.0%'
    """
    return f"{number} without a miss limit its rate to {_rate(number)}"


def met(rate: float, units: int) -> float:
    """Return the chance that something of this rate comes among so many units.

    Examples
    --------
    >>> round(met(0.05, 59), 4)
    0.9515
    """
    return 1 - float((1 - rate) ** units)


def missed(trials: int) -> float:
    """Return the rate to which so many trials without a miss limit it with 95% confidence, so found with it."""
    return 1 - float((1 - LIMIT) ** (1 / trials))


def frequencies(units: int, round_cards: int, cards: int, kinds: int, level: float = RULE_LEVEL) -> float:
    """Return the root-mean-square deviation of cards' frequencies that so many rounds find with :data:`POWER`."""
    # The cards of one round are drawn without putting back, which makes their counts less variable.
    needed = noncentrality(kinds - 1, level) * (cards - round_cards) / (cards - 1)
    return sqrt(needed / (units * round_cards))


def every_copy(units: int, round_cards: int, cards: int, copies: int) -> float:
    """Return the chance that all copies of one card come in one round, in some of so many rounds."""
    if copies > round_cards:
        return 0.0
    return met(comb(cards - copies, round_cards - copies) / comb(cards, round_cards), units)


def remainder_effect(count: int) -> float:
    """Return what an outcome adds to the scaled X² of frequencies where a byte is taken modulo the range."""
    most = -(-256 // count)
    shares = [most / 256 if outcome < 256 % count else (256 // count) / 256 for outcome in range(count)]
    return sum((share - 1 / count) ** 2 * count for share in shares)


def faces(units: int, level: float) -> float:
    """Return the root-mean-square deviation of faces' frequencies that so many faces find with :data:`POWER`."""
    return sqrt(noncentrality(5, level) / units)


def loaded(share: float, dice: int) -> float:
    """Return the chance with which one of some dice must turn to one face to make such a deviation of all faces.

    Examples
    --------
    The face comes 1 + 5 c / 3 times as often as it should among three dice, each other one 1 - c / 3 times.

    >>> c = loaded(0.1, 3)
    >>> round((((5 * c / 3) ** 2 + 5 * (c / 3) ** 2) / 6) ** 0.5, 6)
    0.1
    """
    return share * dice / sqrt(ONE_FACE)


def ones(units: int, level: float) -> float:
    """Return how far off one half a share of ones is that so many bytes find with :data:`POWER`."""
    normal = NormalDist()
    return (normal.inv_cdf(1 - level / 2) + normal.inv_cdf(POWER)) / (2 * sqrt(8 * units))


def power_of(effect: float, units: int, df: int, level: float) -> float:
    """Return the chance that a chi-square test rejects where each unit adds so much to the noncentrality."""
    from scipy.special import chdtri, chndtr

    return 1 - float(chndtr(chdtri(df, level), df, effect * units)) if effect else 0.0


@cache
def noncentrality(df: int, level: float) -> float:
    """Return the noncentrality at which a chi-square test of a level rejects with :data:`POWER`."""
    from scipy.special import chdtri, chndtrinc

    return float(chndtrinc(chdtri(df, level), df, 1 - POWER))


def equal_orders(units: int, cards: int) -> int:
    """Return how often one order must come among so many that position by card shows it with :data:`POWER`.

    Two equal orders agree at N places instead of one, so k of them add k (k-1) (N-1)² / n to the scaled X² of n
    units of N cards.
    """
    needed = noncentrality((cards - 1) ** 2, RULE_LEVEL) * units / (cards - 1) ** 2
    return ceil((1 + sqrt(1 + 4 * needed)) / 2)


def _equal_orders(units: int, cards: int) -> str:
    df = (cards - 1) ** 2
    return (
        f"One and the same order that comes {equal_orders(units, cards)} times among them does not pass the table of "
        f"position by card with a chance of {POWER:.0%} (chi-square, {df:,} degrees of freedom, {RULE_LEVEL:.0%} level)."
    )


def _rate(number: int) -> str:
    return f"{missed(number):.1%}"


def _chance(chance: float) -> str:
    """Write a chance so that rounding makes no certainty of it."""
    return "more than 99%" if chance >= 0.99 else f"{chance:.0%}"
