"""Impossible plans are refused with file, key and what was expected."""

import errno
import os
import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.app.plug_ins.discovery import discover
from labharness.app.runs.services import load_plan
from labharness.errors import PlanError
from labharness.games.game import find_game
from labharness.model.reasons.game import Games
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.plan import Plans
from labharness.plans.coverage import packaged
from labharness.plans.frozen import find_plan, freeze
from labharness.reason import Reason
from tests.support.plans import every_plan

SHOE = packaged()["pai-gow-poker-645a-dealing-shoe"].decode()
ROUNDS = packaged()["blackjack-633a-continuous-shuffler-rounds"].decode()
RNG = packaged()["pai-gow-poker-645a-starting-position"].decode()
HAND = packaged()["blackjack-633a-batch-shuffler-by-hand"].decode()
CATALOG = discover()


def test_every_plan_allows_the_same_interruptions_and_one_without_the_field_none():
    assert {frozen.plan.interruptions_allowed for frozen in every_plan().values()} == {3}
    content = re.sub(r"(?m)^interruptions_allowed.*\n", "", SHOE)
    assert freeze(content.encode(), "own.toml").plan.interruptions_allowed == 0


def refusing(mistakes, text, key, code):
    """The mistake of a code at a key; every one of a plan is in its file."""
    result = mistakes(load_plan, "mine", CATALOG, text.encode() if isinstance(text, str) else text)
    assert all(place.split(": ")[0] == "mine.toml" for place, _ in result)
    place = f"mine.toml: {key}" if key else "mine.toml"
    return next((reason for where, reason in result if where == place and reason.is_a(code)), result)


IMPOSSIBLE = [
    (SHOE, "units = 530", "units = 0", "stages 5.acquire.units", Inputs.NOT_AT_LEAST),
    (SHOE, "units = 530", "units = 530.5", "stages 5.acquire.units", Inputs.NOT_INTEGER),
    (SHOE, "units = 530", "units = true", "stages 5.acquire.units", Inputs.NOT_INTEGER),
    (SHOE, "units = 530", 'units = "530"', "stages 5.acquire.units", Inputs.NOT_INTEGER),
    (SHOE, "units = 530\n", "", "stages 5.acquire.units", Inputs.KEY_MISSING),
    (SHOE, "batch = 1 ", "batch = 0 ", "stages 5.acquire.batch", Inputs.NOT_AT_LEAST),
    (SHOE, "batch = 1 ", "batch = 2 ", "stages 5.acquire", Inputs.KEY_NEEDS),
    (SHOE, "independent_reads = 60", "independent_reads = 531", "stages 5.acquire", Plans.READS_BEYOND_UNITS),
    (SHOE, "decks = 5", "decks = 0", "stages 3.validate_capture.decks", Inputs.NOT_AT_LEAST),
    (SHOE, "decks = 1\n", "decks = 2\n", "game", Games.DECKS_NOT_PERMITTED),
    (SHOE, "decks = 1\n", "decks = -1\n", "game.decks", Inputs.NOT_AT_LEAST),
    (SHOE, "decks = 1\n", "", "stages (name deals)", Plans.DECKS_NEEDED),
    (SHOE, 'id = "pai-gow-poker-645a"', 'id = "pai-gow"', "", Inputs.UNKNOWN),
    (SHOE, 'set = "base"', 'set = "none"', "game", Inputs.UNKNOWN),
    (SHOE, 'dealing = "automated-dealing-shoe"', 'dealing = "by-hand"', "stages (name deals)", Inputs.UNKNOWN),
    (SHOE, 'dealing = "automated-dealing-shoe"\n', "", "stages 5.acquire", Inputs.KEYS_TOGETHER),
    (SHOE, 'observes = "deal"', 'observes = "juggle"', "stages 5.acquire.observes", Inputs.NOT_A_CHOICE),
    (SHOE, 'kind = "count"', 'kind = "dance"', "stages 6", Inputs.INVALID),
    (SHOE, 'name = "count"', 'name = "load"', "", Inputs.TWICE),
    (SHOE, 'id = "composition"', 'id = "stage-load"', "", Plans.CHECK_NAMED_LIKE_DECISION),
    (SHOE, "confidence = 0.95", "confidence = 95", "citations 3 (id shuffler-95).confidence", Inputs.NOT_BELOW),
    (SHOE, "confidence = 0.95", "confidence = nan", "citations 3 (id shuffler-95).confidence", Inputs.NOT_BELOW),
    (SHOE, "confidence = 0.95\n", "", "citations 3 (id shuffler-95)", Plans.CONFIDENCE_AND_NAMES),
    (SHOE, 'status = "sister"', 'status = "surely"', "citations 3 (id shuffler-95).status", Inputs.NOT_A_CHOICE),
    (SHOE, "sessions = 1", "sessions = 0", "sessions", Inputs.NOT_AT_LEAST),
    (SHOE, "sessions = 1", "sessions = inf", "sessions", Inputs.NOT_INTEGER),
    (SHOE, "schema = 1", "schema = 2", "schema", Inputs.NOT_A_CHOICE),
    (SHOE, "schema = 1", 'schema = 1\ncolor = "red"', "color", Inputs.KEY_UNKNOWN),
    (SHOE, 'check = "position_card"', 'check = "astrology"', "checks (id position-card)", Inputs.UNKNOWN),
    (SHOE, 'check = "position_card"', 'check = "bit_runs"', "checks (id position-card)", Plans.CHECK_READS_OTHERS),
    (SHOE, 'check = "position_card"', 'check = "position_card"\nparameters = {luck = 1}', "checks (id position-card)", Inputs.UNKNOWN),
    (SHOE, 'stage = "deals"', 'stage = "count"', "", Plans.CHECK_WITHOUT_SAMPLE),
    (SHOE, 'cites = "shuffler-95"', 'cites = "nobody"', "", Plans.CITATION_MISSING),
    (SHOE, 'cites = "pa-645a-10"', 'cites = "shuffler-95"', "", Plans.CITATION_NAMES_ONE_TEST),
    (SHOE, 'name = "count"', 'name = "count"\ntimeout_s = -1', "stages 6.count.timeout_s", Inputs.NOT_ABOVE),
    (SHOE, 'name = "count"', 'name = "count"\ntimeout_s = nan', "stages 6.count.timeout_s", Inputs.NOT_AT_MOST),
    (SHOE, 'name = "count"', 'name = "Count it"', "stages 6.count.name", Inputs.NOT_SLUG),
    (ROUNDS, "round_cards = 20", "round_cards = 312", "stages (name rounds)", Plans.ROUND_EXCEEDS_SET),
    (ROUNDS.replace("decks = 6", "decks = 1"), "round_cards = 20", "round_cards = 53", "stages (name rounds)", Plans.ROUND_EXCEEDS_SET),
    (ROUNDS, "round_cards = 20\n", "", "stages 5.acquire", Inputs.KEYS_TOGETHER),
    (RNG, 'selection = "starting-position"', 'selection = "lottery"', "stages (name draws)", Inputs.UNKNOWN),
    (RNG, 'selection = "starting-position"', "round_cards = 5", "stages 3.acquire", Inputs.KEYS_TOGETHER),
    (HAND, 'input = "reset"\n', "", "stages 4.acquire", Inputs.KEYS_TOGETHER),
    (HAND, 'input = "reset"', 'input = "magic"', "stages 4.acquire.input", Inputs.NOT_A_CHOICE),
    (HAND, "decks = 1\n", "decks = 3\n", "game", Games.DECKS_NOT_PERMITTED),
]  # fmt: skip


