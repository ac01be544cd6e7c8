import sys
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.errors import CardError
from labharness.games import outcomes
from labharness.games.outcomes import registry
from labharness.games.outcomes.registry import RULES, rule
from labharness.games.outcomes.rule import CHUNK, NO_CARDS, hold
from labharness.model.cards import CardSet
from labharness.model.reasons.game import Games
from labharness.model.reasons.inputs import Inputs, Noun
from tests.support.thinned import every

DECK, WITH_JOKER = CardSet.of_decks("deck", 1), CardSet.of_decks("deck with joker", 1, jokers=1)
SETS = [
    DECK, WITH_JOKER, CardSet.of_decks("shoe", 30),
    CardSet.of_decks("shoe without tens", 6, removed=("10S", "10D", "10C", "10H")),
]  # fmt: skip
IN_ANY_ORDER = [each for each in RULES.values() if each.any_order]


def playable(each):
    """Sets that the rule can be played with."""
    if each.pieces != "cards":
        return [NO_CARDS]
    result = []
    for cards in SETS:
        try:
            each.law(cards)
        except CardError:
            continue
        result.append(cards)
    return result


@pytest.mark.parametrize("law_of", every(3, (pytest.param(each, id=name) for name, each in RULES.items())))
def test_a_law_is_over_the_outcomes_and_sums_to_one_exactly(law_of):
    sets = playable(law_of)
    assert sets
    for cards in sets:
        for reading in law_of.readings[:2]:
            law = law_of.law(cards, reading)
            assert tuple(law) == law_of.outcomes
            assert sum(law.values()) == 1
            assert all(isinstance(chance, Fraction) and chance >= 0 for chance in law.values())


def test_a_rule_says_what_it_takes_and_where_it_stands():
    for law_of in RULES.values():
        assert len(set(law_of.takes)) == len(law_of.takes), law_of.name
        assert len(set(law_of.outcomes)) == len(law_of.outcomes) > 1, law_of.name
        assert len(set(law_of.readings)) == len(law_of.readings) >= 1, law_of.name
        assert law_of.citation.startswith("§"), law_of.name


@pytest.mark.long
def test_readings_give_different_laws_or_classifications():
    rng = np.random.default_rng(4614)
    for each in RULES.values():
        if len(each.readings) < 2:
            continue
        cards = playable(each)[0]
        orders = rng.permuted(np.tile(cards.new_deck_order(), (20_000, 1)), axis=1)
        seen = {(tuple(each.law(cards, reading).values()), each.classify(orders, reading).tobytes())
                for reading in each.readings}  # fmt: skip
        assert len(seen) == len(each.readings), each.name


@given(data=st.data())
def test_the_order_of_pieces_does_not_matter_where_the_rule_says_so(data):
    draw = data.draw(st.sampled_from(IN_ANY_ORDER))
    if draw.pieces == "dice":
        pieces = data.draw(st.lists(st.integers(1, 6), min_size=draw.needed, max_size=draw.needed))
    else:
        highest = (
            draw.highest - (WITH_JOKER not in playable(draw)) if draw.pieces == "cards" else draw.highest
        )
        cards = st.integers(0, highest)
        pieces = data.draw(st.lists(cards, min_size=draw.needed, max_size=draw.needed, unique=True))
    other = data.draw(st.permutations(pieces))
    for reading in draw.readings:
        first, second = draw.classify(np.array([pieces, other], dtype=np.uint16), reading)
        assert first == second


