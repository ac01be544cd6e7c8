"""Every mistake that a game file can hold is refused where it is read, with its key, and every citation that names no section."""

import pytest

from labharness.errors import CardError, PlanError
from labharness.games import consistency as citations
from labharness.games import game as reading
from labharness.games.consistency import cited, known_sections, unknown
from labharness.games.game import find_game, packaged_game, parse_game, readable_games, recorded_game
from labharness.games.outcomes.registry import RULES
from labharness.model.cards import Cards, CardSet
from labharness.model.reasons.game import Games
from labharness.model.reasons.inputs import Inputs

FILES = {
    name: find_game(name).decode()
    for name in ("pai-gow-poker-645a", "double-attack-blackjack-581", "lunar-poker-589", "high-roll-dice-593")
}


@pytest.fixture
def problems(mistakes):
    """Return a function that changes a game file, and returns the key and the reason of each mistake."""

    def found(old, new, name="pai-gow-poker-645a", read=parse_game):
        assert old in FILES[name]
        wrong = mistakes(read, FILES[name].replace(old, new, 1).encode(), "mine.toml")
        assert all(place.startswith("mine.toml: ") for place, _ in wrong)
        return [(place.removeprefix("mine.toml: "), reason) for place, reason in wrong]

    return found


MISTAKES = [
    ('citation = "§ 645a.3(a)"', 'citation = "trust me"',
     "sets 1 (id base).citation", Games.NOT_A_CITATION),
    ('citation = "§ 645a.3(a)"', 'citation = "§ 999.3(a)"',
     "sets 1 (id base).citation", Games.UNKNOWN_SECTION),
    ("stacks = [7, 7, 7, 7, 7, 7, 7]", "stacks = [30, 30, 30, 30, 30, 30, 30]",
     "dealing 1 (method automated-dealing-shoe)", Games.DEALING_DOES_NOT_FIT),
    ("stub = 4", "stub = 3", "dealing 1 (method automated-dealing-shoe)", Games.DEALING_DOES_NOT_FIT),
    ("positions = 6", "positions = 60", "positions", Inputs.NOT_AT_MOST),
    ("positions = 6", "positions = 12", "dealing 1 (method automated-dealing-shoe).stacks", Games.STACKS_WITHOUT_POSITIONS),
    ("expected = 4", "expected = 5", "counts 1 (id stub).expected", Games.NOT_THE_STUB),
    ("jokers = 1", "jokers = 3", "sets 1 (id base).jokers", Games.RULE_NEEDS_JOKERS),
    ("jokers = 1", 'jokers = 1\nremoved = ["10S", "10S"]', "sets 1 (id base).removed", Games.REMOVED_TWICE),
    ("jokers = 1", 'jokers = 1\nremoved = ["JK"]', "sets 1 (id base).removed", Games.CANNOT_REMOVE),
    ("jokers = 1", 'jokers = 1\nremoved = ["??"]', "sets 1 (id base).removed", Games.CANNOT_REMOVE),
    ("jokers = 1", 'jokers = 1\nremoved = ["10S"]', "outcomes 1 (id best-hand).set", Games.RULE_NEEDS_WHOLE_DECKS),
    ("max_decks = 1", "max_decks = 2", "outcomes 1 (id best-hand).set", Games.RULE_NEEDS_WHOLE_DECKS),
    ('any = "joker as any card of a royal"', 'any = "joker as you like"',
     "outcomes 1 (id best-hand).reading", Games.RULE_WITHOUT_READING),
    ('reading = "joker-in-a-royal"\n', "", "outcomes 1 (id best-hand).reading", Games.RULE_NEEDS_READING),
    ("low = 1\nhigh = 7", "low = 1\nhigh = 8", "outcomes 9 (id position-by-number).rule", Games.RULE_NEEDS_SELECTION),
    ('rule = "pai-gow-poker-hand"', 'rule = "whist"', "outcomes 1 (id best-hand).rule", Inputs.UNKNOWN),
    ('nine-high = "100 to 1"', '"ten high" = "100 to 1"',
     "outcomes 4 (id pai-gow-insurance).pays 1 (id insurance-a).odds", Games.NOT_PAID),
    ('nine-high = "100 to 1"', 'nine-high = "-5 to 1"', "outcomes 4 (id pai-gow-insurance).pays 1 (id insurance-a).odds", Games.NOT_ODDS),
    ('id = "fortune-a"\n', 'id = "fortune-a"\nmin_decks = 2\n', "outcomes 2 (id fortune-bonus).pays 1 (id fortune-a)", Games.PAYTABLE_SERVES_NO_SET),
    ('set = "two-batches"', 'set = "three-batches"', "devices 1 (device batch_shuffler).set", Inputs.UNKNOWN),
    ('devices = ["batch_shuffler"]', 'devices = ["card_reader"]', "obligations 2 (id one-stack).devices", Games.DEVICE_UNNAMED),
    ('chapter = "645a"', 'chapter = "645b"', "id", Games.ID_WITHOUT_CHAPTER),
    ("positions = 6", "positions = 0", "positions", Inputs.NOT_AT_LEAST),
    ("positions = 6", 'positions = "6"', "positions", Inputs.NOT_INTEGER),
    ("positions = 6", "positions = 6\ncolor = 1", "color", Inputs.KEY_UNKNOWN),
    ("jokers = 1", "jokers = -1", "sets 1 (id base).jokers", Inputs.NOT_AT_LEAST),
    ("jokers = 1", 'removed = ["ZZ"]', "sets 1 (id base).removed", Cards.NOT_A_CARD),
    ("max_decks = 1", "max_decks = 0", "sets 1 (id base).max_decks", Inputs.NOT_AT_LEAST),
    ("min_decks = 1", "min_decks = 2", "sets 1 (id base)", Inputs.LESS_THAN),
    ("stub = 4", "stub = -4", "dealing 1.stub", Inputs.NOT_AT_LEAST),
    ("stacks = [7, 7, 7, 7, 7, 7, 7]", "stacks = []", "dealing 1", Inputs.KEYS_APART),
    ("stacks = [7, 7, 7, 7, 7, 7, 7]", "stacks = [7, 0]", "dealing 1.stacks 2", Inputs.NOT_AT_LEAST),
    ("high = 7", "high = 1", "selections 1 (id starting-position)", Inputs.NOT_GREATER),
    ("high = 7", "high = 70000", "selections 1 (id starting-position).high", Inputs.NOT_AT_MOST),
    ("schema = 1", "schema = 2", "schema", Inputs.NOT_A_CHOICE),
    ('alternate = "round"', 'alternate = "day"', "sets 2 (id two-batches).alternate", Inputs.NOT_A_CHOICE),
    ('alternate = "round"\n', "", "sets 2 (id two-batches)", Inputs.KEYS_TOGETHER),
    ('device = "dice_shaker"', 'device = "dice"', "devices 5.device", Inputs.NOT_A_CHOICE),
    ('default = "four"', 'default = "five"', "readings 1 (id face-up-stub)", Inputs.UNKNOWN),
    ('nine-high = "100 to 1"', 'nine-high = "100"', "outcomes 4 (id pai-gow-insurance).pays 1 (id insurance-a).odds", Games.NOT_ODDS),
    ('id = "fortune-a"\n', 'id = "fortune-a"\npublished_hold = 0.08\n', "outcomes 2 (id fortune-bonus).pays 1 (id fortune-a)", Inputs.KEYS_TOGETHER),
    ('id = "fortune-a"\n', 'id = "fortune-a"\nmin_decks = 2\nmax_decks = 1\n', "outcomes 2 (id fortune-bonus).pays 1 (id fortune-a)", Inputs.LESS_THAN),
    ('reading = "joker-in-a-royal"', 'reading = "joker"', "outcomes 1 (id best-hand).reading", Inputs.UNKNOWN),
    ('id = "fortune-bonus"', 'id = "best-hand"', "outcomes", Inputs.TWICE),
]  # fmt: skip


