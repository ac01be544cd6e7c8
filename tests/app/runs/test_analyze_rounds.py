"""A file of rounds without a device: its events, and the buffer that somebody declares."""

import json

import numpy as np
import pytest

from labharness.analysis.power.defects.flawed_rounds import buffered
from labharness.model.cards import CardSet, format_order
from labharness.model.reasons.decision import Details, Sample
from labharness.model.reasons.register import Laws
from labharness.reason import dump_reason, load_reason

DECK = CardSet.of_decks("one deck", 1)
SUITE = """\
schema = 1
id = "mine"
version = 1
title = "Three checks of rounds"
purpose = "What is declared is what is compared."
observes = "round"
checks = [
    {check = "round_repeats", parameters = {replicates = 999}},
    {check = "reappearance_gaps"},
    {check = "drift_after_event", parameters = {horizon = 10}},
]
"""


@pytest.fixture
def file(tmp_path):
    """Rounds of a machine with 16 cards ready, put in once and jammed once; seed 4614."""
    lines = ["decks: 1", "event: refill"]
    for place, order in enumerate(buffered(np.random.default_rng(4614), DECK.new_deck_order(), 300, 12, 16)):
        lines += ["event: jam"] * (place == 150)
        lines += [f"dealt: {format_order(order)}", f"returned: {format_order(order[::-1])}"]
    path = tmp_path / "rounds.txt"
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    (tmp_path / "mine.toml").write_text(SUITE, encoding="utf-8")
    return path


def analyzed(cli, file, *options):
    options = ("--observes", "rounds", "--suite", file.parent / "mine.toml", "--json", *options)
    code, out, _ = cli("analyze", file, *options)
    result = json.loads(out)
    return code, result, {each["id"]: each for each in result["checks"]}


def test_declared_buffer_decides_what_is_rejected(cli, file):
    code, result, checks = analyzed(cli, file)
    assert code == 1
    assert result["compared_with"]["sentence"] == "Rounds of 12 of 52 cards (one deck)."
    assert checks["round-repeats"]["finding"] == checks["reappearance-gaps"]["finding"] == "rejected"
    code, result, checks = analyzed(cli, file, "--buffer", "16")
    assert code == 0
    assert (
        result["compared_with"]["sentence"]
        == "Rounds of 12 of 52 cards, 16 of which always lie ready (one deck)."
    )
    laws = [load_reason(check["result"]["law"]) for check in checks.values()]
    assert all(law.is_a(Laws.BUFFERED_DEVICES) and law["buffer"] == 16 for law in laws)
    assert checks["round-repeats"]["result"]["statistic"]["z_ideal"] < -5


def test_events_of_the_file_reach_the_check(cli, file):
    drift = analyzed(cli, file, "--buffer", "16")[2]["drift-after-event"]
    assert drift["result"]["details"][0] == dump_reason(Details.NEAR_EVENTS(near=20, events=2, far=280))
    text = "\n".join(line for line in file.read_text("ascii").splitlines() if not line.startswith("event"))
    file.write_text(text, encoding="ascii")
    drift = analyzed(cli, file, "--buffer", "16")[2]["drift-after-event"]
    assert drift["finding"] == "not applicable"
    assert drift["result"]["not_applicable"]["code"] == Sample.NO_EVENT.code


def test_results_are_the_same_on_two_processes(cli, file):
    assert analyzed(cli, file) == analyzed(cli, file, "--workers", "2")


def test_a_buffer_says_nothing_about_other_files(cli, file):
    code, _, err = cli("analyze", file, "--observes", "decks", "--buffer", "3")
    assert code == 3
    assert "--buffer does not apply to such a file" in err
