"""labharness plans power: the same answer for people and programs."""

import json

from labharness.app.cli import console

HAND = "blackjack-633a-batch-shuffler-by-hand"


def test_power_for_programs_names_seed_and_replicates(cli):
    arguments = ("plans", "power", HAND, "--defect", "shelves:5", "--defect", "fair", "--replicates", "5")
    code, out, err = cli(*arguments, "--seed", "3", "--json")
    assert (code, err) == (0, "")
    said = json.loads(out)
    assert said["plan"] == HAND
    assert 0.03 < said["false_alarms"]["fail"] < 0.04
    assert [one["defect"] for one in said["power"]] == ["shelves:5", "fair"]
    first = said["power"][0]
    assert (first["replicates"], first["seed"], first["units"]) == (5, 3, {"shuffles": 260})
    assert first["failed"]["share"] == 1
    assert first["failed"]["low"] < 0.6
    assert first["found_by"]["position-card"] == 5
    assert json.loads(cli(*arguments, "--seed", "3", "--json")[1]) == said


def test_power_for_people_is_a_table_with_its_simulation(cli, monkeypatch):
    monkeypatch.setattr(console.screen, "width", 200)  # so that no cell of the table is folded
    code, out, _ = cli("plans", "power", HAND, "--defect", "shelves:5", "--replicates", "5")
    assert code == 0
    for words in (
        "one pass through 5 shelves",
        "100.0% (47.8% to 100.0%)",
        "5 submissions simulated",
        "seed 461",
    ):
        assert words in out


def test_unknown_defects_and_plans_are_one_sentence(cli):
    code, out, err = cli("plans", "power", HAND, "--defect", "gremlins")
    assert (code, out) == (3, "")
    assert "There is no defect 'gremlins'; choose one of shelves, " in err
    assert cli("plans", "power", "no-such-plan", "--json")[0] == 3