OF_OTHER_GAMES = [
    ("lunar-poker-589", "expected = 52", "expected = 53", "counts 1 (id five-rounds).expected", Games.NOT_A_WHOLE_SET),
    ("lunar-poker-589", "cards = 5", "cards = 30",
     "dealing 1 (method automated-dealing-shoe)", Games.DEALING_DOES_NOT_FIT),
    ("double-attack-blackjack-581", '"10S", "10H", "10C", "10D"', '"10S", "10S"', "sets 1 (id base).removed", Games.REMOVED_TWICE),
    ("high-roll-dice-593", 'rule = "like-kind"', 'rule = "like-kind"\nset = "base"', "outcomes 2 (id like-kind).set", Inputs.UNKNOWN),
]  # fmt: skip


def test_a_mistake_is_refused_at_its_key_in_every_kind_of_game(problems):
    for old, new, key, code in MISTAKES:
        result = problems(old, new)
        assert any(place == key and reason.is_a(code) for place, reason in result), result
    for name, old, new, key, code in OF_OTHER_GAMES:
        result = problems(old, new, name)
        assert any(place == key and reason.is_a(code) for place, reason in result), result


NO_ODDS = [
    "-5 to 1", "5 to -1", "1e3 to 1", "1/2 to 1", "1_0 to 1", "5 to 1 less -5%", "push less 200%", "-10% of meter",
]  # fmt: skip


