"""Impossible plans are refused with file, key and what was expected."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labharness.app.discovery import discover
from labharness.app.services import load_plan
from labharness.errors import PlanError
from labharness.plans.frozen import find_plan, freeze, packaged

SHOE = packaged()["pai-gow-poker-645a-dealing-shoe"].decode()
ROUNDS = packaged()["blackjack-633a-continuous-shuffler-rounds"].decode()
RNG = packaged()["pai-gow-poker-645a-starting-position"].decode()
HAND = packaged()["blackjack-633a-batch-shuffler-by-hand"].decode()
CATALOGUE = discover()


def problems(text):
    content = text.encode() if isinstance(text, str) else text
    with pytest.raises(PlanError) as error:
        load_plan("mine", CATALOGUE, content)
    assert all(line.startswith("mine.toml: ") and line.endswith(".") for line in error.value.problems)
    assert all(line.isprintable() for line in error.value.problems)
    return error.value.problems


IMPOSSIBLE = [
    (SHOE, "units = 530", "units = -1", "stages 5.acquire.units: "),
    (SHOE, "units = 530", "units = 0", "stages 5.acquire.units: "),
    (SHOE, "units = 530", "units = 530.5", "stages 5.acquire.units: "),
    (SHOE, "units = 530", "units = true", "stages 5.acquire.units: "),
    (SHOE, "units = 530", 'units = "530"', "stages 5.acquire.units: "),
    (SHOE, "units = 530", "units = 2026-01-01", "stages 5.acquire.units: "),
    (SHOE, "units = 530", "units = [530]", "stages 5.acquire.units: "),
    (SHOE, "units = 530\n", "", "stages 5.acquire.units: it is missing; add it"),
    (SHOE, "batch = 1 ", "batch = 0 ", "stages 5.acquire.batch: "),
    (SHOE, "batch = 1 ", "batch = 2 ", "independent_reads needs batch = 1"),
    (SHOE, "independent_reads = 60", "independent_reads = 531", "independent_reads is larger than units"),
    (SHOE, "decks = 5", "decks = 0", "stages 3.validate_capture.decks: "),
    (SHOE, "decks = 1\n", "decks = 2\n", "permits 1 deck"),
    (SHOE, "decks = 1\n", "decks = -1\n", "game.decks: "),
    (SHOE, "decks = 1\n", "", "game.decks is needed where cards are observed"),
    (SHOE, 'id = "pai-gow-poker-645a"', 'id = "pai-gow"', "'pai-gow' is not known; choose one of: "),
    (SHOE, 'set = "base"', 'set = "none"', "has no set 'none'; choose one of: base"),
    (SHOE, 'dealing = "automated-dealing-shoe"', 'dealing = "by-hand"', "has no dealing 'by-hand'; it has: "),
    (SHOE, 'dealing = "automated-dealing-shoe"\n', "", "dealing belongs to observes = 'deal'"),
    (SHOE, 'observes = "deal"', 'observes = "juggle"', "stages 5.acquire.observes: "),
    (SHOE, 'kind = "count"', 'kind = "dance"', "stages 6: "),
    (SHOE, 'name = "count"', 'name = "load"', "stage 'load' occurs twice"),
    (SHOE, 'id = "composition"', 'id = "stage-load"', "check 'stage-load' bears the name of the decision about"),
    (SHOE, "confidence = 0.95", "confidence = 1.5", "citations 3 (id shuffler-95).confidence: "),
    (SHOE, "confidence = 0.95", "confidence = 95", "citations 3 (id shuffler-95).confidence: "),
    (SHOE, "confidence = 0.95", "confidence = nan", "citations 3 (id shuffler-95).confidence: "),
    (SHOE, "confidence = 0.95\n", "", "a citation that names tests states a confidence"),
    (SHOE, 'status = "sister"', 'status = "surely"', "citations 3 (id shuffler-95).status: "),
    (SHOE, "sessions = 1", "sessions = 0", "sessions: "),
    (SHOE, "sessions = 1", "sessions = inf", "sessions: "),
    (SHOE, "schema = 1", "schema = 2", "schema: "),
    (SHOE, "schema = 1", 'schema = 1\ncolour = "red"', "colour: "),
    (SHOE, 'check = "position_card"', 'check = "astrology"', "check 'astrology' is not known; choose one of: "),
    (SHOE, 'check = "position_card"', 'check = "bit_runs"', "bit_runs reads bytes, not deal"),
    (SHOE, 'check = "position_card"', 'check = "position_card"\nparameters = {luck = 1}', "unknown parameter luck"),
    (SHOE, 'stage = "deals"', 'stage = "count"', "which acquires nothing"),
    (SHOE, 'cites = "shuffler-95"', 'cites = "nobody"', "cites 'nobody', which is not among the citations"),
    (SHOE, 'cites = "pa-645a-10"', 'cites = "shuffler-95"', "names one test, but 2 checks cite it"),
    (SHOE, "timeout_s", "timeout_s", None),
    (SHOE, 'name = "count"', 'name = "count"\ntimeout_s = -1', "stages 6.count.timeout_s: "),
    (SHOE, 'name = "count"', 'name = "count"\ntimeout_s = nan', "stages 6.count.timeout_s: "),
    (SHOE, 'name = "count"', 'name = "Count it"', "stages 6.count.name: "),
    (ROUNDS, "round_cards = 20", "round_cards = 312", "a round of 312 cards does not fit a set of 312"),
    (ROUNDS, "round_cards = 20", "round_cards = 53\n", None),
    (ROUNDS, "decks = 6", "decks = 1", None),
    (ROUNDS.replace("decks = 6", "decks = 1"), "round_cards = 20", "round_cards = 53", "does not fit a set of 52"),
    (ROUNDS, "round_cards = 20\n", "", "round_cards belongs to observes = 'round'"),
    (RNG, 'selection = "starting-position"', 'selection = "lottery"', "has no selection 'lottery'; it has: "),
    (RNG, 'selection = "starting-position"', "round_cards = 5", "belongs to observes"),
    (HAND, 'input = "reset"\n', "", "belongs to observes = 'shuffle', and there it is needed"),
    (HAND, 'input = "reset"', 'input = "magic"', "stages 4.acquire.input: "),
    (HAND, "decks = 1\n", "decks = 3\n", "permits 1 to 2 decks"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("plan", "old", "new", "words"),
    [case for case in IMPOSSIBLE if case[3]],
    ids=[f"{case[2] or 'without ' + case[1]}"[:60].strip() for case in IMPOSSIBLE if case[3]],
)
def test_impossible_plans_are_refused_by_key(plan, old, new, words):
    assert old in plan
    found = problems(plan.replace(old, new, 1))
    assert any(words in line for line in found), found


@pytest.mark.parametrize(
    ("plan", "old", "new"), [case[:3] for case in IMPOSSIBLE if not case[3] and case[1] in case[0]]
)
def test_possible_plans_are_not_refused(plan, old, new):
    load_plan("mine", CATALOGUE, plan.replace(old, new, 1).encode())


def test_stacks_must_add_up_to_the_set():
    game = (
        b'schema = 1\nid = "pai-gow-poker-645a"\ntitle = "Pai Gow Poker"\nchapter = "645a"\npositions = 6\n'
    )
    game += b'[[sets]]\nid = "base"\nmin_decks = 1\ncitation = "none"\n'
    game += b'[[dealing]]\nmethod = "automated-dealing-shoe"\nstacks = [7, 7]\nstub = 4\ncitation = "none"\n'
    with pytest.raises(PlanError, match=r"stacks and stub hold 18 cards, the set holds 52\.$"):
        freeze(SHOE.encode(), "mine.toml", game)


def test_a_stage_between_acquisitions_would_never_be_reached():
    between = '[[stages]]\nkind = "count"\nname = "count"\n\n'
    head, mark, rest = RNG.rpartition('[[stages]]\nkind = "acquire"')
    (line,) = problems(head + between + mark + rest)
    assert "stage 'count' stands between stages that acquire; put it before or after all of them" in line


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "schema: it is missing; add it."),
        (b"schema = ", "this is not TOML"),
        (b"\xff\xfe", "the file is not UTF-8 (byte 0); save it as UTF-8."),
        (b"stages = []\nchecks = []", "stages: "),
    ],
)
def test_what_is_no_plan_is_said(content, words):
    assert any(words in line for line in problems(content))


def test_a_device_class_that_is_not_known_names_those_there_are():
    found = problems(SHOE.replace("automated_dealing_shoe", "toaster"))
    assert "device_class: choose one of 'batch_shuffler', 'continuous_shuffler'" in found[0]
    assert "or 'progressive_system' (got 'toaster')" in found[0]


def test_plans_are_found_by_id_or_file(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(SHOE)
    assert find_plan(str(file)) == (SHOE.encode(), "mine.toml")
    assert find_plan("pai-gow-poker-645a-dealing-shoe") == (
        SHOE.encode(),
        "pai-gow-poker-645a-dealing-shoe.toml",
    )
    with pytest.raises(PlanError, match="cannot be read"):
        find_plan(str(tmp_path / "other.toml"))


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_no_bytes_make_it_fail_otherwise(content):
    with pytest.raises(PlanError):
        freeze(content, "mine.toml")


lines = st.integers(0, SHOE.count("\n"))


@settings(deadline=None)
@given(lines, st.sampled_from(["", "x", "= 1", "units = -1", "[[stages]]", "\x00", "kind = 7"]))
def test_a_spoiled_line_is_a_plan_or_a_plan_error(number, text):
    rows = SHOE.split("\n")
    rows[number] = text
    try:
        load_plan("mine", CATALOGUE, "\n".join(rows).encode())
    except PlanError as error:
        said = error.problems
    else:
        said = ("good",)
    assert said
