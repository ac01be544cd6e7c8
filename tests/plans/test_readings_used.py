"""Which reading a plan uses is read from its checks, and from its game where no check depends on it."""

from labharness.games.game import readable_games
from labharness.plans.card_stock import readings_used
from labharness.plans.frozen import composable, find_plan, freeze


def used(plan, text=None):
    content = find_plan(plan)[0].decode() if text is None else text
    frozen = freeze(content.encode(), "mine.toml")
    return {used.reading.id: used for used in readings_used(frozen.plan, frozen.game)}


def test_the_default_of_every_check_that_depends_on_it():
    result = used("pai-gow-poker-645a-automated-dealing-shoe")
    assert result["joker-in-a-royal"].by.keys() == {"any"}
    assert {"odds-of-best-hand", "odds-of-fortune-bonus"} <= set(result["joker-in-a-royal"].by["any"])
    assert result["joker-in-a-match"].by.keys() == {"none"}


def test_another_reading_of_a_plan_is_seen():
    plan = "pai-gow-poker-645a-automated-dealing-shoe"
    text = find_plan(plan)[0].decode()
    old = 'rule = "pai-gow-poker-hand", reading = "joker as any card of a royal"'
    assert old in text
    result = used(
        plan,
        text.replace(old, old.replace("joker as any card of a royal", "joker in a royal as its ace only")),
    )
    assert result["joker-in-a-royal"].by["ace"] == ("odds-of-best-hand",)
    assert "odds-of-best-hand" not in result["joker-in-a-royal"].by["any"]


def test_a_reading_of_no_outcome_is_there_all_the_same():
    for plan, reading in (
        ("lunar-poker-589-automated-dealing-shoe", "draws"),
        ("raise-it-up-stud-poker-587-batch-shuffler", "misdealt-hand"),
        ("criss-cross-poker-592-automated-dealing-shoe", "center-card"),
    ):
        each = used(plan)[reading]
        assert (each.by, each.of_outcomes) == ({}, False), (plan, reading)


def test_a_reading_of_outcomes_that_no_check_looks_at_is_used_by_none():
    each = used("pai-gow-poker-645a-computerized-rng")["joker-in-a-royal"]
    assert (each.by, each.of_outcomes) == ({}, True)


def test_rounds_of_a_double_shoe_are_read_by_both_readings_of_the_determinant_card():
    each = used("blackjack-633a-double-shoe")["determinant-drawn-from"]
    assert each.by.keys() == each.reading.choices.keys()
    assert used("blackjack-633a-batch-shuffler")["determinant-drawn-from"].by == {}


def test_every_reading_of_every_game_has_its_place():
    games, _ = readable_games()
    first = {game: plan for plan, (game, _) in reversed(composable().items())}
    for name, game in games.items():
        assert list(used(first[name])) == [reading.id for reading in game.readings]