def test_every_mistake_has_its_line_and_odds_are_what_a_chapter_types(problems):
    for text in NO_ODDS:
        result = problems('nine-high = "100 to 1"', f'nine-high = "{text}"')
        assert Games.NOT_ODDS(odds=text) in [reason for _, reason in result], text
    text = FILES["pai-gow-poker-645a"]
    for old, new in (
        ("stub = 4", "stub = 3"),
        ('"§ 645a.3(a)"', '"§ 1.1"'),
        ("expected = 4", "expected = 9"),
    ):
        text = text.replace(old, new, 1)
    with pytest.raises(PlanError) as error:
        parse_game(text.encode(), "mine.toml")
    assert len(error.value.problems) >= 3


def test_a_file_frozen_with_a_run_is_read_by_its_own_words(problems):
    """Rules and lists of sections may change after a run; what it was judged by does not."""
    text = FILES["pai-gow-poker-645a"].replace('"§ 645a.3(a)"', '"§ 1.1"').encode()
    assert recorded_game(text, "game.toml").sets[0].citation == "§ 1.1"
    with pytest.raises(PlanError):
        parse_game(text, "game.toml")
    assert problems('set = "base"', 'set = "bass"', read=recorded_game)


@pytest.fixture
def one_is_bad(monkeypatch):
    """A folder of games in which one file has two mistakes."""

    def found(name):
        text = find_game(name)
        if name == "lunar-poker-589":
            return text.replace(b"expected = 52", b"expected = 53").replace(b"589.", b"58.", 1)
        return text

    monkeypatch.setattr(reading, "find_game", found)


def test_one_bad_file_hides_no_other(one_is_bad):
    games, errors = readable_games()
    assert "lunar-poker-589" not in games
    assert len(games) == len(reading.game_ids()) - 1
    (error,) = errors
    assert all(reason["where"] == "lunar-poker-589.toml" for reason in error.reasons)
    assert len(error.reasons) >= 2


def test_a_file_is_called_what_its_id_is(monkeypatch, mistakes):
    monkeypatch.setattr(reading, "find_game", lambda _: FILES["lunar-poker-589"].encode())
    renamed = Inputs.WRONG_FILE_NAME(id="lunar-poker-589")
    assert mistakes(packaged_game, "mine") == [("mine.toml: id", renamed)]