def test_impossible_plans_are_refused_by_key(mistakes):
    for plan, old, new, key, code in IMPOSSIBLE:
        assert old in plan
        assert isinstance(refusing(mistakes, plan.replace(old, new, 1), key, code), Reason), new


@pytest.mark.parametrize(
    ("old", "new"), [("round_cards = 20", "round_cards = 53\n"), ("decks = 6", "decks = 1")]
)
def test_possible_plans_are_not_refused(old, new):
    assert old in ROUNDS
    CATALOG.validate(freeze(ROUNDS.replace(old, new, 1).encode(), "mine.toml"), "mine.toml")


def test_what_is_no_plan_and_stacks_that_are_not_the_set_are_refused(mistakes):
    for content, key, code in (
        (b"", "schema", Inputs.KEY_MISSING),
        (b"schema = ", "", Inputs.NOT_TOML),
        (b"\xff\xfe", "", Inputs.NOT_UTF8),
        (b"stages = []\nchecks = []", "stages", Inputs.TOO_FEW),
    ):
        assert isinstance(refusing(mistakes, content, key, code), Reason), content
    game = find_game("pai-gow-poker-645a").replace(b"stub = 4", b"stub = 3")
    result = mistakes(freeze, SHOE.encode(), "mine.toml", game)
    assert result == [("mine.toml: stages (name deals)", Plans.DEAL_IS_NOT_THE_SET(dealt=52, cards=53))]


def test_a_stage_between_acquisitions_and_an_unknown_device_class_are_refused(mistakes):
    between = '[[stages]]\nkind = "count"\nname = "count"\n\n'
    head, mark, rest = RNG.rpartition('[[stages]]\nkind = "acquire"')
    mutation = refusing(mistakes, head + between + mark + rest, "", Plans.STAGE_BETWEEN)
    assert mutation == Plans.STAGE_BETWEEN(stage="count")
    text = SHOE.replace("automated_dealing_shoe", "toaster")
    mutation = refusing(mistakes, text, "device_class", Inputs.NOT_A_CHOICE)
    assert mutation["choices"].startswith("'batch_shuffler', 'continuous_shuffler'")
    assert mutation["got"] == "'toaster'"


def test_plans_are_found_by_id_or_file(tmp_path, mistakes):
    file = tmp_path / "mine.toml"
    file.write_text(SHOE)
    assert find_plan(str(file)) == (SHOE.encode(), "mine.toml")
    assert find_plan("pai-gow-poker-645a-dealing-shoe") == (
        SHOE.encode(),
        "pai-gow-poker-645a-dealing-shoe.toml",
    )
    other = str(tmp_path / "other.toml")
    assert mistakes(find_plan, other) == [
        ("", Inputs.FILE_UNREADABLE(path=other, why=os.strerror(errno.ENOENT)))
    ]


@given(st.binary(max_size=200))
def test_no_bytes_make_it_fail_otherwise(content):
    with pytest.raises(PlanError):
        freeze(content, "mine.toml")


lines = st.integers(0, SHOE.count("\n"))


@given(lines, st.sampled_from(["", "x", "= 1", "units = -1", "[[stages]]", "\x00", "kind = 7"]))
def test_a_spoiled_line_is_a_plan_or_a_plan_error(number, text):
    rows = SHOE.split("\n")
    rows[number] = text
    with suppress(PlanError):
        load_plan("mine", CATALOG, "\n".join(rows).encode())
