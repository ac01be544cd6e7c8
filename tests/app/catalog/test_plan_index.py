"""What is said of every plan before one is chosen."""

from dataclasses import replace

import pytest

from labharness.app.catalog.plan_index import kept, plan_index, read_plan, with_decks
from labharness.app.catalog.plan_listing import listed_plans
from labharness.errors import PlanError
from labharness.games.game import packaged_game
from labharness.model.device import DeviceClass
from labharness.model.reasons.game import Games
from labharness.model.reasons.plan import Plans
from labharness.plans.attendance import FILE, packaged_file
from labharness.plans.coverage import coverage
from labharness.plans.frozen import compose, find_plan, freeze

SPANISH = "spanish-21-551-batch-shuffler"


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    return plan_index(tmp_path_factory.mktemp("workspace") / "none")


def test_it_lists_what_the_product_lists(index):
    assert {(plan.id, plan.title, plan.device.value, plan.game) for plan in index.plans} == {
        (listing.id, listing.title, listing.device_class, listing.game_id) for listing in listed_plans()
    }
    assert not index.problems


def test_games_name_the_devices_that_their_chapters_name(index):
    for cell in coverage():
        assert (cell.device in index.game(cell.game).devices) == (cell.permitted != "silent")


def test_hours_follow_the_handling_times_of_the_workspace(index, tmp_path):
    plans = tmp_path / "plans"
    plans.mkdir()
    table = tmp_path / FILE
    table.write_bytes(packaged_file().replace(b"item = 300", b"item = 600"))
    slower = plan_index(plans)
    name = "baccarat-545-manual-shoe"
    assert index.find(name).hours != slower.find(name).hours
    assert "items of about 10 minutes" in slower.find(name).hours
    table.write_bytes(b"schema = 1")
    broken = plan_index(plans)
    assert broken.find(name).hours == index.find(name).hours
    assert any(FILE in problem for problem in broken.problems)


def test_samples_are_those_of_the_plan(index):
    rng = index.find("pai-gow-poker-645a-starting-position")
    assert rng.sample.startswith("150,000 outcomes, 1,250,000 raw bytes")
    assert rng.hours.startswith("none for a sample")
    assert rng.cards == ""
    assert rng.choices == ()


@pytest.mark.parametrize("text", ["551 batch", "SHUFFLER  spanish", "chapter 551 intermixed"])
def test_every_word_must_occur_somewhere(index, text):
    assert SPANISH in {entry.id for entry in index.matching(text)}
    assert all(entry.game == "spanish-21-551" for entry in index.matching(f"{text} 551"))
    assert index.matching(f"{text} roulette") == []
    assert index.matching("  ") == list(index.plans)


def test_a_plan_for_other_decks_is_the_one_that_the_product_makes(index, tmp_path):
    usual = index.find(SPANISH)
    assert (usual.decks, usual.choices) == (6, (6, 8))
    assert with_decks(usual, 6) is usual
    eight = with_decks(usual, 8)
    assert eight.content == compose(packaged_game("spanish-21-551"), DeviceClass.BATCH_SHUFFLER, 8)
    saved = kept(eight, tmp_path / "plans")
    assert (saved.own, saved.content) == (True, b"")
    assert read_plan(tmp_path / "plans" / f"{eight.id}.toml") == saved
    assert kept(eight, tmp_path / "plans") == saved
    assert kept(usual, tmp_path / "plans") is usual


def test_other_decks_are_those_that_the_chapter_permits_and_replace_no_file(index, tmp_path, refusal):
    assert index.find("blackjack-633a-continuous-shuffler-rounds").choices == (), "a packaged file"
    usual = index.find(SPANISH)
    reason = refusal(with_decks, usual, 7)
    assert reason.is_a(Games.DECKS_NOT_PERMITTED)
    assert reason["permitted"] == Games.DECKS_LISTED(decks=(6, 8))
    eight = with_decks(usual, 8)
    assert kept(eight, tmp_path / "own").choices == ()
    (tmp_path / f"{eight.id}.toml").write_text("mine")
    assert refusal(kept, eight, tmp_path).is_a(Plans.FILE_DIFFERS)
    assert (tmp_path / f"{eight.id}.toml").read_text() == "mine"


def test_own_files_are_listed_and_bad_ones_named(tmp_path):
    content, _ = find_plan(SPANISH)
    (tmp_path / "good.toml").write_bytes(content)
    (tmp_path / "bad.toml").write_bytes(content.replace(b"batch_shuffler", b"robot"))
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "notes.txt").write_text("no plan")
    index = plan_index(tmp_path)
    (own,) = (plan for plan in index.plans if plan.own)
    assert own.name == str(tmp_path / "good.toml")
    assert own.device is DeviceClass.BATCH_SHUFFLER
    problem, other = index.problems
    assert other.startswith("bytes.toml")
    assert problem.startswith("bad.toml")
    assert problem.endswith(f"labharness plans check {tmp_path / 'bad.toml'}")
    with pytest.raises(PlanError):
        read_plan(tmp_path / "none.toml")


def test_a_plan_comes_into_an_index_once(index):
    own = replace(index.plans[0], name="/a/mine.toml")
    assert index.having(own).having(own).plans == (*index.plans, own)
    assert freeze(*find_plan(own.id)).plan.title == own.title
