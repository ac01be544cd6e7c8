"""labharness games: what the chapters say and the exact odds, for people and programs."""

import json
import shutil
from fractions import Fraction

import pytest

from labharness.app.catalog import odds_cache
from labharness.app.catalog.games import odds
from labharness.games import game as game_reading
from labharness.games.game import game_ids
from labharness.plans import frozen as composed


@pytest.fixture(scope="module", autouse=True)
def shared(tmp_path_factory):
    """What these tests count is counted once."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("cache")
        patch.setattr(odds_cache, "folder", lambda: folder)
        yield


@pytest.fixture
def cache(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setattr(odds_cache, "folder", lambda: folder)
    return folder


def said(cli, *arguments):
    code, out, err = cli("games", *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def of(result, *key):
    """Return the odds of an outcome by default with a number of decks."""
    by_default = [each for each in result["odds"] if each["default"]]
    (only,) = [each for each in by_default if (each["outcome"], each["decks"]) == key]
    return only


def chance(entry, name):
    return next(each for each in entry["chances"] if each["outcome"] == name)


def test_list_has_every_game(cli):
    result = said(cli, "list")
    assert [each["id"] for each in result] == list(game_ids())
    seven = next(each for each in result if each["id"] == "pai-gow-poker-645a")
    assert seven["sets"][0] == {"id": "base", "decks": [1], "batches": 1}
    assert seven["devices"]["automated_dealing_shoe"] == "yes"
    code, out, _ = cli("games", "list")
    assert code == 0
    assert all(name in out for name in game_ids())


def test_show_is_the_game_file(cli):
    result = said(cli, "show", "pai-gow-poker-645a")
    assert "odds" not in result
    assert {"sets", "dealing", "devices", "obligations", "counts", "readings", "outcomes"} <= result.keys()
    royal = next(each for each in result["readings"] if each["id"] == "joker-in-a-royal")
    assert royal["choices"][royal["default"]] == "joker as any card of a royal"
    code, out, _ = cli("games", "show", "pai-gow-poker-645a")
    assert code == 0
    for words in ("Pai Gow Poker, 58 Pa. Code ch. 645a", "7 7 7 7 7 7 7; 4 remain", "§ 645a.10(b)-(d)"):
        assert words in out


def test_published_figures_of_21_baccarat_appear(cli):
    code, out, _ = cli("games", "show", "21-baccarat-681a", "--odds")
    assert code == 0
    four, eight = (
        next(line for line in out.splitlines() if f"Tie Wager, {word}" in line) for word in ("four", "eight")
    )
    assert [each in four for each in ("5.8555%", "5.9%")] == [True, True]
    assert [each in eight for each in ("5.4177%", "5.4%")] == [True, True]
    assert "two aces rank highest (default)" in out
    assert "two aces total 12" in out


def test_baccarat_of_eight_decks_is_exact(cli):
    result = of(said(cli, "show", "midibaccarat-629a", "--decks", "8"), "result", 8)
    banker = chance(result, "banker")
    assert Fraction(banker["exact"]) == Fraction(2292252566437888, 4998398275503360)
    assert f"{banker['chance']:.12f}" == "0.458597422633"
    assert sum(Fraction(each["exact"]) for each in result["chances"]) == 1
    assert "0.458597422633" in cli("games", "show", "midibaccarat-629a", "--decks", "8")[1]


def test_every_reading_is_computed_and_one_is_the_default(cli):
    result = said(cli, "show", "pai-gow-poker-645a", "--odds")
    readings = [each for each in result["odds"] if each["outcome"] == "fortune-bonus"]
    assert len(readings) == 8
    (default,) = [reading for reading in readings if reading["default"]]
    choices = {"straight-or-three": "straight", "joker-in-a-royal": "any", "joker-in-a-match": "none"}
    assert default["choices"] == choices
    assert len({json.dumps(reading["chances"]) for reading in readings}) > 1


def test_every_permitted_number_of_decks_is_there(cli):
    result = said(cli, "show", "spanish-21-551", "--odds")["odds"]
    assert {each["decks"] for each in result if each["set"]} == {6, 8}
    assert {each["decks"] for each in said(cli, "show", "spanish-21-551", "--decks", "8")["odds"]} == {8}
    base, other = (
        said(cli, "show", "pai-gow-poker-645a", "--set", name)["odds"] for name in ("base", "two-batches")
    )
    assert {each["set"] for each in other} == {"two-batches", None}
    assert [each["chances"] for each in base] == [each["chances"] for each in other]


def test_a_progressive_wager_is_a_line_in_its_meter(cli):
    (hold,) = of(said(cli, "show", "pai-gow-poker-645a", "--odds"), "progressive-payout", 1)["holds"]
    assert Fraction(hold["exact_per_meter"]) > 0
    at_two_thousand = Fraction(hold["exact"]) - 2000 * Fraction(hold["exact_per_meter"])
    assert 0 < at_two_thousand < 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("no-such-game",), 'Unknown game "no-such-game". Choose from: 21-baccarat-681a,'),
        (("pai-gow-poker-645a", "--decks", "3"), "permits 1 deck (§ 645a.3(a)), not 3"),
        (("pai-gow-poker-645a", "--set", "none"), 'Unknown set "none". Choose from: base and two-batches.'),
        (("props-and-hops-585", "--decks", "2"), "Omit the number of decks."),
    ],
)
def test_what_there_is_not_is_one_sentence(cli, arguments, words):
    code, out, err = cli("games", "show", *arguments)
    assert (code, out) == (3, "")
    assert words in err


def test_laws_are_counted_once_and_again_after_any_change(cache, monkeypatch):
    first = odds("flop-poker-583")
    files = sorted(cache.glob("odds-*.json"))
    assert files
    monkeypatch.setattr("labharness.games.outcomes.rule.Rule.law", lambda *_: pytest.fail("counted again"))
    assert odds("flop-poker-583") == first
    monkeypatch.undo()
    monkeypatch.setattr(odds_cache, "folder", lambda: cache)
    for file in files:
        file.write_text('{"as written": {"flush": "1/0"}}', encoding="utf-8")
    assert odds("flop-poker-583") == first
    assert all("1/0" not in file.read_text(encoding="utf-8") for file in files)
    monkeypatch.setattr(odds_cache, "sources_hash", lambda *_: "other rules")
    assert odds("flop-poker-583") == first
    assert len(list(cache.glob("odds-*.json"))) == 2 * len(files)


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    for place in (blocked / "cache", None):
        monkeypatch.setattr(odds_cache, "folder", lambda place=place: place)
        assert odds("props-and-hops-585")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of the games, in which a test may spoil one."""
    copied = tmp_path / "games"
    shutil.copytree(game_reading.resources.files("test_plans.games"), copied)
    real = game_reading.resources.files
    monkeypatch.setattr(
        game_reading.resources, "files", lambda name: copied if name == "test_plans.games" else real(name)
    )
    composed._game.cache_clear()
    yield copied
    composed._game.cache_clear()


