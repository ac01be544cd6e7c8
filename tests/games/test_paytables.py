from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from labharness.games.equipment import PayTable, profit
from labharness.model.reasons.game import Games

LAW = {"wins": Fraction(1, 13), "loses": Fraction(2, 13), "not offered": Fraction(10, 13)}


def table(odds, **more):
    return PayTable(id="mine", wager="mine", odds=odds, citation="§ 1.1", **more)


@given(st.integers(0, 10**6), st.integers(1, 100))
def test_for_counts_the_stake_in_and_to_leaves_it_out(paid, staked):
    assert profit(f"{paid:,} to {staked}") == Fraction(paid, staked)
    assert profit(f"{paid:,} for {staked}") == Fraction(paid, staked) - 1


NO_ODDS = [
    "", "8", "8 to", "8 to 0", "eight to 1", "8 by 1", "1 to 1 less 5", "x% of meter", "less 5%", "8 to 1 and 9",
    "8 for 1 and 9 for 1", "1 to 1 less x%",
]  # fmt: skip


def test_what_is_no_odds_is_refused():
    for text in NO_ODDS:
        with pytest.raises(ValueError, match=r"game\.not_odds") as refused:
            profit(text, meter=Fraction(1))
        assert refused.value.args[0].is_a(Games.NOT_ODDS), text
        with pytest.raises(ValidationError) as invalid:
            table({"wins": text})
        (wrong,) = invalid.value.errors()
        assert wrong["ctx"]["error"].args[0].is_a(Games.NOT_ODDS), text


def test_wagers_that_cannot_be_made_are_not_counted_and_a_meter_needs_its_amount():
    insurance = table({"wins": "2 to 1", "not offered": "no wager"})
    assert insurance.hold(LAW) == 0
    assert table({"wins": "3 to 2", "not offered": "no wager"}).hold(LAW) == Fraction(1, 6)
    progressive = table({"wins": "100% of meter", "loses": "push"})
    assert progressive.of_meter
    assert not table({"wins": "2 to 1"}).of_meter
    assert progressive.hold(LAW, Fraction(11)) == 0
    with pytest.raises(ValueError, match=r"game\.odds_need_meter") as refused:
        progressive.hold(LAW)
    assert refused.value.args == (Games.ODDS_NEED_METER(odds="100% of meter"),)


def test_a_paytable_is_for_some_decks_and_for_outcomes_that_the_rule_knows(mistakes):
    assert [table({"wins": "1 to 1"}, min_decks=2, max_decks=4).serves(decks) for decks in (1, 2, 4, 5)] == [
        False, True, True, False,
]  # fmt: skip
    assert table({"wins": "1 to 1"}).serves(64)
    unknown = Games.PAID_WITHOUT_LAW(outcome="jackpot", outcomes=tuple(LAW))
    assert mistakes(table({"jackpot": "1 to 1"}).hold, LAW) == [("", unknown)]
