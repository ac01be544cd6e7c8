"""labharness plans list, coverage, make and copy: plans of a game and a device class."""

import json
import os

import pytest

from labharness.analysis.power.power_table import file_name, load_table
from labharness.app.catalog import odds_cache
from labharness.app.catalog.games import known_table
from labharness.app.plug_ins.discovery import discover
from labharness.app.runs.services import load_plan
from labharness.cli.console import screen
from labharness.language.catalog import say
from labharness.model.reasons.command import Commands
from labharness.plans.coverage import coverage, packaged
from labharness.plans.frozen import composable, find_composed, find_plan, freeze


def test_plans_are_listed_by_game_and_device_class(cli):
    code, out, _ = cli("plans", "list", "--json")
    assert code == 0
    assert {each["id"] for each in json.loads(out)} == set(packaged()) | set(composable())
    _, out, _ = cli("plans", "list", "--game", "pai-gow-poker-645a", "--device", "dice_shaker", "--json")
    (plan,) = json.loads(out)
    assert (plan["id"], plan["device_class"]) == ("pai-gow-poker-645a-dice-shaker", "dice_shaker")
    assert (plan["game"], plan["game_id"]) == ("Pai Gow Poker", "pai-gow-poker-645a")
    _, out, _ = cli("plans", "list", "--game", "baccarat-545")
    assert "baccarat-545-manual-shoe" in out


def test_on_a_narrow_console_ids_and_titles_have_lines_of_their_own(cli, monkeypatch):
    monkeypatch.setattr(screen, "_width", 80)
    _, out, _ = cli("plans", "list")
    assert "baccarat-545-manual-shoe\n    Plan: Baccarat: manual dealing shoe\n" in out


def test_coverage_names_a_plan_or_silence_for_every_cell(cli):
    code, out, _ = cli("plans", "coverage", "--json")
    cells = json.loads(out)
    assert code == 0
    assert len(cells) == len(coverage())
    assert all((cell["plan"] is None) == (cell["permitted"] == "silent") for cell in cells)
    _, out, _ = cli("plans", "coverage")
    planned = sum(cell["plan"] is not None for cell in cells)
    assert f"{planned} plans, {len(cells) - planned} silent." in out


def test_a_plan_is_made_with_another_number_of_decks(cli, tmp_path):
    file = tmp_path / "two.toml"
    arguments = ("plans", "make", "blackjack-633a", "batch-shuffler", "--decks", 2, "--out", file)
    code, out, _ = cli(*arguments, "--without-power")
    assert code == 0
    assert "The plan has no table of detection rates" in out
    assert not (tmp_path / "power").exists()
    frozen = load_plan(str(file), discover())
    assert (frozen.plan.id, frozen.cards.size) == ("blackjack-633a-batch-shuffler-2-decks", 104)
    code, out, _ = cli("plans", "make", "blackjack-633a", "batch_shuffler", "--decks", 2)
    assert (code, out) == (0, file.read_text("utf-8"))
    code, _, err = cli("plans", "make", "blackjack-633a", "batch_shuffler", "--out", file)
    assert code == 3
    assert say(Commands.FILE_EXISTS(path=str(file))) in " ".join(err.split())


def test_what_is_not_known_or_cannot_be_is_refused(cli):
    for arguments, words in (
        ("list --game roulette", "Choose from: "),
        ("list --device roulette_wheel", "Choose from: batch_shuffler"),
        ("make roulette dice_shaker", 'Unknown game "roulette". Choose from: '),
        ("make pai-gow-535 wheel", 'Unknown device class "wheel". Choose from: '),
        ("make pai-gow-535 batch_shuffler", "does not name the batch shuffler. It names: dice shaker."),
        ("make pai-gow-535 dice_shaker --decks 2", "holds no cards. Omit the number of decks."),
        ("make flop-poker-583 batch_shuffler --decks 2", "permits 1 deck"),
    ):
        code, out, err = cli("plans", *arguments.split())
        assert (code, out, words in " ".join(err.split())) == (3, "", True), err


def test_a_composed_plan_is_copied_and_checked_by_its_id(cli, tmp_path):
    file = tmp_path / "mine.toml"
    assert cli("plans", "copy", "spanish-21-551-card-reader", file)[0] == 0
    assert file.read_bytes() == find_plan("spanish-21-551-card-reader")[0]
    for plan in (file, "spanish-21-551-card-reader"):
        code, out, _ = cli("plans", "check", plan, "--json")
        assert (code, json.loads(out)["id"]) == (0, "spanish-21-551-card-reader")
    code, _, err = cli("plans", "copy", "spanish-21-551-card-reader", file)
    assert (code, "Choose another name" in err) == (3, True)


@pytest.mark.long
def test_a_plan_that_is_made_has_its_table_of_power_and_runs_by_its_name_take_it(cli, tmp_path, monkeypatch):
    monkeypatch.setattr(odds_cache, "folder", lambda: tmp_path / "cache")
    catalog = discover()
    frozen = freeze(find_composed("blackjack-633a-continuous-shuffler-2-decks"), "two.toml")
    assert known_table(frozen, catalog) is None
    arguments = ("plans", "make", "blackjack-633a", "continuous_shuffler", "--decks", 2, "--replicates", 1)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)  # more processes give the same, and take seconds to start
    code, out, _ = cli(*arguments, "--out", tmp_path / "two.toml", "--json")
    assert code == 0
    kept = tmp_path / "power" / file_name(frozen)
    assert json.loads(out)["power"] == str(kept)
    assert load_table(kept.read_bytes()).replicates == 1
    assert known_table(frozen, catalog) == kept.read_bytes()


def test_a_plan_without_a_sample_has_no_table_of_power(cli, tmp_path):
    words = ("plans", "make", "baccarat-545", "manual_shoe", "--json", "--out")
    code, out, _ = cli(*words, tmp_path / "shoe.toml")
    assert (code, json.loads(out)["power"]) == (0, None)


def test_claims_are_told_to_people_and_to_programs(cli):
    code, out, _ = cli("plans", "claims", "pai-gow-535-dice-shaker", "--json")
    assert code == 0
    stuck = next(each for each in json.loads(out)["claims"] if each["fault"].startswith("stuck_die"))
    assert stuck["finds"] == {"frequency-of-starting-dice": 1.0}
    _, out, _ = cli("plans", "claims", "pai-gow-535-dice-shaker")
    assert "unplug_after=10" in out
    assert "INTERRUPTED" in out