def spoil(folder, name, old, new):
    file = folder / f"{name}.toml"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "command", ["games show lunar-poker-589 --odds", "plans make lunar-poker-589 manual_shoe"]
)
def test_a_wrong_game_is_refused_with_file_and_key(cli, folder, command):
    file = folder / "lunar-poker-589.toml"
    whole = file.read_bytes()
    for old, new, key in (
        ('citation = "§ 589.3(a), § 589.5(b)"', 'citation = "trust me"', 'Not a citation: "trust me".'),
        ("expected = 52", "expected = 53", "expected: 53 is not the size of a permitted set."),
        ('rule = "lunar-hand"', 'rule = "whist"', '1 (id five-card-hand).rule: Unknown rule "whist".'),
    ):
        spoil(folder, "lunar-poker-589", old, new)
        code, out, err = cli(*command.split())
        assert (code, out) == (3, "")
        assert "lunar-poker-589.toml: " in err
        assert key in err
        file.write_bytes(whole)
        composed._game.cache_clear()


@pytest.mark.parametrize(
    "command", [("games", "list"), ("plans", "list"), ("plans", "coverage")], ids=" ".join
)
def test_one_bad_file_hides_no_other_game(cli, folder, command):
    spoil(folder, "lunar-poker-589", "expected = 52", "expected = 53")
    code, out, err = cli(*command)
    assert code == 3
    assert "lunar-poker-589" not in out
    assert all(name in out for name in game_ids() if name != "lunar-poker-589")
    assert "lunar-poker-589.toml: counts 1 (id five-rounds).expected: 53 is not" in err
    assert "labharness games check" in err
    code, out, err = cli(*command, "--json")
    assert code == 3
    assert json.loads(out)
    assert "lunar-poker-589.toml: " in err


def test_a_game_that_contradicts_its_odds_is_refused_where_they_are_counted(cli, folder):
    file = spoil(folder, "21-baccarat-681a", "published_hold = 0.054", "published_hold = 0.045")
    code, out, err = cli("games", "show", "21-baccarat-681a", "--odds")
    assert (code, out) == (3, "")
    assert err.startswith("21-baccarat-681a.toml: outcomes 1 (id result).pays 4 (id tie-8): ")
    assert "0.0541768 (decks: 8)" in err
    assert cli("games", "check", file)[:2] == (3, err)
    assert cli("games", "show", "21-baccarat-681a", "--decks", "4")[0] == 0


def test_a_file_is_checked_wholly(cli, folder, tmp_path):
    file = folder / "flop-poker-583.toml"
    code, out, err = cli("games", "check", file)
    assert (code, err) == (0, "")
    assert "No errors" in out
    code, result = cli.json("games", "check", file)
    assert (code, result["good"], result["game"]["id"]) == (0, True, "flop-poker-583")
    assert result["laws_counted"] >= result["outcomes"] > 0
    other = tmp_path / "other.toml"
    shutil.copy(file, other)
    code, out, _ = cli("games", "check", other, "--json")
    assert (code, json.loads(out)["good"]) == (3, False)
    (problem,) = json.loads(out)["problems"]
    assert problem["parameters"]["problem"]["parameters"]["problem"]["code"] == "inputs.wrong_file_name"
    code, out, _ = cli("games", "check", tmp_path / "none.toml")
    assert code == 3
    assert "Cannot read" in out


def test_no_two_paytables_look_the_same_dice_have_no_decks_and_readings_say_why(cli):
    assert "Decks" not in cli("games", "show", "props-and-hops-585", "--odds")[1]
    why = next(each["why"] for each in said(cli, "show", "lunar-poker-589")["readings"])
    assert why[:30] in cli("games", "show", "lunar-poker-589")[1]
    for name in ("21-baccarat-681a", "pai-gow-poker-645a"):
        holds = [
            (each["reading"], each["decks"], hold["paytable"])
            for each in said(cli, "show", name, "--odds")["odds"]
            for hold in each["holds"]
        ]
        assert len(set(holds)) == len(holds)
    out = cli("games", "show", "21-baccarat-681a", "--odds")[1]
    for letter in "ABCDEF":
        assert f"decks, paytable {letter} " in out
    assert "│ bonus-a " in out