def test_a_rule_declares_the_sets_that_it_refuses():
    """What is declared is asked where a file is read; what is refused is met where chances are counted."""
    for rule in [each for each in RULES.values() if each.pieces == "cards"]:
        wrong = [
            CardSet.of_decks("another", 1, jokers=jokers) for jokers in (0, 1, 3) if jokers != rule.jokers
        ]
        if rule.whole_decks is not None:
            assert rule.whole_decks == 1
            wrong += [
                CardSet.of_decks("two", 2, jokers=rule.jokers),
                CardSet.of_decks("less", 1, jokers=rule.jokers, removed=["10S"]),
            ]
        for cards in wrong:
            with pytest.raises(CardError):
                rule.law(cards)


@pytest.mark.parametrize(
    ("citation", "sections"),
    [
        ("§ 645a.3", ["645a.3"]),
        ("§ 645a.3(b)(2), (3)", ["645a.3(b)(2)", "645a.3(b)(3)"]),
        ("§ 545.9(c), (d)(4), (5), § 545.10(c)-(e)",
         ["545.9(c)", "545.9(d)(4)", "545.9(d)(5)", "545.10(c)", "545.10(e)"]),
        ("§ 541.5(h)(2)(i), (ii)", ["541.5(h)(2)(i)", "541.5(h)(2)(ii)"]),
        ("§§ 645a.8 and 645a.9", ["645a.8", "645a.9"]),
        ("§ 535.6(a)(1), (b)", ["535.6(a)(1)", "535.6(b)"]),
    ],
)  # fmt: skip
def test_a_citation_names_its_sections(citation, sections):
    assert ["".join(section) for section in cited(citation)] == sections


NO_CITATIONS = [
    "trust me", "", "(a)", "645a.3", "see § 645a.3", "§ 645a.3 and elsewhere", "§ 645a.3(b) § 645a.2", "§ 645a.3(b),",
    "§ 645a.3, (b)", "§ 645a.3(b)(", "§",
]  # fmt: skip


@pytest.mark.parametrize(
    ("citation", "missing"),
    [
        ("§ 999.3(a)", "999.3(a)"),
        ("§ 645a.99", "645a.99"),  # § 645a.9 is one, and no whole of this
        ("§ 645a.3(b)(2), (19)", "645a.3(b)(19)"),
        ("§ 645a.3(a)-(z)", "645a.3(z)"),
    ],
)
def test_a_section_that_is_in_no_list_is_named(citation, missing):
    assert unknown(citation) == Games.UNKNOWN_SECTION(section=missing)


def test_what_is_no_citation_is_refused_and_wholes_of_listed_sections_are_known():
    for text in NO_CITATIONS:
        with pytest.raises(ValueError, match=r"game\.") as refused:
            cited(text)
        assert refused.value.args == (unknown(text),), text
        assert unknown(text).is_a(Games.NOT_A_CITATION, Games.PARAGRAPH_WITHOUT_SECTION), text
    assert unknown("§ 645a.3") is None
    assert unknown("§ 645a.3(b)") is None


@pytest.fixture
def lists(tmp_path, monkeypatch):
    """A folder of games with nothing in it but what a test puts there."""
    monkeypatch.setattr(citations.resources, "files", lambda _: tmp_path)
    known_sections.cache_clear()
    yield tmp_path
    known_sections.cache_clear()


def test_a_laboratory_adds_a_list_of_its_own_whose_wrong_line_is_named(lists, mistakes):
    (lists / "sections.txt").write_text("# ours\n645a.3(b)\n", "utf-8")
    assert unknown("§ 999.3") == Games.UNKNOWN_SECTION(section="999.3")
    (lists / "sections-999.txt").write_text("\n999.3(a)(2)\n", "utf-8")
    known_sections.cache_clear()
    assert unknown("§ 645a.3(b), § 999.3(a)(2), § 999.3") is None
    (lists / "sections-999.txt").write_text("999.3(a)\nchapter 999\n", "utf-8")
    known_sections.cache_clear()
    assert mistakes(known_sections) == [("sections-999.txt:2", Games.NOT_A_SECTION())]