@given(data=st.data())
def test_suits_may_be_renamed_where_no_outcome_names_one(data):
    names = ("lunar-hand", "stud-six", "fortune-six", "pai-gow-poker-hand", "fortune-bonus", "flop-hand",
             "criss-cross-middle", "three-card-bonus", "baccarat-result", "dealer-total")  # fmt: skip
    each = rule(data.draw(st.sampled_from(names)))
    pieces = data.draw(st.lists(st.integers(0, 51), min_size=each.needed, max_size=each.needed, unique=True))
    suits = data.draw(st.sampled_from(list(permutations(range(4)))))
    renamed = [13 * suits[card // 13] + card % 13 for card in pieces]
    first, second = each.classify(np.array([pieces, renamed], dtype=np.uint16))
    assert first == second


@given(data=st.data())
def test_player_and_banker_change_places_in_21_baccarat_before_third_cards(data):
    each = rule("21-baccarat-result")
    two = st.lists(st.integers(0, 51), min_size=4, max_size=4)
    a, b, c, d = data.draw(two)
    # With a natural on the table nothing more is drawn.
    if {a % 13, c % 13} != {0} and not ({a % 13, c % 13} & {0} and {a % 13, c % 13} & {9, 10, 11, 12}):
        a, c = 0, 9
    orders = np.array([[a, b, c, d, 0, 0], [b, a, d, c, 0, 0]], dtype=np.uint16)
    mirror = {"player": "banker", "banker": "player", "tie": "tie"}
    for reading in each.readings:
        first, second = (
            each.outcomes[code].removesuffix(" with 17") for code in each.classify(orders, reading)
        )
        assert second == mirror[first]


def test_rounds_are_classified_alike_whatever_parts_copies_and_backs_they_have():
    each = rule("baccarat-result")
    rng = np.random.default_rng(461)
    orders = rng.integers(0, 52, size=(1000, 9)).astype(np.uint16)
    marked = orders | (rng.integers(0, 8, size=orders.shape).astype(np.uint16) << 6) | np.uint16(0x8000)
    marked[:, 6:] = 63
    assert (each.classify(orders) == each.classify(marked)).all()
    each = rule("lunar-hand")
    rng = np.random.default_rng(461)
    orders = rng.permuted(np.tile(DECK.new_deck_order(), (CHUNK + 7, 1)), axis=1)[:, :5]
    codes = each.classify(orders)
    assert (each.classify(orders[CHUNK - 5 :]) == codes[CHUNK - 5 :]).all()
    assert len(each.classify(orders[:0])) == 0


@pytest.mark.parametrize(
    ("name", "cards", "reason"),
    [
        ("baccarat-result", WITH_JOKER, Games.NEEDS_RANKS_AND_SUITS(set=WITH_JOKER.name)),
        ("baccarat-result", NO_CARDS, Games.NEEDS_RANKS_AND_SUITS(set=NO_CARDS.name)),
        ("lunar-hand", CardSet.of_decks("shoe", 2), Games.NEEDS_ONE_DECK(jokers=0, set="shoe")),
        ("pai-gow-poker-hand", DECK, Games.NEEDS_ONE_DECK(jokers=1, set=DECK.name)),
        ("criss-cross-middle", WITH_JOKER, Games.NEEDS_ONE_DECK(jokers=0, set=WITH_JOKER.name)),
    ],
)
def test_a_set_that_the_rule_cannot_be_played_with(name, cards, reason, mistakes):
    assert mistakes(rule(name).law, cards) == [("", reason)]


def test_refusals_name_what_is_there(mistakes):
    unknown = Inputs.UNKNOWN(what=Noun.RULE, name="roulette", known=tuple(sorted(RULES)))
    assert mistakes(rule, "roulette") == [("", unknown)]
    baccarat, dice, literal = rule("baccarat-result"), rule("two-dice-total"), rule("21-baccarat-result")
    none = Games.RULE_WITHOUT_READING(rule=literal.name, reading="literal", readings=literal.readings)
    assert mistakes(literal.law, CardSet.of_decks("shoe", 4), "literal") == [("", none)]
    short = Games.ROUND_TOO_SHORT(rule=baccarat.name, needed=6, pieces="cards")
    assert mistakes(baccarat.classify, np.zeros((3, 5), dtype=np.uint16)) == [("", short)]
    foreign = Games.FOREIGN_PIECES(rule=baccarat.name, pieces="cards")
    assert mistakes(baccarat.classify, np.full((3, 6), 63, dtype=np.uint16)) == [("", foreign)]
    foreign = Games.FOREIGN_PIECES(rule=dice.name, pieces="dice")
    assert mistakes(dice.classify, np.zeros((3, 2), dtype=np.uint8)) == [("", foreign)]
    law = baccarat.law(DECK)
    unpaid = Games.PAID_WITHOUT_LAW(outcome="Tie", outcomes=tuple(law))
    assert mistakes(hold, law, {"Tie": 8}) == [("", unpaid)]


def test_a_law_is_not_changed_by_who_reads_it_and_a_hold_counts_what_is_not_paid_as_lost():
    with pytest.raises(TypeError):
        rule("any-seven").law()["7"] = Fraction(1)
    law = {"win": Fraction(1, 3), "push": Fraction(1, 3), "lose": Fraction(1, 3)}
    assert hold(law, {"win": Fraction(3, 2), "push": 0}) == Fraction(-1, 6)


PLANTED = """\
from dataclasses import replace

from labharness.games.outcomes.baccarat import RULES as THEIRS

RULES = (replace(THEIRS[0], name={name!r}),)
"""


@pytest.fixture
def plant(tmp_path, monkeypatch):
    def plant(name):
        (tmp_path / "zz_planted.py").write_text(PLANTED.format(name=name), "utf-8")
        monkeypatch.setattr(outcomes, "__path__", [*outcomes.__path__, str(tmp_path)])

    yield plant
    sys.modules.pop("labharness.games.outcomes.zz_planted", None)
    vars(outcomes).pop("zz_planted", None)


def test_a_rule_is_found_in_any_file_of_the_folder(plant):
    plant("planted")

    assert list(registry._rules()) == [*registry.RULES, "planted"]


def test_two_rules_of_one_name_are_refused(plant):
    plant("baccarat-result")

    with pytest.raises(RuntimeError, match="baccarat-result"):
        registry._rules()
